/* Solutions by groups of options: rows that add up, their order, and listing against counting. */

#include "suite.h"

#include "ask.h"
#include "base/mem.h"
#include "question/by_piece.h"
#include "model/compile/compile.h"

#include <stdlib.h>

static void add (bcov_by_piece *census, uint32_t a, uint32_t b, uint64_t number)
{
  bcov_number n;
  bcov_number_init (&n, number);
  assert_int_equal (bcov_by_piece_add (census, (uint32_t[]){a, b}, &n, NULL), 0);
  bcov_number_clear (&n);
}

static void expect_row (const bcov_by_piece *census, size_t row, uint32_t a, uint32_t b,
                        uint64_t number)
{
  assert_int_equal (census->uses.data[2 * row], a);
  assert_int_equal (census->uses.data[2 * row + 1], b);
  assert_int_equal (mpz_get_ui (census->numbers.data[row].value), number);
}

static void rows_add_up_and_are_sorted (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_by_piece census;
  bcov_by_piece_start (mem, 2, &census);
  add (&census, 3, 1, 5);
  add (&census, 1, 9, 1);
  add (&census, 3, 0, 2);
  add (&census, 1, 9, 10);
  add (&census, 3, 1, 6);
  assert_int_equal (census.numbers.count, 3);
  assert_int_equal (bcov_by_piece_sort (&census, NULL), 0);
  assert_int_equal (census.numbers.count, 3);
  expect_row (&census, 0, 1, 9, 11);
  expect_row (&census, 1, 3, 0, 2);
  expect_row (&census, 2, 3, 1, 11);
  add (&census, 3, 0, 1); /* rows are still found */
  expect_row (&census, 1, 3, 0, 3);
  bcov_by_piece_free (&census);
  bcov_by_piece_free (&census);
  bcov_by_piece_start (mem, 0, &census);
  bcov_number one;
  bcov_number_init (&one, 1);
  assert_int_equal (bcov_by_piece_add (&census, NULL, &one, NULL), 0);
  assert_int_equal (bcov_by_piece_add (&census, NULL, &one, NULL), 0);
  bcov_number_clear (&one);
  assert_int_equal (census.numbers.count, 1);
  assert_int_equal (mpz_get_ui (census.numbers.data[0].value), 2);
  bcov_by_piece_free (&census);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void rows_survive_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_status status = BCOV_FAULT;
  bcov_number one;
  bcov_number_init (&one, 1);
  for (size_t n = 1; status; n++) {
    bcov_by_piece census;
    bcov_by_piece_start (mem, 1, &census);
    bcov_mem_fail_at (mem, n);
    status = BCOV_OK;
    for (uint32_t k = 100; !status && k-- > 0;)
      status = bcov_by_piece_add (&census, &k, &one, err);
    if (!status)
      status = bcov_by_piece_sort (&census, err);
    bcov_mem_fail_at (mem, 0);
    if (!status)
      assert_int_equal (census.uses.data[99], 99);
    bcov_by_piece_free (&census);
    assert_int_equal (bcov_mem_used (mem), 0);
  }
  bcov_number_clear (&one);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

/* ---- two roads ---- */

typedef struct {
  bcov_by_piece census;
  uint32_t pieces;
} counted;

static bcov_status take (void *data, const uint64_t *touches, const bcov_number *number,
                         bcov_error *err)
{
  counted *c = data;
  uint32_t uses[8];
  for (uint32_t p = 0; p < c->pieces; p++)
    uses[p] = (uint32_t)touches[p];
  return bcov_by_piece_add (&c->census, uses, number, err);
}

static void compare (const char *board, const char *pieces, const char *wrap)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, NULL, wrap);
  bcov_compiled compiled;
  bcov_control control;
  bcov_watch watch = {0};
  bcov_result result;
  counted listed = {0}, told = {0};
  bool complete = false;
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_compile_pieces (puzzle, NULL, &compiled, NULL), 0);
  size_t items = compiled.model.items.count, options = bcov_model_options (&compiled.model);
  bool *kept = calloc (items + 1, sizeof *kept);
  uint32_t *piece = calloc (options + 1, sizeof *piece);
  for (size_t i = 0; i < items; i++)
    kept[i] = compiled.meanings.data[i].kind == BCOV_IS_PIECE;
  for (size_t o = 0; o < options; o++)
    piece[o] = compiled.placements.data[o].piece;
  listed.pieces = told.pieces = (uint32_t)puzzle->pieces.count;
  bcov_by_piece_start (mem, listed.pieces, &listed.census);
  bcov_by_piece_start (mem, listed.pieces, &told.census);
  bcov_job job = {.model = &compiled.model, .share = {1, 1}, .workers = 2, .control = &control};
  bcov_result_init (mem, &result);
  assert_int_equal (bcov_by_piece_count (&job, kept, take, &told, &complete, NULL), 0);
  assert_true (complete);
  job.workers = 1;
  assert_int_equal (bcov_by_piece_list (BCOV_BRUTE, &job, piece, &listed.census, &result, NULL), 0);
  assert_int_equal (bcov_by_piece_sort (&listed.census, NULL), 0);
  assert_int_equal (bcov_by_piece_sort (&told.census, NULL), 0);
  assert_int_equal (listed.census.numbers.count, told.census.numbers.count);
  for (size_t k = 0; k < listed.census.uses.count; k++)
    assert_int_equal (listed.census.uses.data[k], told.census.uses.data[k]);
  for (size_t k = 0; k < listed.census.numbers.count; k++)
    assert_int_equal (
        mpz_cmp (listed.census.numbers.data[k].value, told.census.numbers.data[k].value), 0);
  bcov_by_piece_free (&listed.census);
  bcov_by_piece_free (&told.census);
  bcov_result_free (&result);
  bcov_compiled_free (&compiled);
  free (kept);
  free (piece);
  ask_end (mem, puzzle);
}

static void listing_and_counting_agree (void **state)
{
  (void)state;
  compare ("3x3", "I1:any,I2:any,L3:any", NULL);
  compare ("4x4", "tetrominoes:any", NULL);
  compare ("3x4", "I1:any,I3:any", "columns");
  compare ("?.?/...", "I1:any,I2:any", NULL);
  compare ("..#./...#/#...", "I2:any,L3:any", NULL);
  compare ("3x3", "L4:any", NULL);          /* none */
  compare ("##/##", "I1:any,I2:any", NULL); /* nothing to cover */
  compare (".#", "I2:any", NULL);           /* a cell that no piece reaches */
}

SUITE (by_piece)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (rows_add_up_and_are_sorted),
      cmocka_unit_test (rows_survive_failures),
      cmocka_unit_test (listing_and_counting_agree),
  };
  return cmocka_run_group_tests_name ("by_piece", tests, NULL, NULL);
}
