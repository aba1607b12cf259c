/* From options back to pieces on the board, and the names of items. */

#include "suite.h"

#include "ask.h"
#include "model/compile/compile.h"

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_covering *covering;
} fixture;

static fixture start (bcov_mem *mem, bcov_puzzle *puzzle)
{
  fixture f = {.mem = mem, .err = bcov_error_new (), .puzzle = puzzle};
  assert_int_equal (bcov_compile (puzzle, false, NULL, &f.compiled, f.err), 0);
  assert_int_equal (bcov_covering_new (puzzle, &f.covering, f.err), 0);
  return f;
}

static void end (fixture *f)
{
  bcov_covering_free (f->covering);
  bcov_compiled_free (&f->compiled);
  bcov_error_free (f->err);
  ask_end (f->mem, f->puzzle);
}

static void expect_json (fixture *f, const char *wanted)
{
  char *text;
  assert_int_equal (bcov_covering_json (f->covering, 0, &text, NULL, f->err), 0);
  assert_string_equal (text, wanted);
  bcov_free (text);
}

/* Dominoes on 2 x 3: options 0 to 3 lie, 4 to 6 stand. */
static void options_become_pieces_in_order (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  fixture f = start (mem, ask_brief (mem, "2x3", "I2:any", NULL, NULL));
  static const uint32_t chosen[] = {6, 2, 0};
  assert_int_equal (bcov_decode (&f.compiled, chosen, 3, f.covering, f.err), 0);
  expect_json (&f, "{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,0],[0,1]]},"
                   "{\"piece\":\"I2\",\"cells\":[[0,2],[1,2]]},"
                   "{\"piece\":\"I2\",\"cells\":[[1,0],[1,1]]}]}");
  assert_int_equal (bcov_decode (&f.compiled, chosen, 1, f.covering, f.err), 0);
  expect_json (&f, "{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,2],[1,2]]}]}");
  assert_int_equal (bcov_decode (&f.compiled, NULL, 0, f.covering, f.err), 0);
  expect_json (&f, "{\"placements\":[]}");
  end (&f);
}

/* Every option comes back as its piece, form and cells. */
static void each_option_comes_back (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  fixture f = start (mem, ask_brief (mem, "3x3x3", "soma", NULL, NULL));
  for (uint32_t o = 0; o < bcov_model_options (&f.compiled.model); o++) {
    bcov_placement p = f.compiled.placements.data[o];
    assert_int_equal (bcov_decode (&f.compiled, &o, 1, f.covering, f.err), 0);
    assert_int_equal (f.covering->laid.count, 1);
    assert_int_equal (f.covering->laid.data[0].piece, p.piece);
    assert_int_equal (f.covering->laid.data[0].form, p.form);
    assert_int_equal (f.covering->laid.data[0].count, f.puzzle->pieces.data[p.piece].size);
    assert_memory_equal (f.covering->cells.data, f.compiled.cells.data + p.first,
                         f.covering->cells.count * sizeof (uint32_t));
  }
  end (&f);
}

static void options_of_an_exact_cover_problem_are_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  fixture f = start (mem, ask_file (mem, "x.dlx", "a b c\na\nb\nc\nb c\n"));
  static const uint32_t chosen[] = {3, 0};
  assert_int_equal (bcov_decode (&f.compiled, chosen, 2, f.covering, f.err), 0);
  assert_int_equal (f.covering->laid.count, 2);
  assert_int_equal (f.covering->laid.data[0].piece + f.covering->laid.data[1].piece, 3);
  assert_int_equal (f.covering->laid.data[0].count, 0);
  end (&f);
}

static void expect_names (bcov_mem *mem, bcov_puzzle *puzzle, const char *wanted)
{
  fixture f = start (mem, puzzle);
  bcov_text text = {0};
  for (uint32_t i = 0; i < f.compiled.model.items.count; i++) {
    bcov_compiled_item_name (&f.compiled, i, &text);
    bcov_text_char (&text, ' ');
  }
  bcov_text_char (&text, 0);
  assert_string_equal (text.data, wanted);
  bcov_text_drop (&text);
  end (&f);
}

static void items_have_names (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  expect_names (mem, ask_brief (mem, "2x2", "L3,I1", NULL, NULL), "r0c0 r0c1 r1c0 r1c1 L3 I1 ");
  mem = bcov_mem_new (0);
  expect_names (mem, ask_brief (mem, "2x1x2", "I2:2", NULL, NULL),
                "l0r0c0 l0r0c1 l1r0c0 l1r0c1 I2 ");
  mem = bcov_mem_new (0);
  expect_names (mem, ask_file (mem, "x.dlx", "a 2|bee | c\na bee\n"), "a bee c ");
  mem = bcov_mem_new (0);
  expect_names (
      mem,
      ask_yaml (mem, "board: 1x2\n"
                     "pieces:\n"
                     "  - {name: t, shape: X, count: any, turn: false, sides: [a, b, c, d],\n"
                     "     points: [north, northwest, southeast], tags: [up, left]}\n"
                     "rules: {rows: {up: 1}, columns: {left: 1}}\n"),
      "r0c0 r0c1 r0c0-n r0c0-se r0c0-nw r0c1-n r0c1-se r0c1-nw r0c0=e row0-up column0-left "
      "column1-left ");
}

static void decoding_survives_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  fixture f = start (mem, ask_brief (mem, "2x3", "I2:any", NULL, NULL));
  static const uint32_t chosen[] = {6, 2, 0};
  bcov_status status = BCOV_FAULT;
  size_t n = 1;
  for (; status; n++) {
    bcov_error_reset (f.err);
    bcov_mem_fail_at (mem, n);
    status = bcov_decode (&f.compiled, chosen, 3, f.covering, f.err);
    bcov_mem_fail_at (mem, 0);
    assert_int_equal (bcov_error_status (f.err), status);
  }
  assert_true (n > 2);
  assert_int_equal (f.covering->laid.count, 3);
  end (&f);
}

SUITE (compiled)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (options_become_pieces_in_order),
      cmocka_unit_test (each_option_comes_back),
      cmocka_unit_test (options_of_an_exact_cover_problem_are_numbers),
      cmocka_unit_test (items_have_names),
      cmocka_unit_test (decoding_survives_failures),
  };
  return cmocka_run_group_tests_name ("compiled", tests, NULL, NULL);
}
