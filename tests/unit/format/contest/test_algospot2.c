/* BOARDCOVER2 of algospot.com: board and block of each case.  Mistakes: test_contest.c. */

#include "suite.h"

#include "format/format.h"

#include <string.h>

/* What a case must be. */
typedef struct {
  uint32_t cells, size, forms;
} expected;

typedef struct {
  const expected *cases;
  size_t seen;
} expectation;

static bcov_status see (const bcov_puzzle *puzzle, size_t number, void *data, bcov_error *err)
{
  expectation *e = data;
  const bcov_piece *piece = puzzle->pieces.data;
  (void)err;
  assert_int_equal (number, ++e->seen);
  assert_int_equal (puzzle->pieces.count, 1);
  assert_int_equal (puzzle->board.n_cells, e->cases[number - 1].cells);
  assert_int_equal (piece->size, e->cases[number - 1].size);
  assert_int_equal (piece->n_forms, e->cases[number - 1].forms);
  assert_int_equal (piece->lo, 0);
  assert_int_equal (piece->hi, BCOV_MANY);
  assert_true (piece->turn);
  assert_false (piece->flip);
  return BCOV_OK;
}

static void read_cases (const char *text, const expected *cases, size_t count)
{
  bcov_mem *mem = bcov_mem_new (0);
  expectation e = {cases, 0};
  assert_int_equal (bcov_algospot2_read (mem, text, strlen (text), see, &e, NULL), BCOV_OK);
  assert_int_equal (e.seen, count);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void the_sample_of_the_contest (void **state)
{
  (void)state;
  static const expected cases[] = {{15, 4, 4}, {50, 5, 4}};
  read_cases ("2\n4 7 2 3\n##.##..\n#......\n#....##\n#..####\n###\n#..\n"
              "5 10 3 3\n..........\n..........\n..........\n..........\n..........\n"
              ".#.\n###\n..#\n",
              cases, 2);
}

/* Blank lines and columns around a block mean nothing; a block may be larger than the board, be in
   several parts, or have fewer forms. */
static void blocks_of_all_kinds (void **state)
{
  (void)state;
  static const expected cases[] = {{1, 1, 1}, {0, 9, 1}, {2, 2, 2}, {1, 4, 2}};
  read_cases ("4\n1 1 3 3\n.\n...\n.#.\n...\n"
              "1 1 3 3\n#\n###\n###\n###\n"
              "2 1 1 3\n.\n.\n#.#\n"
              "1 1 3 2 \n.\n#.\n##\n.#\n",
              cases, 4);
}

SUITE (algospot2)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_sample_of_the_contest),
      cmocka_unit_test (blocks_of_all_kinds),
  };
  return cmocka_run_group_tests_name ("algospot2", tests, NULL, NULL);
}
