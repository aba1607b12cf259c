/* Knuth's exact cover format: items, bounds, colours, and the place of every mistake. */

#include "suite.h"

#include "random_cases.h"
#include "base/random.h"
#include "format/puzzle/dlx_read.h"
#include "base/text.h"

#include <string.h>

static bcov_puzzle *read_well (bcov_mem *mem, const char *text)
{
  bcov_puzzle *puzzle = NULL;
  bcov_error *err = bcov_error_new ();
  bcov_status status = bcov_dlx_read (mem, "t.dlx", text, strlen (text), &puzzle, err);
  assert_string_equal (bcov_error_text (err), "");
  assert_int_equal (status, BCOV_OK);
  bcov_error_free (err);
  return puzzle;
}

static void end (bcov_mem *mem, bcov_puzzle *puzzle)
{
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void refuse (const char *text, const char *messages)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = NULL;
  bcov_status status = bcov_dlx_read (mem, "t.dlx", text, strlen (text), &puzzle, err);
  assert_string_equal (bcov_error_text (err), messages);
  assert_int_equal (status, BCOV_INPUT);
  assert_null (puzzle);
  bcov_error_free (err);
  end (mem, puzzle);
}

/* The example in the introduction of Knuth's program DLX3. */
static void knuths_example (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = read_well (mem, "| A simple example of color controls\n"
                                        "A B 2:3|C | X Y\n"
                                        "A B X:0 Y:0\n"
                                        "A C X:1 Y:1\n"
                                        "C X:0\n"
                                        "B X:1\n"
                                        "C Y:1\n");
  static const uint32_t lo[] = {1, 1, 2, 0, 0}, hi[] = {1, 1, 3, 1, 1};
  static const uint32_t first[] = {0, 4, 8, 10, 12, 14};
  static const uint32_t item[] = {0, 1, 3, 4, 0, 2, 3, 4, 2, 3, 1, 3, 2, 4};
  static const uint32_t colour[] = {0, 0, 1, 1, 0, 0, 2, 2, 0, 1, 0, 2, 0, 2};
  const bcov_exact *exact = puzzle->exact;
  assert_int_equal (exact->items.count, 5);
  assert_int_equal (exact->n_primary, 3);
  assert_string_equal (exact->items.data[2], "C");
  assert_string_equal (exact->items.data[4], "Y");
  assert_string_equal (exact->colours.data[0], "0");
  assert_string_equal (exact->colours.data[1], "1");
  assert_memory_equal (exact->lo.data, lo, sizeof lo);
  assert_memory_equal (exact->hi.data, hi, sizeof hi);
  assert_int_equal (exact->first.count, 6);
  assert_memory_equal (exact->first.data, first, sizeof first);
  assert_memory_equal (exact->item.data, item, sizeof item);
  assert_memory_equal (exact->colour.data, colour, sizeof colour);
  end (mem, puzzle);
}

static void layout_is_free (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = read_well (mem, "\n  | comment: a|b \r\n\t\r\n 3|a 0:2|rather-long-name "
                                        "\xc3\xa9 |x\ty\r\n\n|x is no item here\n\xc3\xa9 x:red\n"
                                        " a  rather-long-name y");
  const bcov_exact *exact = puzzle->exact;
  assert_int_equal (exact->items.count, 5);
  assert_int_equal (exact->n_primary, 3);
  assert_int_equal (exact->lo.data[0], 3);
  assert_int_equal (exact->hi.data[0], 3);
  assert_int_equal (exact->lo.data[1], 0);
  assert_int_equal (exact->hi.data[1], 2);
  assert_string_equal (exact->items.data[1], "rather-long-name");
  assert_string_equal (exact->items.data[3], "x");
  assert_string_equal (exact->colours.data[0], "red");
  assert_int_equal (exact->first.count, 3);
  end (mem, puzzle);
}

/* As in Knuth's programs: "Option ignored (no primary items)".  Its items may be named again. */
static void options_without_primary_items_are_left_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = read_well (mem, "a | x y\nx y\nx a\ny:1\n");
  assert_int_equal (puzzle->exact->first.count, 2);
  assert_int_equal (puzzle->exact->item.count, 2);
  assert_int_equal (puzzle->exact->colour.count, 2);
  assert_int_equal (puzzle->exact->item.data[0], 1);
  end (mem, puzzle);
  mem = bcov_mem_new (0);
  puzzle = read_well (mem, "a b | x\na\nx\nb x\n");
  assert_int_equal (puzzle->exact->first.count, 3);
  end (mem, puzzle);
  mem = bcov_mem_new (0);
  puzzle = read_well (mem, "a");
  assert_int_equal (puzzle->exact->first.count, 1);
  end (mem, puzzle);
}

static void mistakes_in_the_items (void **state)
{
  (void)state;
  refuse ("", "t.dlx: there are no items; the first line that is not a comment must name them");
  refuse ("| a b\n\n",
          "t.dlx: there are no items; the first line that is not a comment must name them");
  refuse ("a b a | b\n",
          "t.dlx:1:5: the item 'a' appears twice\nt.dlx:1:9: the item 'b' appears twice");
  refuse ("a | b | c\n",
          "t.dlx:1:7: a second bar; a single bar separates primary from secondary items");
  refuse ("a:b\n", "t.dlx:1:1: the name 'a:b' contains ':' or '|'; bounds are written as 2:3|name, "
                   "and only for primary items");
  refuse ("a | 2|b\n", "t.dlx:1:5: the name '2|b' contains ':' or '|'; bounds are written as "
                       "2:3|name, and only for primary items");
  refuse ("x|a\n", "t.dlx:1:1: 'x' is not a bound; give a whole number, at most 1000000000");
  refuse ("1:1000000001|a\n",
          "t.dlx:1:3: '1000000001' is not a bound; give a whole number, at most 1000000000");
  refuse (":2|a\n", "t.dlx:1:1: nothing is not a bound; give a whole number, at most 1000000000");
  refuse ("-1:2|a\n", "t.dlx:1:1: '-1' is not a bound; give a whole number, at most 1000000000");
  refuse ("3:2|a\n", "t.dlx:1:1: the lower bound 3 is above the upper bound 2");
  refuse ("0|a\n", "t.dlx:1:1: the upper bound is 0; leave the item and its options out instead");
  refuse ("\xc3\xa9 2| b\n", "t.dlx:1:5: a name is missing after the bar");
}

/* Advice compares the unknown name with up to 5000 names. */
static void advice_on_many_names (void **state)
{
  (void)state;
  for (unsigned names = 5000; names <= 5001; names++) {
    char *text = malloc (6 * 5001 + 20);
    size_t length = 0;
    for (unsigned k = 0; k + 1 < names; k++)
      length += (size_t)sprintf (text + length, "%u ", 10000 + k);
    strcpy (text + length, "alpha\nalhpa\n");
    refuse (text, names == 5000
                      ? "t.dlx:2:1: unknown item 'alhpa'; did you mean 'alpha'?"
                      : "t.dlx:2:1: unknown item 'alhpa'; the first line names all items");
    free (text);
  }
}

static void mistakes_in_the_options (void **state)
{
  (void)state;
  refuse ("alpha beta | x\nalpha btea\n", "t.dlx:2:7: unknown item 'btea'; did you mean 'beta'?");
  refuse ("a b\na zzzzzz\n", "t.dlx:2:3: unknown item 'zzzzzz'; the first line names all items");
  refuse ("a b\n\n\xc3\xa9 a b a\n", "t.dlx:3:1: unknown item '\xc3\xa9'; the first line names all "
                                     "items\nt.dlx:3:7: the item 'a' appears twice in this option");
  refuse ("a | x\na:1\n", "t.dlx:2:3: the primary item 'a' has a colour; only secondary items, "
                          "after the bar, may have one");
  refuse ("a | x\na x:\n", "t.dlx:2:5: a colour is missing after the colon");
  refuse ("a | x\na x:1:2\n", "t.dlx:2:5: the colour '1:2' has a colon; an item has one colour");
  refuse ("a | x\na :1\n", "t.dlx:2:3: unknown item nothing; the first line names all items");
}

static void no_text (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_dlx_read (mem, "t.dlx", "a\na\0\n", 5, &puzzle, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "t.dlx:2:2: a NUL byte"));
  bcov_error_reset (err);
  assert_int_equal (bcov_dlx_read (mem, "t.dlx", "a\n\xff\n", 4, &puzzle, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "t.dlx:2:1: the byte 0xff is not valid UTF-8"));
  bcov_error_free (err);
  end (mem, puzzle);
}

/* A hundred thousand mistakes on one line take no longer than a few. */
static void many_mistakes (void **state)
{
  (void)state;
  bcov_text text = {0};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  bcov_text_put (&text, "a\na");
  for (int k = 0; k < 100000; k++)
    bcov_text_printf (&text, " b%d", k);
  assert_int_equal (bcov_dlx_read (mem, "t.dlx", text.data, text.length, &puzzle, NULL),
                    BCOV_INPUT);
  bcov_text_drop (&text);
  end (mem, puzzle);
}

static void random_bytes (void **state)
{
  (void)state;
  static const char letters[] = "ab12::||  \n\n\n\tx";
  bcov_random random = {cases_seed (0)};
  bcov_error *err = bcov_error_new ();
  for (uint64_t round = 0; round < cases (20000); round++) {
    char text[40];
    size_t length = bcov_random_below (&random, sizeof text);
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = NULL;
    for (size_t k = 0; k < length; k++)
      text[k] = letters[bcov_random_below (&random, sizeof letters - 1)];
    bcov_error_reset (err);
    bcov_status status = bcov_dlx_read (mem, "t.dlx", text, length, &puzzle, err);
    assert_true (status == BCOV_OK || status == BCOV_INPUT);
    assert_int_equal (status == BCOV_OK, *bcov_error_text (err) == 0);
    assert_int_equal (status == BCOV_OK, puzzle != NULL);
    end (mem, puzzle);
  }
  bcov_error_free (err);
}

SUITE (dlx_read)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (knuths_example),
      cmocka_unit_test (layout_is_free),
      cmocka_unit_test (options_without_primary_items_are_left_out),
      cmocka_unit_test (mistakes_in_the_items),
      cmocka_unit_test (advice_on_many_names),
      cmocka_unit_test (mistakes_in_the_options),
      cmocka_unit_test (no_text),
      cmocka_unit_test (many_mistakes),
      cmocka_unit_test (random_bytes),
  };
  return cmocka_run_group_tests_name ("dlx_read", tests, NULL, NULL);
}
