/* One table describes all options: the commands that take each one, its help text, and the function
   that reads its value.  Each command gets an argp table with its own options only, so it refuses
   options that have no effect on it, and --help does not show them.  A wrong value ends the program
   with status 2 and a message that names the allowed values, before anything is printed. */

#include "options.h"
#include "suggest.h"
#include "values.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_JOBS = 64,
  USUAL_PORT = 8337,
  USUAL_JOBS = 4,
  MOST_SIZE = 1 << 24, /* of a board */
  MOST_WITHOUT = 256,  /* bytes of the words after --without */
  FIRST_KEY = 1 << 10  /* the key of the first row that has no letter */
};

/* What argp passes to the parser. */
struct reading {
  const struct command *command;
  struct settings *settings;
};

struct row;
typedef void reader (struct argp_state *state, const struct row *row, const char *value);

/* An option.  `--help` sorts the options by GROUP, then by name. */
struct row {
  unsigned takers; /* the commands that take it */
  int group, letter;
  const char *name, *value, *text;
  reader *read;
  size_t at;           /* READ stores the value in this member of struct settings */
  const char *allowed; /* WORD, CHOICE: the words */
  uint64_t most;       /* NUMBER */
};

/* ---- values ---- */

static struct settings *settings_of (const struct argp_state *state)
{
  return ((const struct reading *)state->input)->settings;
}

/* Returns the member of the settings that ROW stores its value in. */
static void *member_of (const struct argp_state *state, const struct row *row)
{
  return (char *)settings_of (state) + row->at;
}

static void refuse (struct argp_state *state, const struct row *row, const char *value,
                    const char *allowed)
{
  char letter[] = {'-', (char)row->letter, 0};
  argp_error (state, "%s%s: '%s' is not allowed; give %s", row->letter ? letter : "--",
              row->letter ? "" : row->name, value, allowed);
}

static void read_flag (struct argp_state *state, const struct row *row, const char *value)
{
  (void)value;
  *(bool *)member_of (state, row) = true;
}

static void read_text (struct argp_state *state, const struct row *row, const char *value)
{
  *(const char **)member_of (state, row) = value;
}

/* Returns the position of VALUE in WORDS ("a, b or c"), or -1. */
static int find_word (const char *words, const char *value)
{
  for (int k = 0; *words; k++) {
    size_t length = strcspn (words, ", ");
    if (strlen (value) == length && !strncmp (words, value, length))
      return k;
    words += length + strspn (words + length, ", ");
    words += strncmp (words, "or ", 3) ? 0 : 3;
  }
  return -1;
}

static void read_choice (struct argp_state *state, const struct row *row, const char *value)
{
  int k = find_word (row->allowed, value);
  if (k < 0)
    refuse (state, row, value, row->allowed);
  *(int *)member_of (state, row) = k;
}

static void read_word (struct argp_state *state, const struct row *row, const char *value)
{
  if (find_word (row->allowed, value) < 0)
    refuse (state, row, value, row->allowed);
  read_text (state, row, value);
}

static void read_number (struct argp_state *state, const struct row *row, const char *value)
{
  char allowed[64] = "a whole number, at least 1";
  if (row->most < UINT64_MAX)
    snprintf (allowed, sizeof allowed, "a whole number from 1 to %" PRIu64, row->most);
  if (!value_number (value, row->most, member_of (state, row)))
    refuse (state, row, value, allowed);
}

/* Sets the option of the request, or of the look, that has the name of ROW. */
static void set_option (struct argp_state *state, const struct row *row, const char *value)
{
  const struct settings *s = settings_of (state);
  bcov_error *err = bcov_error_new ();
  bool pixels = !strcmp (row->name, "pixels");
  if (pixels ? bcov_look_set (s->look, row->name, value, err)
             : bcov_request_set (s->request, row->name, value, err))
    argp_error (state, "--%s: %s", row->name, bcov_error_text (err));
  bcov_error_free (err);
}

static void read_library (struct argp_state *state, const struct row *row, const char *value)
{
  set_option (state, row, value);
  read_text (state, row, value);
}

/* Adds VALUE to the words of --without, which may appear several times. */
static void read_without (struct argp_state *state, const struct row *row, const char *value)
{
  char *words = settings_of (state)->without;
  size_t length = strlen (words);
  set_option (state, row, value);
  snprintf (words + length, MOST_WITHOUT - length, "%s%s", length ? "," : "", value);
  set_option (state, row, words);
}

static void read_rank (struct argp_state *state, const struct row *row, const char *value)
{
  if (!value_rank (value))
    refuse (state, row, value, "a whole number, at least 1");
  settings_of (state)->rank = value;
}

static void read_file (struct argp_state *state, const struct row *row, const char *value)
{
  struct settings *s = settings_of (state);
  s->to_file = value;
  s->medium = value_medium (value);
  if (!s->medium)
    refuse (state, row, value, "a name that ends in .svg, .png or .pdf, or -");
}

static void read_sheet (struct argp_state *state, const struct row *row, const char *value)
{
  struct settings *s = settings_of (state);
  if (!value_sheet (value, &s->sheet_columns, &s->sheet_rows))
    refuse (state, row, value, "COLSxROWS, 1 to 100 each, such as 6x4");
}

static void read_port (struct argp_state *state, const struct row *row, const char *value)
{
  uint64_t port = 0;
  if (!value_seed (value, &port) || port > UINT16_MAX)
    refuse (state, row, value, "a whole number from 0 to 65535");
  settings_of (state)->port = (uint16_t)port;
}

static void read_address (struct argp_state *state, const struct row *row, const char *value)
{
  if (!value_address (value))
    refuse (state, row, value, "a numeric address such as 127.0.0.1 or ::1, not a name");
  settings_of (state)->address = value;
}

static void read_job_time (struct argp_state *state, const struct row *row, const char *value)
{
  if (!value_seconds (value, &settings_of (state)->job_seconds))
    refuse (state, row, value, "a time such as 500ms, 60s, 2m or 1h");
}

/* ---- the table ---- */

#define AT(member) offsetof (struct settings, member)
#define FLAG(member) read_flag, AT (member), NULL, 0
#define TEXT(member) read_text, AT (member), NULL, 0
#define WORD(member, words) read_word, AT (member), words, 0
#define CHOICE(member, words) read_choice, AT (member), words, 0
#define NUMBER(member, most) read_number, AT (member), NULL, most
#define LIBRARY(member) read_library, AT (member), NULL, 0 /* an option of the library */
#define BY(function) function, 0, NULL, 0

static const struct row table[] = {
    {ABOUT_PUZZLES, 1, 'b', "board", "BOARD",
     "a size (6x8, 3x3x3) or a drawing ('#..#/....', where '.' is a cell and '#' is not)",
     TEXT (board)},
    {ABOUT_PUZZLES, 1, 'p', "pieces", "PIECES",
     "pieces separated by commas, each with an optional count: L3:any or L4:2,T4:1..3,X./XX "
     "(default count: 1)",
     TEXT (pieces)},
    {ABOUT_PUZZLES, 1, 0, "wrap", "SIDES",
     "sides of the board to join: none, columns, rows or both (default: none)",
     WORD (wrap, "none, columns, rows or both")},
    {ABOUT_PUZZLES, 1, 0, "lattice", "NAME",
     "square, cube, hex or triangle (default: implied by the board and the pieces)",
     WORD (lattice, "square, cube, hex or triangle")},
    {CATALOG, 1, 0, "lattice", "NAME", "square, cube, hex or triangle (default: any)",
     WORD (lattice, "square, cube, hex or triangle")},
    {COUNT | LIST, 2, 0, "limit", "N", "maximum number of coverings (default: all)",
     LIBRARY (limit_text)},
    {DRAW, 2, 0, "limit", "N", "with --sheet: maximum number of coverings (default: one page)",
     LIBRARY (limit_text)},
    {EXPLAIN, 2, 0, "trace", NULL,
     "a simple search step by step: its choices, attempts and cuts, with the reasons",
     FLAG (trace)},
    {EXPLAIN, 2, 0, "limit", "N",
     "with --trace: maximum number of steps (default: 60, or all with --json)",
     LIBRARY (limit_text)},
    {COUNT, 2, 0, "unique", NULL, "whether there is exactly one covering: 0, 1 or more than 1",
     FLAG (unique)},
    {EXPLAIN, 2, 0, "exists", NULL, "whether a covering exists, and the reason", FLAG (exists)},
    {LIST | DRAW, 2, 0, "rank", "K", "only the covering at position K of the list, counted from 1",
     BY (read_rank)},
    {SAMPLE, 2, 'n', "number", "N", "number of coverings (default: 1)",
     NUMBER (samples, UINT64_MAX)},
    {COUNT, 2, 0, "estimate", NULL,
     "an estimate with its interval, after a second (--time: another time) of random probes",
     FLAG (estimate)},
    {COUNT, 2, 0, "probes", "N",
     "with --estimate: examine N partial coverings, instead of as many as the time allows",
     LIBRARY (probes)},
    {COUNT, 2, 0, "seed", "S", "with --estimate: seed of the random numbers (default: 0)",
     LIBRARY (seed)},
    {SAMPLE | DRAW, 2, 0, "seed", "S",
     "seed of the random numbers; the same seed gives the same coverings (default: random)",
     LIBRARY (seed)},
    {CONVERT, 2, 0, "to", "FORMAT", "output format: yaml, json, dlx or dimacs",
     WORD (to, "yaml, json, dlx or dimacs")},
    {SEQUENCE, 2, 0, "grow", "WHAT", "what grows: rows, columns or layers",
     WORD (grow, "rows, columns or layers")},
    {SEQUENCE, 2, 0, "from", "N", "first size (default: 1)", NUMBER (from_size, MOST_SIZE)},
    {SEQUENCE, 2, 0, "to", "N", "last size (default: 20 sizes in total)",
     NUMBER (to_size, MOST_SIZE)},
    {SEQUENCE, 3, 0, "bfile", NULL, "only the terms, in the b-file format of the OEIS",
     FLAG (bfile)},
    {COUNT, 2, 0, "by-symmetry", NULL,
     "one count per symmetry type: the number up to symmetry, times the number of coverings that "
     "each one represents",
     FLAG (by_symmetry)},
    {COUNT, 2, 0, "by-piece", NULL, "one count for each combination of pieces used",
     FLAG (by_piece)},
    {DIVISIBLE, 2, 0, "part", "K/N",
     "only part K of N; the counts of all parts add up to the total", LIBRARY (part)},
    {DIVISIBLE | SEQUENCE | DRAW, 2, 0, "up-to-symmetry", NULL,
     "coverings that are rotations or reflections of each other count as one",
     FLAG (up_to_symmetry)},
    {SOLVE | LIST | FILL | SAMPLE | HINT | EXPLAIN, 3, 0, "style", "STYLE",
     "letters, boxes or blocks (default: letters, or boxes if they fit on a terminal)",
     CHOICE (style, "letters, boxes or blocks")},
    {COLOURED, 3, 0, "colour-by", "WHAT",
     "what the colours of pieces show: piece (its kind), placement (every copy has its own), "
     "orientation (how it is turned) or neighbour (few colours; pieces that touch differ) "
     "(default: the kind, unless a piece that it touches has that colour)",
     WORD (colour_by, "piece, placement, orientation or neighbour")},
    {WITH_JSON, 3, 0, "json", NULL, "JSON instead of text", FLAG (json)},
    {DRAW | CATALOG, 1, 'o', "output", "FILE",
     "picture file: NAME.svg, NAME.png or NAME.pdf, or - for an SVG on standard output",
     BY (read_file)},
    {EXPLAIN, 2, 'o', "output", "FILE",
     "with --trace: animated picture, NAME.svg, or - for standard output", BY (read_file)},
    {DRAW, 2, 0, "empty", NULL, "only the board", FLAG (empty)},
    {DRAW, 2, 0, "fill", NULL, "the board filled as much as possible", FLAG (fill)},
    {DRAW, 2, 0, "random", NULL, "random coverings, all equally likely; implied by --seed",
     FLAG (random)},
    {DRAW, 2, 0, "sheet", "COLSxROWS",
     "several coverings per page, COLS across and ROWS down, 1 to 100 each", BY (read_sheet)},
    {DRAW, 2, 0, "heat", NULL, "heat map: how often neighbouring cells belong to different pieces",
     FLAG (heat)},
    {DRAW, 2, 0, "heat-of", "PIECE", "heat map: how often PIECE covers each cell",
     TEXT (heat_piece)},
    {DRAW | CATALOG, 3, 0, "cut", NULL,
     "thin lines only, each drawn once, 10 mm per cell (SVG, PDF)", FLAG (cut)},
    {DRAW, 3, 0, "animate", NULL, "animation in which the pieces appear one after the other (SVG)",
     FLAG (animate)},
    {DRAW, 3, 0, "isometric", NULL, "cubes seen from a corner instead of layers side by side",
     FLAG (isometric)},
    {DRAW | CATALOG, 3, 0, "pixels", "N",
     "longer side of a PNG in pixels, 1 to 20000 (default: at most 1600, depending on the size of "
     "the drawing)",
     LIBRARY (pixels)},
    {RUNNING, 4, 0, "engine", "NAME", "auto, brute, search, frontier, sat or match (default: auto)",
     LIBRARY (engine)},
    {COUNT | LIST | EXPLAIN | SEQUENCE | BY_COVERING, 4, 0, "without", "WORDS",
     "optimisations to disable, separated by commas: ",
     BY (read_without)}, /* list_without adds the words */
    {RUNNING, 4, 0, "threads", "N",
     "number of threads, 1 to 256 (default: one for each processor core)", LIBRARY (threads)},
    {RUNNING & ~HINT, 4, 0, "time", "TIME",
     "time limit, such as 500ms, 60s, 2m or 1h (default: none)", LIBRARY (time)},
    {HINT, 4, 0, "time", "TIME", "time limit, such as 500ms, 60s, 2m or 1h (default: 5s)",
     LIBRARY (time)},
    {ANY, 4, 0, "memory", "SIZE",
     "memory limit, such as 500M or 4G (default: 3/4 of the free memory)", LIBRARY (memory_text)},
    {RUNNING, 5, 0, "progress", "WHEN",
     "progress on standard error after 2 s: auto, always or never (default: auto)",
     CHOICE (progress, "auto, always or never")},
    {ANSWERED, 5, 0, "stats", NULL, "engine, sizes, states, time and memory, on standard error",
     FLAG (stats)},
    {ANY, 5, 0, "quiet", NULL, "only important messages on standard error, no progress",
     FLAG (quiet)},
    {SERVE, 1, 0, "port", "P", "port to listen on (default: 8337); 0 selects a free port",
     BY (read_port)},
    {SERVE, 1, 0, "address", "ADDRESS", "address to listen on (default: 127.0.0.1 and ::1)",
     BY (read_address)},
    {SERVE, 1, 0, "listen-beyond-this-machine", NULL,
     "permission to listen on an address that other machines can reach", FLAG (allows_remote)},
    {SERVE, 4, 0, "jobs", "N", "questions answered at the same time, 1 to 64 (default: 4)",
     NUMBER (jobs, MOST_JOBS)},
    {SERVE, 4, 0, "job-time", "TIME",
     "time limit per question, such as 500ms, 60s, 2m or 1h (default: 60s)", BY (read_job_time)},
    {SERVE, 4, 0, "memory", "SIZE",
     "memory limit per question, such as 500M or 4G (default: 1G, or less if little memory is "
     "free)",
     LIBRARY (memory_text)},
    {SERVE, 5, 0, "quiet", NULL, "only important messages on standard error", FLAG (quiet)},
};

enum { ROWS = sizeof table / sizeof *table };

/* ---- words ---- */

static void add_word (struct argp_state *state, const struct reading *reading, const char *word)
{
  struct settings *s = reading->settings;
  if (s->n_words == reading->command->most_words)
    argp_error (state, "too many arguments: '%s'%s", word,
                reading->command->bit & ABOUT_PUZZLES
                    ? "; a puzzle is one file, or -b BOARD -p PIECES"
                    : "");
  else
    s->words[s->n_words++] = word;
}

/* Takes the puzzle from the arguments, unless it is given by -b and -p. */
static void find_puzzle (struct argp_state *state, const struct reading *reading)
{
  struct settings *s = reading->settings;
  if (s->board || s->pieces) {
    if (!s->pieces)
      argp_error (state, "-b BOARD needs -p PIECES as well, such as -p L3:any");
    if (!s->board)
      argp_error (state, "-p PIECES needs -b BOARD as well, such as -b 6x8");
    if (s->n_words == reading->command->most_words)
      argp_error (state, "give either the file '%s' or -b and -p, not both", s->words[0]);
    return;
  }
  if (!s->n_words)
    argp_error (state,
                "the puzzle is missing; give a file, - for standard input, or -b BOARD -p PIECES");
  if (s->lattice || s->wrap)
    argp_error (
        state,
        "--lattice and --wrap apply only to -b and -p; in a puzzle file, write lattice: and wrap:");
  s->puzzle = s->words[0];
  memmove (s->words, s->words + 1, --s->n_words * sizeof *s->words);
}

/* Reads the numbers in values that the library has accepted. */
static void read_numbers (struct settings *s)
{
  if (s->limit_text)
    value_number (s->limit_text, UINT64_MAX, &s->limit);
  if (s->part)
    s->parts = (uint32_t)strtoul (strchr (s->part, '/') + 1, NULL, 10);
  if (s->time)
    value_seconds (s->time, &s->seconds);
  if (s->memory_text)
    value_bytes (s->memory_text, &s->memory);
  s->heat |= s->heat_piece != NULL;
}

/* The checks that concern several commands, then those of the command. */
static void check_all (struct argp_state *state, const struct reading *reading)
{
  struct settings *s = reading->settings;
  const struct command *command = reading->command;
  read_numbers (s);
  if (command->bit & ABOUT_PUZZLES)
    find_puzzle (state, reading);
  if (command->bit & (CHECK | RANK) && s->puzzle && s->n_words && !strcmp (s->puzzle, "-") &&
      !strcmp (s->words[0], "-"))
    argp_error (state, "only one of PUZZLE and COVERING%s can be standard input",
                command->bit == RANK ? "" : "S");
  if (s->rank && (s->limit || s->parts || s->up_to_symmetry))
    argp_error (
        state,
        "--rank selects one of all coverings; leave out --limit, --part and --up-to-symmetry");
  if (s->colour_by && s->json)
    argp_error (state, "--json has no colours; leave out --colour-by");
  if (command->check)
    command->check (state, s);
  if (s->quiet)
    s->progress = WHEN_NEVER;
  if (s->up_to_symmetry)
    bcov_request_set (s->request, "up-to-symmetry", "yes", NULL);
  const struct {
    const char *name;
    bool is_set;
  } looks[] = {{"cut", s->cut}, {"animate", s->animate}, {"isometric", s->isometric}};
  for (size_t k = 0; k < sizeof looks / sizeof *looks; k++)
    bcov_look_set (s->look, looks[k].name, looks[k].is_set ? "yes" : "no", NULL);
  bcov_look_set (s->look, "medium", s->medium, NULL);
  bcov_look_set (s->look, "colour-by", s->colour_by, NULL);
}

/* ---- argp ---- */

/* Returns the key of ROW: its letter, or a number that no character has. */
static int key_of (size_t row)
{
  return table[row].letter ? table[row].letter : FIRST_KEY + (int)row;
}

/* The parser of argp. */
static error_t read_one (int key, char *value, struct argp_state *state)
{
  const struct reading *reading = state->input;
  if (key == ARGP_KEY_ARG)
    add_word (state, reading, value);
  else if (key == ARGP_KEY_END)
    check_all (state, reading);
  else {
    size_t k = 0;
    while (k < ROWS && !(key_of (k) == key && table[k].takers & reading->command->bit))
      k++;
    if (k == ROWS)
      return ARGP_ERR_UNKNOWN;
    table[k].read (state, &table[k], value);
  }
  return 0;
}

/* Suppresses argp's note that -b takes an argument because --board does. */
static char *filter_help (int key, const char *text, void *input)
{
  (void)input;
  return key == ARGP_KEY_HELP_DUP_ARGS_NOTE ? NULL : (char *)text;
}

/* Writes TEXT and the words that --without takes: "symmetry, quick, ...". */
static void list_without (const char *text, char *out, size_t size)
{
  size_t length = (size_t)snprintf (out, size, "%s", text);
  const char *word;
  for (unsigned k = 0; (word = bcov_option_word ("without", k)) && length < size; k++)
    length += (size_t)snprintf (out + length, size - length, "%s%s", k ? ", " : "", word);
}

void options_read (const struct command *command, int argc, char **argv, struct settings *out)
{
  struct argp_option own[ROWS + 1] = {0};
  char without[2 * MOST_WITHOUT];
  size_t count = 0;
  for (size_t k = 0; k < ROWS; k++) {
    if (!(table[k].takers & command->bit))
      continue;
    own[count] = (struct argp_option){.name = table[k].name,
                                      .key = key_of (k),
                                      .arg = table[k].value,
                                      .doc = table[k].text,
                                      .group = table[k].group};
    if (table[k].read == read_without) {
      list_without (table[k].text, without, sizeof without);
      own[count].doc = without;
    }
    count++;
  }
  struct argp argp = {.options = own,
                      .parser = read_one,
                      .args_doc = command->arguments,
                      .doc = command->about,
                      .help_filter = filter_help};
  struct reading reading = {command, out};
  *out = (struct settings){.samples = 1,
                           .style = -1,
                           .port = USUAL_PORT,
                           .jobs = USUAL_JOBS,
                           .job_seconds = 60,
                           .request = bcov_request_new (),
                           .look = bcov_look_new ()};
  if (!out->request || !out->look) {
    fputs ("boardcover: the machine is out of memory\n", stderr);
    exit (BCOV_FAULT);
  }
  suggest_option (&argp, argc, argv);
  argp_parse (&argp, argc, argv, 0, NULL, &reading);
}
