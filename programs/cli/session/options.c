/* All options are in one table, one line each, with the commands that take them.  Each command gets
   its own argp table from it.  So a command refuses an option that has no effect on it, and --help
   shows only the options that do.  Values are checked during parsing.  A wrong value ends the
   program with status 2 and a message that names the allowed values, before anything is printed. */

#include "options.h"
#include "suggest.h"
#include "values.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  KEY_LATTICE = 256,
  KEY_WRAP,
  KEY_STYLE,
  KEY_LIMIT,
  KEY_RANK,
  KEY_SEED,
  KEY_TO,
  KEY_GROW,
  KEY_FROM_SIZE,
  KEY_TO_SIZE,
  KEY_PART,
  KEY_ENGINE,
  KEY_WITHOUT,
  KEY_THREADS,
  KEY_TIME,
  KEY_MEMORY,
  KEY_PROGRESS,
  KEY_SHEET,
  KEY_HEAT_PIECE,
  KEY_PIXELS,
  KEY_PORT,
  KEY_ADDRESS,
  KEY_JOBS,
  KEY_JOB_SECONDS,
  MOST_JOBS = 64,
  WITHOUT_LENGTH = 256, /* the words after --without */
  USUAL_PORT = 8337,
  USUAL_JOBS = 4,
  MOST_SIZE = 1 << 24, /* of a board */
  FIRST_FLAG = 1 << 16
};

/* The key of an option without a value: it sets MEMBER, a bool of struct settings. */
#define FLAG(member) (FIRST_FLAG + (int)offsetof (struct settings, member))

/* Options are shown in the order of GROUP; within one, in that of their names. */
static const struct {
  unsigned takers;
  int group, key;
  const char *name, *value, *text;
} table[] = {
    {ABOUT_PUZZLES, 1, 'b', "board", "BOARD",
     "a size (6x8, 3x3x3) or a drawing ('#..#/....', where '.' is a cell and '#' is not)"},
    {ABOUT_PUZZLES, 1, 'p', "pieces", "PIECES",
     "pieces separated by commas, each with an optional count: L3:any or L4:2,T4:1..3,X./XX "
     "(default count: 1)"},
    {ABOUT_PUZZLES, 1, KEY_WRAP, "wrap", "SIDES",
     "sides of the board to join: none, columns, rows or both (default: none)"},
    {ABOUT_PUZZLES, 1, KEY_LATTICE, "lattice", "NAME",
     "square, cube, hex or triangle (default: implied by the board and the pieces)"},
    {CATALOG, 1, KEY_LATTICE, "lattice", "NAME", "square, cube, hex or triangle (default: any)"},
    {COUNT | LIST, 2, KEY_LIMIT, "limit", "N", "maximum number of coverings (default: all)"},
    {DRAW, 2, KEY_LIMIT, "limit", "N",
     "with --sheet: maximum number of coverings (default: one page)"},
    {EXPLAIN, 2, FLAG (trace), "trace", NULL,
     "the search step by step: what it chooses, tries and cuts, and why"},
    {EXPLAIN, 2, KEY_LIMIT, "limit", "N",
     "with --trace: maximum number of steps (default: 60, or all with --json)"},
    {COUNT, 2, FLAG (unique), "unique", NULL,
     "whether there is exactly one covering: 0, 1 or more than 1"},
    {EXPLAIN, 2, FLAG (exists), "exists", NULL, "whether a covering exists, and the reason"},
    {LIST | DRAW, 2, KEY_RANK, "rank", "K",
     "only the covering at position K of the list, counted from 1"},
    {SAMPLE, 2, 'n', "number", "N", "number of coverings (default: 1)"},
    {SAMPLE | DRAW, 2, KEY_SEED, "seed", "S",
     "seed of the random numbers; the same seed gives the same coverings (default: random)"},
    {CONVERT, 2, KEY_TO, "to", "FORMAT", "output format: yaml, json, dlx or dimacs"},
    {SEQUENCE, 2, KEY_GROW, "grow", "WHAT", "what grows: rows, columns or layers"},
    {SEQUENCE, 2, KEY_FROM_SIZE, "from", "N", "first size (default: 1)"},
    {SEQUENCE, 2, KEY_TO_SIZE, "to", "N", "last size (default: 20 sizes in total)"},
    {SEQUENCE, 3, FLAG (bfile), "bfile", NULL, "only the terms, in the b-file format of the OEIS"},
    {COUNT, 2, FLAG (by_symmetry), "by-symmetry", NULL,
     "one count per symmetry type: the number up to symmetry, times the number of coverings that "
     "each one represents"},
    {COUNT, 2, FLAG (by_piece), "by-piece", NULL,
     "one count per choice of pieces, that is, how often each piece is used"},
    {DIVISIBLE, 2, KEY_PART, "part", "K/N",
     "only part K of N; the counts of all parts add up to the total"},
    {DIVISIBLE | SEQUENCE | DRAW, 2, FLAG (up_to_symmetry), "up-to-symmetry", NULL,
     "coverings that are rotations or reflections of each other count as one"},
    {LIST | FILL | SAMPLE | HINT | EXPLAIN, 3, KEY_STYLE, "style", "STYLE",
     "letters, boxes or blocks (default: letters, or boxes if they fit on a terminal)"},
    {WITH_JSON, 3, FLAG (json), "json", NULL, "JSON instead of text"},
    {DRAW | CATALOG, 1, 'o', "output", "FILE",
     "picture file: NAME.svg, NAME.png or NAME.pdf, or - for an SVG on standard output"},
    {EXPLAIN, 2, 'o', "output", "FILE",
     "with --trace: animated picture, NAME.svg, or - for standard output"},
    {DRAW, 2, FLAG (empty), "empty", NULL, "only the board"},
    {DRAW, 2, FLAG (fill), "fill", NULL, "the board filled as much as possible"},
    {DRAW, 2, FLAG (random), "random", NULL,
     "random coverings, all equally likely; implied by --seed"},
    {DRAW, 2, KEY_SHEET, "sheet", "COLSxROWS",
     "several coverings per page, COLS across and ROWS down, 1 to 100 each"},
    {DRAW, 2, FLAG (heat), "heat", NULL,
     "how often the two cells at each side belong to different pieces"},
    {DRAW, 2, KEY_HEAT_PIECE, "heat-of", "PIECE", "how often PIECE covers each cell"},
    {DRAW | CATALOG, 3, FLAG (cut), "cut", NULL,
     "thin lines only, each drawn once, 10 mm per cell (SVG, PDF)"},
    {DRAW, 3, FLAG (animate), "animate", NULL, "pieces that appear one after the other (SVG)"},
    {DRAW, 3, FLAG (isometric), "isometric", NULL,
     "cubes seen from a corner instead of layers side by side"},
    {DRAW | CATALOG, 3, KEY_PIXELS, "pixels", "N",
     "longer side of a PNG in pixels, 1 to 20000 (default: at most 1600, depending on the size of "
     "the drawing)"},
    {RUNNING, 4, KEY_ENGINE, "engine", "NAME",
     "auto, brute, search, frontier or match (default: auto)"},
    {COUNT | LIST | EXPLAIN | SEQUENCE | BY_COVERING, 4, KEY_WITHOUT, "without", "WORDS",
     "optimisations to disable, separated by commas: "}, /* list_without adds the words */
    {RUNNING, 4, KEY_THREADS, "threads", "N",
     "number of threads, 1 to 256 (default: as many as the machine has)"},
    {RUNNING & ~HINT, 4, KEY_TIME, "time", "TIME",
     "time limit, such as 500ms, 60s, 2m or 1h (default: none)"},
    {HINT, 4, KEY_TIME, "time", "TIME", "time limit, such as 500ms, 60s, 2m or 1h (default: 5s)"},
    {ANY, 4, KEY_MEMORY, "memory", "SIZE",
     "memory limit, such as 500M or 4G (default: 3/4 of the free memory)"},
    {RUNNING, 5, KEY_PROGRESS, "progress", "WHEN",
     "progress on standard error after 2 s: auto, always or never (default: auto)"},
    {ANSWERED, 5, FLAG (stats), "stats", NULL,
     "engine, sizes, states, time and memory, on standard error"},
    {ANY, 5, FLAG (quiet), "quiet", NULL, "only important messages on standard error, no progress"},
    {SERVE, 1, KEY_PORT, "port", "P", "port to listen on (default: 8337); 0 selects a free port"},
    {SERVE, 1, KEY_ADDRESS, "address", "ADDRESS",
     "address to listen on (default: 127.0.0.1 and ::1)"},
    {SERVE, 1, FLAG (allows_remote), "listen-beyond-this-machine", NULL,
     "permission to listen on an address that other machines can reach"},
    {SERVE, 4, KEY_JOBS, "jobs", "N", "questions answered at the same time, 1 to 64 (default: 4)"},
    {SERVE, 4, KEY_JOB_SECONDS, "job-time", "TIME",
     "time limit per question, such as 500ms, 60s, 2m or 1h (default: 60s)"},
    {SERVE, 4, KEY_MEMORY, "memory", "SIZE",
     "memory limit per question, such as 500M or 4G (default: 1G, or less if little memory is "
     "free)"},
    {SERVE, 5, FLAG (quiet), "quiet", NULL, "only important messages on standard error"},
};

enum { ROWS = sizeof table / sizeof *table };

/* What argp hands to the parser. */
struct reading {
  const struct command *command;
  struct settings *settings;
};

/* ---- values ---- */

static void refuse (struct argp_state *state, const char *option, const char *value,
                    const char *allowed)
{
  argp_error (state, "%s: '%s' is not allowed; give %s", option, value, allowed);
}

static uint64_t read_number (struct argp_state *state, const char *option, const char *value,
                             uint64_t most, const char *allowed)
{
  uint64_t number = 0;
  if (!value_number (value, most, &number))
    refuse (state, option, value, allowed);
  return number;
}

/* The place of VALUE in WORDS, which ALLOWED lists. */
static unsigned read_word (struct argp_state *state, const char *option, const char *value,
                           const char *const *words, unsigned count, const char *allowed)
{
  unsigned k = 0;
  while (k < count && strcmp (value, words[k]))
    k++;
  if (k == count)
    refuse (state, option, value, allowed);
  return k;
}

#define READ_WORD(option, words, allowed)                                                          \
  read_word (state, option, value, words, sizeof words / sizeof *words, allowed)

/* Gives option NAME of the request, or of the look, its value. */
static void set_option (struct argp_state *state, struct settings *s, const char *name,
                        const char *value)
{
  bcov_error *err = bcov_error_new ();
  bool pixels = !strcmp (name, "pixels");
  if (pixels ? bcov_look_set (s->look, name, value, err)
             : bcov_request_set (s->request, name, value, err))
    argp_error (state, "--%s: %s", name, bcov_error_text (err));
  bcov_error_free (err);
}

/* Adds VALUE to the words of --without, which may be given several times. */
static void add_without (struct argp_state *state, struct settings *s, const char *value)
{
  size_t length = strlen (s->without);
  set_option (state, s, "without", value);
  snprintf (s->without + length, sizeof s->without - length, "%s%s", length ? "," : "", value);
  set_option (state, s, "without", s->without);
}

/* Writes the words that --without takes: "symmetry, quick, ...". */
static void list_without (char *out, size_t size)
{
  *out = '\0';
  for (unsigned k = 0; bcov_option_word ("without", k); k++) {
    size_t length = strlen (out);
    snprintf (out + length, size - length, "%s%s", k ? ", " : "", bcov_option_word ("without", k));
  }
}

static bcov_style read_style (struct argp_state *state, const char *value)
{
  static const char *const styles[] = {"letters", "boxes", "blocks"};
  return (bcov_style)READ_WORD ("--style", styles, "letters, boxes or blocks");
}

static enum when read_when (struct argp_state *state, const char *value)
{
  static const char *const words[] = {"auto", "always", "never"};
  return (enum when)READ_WORD ("--progress", words, "auto, always or never");
}

static const char *read_format (struct argp_state *state, const char *value)
{
  static const char *const formats[] = {"yaml", "json", "dlx", "dimacs"};
  return formats[READ_WORD ("--to", formats, "yaml, json, dlx or dimacs")];
}

static const char *read_growing (struct argp_state *state, const char *value)
{
  static const char *const words[] = {"rows", "columns", "layers"};
  return words[READ_WORD ("--grow", words, "rows, columns or layers")];
}

static uint32_t read_size (struct argp_state *state, const char *option, const char *value)
{
  return (uint32_t)read_number (state, option, value, MOST_SIZE,
                                "a whole number from 1 to 16777216");
}

static const char *read_lattice (struct argp_state *state, const char *value)
{
  static const char *const lattices[] = {"square", "cube", "hex", "triangle"};
  return lattices[READ_WORD ("--lattice", lattices, "square, cube, hex or triangle")];
}

static const char *read_wrap (struct argp_state *state, const char *value)
{
  static const char *const wraps[] = {"none", "columns", "rows", "both"};
  return wraps[READ_WORD ("--wrap", wraps, "none, columns, rows or both")];
}

static uint16_t read_port (struct argp_state *state, const char *value)
{
  uint64_t port = 0;
  if (!value_seed (value, &port) || port > UINT16_MAX)
    refuse (state, "--port", value, "a whole number from 0 to 65535");
  return (uint16_t)port;
}

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

/* Takes the puzzle from among the words, unless -b and -p hold it. */
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

/* The checks that concern several commands, then those of the command. */
static void check_all (struct argp_state *state, const struct reading *reading)
{
  struct settings *s = reading->settings;
  const struct command *command = reading->command;
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
  if (command->check)
    command->check (state, s);
  if (s->quiet)
    s->progress = WHEN_NEVER;
  if (s->up_to_symmetry)
    set_option (state, s, "up-to-symmetry", "yes");
  const struct {
    const char *name;
    bool is_set;
  } looks[] = {{"cut", s->cut}, {"animate", s->animate}, {"isometric", s->isometric}};
  for (size_t k = 0; k < sizeof looks / sizeof *looks; k++)
    bcov_look_set (s->look, looks[k].name, looks[k].is_set ? "yes" : "no", NULL);
  bcov_look_set (s->look, "medium", s->medium, NULL);
}

/* ---- argp ---- */

static bool is_flag (int key)
{
  return key >= FIRST_FLAG && key < FIRST_FLAG + (int)sizeof (struct settings);
}

static void set_flag (struct settings *s, int key)
{
  *(bool *)((char *)s + (key - FIRST_FLAG)) = true;
}

/* Options about the puzzle and its board. */
static error_t read_puzzle_option (int key, char *value, struct argp_state *state,
                                   struct settings *s)
{
  switch (key) {
  case 'b':
    s->board = value;
    return 0;
  case 'p':
    s->pieces = value;
    return 0;
  case KEY_LATTICE:
    s->lattice = read_lattice (state, value);
    return 0;
  case KEY_WRAP:
    s->wrap = read_wrap (state, value);
    return 0;
  case KEY_GROW:
    s->grow = read_growing (state, value);
    return 0;
  case KEY_FROM_SIZE:
    s->from_size = read_size (state, "--from", value);
    return 0;
  case KEY_TO_SIZE:
    s->to_size = read_size (state, "--to", value);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* Options about which coverings are wanted, and in which form. */
static error_t read_answer_option (int key, char *value, struct argp_state *state,
                                   struct settings *s)
{
  switch (key) {
  case KEY_LIMIT:
    set_option (state, s, "limit", value);
    value_number (value, UINT64_MAX, &s->limit);
    return 0;
  case KEY_RANK:
    s->rank = value;
    if (!value_rank (value))
      refuse (state, "--rank", value, "a whole number, at least 1");
    return 0;
  case 'n':
    s->samples = read_number (state, "-n", value, UINT64_MAX, "a whole number, at least 1");
    return 0;
  case KEY_SEED:
    s->has_seed = true;
    set_option (state, s, "seed", value);
    return 0;
  case KEY_PART:
    set_option (state, s, "part", value);
    s->parts = (uint32_t)strtoul (strchr (value, '/') + 1, NULL, 10);
    return 0;
  case KEY_STYLE:
    s->has_style = true;
    s->style = read_style (state, value);
    return 0;
  case KEY_TO:
    s->to = read_format (state, value);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* Options about pictures. */
static error_t read_picture_option (int key, char *value, struct argp_state *state,
                                    struct settings *s)
{
  switch (key) {
  case 'o':
    s->to_file = value;
    s->medium = value_medium (value);
    if (!s->medium)
      refuse (state, "-o", value, "a name that ends in .svg, .png or .pdf, or -");
    return 0;
  case KEY_SHEET:
    if (!value_sheet (value, &s->sheet_columns, &s->sheet_rows))
      refuse (state, "--sheet", value, "COLSxROWS, 1 to 100 each, such as 6x4");
    return 0;
  case KEY_HEAT_PIECE:
    s->heat_piece = value;
    s->heat = true;
    return 0;
  case KEY_PIXELS:
    s->pixels = value;
    set_option (state, s, "pixels", value);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* Options about how the library works. */
static error_t read_engine_option (int key, char *value, struct argp_state *state,
                                   struct settings *s)
{
  switch (key) {
  case KEY_ENGINE:
    s->has_engine = true;
    set_option (state, s, "engine", value);
    return 0;
  case KEY_WITHOUT:
    add_without (state, s, value);
    return 0;
  case KEY_THREADS:
    set_option (state, s, "threads", value);
    return 0;
  case KEY_TIME:
    set_option (state, s, "time", value);
    value_seconds (value, &s->seconds);
    return 0;
  case KEY_MEMORY:
    set_option (state, s, "memory", value);
    value_bytes (value, &s->memory);
    return 0;
  case KEY_PROGRESS:
    s->progress = read_when (state, value);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* Options about the server. */
static error_t read_serve_option (int key, char *value, struct argp_state *state,
                                  struct settings *s)
{
  switch (key) {
  case KEY_PORT:
    s->port = read_port (state, value);
    return 0;
  case KEY_ADDRESS:
    s->address = value;
    if (!value_address (value))
      refuse (state, "--address", value, "a numeric address such as 127.0.0.1 or ::1, not a name");
    return 0;
  case KEY_JOBS:
    s->jobs =
        (unsigned)read_number (state, "--jobs", value, MOST_JOBS, "a whole number from 1 to 64");
    return 0;
  case KEY_JOB_SECONDS:
    if (!value_seconds (value, &s->job_seconds))
      refuse (state, "--job-time", value, "a time such as 500ms, 60s, 2m or 1h");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* The parser of argp: hands each option to the function of its group. */
static error_t read_one (int key, char *value, struct argp_state *state)
{
  static error_t (*const readers[]) (int, char *, struct argp_state *, struct settings *) = {
      read_puzzle_option, read_answer_option, read_picture_option,
      read_engine_option, read_serve_option,
  };
  const struct reading *reading = state->input;
  error_t result = ARGP_ERR_UNKNOWN;
  if (key == ARGP_KEY_ARG)
    add_word (state, reading, value);
  else if (key == ARGP_KEY_END)
    check_all (state, reading);
  else if (is_flag (key))
    set_flag (reading->settings, key);
  else {
    for (size_t k = 0; k < sizeof readers / sizeof *readers && result; k++)
      result = readers[k](key, value, state, reading->settings);
    return result;
  }
  return 0;
}

/* Leaves out argp's note that -b takes an argument because --board does, and adds the words of
   --without.  argp frees what it gets, if it is another text than before. */
static char *filter_help (int key, const char *text, void *input)
{
  char words[WITHOUT_LENGTH], *whole = NULL;
  (void)input;
  if (key == ARGP_KEY_HELP_DUP_ARGS_NOTE)
    return NULL;
  if (key != KEY_WITHOUT)
    return (char *)text;
  list_without (words, sizeof words);
  return asprintf (&whole, "%s%s", text, words) < 0 ? (char *)text : whole;
}

void options_read (const struct command *command, int argc, char **argv, struct settings *out)
{
  struct argp_option own[ROWS + 1] = {0};
  size_t count = 0;
  for (size_t k = 0; k < ROWS; k++)
    if (table[k].takers & command->bit)
      own[count++] = (struct argp_option){.name = table[k].name,
                                          .key = table[k].key,
                                          .arg = table[k].value,
                                          .doc = table[k].text,
                                          .group = table[k].group};
  struct argp argp = {.options = own,
                      .parser = read_one,
                      .args_doc = command->arguments,
                      .doc = command->about,
                      .help_filter = filter_help};
  struct reading reading = {command, out};
  *out = (struct settings){.samples = 1,
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
