/* The progress of a search is honest: from a fifth of the way on, what it says has been done is
   within a factor of two of what has been done, measured in nodes, since a clock depends on what
   else the machine does. */

#include "suite.h"

#include "ask.h"
#include "engine/engine.h"

enum { MOST = 4000 };

typedef struct {
  double fraction[MOST];
  uint64_t nodes[MOST];
  size_t count;
} diary;

static bcov_status note (const bcov_progress *now, void *data)
{
  diary *d = data;
  if (d->count == MOST)
    return BCOV_OK;
  d->fraction[d->count] = now->fraction;
  d->nodes[d->count++] = now->nodes;
  return BCOV_OK;
}

/* Returns how often progress was shown from a fifth on. */
static size_t expect_honest (const char *board, const char *pieces, unsigned without,
                             unsigned threads, const char *count)
{
  static diary d;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  bcov_brief brief = {.board = board, .pieces = pieces};
  bcov_answer *answer = NULL;
  bcov_request request = {.engine = "search",
                          .without = without,
                          .threads = threads,
                          .progress = note,
                          .progress_data = &d};
  size_t seen = 0;
  d.count = 0;
  assert_int_equal (bcov_brief_read (mem, &brief, &puzzle, NULL), BCOV_OK);
  assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), BCOV_OK);
  assert_string_equal (bcov_answer_count (answer), count);
  for (size_t k = 0; k < d.count; k++) {
    double done = (double)d.nodes[k] / (double)ask_statistic (answer, "nodes");
    if (d.fraction[k] < 0.2 || done > 1)
      continue;
    if (!(d.fraction[k] <= 1 && d.fraction[k] < 2 * done && done < 2 * d.fraction[k]))
      print_message ("%s: said %.3f, done %.3f\n", board, d.fraction[k], done);
    assert_true (d.fraction[k] <= 1 && d.fraction[k] < 2 * done && done < 2 * d.fraction[k]);
    seen++;
  }
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  bcov_mem_delete (mem);
  return seen;
}

static void quick_search (void **state)
{
  (void)state;
  size_t seen = expect_honest ("6x10", "pentominoes", BCOV_WITHOUT_SYMMETRY, 1, "9356");
  seen += expect_honest ("5x12", "pentominoes", BCOV_WITHOUT_SYMMETRY, 2, "4040");
  seen += expect_honest ("8x8", "pentominoes,O4", 0, 2, "129168");
  assert_true (seen > 3);
}

static void thorough_search (void **state)
{
  (void)state;
  size_t seen = expect_honest ("5x12", "pentominoes", BCOV_WITHOUT_QUICK, 1, "4040");
  seen += expect_honest ("6x10", "pentominoes", BCOV_WITHOUT_QUICK, 2, "9356");
  assert_true (seen > 1);
}

SUITE (honesty)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (quick_search),
      cmocka_unit_test (thorough_search),
  };
  return cmocka_run_group_tests_name ("honesty", tests, NULL, NULL);
}
