/* Models in Knuth's format: the exact text of small models, and the same count when read back. */

#include "suite.h"

#include "random_cases.h"
#include "tiny.h"
#include "puzzle/puzzle_finish.h"

static void expect (const tiny *t, const char *expected)
{
  char *text = tiny_write (t, bcov_dlx_write);
  assert_string_equal (text, expected);
  bcov_free (text);
}

/* A model that is written and read back must have the same number of solutions. */
static void expect_same_count (const tiny *t)
{
  char *text = tiny_write (t, bcov_dlx_write);
  tiny back = tiny_read (text);
  uint64_t count = tiny_count (&t->compiled.model);
  if (tiny_count (&back.compiled.model) != count)
    print_message ("%s", text);
  assert_int_equal (tiny_count (&back.compiled.model), count);
  tiny_free (&back);
  bcov_free (text);
}

static void knuths_example (void **state)
{
  (void)state;
  tiny t = tiny_read ("A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n");
  expect (&t, "A B 2:3|C | X Y\nA B X:0 Y\nA C X:1 Y:0\nC X:0\nB X:1\nC Y:0\n");
  assert_int_equal (tiny_count (&t.compiled.model), 1);
  expect_same_count (&t);
  tiny_free (&t);
}

static void bounds_that_knuth_does_not_have (void **state)
{
  (void)state;
  tiny t = tiny_read ("a b c d\na b\na c\na d\nb\n");
  expect (&t, "a b c d\na b\na c\na d\nb\n");
  tiny_item (&t, 0, 1, BCOV_MANY);
  tiny_item (&t, 1, 0, 1);
  expect (&t, "1:3|a c d 0:1|+3 | b\na b\na c\na d\n+3 b\n");
  assert_string_equal (t.puzzle->exact->items.data[1], "b");
  tiny_item (&t, 1, 0, 5);
  expect (&t, "1:3|a 0:2|b c d\na b\na c\na d\nb\n");
  tiny_item (&t, 3, 0, 0);
  expect (&t, "1:2|a 0:2|b c\na b\na c\nb\n");
  tiny_free (&t);
}

static void the_extra_items_are_optional (void **state)
{
  (void)state;
  tiny t = tiny_read ("a b\na b\na\nb\n");
  tiny_item (&t, 0, 0, 1);
  tiny_item (&t, 1, 0, 1);
  expect (&t, "0:1|+0 0:1|+1 0:1|+2 | a b\n+0 a b\n+1 a\n+2 b\n");
  assert_int_equal (tiny_count (&t.compiled.model), 5);
  expect_same_count (&t);
  tiny_free (&t);
}

static void what_nothing_touches (void **state)
{
  (void)state;
  tiny t = tiny_read ("a b 0:2|c | x\nb\n");
  expect (&t, "a b\nb\n");
  tiny_item (&t, 0, 0, 1);
  expect (&t, "b\nb\n");
  t.compiled.model.impossible = true;
  expect (&t, "b !0\nb\n");
  expect_same_count (&t);
  tiny_free (&t);
  t = tiny_read ("0:1|a\n");
  expect (&t, "0:1|!0\n");
  expect_same_count (&t);
  t.compiled.model.impossible = true;
  expect (&t, "!0\n");
  expect_same_count (&t);
  tiny_free (&t);
}

/* A hundred colours on one item: 92 characters, then pairs of them, all different. */
static void many_colours (void **state)
{
  (void)state;
  bcov_text text = {0};
  bcov_text_put (&text, "a | x\n");
  for (int k = 0; k < 100; k++)
    bcov_text_printf (&text, "a x:c%d\na x:c%d\n", k, k);
  tiny t = tiny_read (text.data);
  char *written = tiny_write (&t, bcov_dlx_write);
  tiny back = tiny_read (written);
  assert_int_equal (back.puzzle->exact->colours.count, 100);
  assert_non_null (strstr (written, "a x:0\na x:0\na x:1\n"));
  assert_non_null (strstr (written, "a x:~\na x:~\na x:01\na x:01\na x:11\n"));
  tiny_free (&back);
  tiny_free (&t);
  bcov_free (written);
  bcov_text_drop (&text);
}

/* Names of a puzzle with a board: short, unique, without characters that have a meaning. */
static void names (void **state)
{
  (void)state;
  static const char *const names[] = {"a|b c", "a:b_c", "hexominoes.1", "hexominoes.2",
                                      "\xe2\x86\x96\xe2\x86\x96\xe2\x86\x96"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  bcov_text text = {0};
  tiny t = {.mem = mem};
  bcov_cell cells[] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}};
  assert_int_equal (bcov_puzzle_new (mem, NULL, &puzzle, NULL), 0);
  t.puzzle = puzzle;
  puzzle->title = bcov_mem_copy (mem, "A\ntitle", 7, NULL);
  assert_int_equal (bcov_board_make (mem, BCOV_SQUARE, 1, 1, 5, &puzzle->board, NULL), 0);
  for (uint32_t k = 0; k < 5; k++) {
    bcov_shape shape;
    assert_int_equal (bcov_shape_make (mem, BCOV_SQUARE, cells, k + 1, &shape, NULL), 0);
    bcov_entry entry = {
        .name = names[k], .name_length = strlen (names[k]), .shape = &shape, .lo = 1, .hi = 1};
    assert_int_equal (bcov_puzzle_add (puzzle, &entry, NULL), 0);
    bcov_shape_free (mem, &shape);
  }
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_compile (puzzle, false, NULL, &t.compiled, NULL), 0);
  assert_int_equal (bcov_dlx_write (&t.compiled, &text, NULL), BCOV_OK);
  static const char start[] = "| A title\nr0c0 r0c1 r0c2 r0c3 r0c4 a_b_c ~6 hexomino ~8 "
                              "\xe2\x86\x96\xe2\x86\x96\nr0c0 a_b_c\n";
  assert_memory_equal (text.data, start, sizeof start - 1);
  bcov_text_drop (&text);
  tiny_free (&t);
}

static void random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t round = 0; round < cases (400); round++) {
    tiny t = tiny_random (&random);
    expect_same_count (&t);
    tiny_shake (&t, &random);
    expect_same_count (&t);
    tiny_free (&t);
  }
}

SUITE (dlx_write)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (knuths_example),
      cmocka_unit_test (bounds_that_knuth_does_not_have),
      cmocka_unit_test (the_extra_items_are_optional),
      cmocka_unit_test (what_nothing_touches),
      cmocka_unit_test (many_colours),
      cmocka_unit_test (names),
      cmocka_unit_test (random_models),
  };
  return cmocka_run_group_tests_name ("dlx_write", tests, NULL, NULL);
}
