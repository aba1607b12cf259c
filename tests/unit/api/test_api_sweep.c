/* Every public call that takes memory, with every allocation failing in turn: a status that tells a
   failure, nothing half made, nothing left.  Then two threads that ask about one puzzle, each with
   its own memory. */

#include "suite.h"

#include "ask.h"
#include "failing.h"

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

static bcov_status draw (const bcov_covering *covering, uint64_t index, void *data)
{
  char *text = NULL;
  bcov_status status = bcov_covering_draw (covering, BCOV_BLOCKS, true, &text, NULL, NULL);
  bcov_free (text);
  if (!status)
    status = bcov_covering_picture (covering, data, NULL, &text, NULL, NULL);
  if (!status)
    bcov_free (text);
  (void)index;
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

/* Frees what a question gave, which must be there if and only if it did not fail. */
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
QUESTION (ask_drawings, bcov_list (puzzle, request, draw, request, &answer, NULL))
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

static bcov_status ask_heat (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_heat *heat = NULL;
  char *text = NULL;
  double shares[6];
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
  for (size_t k = 0; !status && k < 4; k++) {
    char *text = NULL;
    status = bcov_convert (puzzle, request, formats[k], &text, NULL, NULL);
    assert_true (!status == !!text);
    bcov_free (text);
  }
  return status;
}

static bcov_status ask_catalog (const bcov_puzzle *puzzle, bcov_request *request)
{
  char *text = NULL;
  (void)puzzle;
  bcov_status status = bcov_catalog (request, NULL, "trominoes", false, &text, NULL, NULL);
  bcov_free (text);
  text = NULL;
  if (!status)
    status = bcov_catalog_picture (request, NULL, "L3", NULL, &text, NULL, NULL);
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
  return status;
}

static bcov_status ask_printer (const bcov_puzzle *puzzle, bcov_request *request)
{
  bcov_printer *printer = NULL;
  bcov_status status = bcov_printer_new (puzzle, request, &printer, NULL);
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
} calls[] = {
    {"count", ask_count},       {"list", ask_list},       {"copies", ask_copies},
    {"drawings", ask_drawings}, {"fill", ask_fill},       {"sample", ask_sample},
    {"types", ask_types},       {"uses", ask_uses},       {"unrank", ask_unrank},
    {"rank", ask_rank},         {"trace", ask_trace},     {"film", ask_film},
    {"sequence", ask_sequence}, {"law", ask_law},         {"heat", ask_heat},
    {"hint", ask_hint},         {"explain", ask_explain}, {"exists", ask_exists},
    {"check", ask_check},       {"stated", ask_stated},   {"parse", ask_parse},
    {"formats", ask_formats},   {"catalog", ask_catalog}, {"judges", ask_judges},
    {"album", ask_album},       {"printer", ask_printer}, {"cursor", ask_cursor},
};

/* With each engine: whatever the request has taken is given back. */
static void every_call_survives_failures (void **state)
{
  (void)state;
  static const char *const engines[] = {"auto", "search", "frontier"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, "board: 2x3\npieces: [{I2: any}]\nanswers: {count: 3}\n");
  size_t of_puzzle = bcov_mem_used (mem);
  for (size_t k = 0; k < 3 * sizeof calls / sizeof *calls; k++) {
    bcov_request *request = bcov_request_new ();
    bcov_request_set (request, "engine", engines[k % 3], NULL);
    bcov_request_set (request, "threads", "1", NULL);
    failing f = failing_start (request->mem);
    while (failing_next (&f))
      f.status = calls[k / 3].ask (puzzle, request);
    if (f.failed < 4)
      fail_msg ("%s: only %zu allocations", calls[k / 3].name, f.failed);
    assert_int_equal (bcov_mem_used (mem), of_puzzle);
    bcov_request_free (request);
  }
  ask_end (mem, puzzle);
}

/* ---- threads ---- */

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_request *request;
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

/* Only the one with little memory reports that. */
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
    bcov_request_set (askers[k].request, "memory", k ? "40K" : "1G", NULL);
    assert_int_equal (pthread_create (&threads[k], NULL, ask_often, &askers[k]), 0);
  }
  for (int k = 0; k < 2; k++) {
    pthread_join (threads[k], NULL);
    assert_int_equal (bcov_request_used (askers[k].request), sizeof (bcov_request) + 16);
    assert_true (bcov_request_peak (askers[k].request) > 1000);
    bcov_request_free (askers[k].request);
  }
  assert_int_equal (askers[0].status, BCOV_OK);
  assert_string_equal (askers[0].count, "12988816");
  assert_string_equal (askers[0].text, "");
  assert_int_equal (askers[1].status, BCOV_STOPPED);
  assert_non_null (strstr (askers[1].text, "more memory than allowed (40 KiB)"));
  bcov_puzzle_free (puzzle);
}

/* What was made with a request may outlive it. */
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
      cmocka_unit_test (threads_share_a_puzzle),
      cmocka_unit_test (answers_outlive_their_request),
  };
  return cmocka_run_group_tests_name ("api_sweep", tests, NULL, NULL);
}
