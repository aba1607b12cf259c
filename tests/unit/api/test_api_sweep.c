/* Every public call that allocates, with each allocation failing in turn: the call reports the
   failure and leaves nothing behind.  First each call with a plain puzzle and each engine; then
   the calls again with puzzles, options and looks that lead them through other code; then the
   readers. Then two threads that ask about one puzzle, each with its own memory.

   Other unit tests do not repeat this.  The loop of engine/dense is for tables that are too large
   for a public call in a test. */

#include "suite.h"

#include "ask.h"
#include "failing.h"
#include "format/contest/arrows.h"

#include <pthread.h>

/* ---- the calls ---- */

static bcov_status see (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)covering, (void)index, (void)data;
  return BCOV_OK;
}

static bcov_status copy (const bcov_covering *covering, uint64_t index, void *data)
{
  bcov_covering *made = NULL;
  (void)index, (void)data;
  bcov_status status = bcov_covering_copy (covering, &made, NULL);
  assert_true (!status == !!made);
  bcov_covering_free (made);
  return status;
}

/* Makes a look from words such as "cut" or "medium=pdf", separated by blanks. */
static bcov_look *look_of (const char *words)
{
  char copy[64], *rest = copy;
  bcov_look *look = bcov_look_new ();
  snprintf (copy, sizeof copy, "%s", words);
  for (char *name = strtok_r (copy, " ", &rest); name; name = strtok_r (NULL, " ", &rest)) {
    char *value = strchr (name, '=');
    if (value)
      *value++ = 0;
    assert_int_equal (bcov_look_set (look, name, value ? value : "yes", NULL), BCOV_OK);
  }
  return look;
}

static bcov_status draw (const bcov_covering *covering, uint64_t index, void *data)
{
  static const char *const looks[] = {"", "cut", "animate", "medium=png pixels=9", "medium=pdf"};
  char *text = NULL;
  bcov_status status = BCOV_OK;
  (void)index;
  for (int k = 0; k < 6 && !status; k++) {
    status = bcov_covering_draw (covering, (bcov_style)(k / 2), k % 2, &text, NULL, NULL);
    bcov_free (text);
    text = NULL;
  }
  for (size_t k = 0; k < 5 && !status && data; k++) {
    bcov_look *look = look_of (looks[k]);
    status = bcov_covering_picture (covering, data, look, &text, NULL, NULL);
    assert_true (!status == !!text);
    bcov_free (text);
    bcov_look_free (look);
  }
  return status;
}

static bcov_status see_type (const char *type, uint32_t order, const char *coverings, uint32_t each,
                             void *data)
{
  (void)type, (void)order, (void)coverings, (void)each, (void)data;
  return BCOV_OK;
}

static bcov_status see_uses (const uint32_t *times, const char *coverings, void *data)
{
  (void)times, (void)coverings, (void)data;
  return BCOV_OK;
}

static bcov_status see_text (const char *text, void *data)
{
  (void)text, (void)data;
  return BCOV_OK;
}

static bcov_status see_term (uint32_t n, const char *count, void *data)
{
  (void)n, (void)count, (void)data;
  return BCOV_OK;
}

typedef bcov_status call (const bcov_puzzle *puzzle, bcov_request *request);

/* Frees the result of a question, which must exist if and only if the question did not fail. */
static bcov_status checked (bcov_status status, bcov_answer *answer)
{
  assert_true (!status == !!answer);
  bcov_answer_free (answer);
  return status;
}

#define QUESTION(name, ...)                                                                        \
  static bcov_status name (const bcov_puzzle *puzzle, bcov_request *request)                       \
  {                                                                                                \
    bcov_answer *answer = NULL;                                                                    \
    bcov_status status = __VA_ARGS__;                                                              \
    return checked (status, answer);                                                               \
  }

QUESTION (ask_count, bcov_count (puzzle, request, &answer, NULL))
QUESTION (ask_list, bcov_list (puzzle, request, see, NULL, &answer, NULL))
QUESTION (ask_copies, bcov_list (puzzle, request, copy, NULL, &answer, NULL))
QUESTION (ask_drawings, bcov_list (puzzle, request, draw,
                                   *bcov_puzzle_lattice (puzzle) ? request : NULL, &answer, NULL))
QUESTION (ask_fill, bcov_fill (puzzle, request, &answer, NULL))
QUESTION (ask_sample, bcov_sample (puzzle, request, 2, see, NULL, &answer, NULL))
QUESTION (ask_types, bcov_count_by_symmetry (puzzle, request, see_type, NULL, &answer, NULL))
QUESTION (ask_uses, bcov_count_by_piece (puzzle, request, see_uses, NULL, &answer, NULL))
QUESTION (ask_unrank, bcov_unrank (puzzle, request, "2", see, NULL, &answer, NULL))
QUESTION (ask_rank,
          bcov_rank (puzzle, request, "c", "IIA\nBBA\n", 8, see_text, NULL, &answer, NULL))
QUESTION (ask_trace, bcov_trace (puzzle, request, 9, 0, see_text, NULL, &answer, NULL))
QUESTION (ask_sequence,
          bcov_sequence (puzzle, request, "rows", 1, 4, see_term, NULL, NULL, &answer, NULL))

static bcov_status ask_law (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_law *law = NULL;
  bcov_status status =
      bcov_sequence (puzzle, request, "columns", 1, 8, see_term, NULL, &law, NULL, NULL);
  assert_true (!status == !!law);
  bcov_law_free (law);
  return status;
}

static bcov_status ask_film (const bcov_puzzle *puzzle, bcov_request *request)
{
  char *bytes = NULL;
  bcov_status status = bcov_trace_picture (puzzle, request, 5, &bytes, NULL, NULL, NULL);
  assert_true (!status == !!bytes);
  bcov_free (bytes);
  return status;
}

static bcov_status ask_board (const bcov_puzzle *puzzle, bcov_request *request)
{
  char *bytes = NULL;
  bcov_look *look = look_of (strcmp (bcov_puzzle_lattice (puzzle), "cube") ? "" : "isometric");
  bcov_status status = bcov_puzzle_picture (puzzle, request, look, &bytes, NULL, NULL);
  assert_true (!status == !!bytes);
  bcov_free (bytes);
  bcov_look_free (look);
  return status;
}

static bcov_status ask_solid (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_answer *answer = NULL;
  char *bytes = NULL;
  bcov_look *look = look_of ("isometric");
  bcov_status status = bcov_fill (puzzle, request, &answer, NULL);
  if (!status)
    status =
        bcov_covering_picture (bcov_answer_covering (answer), request, look, &bytes, NULL, NULL);
  bcov_free (bytes);
  bcov_look_free (look);
  return checked (status, status ? (bcov_answer_free (answer), NULL) : answer);
}

typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_request *request;
} asked;

/* The output passes the check. */
static bcov_status check_json (const bcov_covering *covering, uint64_t index, void *data)
{
  const asked *a = data;
  bcov_report *report = NULL;
  char *text = NULL;
  bcov_status status = bcov_covering_json (covering, index, &text, NULL, NULL);
  if (!status)
    status = bcov_check (a->puzzle, a->request, "c", text, strlen (text), &report, NULL);
  bcov_report_free (report);
  bcov_free (text);
  return status;
}

static bcov_status ask_json (const bcov_puzzle *puzzle, bcov_request *request)
{
  asked a = {puzzle, request};
  return bcov_list (puzzle, request, check_json, &a, NULL, NULL);
}

static bcov_status ask_heat (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_heat *heat = NULL;
  char *text = NULL;
  double shares[20];
  bcov_status status = bcov_heat_new (puzzle, request, &heat, NULL, NULL);
  if (!status && !bcov_heat_placement (heat, 1))
    status = BCOV_FAULT;
  if (!status)
    status = bcov_heat_cells (heat, 0, shares, NULL);
  if (!status)
    status = bcov_heat_side (heat, 0, 1, shares, NULL);
  if (!status)
    status = bcov_heat_picture (heat, request, NULL, NULL, &text, NULL, NULL);
  bcov_free (text);
  text = NULL;
  if (!status)
    status = bcov_heat_text (heat, &text, NULL, NULL);
  bcov_free (text);
  text = NULL;
  if (!status)
    status = bcov_heat_json (heat, &text, NULL, NULL);
  bcov_free (text);
  bcov_heat_free (heat);
  return status;
}

static bcov_status ask_hint (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_hint *hint = NULL;
  bcov_status status = bcov_hint_new (puzzle, request, &hint, NULL, NULL);
  assert_true (!status == !!hint);
  bcov_hint_free (hint);
  return status;
}

static bcov_status ask_report (const bcov_puzzle *puzzle, const bcov_request *request, int which)
{
  static const char text[] = "IIA\nBBA\n\nABC\nABC\n";
  bcov_report *report = NULL;
  bcov_status status = which == 0   ? bcov_explain (puzzle, request, &report, NULL)
                       : which == 1 ? bcov_exists (puzzle, request, &report, NULL, NULL)
                       : which == 2
                           ? bcov_check (puzzle, request, "c", text, sizeof text - 1, &report, NULL)
                           : bcov_check (puzzle, request, NULL, NULL, 0, &report, NULL);
  assert_true (!status == !!report);
  bcov_report_free (report);
  return status;
}

static bcov_status ask_explain (const bcov_puzzle *puzzle, bcov_request *request)
{
  return ask_report (puzzle, request, 0);
}

static bcov_status ask_estimate (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_report *report = NULL;
  assert_int_equal (bcov_request_set (request, "probes", "3000", NULL), BCOV_OK);
  bcov_status status = bcov_count_estimate (puzzle, request, &report, NULL);
  assert_true (!status == !!report);
  bcov_report_free (report);
  return status;
}

static bcov_status ask_exists (const bcov_puzzle *puzzle, bcov_request *request)
{
  return ask_report (puzzle, request, 1);
}

static bcov_status ask_check (const bcov_puzzle *puzzle, bcov_request *request)
{
  return ask_report (puzzle, request, 2);
}

static bcov_status ask_stated (const bcov_puzzle *puzzle, bcov_request *request)
{
  return ask_report (puzzle, request, 3);
}

static bcov_status ask_parse (const bcov_puzzle *puzzle, bcov_request *request)
{
  return bcov_covering_parse (puzzle, request, "c", "IIA\nBBA\n", 8, see, NULL, NULL);
}

static bcov_status ask_formats (const bcov_puzzle *puzzle, bcov_request *request)
{
  static const char *const formats[] = {"yaml", "json", "dlx", "dimacs"};
  bcov_status status = BCOV_OK;
  for (size_t k = *bcov_puzzle_lattice (puzzle) ? 0 : 2; !status && k < 4; k++) {
    char *text = NULL;
    status = bcov_convert (puzzle, request, formats[k], &text, NULL, NULL);
    assert_true (!status == !!text);
    bcov_free (text);
  }
  return status;
}

static bcov_status ask_catalog (const bcov_puzzle *puzzle, bcov_request *request)
{
  static const char *const names[] = {"trominoes", "fixed tetrominoes", "F5'",          "3x4",
                                      "trihexes",  "tetriamonds",       "pentacubes.18"};
  bcov_status status = BCOV_OK;
  (void)puzzle;
  for (size_t k = 0; !status && k < sizeof names / sizeof *names; k++) {
    char *text = NULL;
    status = bcov_catalog (request, NULL, names[k], k % 2, &text, NULL, NULL);
    bcov_free (text);
    text = NULL;
    if (!status)
      status = bcov_catalog_picture (request, NULL, names[k], NULL, &text, NULL, NULL);
    bcov_free (text);
  }
  return status;
}

static bcov_status ask_names (const bcov_puzzle *puzzle, bcov_request *request)
{
  char *text = NULL;
  (void)puzzle;
  bcov_status status = bcov_catalog (request, "hex", NULL, false, &text, NULL, NULL);
  bcov_free (text);
  return status;
}

static bcov_status ask_judges (const bcov_puzzle *puzzle, bcov_request *request)
{
  static const char *const cases[][2] = {{"algospot", "1\n2 3\n...\n...\n"},
                                         {"algospot2", "1\n2 2 1 2\n..\n..\n##\n"},
                                         {"programmers", "[[0,1],[1,0]] [[1,0],[0,1]]"},
                                         {"arrows", ""}};
  bcov_status status = BCOV_OK;
  (void)puzzle;
  for (size_t k = 0; !status && k < 4; k++) {
    char *text = NULL;
    status =
        bcov_judge (request, cases[k][0], 2, cases[k][1], strlen (cases[k][1]), &text, NULL, NULL);
    bcov_free (text);
  }
  return status;
}

static bcov_status add (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)index;
  return bcov_album_add (data, covering, NULL);
}

static bcov_status ask_album (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_album *album = NULL;
  char *bytes = NULL;
  bcov_status status = bcov_album_new (puzzle, request, NULL, 2, 2, &album, NULL);
  if (!status)
    status = bcov_list (puzzle, request, add, album, NULL, NULL);
  if (!status)
    status = bcov_album_picture (album, request, &bytes, NULL, NULL);
  bcov_free (bytes);
  bcov_album_free (album);
  return status;
}

static bcov_status print (const bcov_covering *covering, uint64_t index, void *data)
{
  const char *text;
  (void)index;
  bcov_status status = bcov_printer_json (data, covering, 1, &text, NULL, NULL);
  if (!status)
    status = bcov_printer_draw (data, covering, BCOV_LETTERS, false, &text, NULL, NULL);
  if (!status)
    status = bcov_printer_draw (data, covering, BCOV_BLOCKS, true, &text, NULL, NULL);
  return status;
}

static bcov_status ask_printer (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_printer *printer = NULL;
  bcov_status status = bcov_printer_new (puzzle, request, &printer, NULL);
  if (!status)
    status = bcov_printer_colour_by (printer, "orientation", NULL);
  if (!status)
    status = bcov_list (puzzle, request, print, printer, NULL, NULL);
  bcov_printer_free (printer);
  return status;
}

static bcov_status ask_cursor (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_cursor *cursor = NULL;
  const bcov_covering *covering = NULL;
  bcov_status status = bcov_cursor_new (puzzle, request, &cursor, NULL);
  while (!status && !(status = bcov_cursor_next (cursor, &covering, NULL)) && covering)
    continue;
  bcov_cursor_free (cursor);
  return status;
}

static const struct {
  const char *name;
  call *ask;
  bool any_engine; /* does not depend on the engine */
} calls[] = {
    {"count", ask_count, 0},       {"list", ask_list, 0},       {"copies", ask_copies, 1},
    {"drawings", ask_drawings, 1}, {"fill", ask_fill, 0},       {"sample", ask_sample, 0},
    {"types", ask_types, 0},       {"uses", ask_uses, 0},       {"unrank", ask_unrank, 0},
    {"rank", ask_rank, 0},         {"trace", ask_trace, 1},     {"film", ask_film, 1},
    {"sequence", ask_sequence, 0}, {"law", ask_law, 0},         {"heat", ask_heat, 0},
    {"hint", ask_hint, 0},         {"explain", ask_explain, 0}, {"exists", ask_exists, 0},
    {"check", ask_check, 1},       {"stated", ask_stated, 0},   {"parse", ask_parse, 1},
    {"formats", ask_formats, 1},   {"catalog", ask_catalog, 1}, {"names", ask_names, 1},
    {"judges", ask_judges, 1},     {"album", ask_album, 1},     {"printer", ask_printer, 1},
    {"cursor", ask_cursor, 0},     {"board", ask_board, 1},     {"json", ask_json, 1},
    {"estimate", ask_estimate, 0}, {"solid", ask_solid, 1}, /* only for cubes: must be the last */
};

enum { CALLS = sizeof calls / sizeof *calls, PLAIN = CALLS - 1 };

/* PUZZLE is NAME, and OPTIONS are words such as "engine=search part=1/2". */
static void sweep (const bcov_puzzle *puzzle, const char *name, const char *options, size_t k)
{
  char copy[100], *rest = copy;
  bcov_request *request = bcov_request_new ();
  bcov_request_set (request, "threads", "1", NULL);
  snprintf (copy, sizeof copy, "%s", options);
  for (char *option = strtok_r (copy, " ", &rest); option; option = strtok_r (NULL, " ", &rest)) {
    char *value = strchr (option, '=');
    *value++ = 0;
    assert_int_equal (bcov_request_set (request, option, value, NULL), BCOV_OK);
  }
  size_t of_puzzle = bcov_mem_used (puzzle->mem);
  failing f = failing_start (request->mem);
  while (failing_next (&f))
    f.status = calls[k].ask (puzzle, request);
  if (f.failed < 4)
    fail_msg ("%s of %s with %s: only %zu allocations", calls[k].name, name, options, f.failed);
  assert_int_equal (bcov_mem_used (puzzle->mem), of_puzzle);
  bcov_request_free (request);
}

static void every_call_survives_failures (void **state)
{
  (void)state;
  static const char *const engines[] = {"engine=auto", "engine=search", "engine=frontier"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, "board: 2x3\npieces: [{I2: any}]\nanswers: {count: 3}\n");
  for (size_t k = 0; k < PLAIN; k++)
    for (size_t e = 0; e < (calls[k].any_engine ? 1 : 3); e++)
      sweep (puzzle, "2x3", engines[e], k);
  ask_end (mem, puzzle);
}

/* ---- other puzzles ---- */

/* Boards, pieces and rules of all kinds, with the calls that treat them in a special way. */
static const struct {
  const char *name, *text, *options, *calls;
} others[] = {
    {"a.dlx", "a 1:2|b c | x\na x:1\nb c x:1\na b x:2\nc\nb\n", "",
     "count list copies drawings sample unrank trace hint explain exists estimate formats printer "
     "json"},
    {"tiles.yaml",
     "board: 2x2\nwrap: rows\npieces:\n"
     "  - {name: t, shape: X, sides: [a, b, a, b], count: any, tags: [up]}\n"
     "  - {name: u, shape: X, sides: [a, a, a, a], count: any, flip: true}\n"
     "rules: {rows: {up: 0..2}, border: a}\n",
     "", "count types list drawings explain formats board json"},
    {"cubes.yaml", "lattice: cube\nboard: 2x2x2\npieces: [{L3: any}, {I2: 0..1}]\n", "limit=1",
     "list drawings board"},
    {"cubes.yaml", "lattice: cube\nboard: 2x2x2\npieces: [{L3: any}, {I2: 0..1}]\n", "",
     "count heat solid formats hint"},
    {"hexagons.yaml",
     "lattice: hex\nboard: |\n  ..?\n  ...\npieces: [{name: A, shape: XX, count: any}]\n", "",
     "fill drawings heat trace film album"},
    {"triangles.yaml",
     "lattice: triangle\nboard: 2x4\npieces: [{name: A, shape: XX, count: any}]\n", "",
     "list drawings heat types board"},
    {"holes.yaml", "board: ..#./###./...#\ntable: XX.X/..XX\nrules: {pieces-fill-holes: true}\n",
     "", "fill count explain formats drawings"},
    {"holes.yaml", "board: ..#./###.\ntable: XX.X\nrules: {pieces-fill-holes: true}\n",
     "engine=match", "fill"},
    {"letters.yaml", "board: ..L/...\npieces: [{L3: 2}]\n", "engine=brute",
     "count list fill sample"},
    {"hopeless.yaml", "board: 3x3\npieces: [{I2: any}]\n", "", "count list exists explain trace"},
    {"apart.yaml", "board: ../../##/../..\npieces: [{I2: any}]\n", "",
     "count list fill sample heat unrank"},
    {"4x4.yaml", "board: 4x4\npieces: [{I2: any}]\n", "up-to-symmetry=yes part=1/2", "count list"},
    {"4x4.yaml", "board: 4x4\npieces: [{I2: any}]\n", "up-to-symmetry=yes limit=2", "count list"},
    {"4x4.yaml", "board: 4x4\npieces: [{I2: any}]\n", "engine=search up-to-symmetry=yes",
     "count list types"},
    {"4x5.yaml", "board: 4x5\npieces: [tetrominoes]\n", "engine=search", "count"},
    {"4x5.yaml", "board: 4x5\npieces: [{L3: 0..9}, {I2: 2..}]\n", "engine=frontier part=2/3",
     "count list"},
    {"4x5.yaml", "board: 4x5\npieces: [{L3: 0..9}, {I2: 2..}]\n", "engine=frontier",
     "uses sample heat fill"},
    {"6x6.yaml", "board: 6x6\npieces: [{L3: any}, {I1: 3}]\n", "threads=2", "estimate"},
    {"4x6.yaml", "board: 4x6\npieces: [{I2: any}]\n",
     "engine=search without=quick,symmetry threads=3", "count list"},
    {"4x6.yaml", "board: 4x6\npieces: [{I2: any}]\n", "engine=search threads=3",
     "count list cursor"},
};

static bool has_word (const char *words, const char *word)
{
  size_t length = strlen (word);
  for (const char *at = words; (at = strstr (at, word)); at += length)
    if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
      return true;
  return false;
}

static void other_puzzles_survive_failures (void **state)
{
  (void)state;
  for (size_t o = 0; o < sizeof others / sizeof *others; o++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_file (mem, others[o].name, others[o].text);
    for (size_t k = 0; k < CALLS; k++)
      if (has_word (others[o].calls, calls[k].name))
        sweep (puzzle, others[o].name, others[o].options, k);
    ask_end (mem, puzzle);
  }
}

/* ---- readers ---- */

static const char everything[] = "title: All that a file can say\n"
                                 "board: |\n"
                                 "  ..t?\n"
                                 "  .#..\n"
                                 "wrap: rows\n"
                                 "pieces:\n"
                                 "  - L3: any\n"
                                 "  - {name: t, shape: X, sides: [a, b, a, c], tags: [up]}\n"
                                 "  - name: hook\n"
                                 "    shape: |\n"
                                 "      X.\n"
                                 "      XX\n"
                                 "    flip: false\n"
                                 "  - tetrominoes:0..1\n"
                                 "  - hexominoes.2\n"
                                 "table: X./XX\n"
                                 "rules: {rows: {up: 0..2}, border: a}\n"
                                 "answers: {count: 0}\n";

/* A reader that runs out of memory creates no puzzle. */
static bcov_status read_one (bcov_mem *mem, int which)
{
  static const char json[] = "{\"board\": \"\\u002e.A\", \"pieces\": [{\"name\": \"A\", "
                             "\"shape\": \"X\"}, \"fixed trominoes\"]}";
  static const char dlx[] = "a 2:3|b | x\na x:1\na b x:2\n";
  bcov_brief brief = {"..L/...", "L3:any,X./XX,trominoes:2,3x2", NULL, "both"};
  bcov_puzzle *puzzle = NULL;
  bcov_status status =
      which == 0 ? bcov_yaml_read (mem, "a.yaml", everything, sizeof everything - 1, &puzzle, NULL)
      : which == 1 ? bcov_yaml_read (mem, "a.json", json, sizeof json - 1, &puzzle, NULL)
      : which == 2 ? bcov_dlx_read (mem, "a.dlx", dlx, sizeof dlx - 1, &puzzle, NULL)
      : which == 3 ? bcov_brief_read (mem, &brief, &puzzle, NULL)
                   : bcov_arrows_make (mem, 4, &puzzle, NULL);
  assert_true (!status == !!puzzle);
  bcov_puzzle_free (puzzle);
  return status;
}

static void readers_survive_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (int k = 0; k < 5; k++) {
    failing f = failing_start (mem);
    while (failing_next (&f))
      f.status = read_one (mem, k);
    assert_true (f.failed > 15);
  }
  bcov_mem_delete (mem);
}

/* ---- threads ---- */

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_request *request;
  size_t used; /* by the request before it was used */
  bcov_status status;
  char count[32];
  char text[200];
} asker;

static void *ask_often (void *data)
{
  asker *a = data;
  for (int k = 0; k < 20 && !a->status; k++) {
    bcov_answer *answer = NULL;
    bcov_error *err = bcov_error_new ();
    a->status = bcov_count (a->puzzle, a->request, &answer, err);
    snprintf (a->text, sizeof a->text, "%s", bcov_error_text (err));
    if (answer)
      snprintf (a->count, sizeof a->count, "%s", bcov_answer_count (answer));
    bcov_answer_free (answer);
    bcov_error_free (err);
  }
  return NULL;
}

/* Only the thread with the memory limit reports that it is reached. */
static void threads_share_a_puzzle (void **state)
{
  (void)state;
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_puzzle_brief (NULL, "8x8", "I2:any", NULL, NULL, &puzzle, NULL), BCOV_OK);
  asker askers[2];
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) {
    askers[k] = (asker){.puzzle = puzzle, .request = bcov_request_new ()};
    bcov_request_set (askers[k].request, "threads", "1", NULL);
    bcov_request_set (askers[k].request, "engine", "frontier", NULL);
    bcov_request_set (askers[k].request, "memory", k ? "40K" : "1G", NULL);
    askers[k].used = bcov_request_used (askers[k].request);
    assert_int_equal (pthread_create (&threads[k], NULL, ask_often, &askers[k]), 0);
  }
  for (int k = 0; k < 2; k++) {
    pthread_join (threads[k], NULL);
    assert_int_equal (bcov_request_used (askers[k].request), askers[k].used);
    assert_true (bcov_request_peak (askers[k].request) > 1000);
    bcov_request_free (askers[k].request);
  }
  assert_int_equal (askers[0].status, BCOV_OK);
  assert_string_equal (askers[0].count, "12988816");
  assert_string_equal (askers[0].text, "");
  assert_int_equal (askers[1].status, BCOV_STOPPED);
  assert_non_null (strstr (askers[1].text, "the memory limit of 40 KiB was reached"));
  bcov_puzzle_free (puzzle);
}

/* Objects made with a request may outlive it. */
static void answers_outlive_their_request (void **state)
{
  (void)state;
  bcov_puzzle *puzzle = NULL;
  bcov_answer *answer = NULL;
  bcov_request *request = bcov_request_new ();
  assert_int_equal (bcov_puzzle_brief (request, "1x3", "I2", NULL, NULL, &puzzle, NULL), BCOV_OK);
  assert_int_equal (bcov_fill (puzzle, request, &answer, NULL), BCOV_OK);
  bcov_request_free (request);
  assert_int_equal (bcov_answer_cells (answer), 2);
  assert_int_equal (bcov_covering_placements (bcov_answer_covering (answer)), 1);
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
}

SUITE (api_sweep)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_call_survives_failures),
      cmocka_unit_test (other_puzzles_survive_failures),
      cmocka_unit_test (readers_survive_failures),
      cmocka_unit_test (threads_share_a_puzzle),
      cmocka_unit_test (answers_outlive_their_request),
  };
  return cmocka_run_group_tests_name ("api_sweep", tests, NULL, NULL);
}
