/* Runs: requests are checked and completed, engines chosen, statistics reported. */

#include "suite.h"

#include "ask.h"
#include "question/run.h"
#include "base/threads.h"

#define HOLES "board: |\n  .#..\npieces: [I1, I2]\nrules: {pieces-fill-holes: true}\n"

static void defaults_are_filled_in (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_run run;
  assert_int_equal (bcov_run_start (&run, puzzle, NULL, false, NULL), 0);
  assert_int_equal (run.request.part, 1);
  assert_int_equal (run.request.parts, 1);
  assert_int_equal (run.request.threads, bcov_threads_available ());
  assert_int_equal (run.engine, BCOV_AUTO);
  assert_int_equal (bcov_model_options (&run.compiled.model), 7);
  assert_int_equal (run.orbits.count, 0);
  bcov_job job = bcov_run_job (&run, true);
  assert_ptr_equal (job.model, &run.compiled.model);
  assert_ptr_equal (job.control, &run.control);
  assert_true (job.objective == BCOV_MOST && job.share.part == 1 && job.share.parts == 1 &&
               !job.sink);
  bcov_run_end (&run);
  ask_end (mem, puzzle);
}

static void what_is_asked_is_kept (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_request request = {
      .engine = "brute", .threads = 3, .part = 2, .parts = 5, .up_to_symmetry = true};
  bcov_run run;
  assert_int_equal (bcov_run_start (&run, puzzle, &request, false, NULL), 0);
  bcov_job job = bcov_run_job (&run, false);
  assert_true (job.share.part == 2 && job.share.parts == 5 && job.workers == 3 &&
               job.objective == BCOV_EACH);
  assert_int_equal (run.engine, BCOV_BRUTE);
  assert_int_equal (run.orbits.count, 4);
  bcov_run_end (&run);
  assert_int_equal (bcov_run_start (&run, puzzle, &request, true, NULL), 0);
  assert_int_equal (run.orbits.count, 0); /* fill ignores symmetry */
  assert_int_equal (run.compiled.model.items.data[0].lo, 0);
  bcov_run_end (&run);
  ask_end (mem, puzzle);
}

static void match_needs_no_model (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, HOLES);
  bcov_run run;
  assert_int_equal (bcov_run_start (&run, puzzle, NULL, true, NULL), 0);
  assert_int_equal (run.engine, BCOV_MATCH);
  assert_int_equal (run.compiled.model.items.count, 0);
  bcov_run_end (&run);
  assert_int_equal (bcov_run_start (&run, puzzle, NULL, false, NULL), 0);
  assert_int_equal (run.engine, BCOV_AUTO);
  bcov_run_end (&run);
  ask_end (mem, puzzle);
}

/* Each invalid request has a message, and nothing needs to be ended. */
static void wrong_requests_are_refused (void **state)
{
  (void)state;
  static const struct {
    bcov_request request;
    bool fill, dlx;
    const char *told;
  } cases[] = {
      {{.part = 3, .parts = 2}, false, false, "part 3/2 does not exist"},
      {{.part = 0, .parts = 2}, false, false, "part 0/2 does not exist"},
      {{.part = 1, .parts = 0}, false, false, "part 1/0 does not exist"},
      {{.engine = "fast"}, false, false, "unknown engine 'fast'"},
      {{.engine = NULL}, true, true, "`fill` needs a board"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_error *err = bcov_error_new ();
    bcov_puzzle *puzzle = cases[k].dlx ? ask_file (mem, "x.dlx", "a\na\n")
                                       : ask_brief (mem, "2x3", "I2:any", NULL, NULL);
    size_t before = bcov_mem_used (mem);
    bcov_run run;
    assert_int_equal (bcov_run_start (&run, puzzle, &cases[k].request, cases[k].fill, err),
                      BCOV_INPUT);
    assert_ptr_equal (strstr (bcov_error_text (err), cases[k].told), bcov_error_text (err));
    assert_int_equal (bcov_mem_used (mem), before);
    bcov_error_free (err);
    ask_end (mem, puzzle);
  }
}

static void counting_and_the_evidence (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces, *engine, *count;
    bool symmetry;
    uint64_t symmetries;
  } cases[] = {
      {"4x4", "I2:any", NULL, "36", false, 0},   {"4x4", "I2:any", "brute", "36", false, 0},
      {"4x4", "I2:any", NULL, "9", true, 8},     {"4x4", "I2:any", "brute", "9", true, 8},
      {"3x3", "I2:any", NULL, "0", false, 0},    {"3x3", "I2:any", NULL, "0", true, 8},
      {"3x3", "I2:any", "brute", "0", true, 8},  {"##", "I2:any", NULL, "1", false, 0},
      {"2x3", "I2:any", "search", "2", true, 4},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, cases[k].board, cases[k].pieces, NULL, NULL);
    bcov_request request = {.engine = cases[k].engine, .up_to_symmetry = cases[k].symmetry};
    bcov_run run;
    bcov_answer *answer = NULL;
    assert_int_equal (bcov_run_start (&run, puzzle, &request, false, NULL), 0);
    assert_int_equal (bcov_run_count (&run, NULL), 0);
    uint64_t items = run.compiled.model.items.count;
    uint64_t options = bcov_model_options (&run.compiled.model);
    assert_int_equal (bcov_run_answer (&run, BCOV_OK, &answer, NULL), 0);
    assert_string_equal (bcov_answer_count (answer), cases[k].count);
    assert_true (bcov_answer_complete (answer) && bcov_answer_seconds (answer) >= 0);
    assert_int_equal (ask_statistic (answer, "symmetries"), cases[k].symmetries);
    bool some = strcmp (cases[k].count, "0") && strcmp (cases[k].board, "##"); /* is to be done */
    assert_string_equal (bcov_answer_engine (answer), cases[k].engine ? cases[k].engine
                                                      : some          ? "search"
                                                                      : "auto");
    assert_int_equal (ask_statistic (answer, "items"), items);
    assert_int_equal (ask_statistic (answer, "options"), options);
    bcov_answer_free (answer);
    ask_end (mem, puzzle);
  }
}

/* A short proof replaces the search, except for the oracle. */
static void short_proofs_come_first (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x2", "I2:any,L3", NULL, NULL);
  for (int k = 0; k < 2; k++) {
    bcov_request request = {.engine = k ? "brute" : "search"};
    bcov_run run;
    bool none = k;
    assert_int_equal (bcov_run_start (&run, puzzle, &request, false, NULL), 0);
    assert_int_equal (bcov_run_look (&run, &none, NULL), 0);
    assert_int_equal (none, !k);
    assert_int_equal (bcov_run_count (&run, NULL), 0);
    assert_int_equal (mpz_sgn (run.result.found.value), 0);
    assert_int_equal (run.result.nodes > 0, k);
    bcov_run_end (&run);
  }
  ask_end (mem, puzzle);
}

/* Stopped while compiling (no answer yet) and while searching (a lower bound). */
static void stops_are_told (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_brief (mem, "400x400", "heptominoes:any", NULL, NULL);
  atomic_bool stop = true;
  bcov_request request = {.stop = &stop};
  bcov_run run;
  size_t before = bcov_mem_used (mem);
  assert_int_equal (bcov_run_start (&run, puzzle, &request, false, err), BCOV_STOPPED);
  assert_string_equal (bcov_error_text (err), "stopped");
  assert_int_equal (bcov_mem_used (mem), before);
  bcov_puzzle_free (puzzle);
  puzzle = ask_brief (mem, "16x16", "I2:any", NULL, NULL);
  bcov_error_reset (err);
  request = (bcov_request){.engine = "search", .seconds = 2, .threads = 1};
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_run_start (&run, puzzle, &request, false, err), 0);
  assert_int_equal (bcov_run_count (&run, err), 0);
  assert_int_equal (bcov_run_answer (&run, BCOV_OK, &answer, err), BCOV_STOPPED);
  assert_string_equal (bcov_error_text (err), "stopped: the time limit of 2 s was reached");
  assert_false (bcov_answer_complete (answer));
  assert_string_not_equal (bcov_answer_count (answer), "0");
  bcov_answer_free (answer);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

SUITE (run)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (defaults_are_filled_in),
      cmocka_unit_test (what_is_asked_is_kept),
      cmocka_unit_test (match_needs_no_model),
      cmocka_unit_test (wrong_requests_are_refused),
      cmocka_unit_test (counting_and_the_evidence),
      cmocka_unit_test (short_proofs_come_first),
      cmocka_unit_test (stops_are_told),
  };
  return cmocka_run_group_tests_name ("run", tests, NULL, NULL);
}
