/* Two matrices as JSON: what is read, and what is reported. */

#include "suite.h"

#include "random_cases.h"
#include "base/random.h"
#include "base/text.h"
#include "format/contest/matrices.h"

#include <stdio.h>
#include <string.h>

static bcov_status read_text (const char *text, size_t length, bcov_matrices *out, bcov_error *err)
{
  bcov_mem *mem = bcov_mem_new (0);
  *out = (bcov_matrices){.name = {"a", "b"}};
  bcov_error_reset (err);
  bcov_status status = bcov_matrices_read (mem, "in", text, length, out, err);
  bcov_matrices_free (mem, out);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
  return status;
}

static void refuse (const char *text, const char *messages)
{
  bcov_error *err = bcov_error_new ();
  bcov_matrices matrices;
  bcov_status status = read_text (text, strlen (text), &matrices, err);
  assert_string_equal (bcov_error_text (err), messages);
  assert_int_equal (status, BCOV_INPUT);
  bcov_error_free (err);
}

static void accept (const char *text, size_t side, const char *first, const char *second)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_matrices matrices = {.name = {"a", "b"}};
  assert_int_equal (bcov_matrices_read (mem, "in", text, strlen (text), &matrices, NULL), BCOV_OK);
  assert_int_equal (matrices.side, side);
  for (size_t k = 0; k < side * side; k++) {
    assert_int_equal (matrices.bits[0][k], first[k] - '0');
    assert_int_equal (matrices.bits[1][k], second[k] - '0');
  }
  bcov_matrices_free (mem, &matrices);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void both_ways_to_write_them (void **state)
{
  (void)state;
  accept ("[[0,1],[1,0]][[1,1],[0,0]]", 2, "0110", "1100");
  accept (" [ [ 0 , 1 ] ,\n\t[1 ,0 ] ]\r\n\n[[1,1],[0,0]]\n", 2, "0110", "1100");
  accept ("{\"a\":[[0]],\"b\":[[1]]}", 1, "0", "1");
  accept ("{ \"b\" : [[1]] ,\n \"\\u0061\" : [[0]] }", 1, "0", "1");
}

static void mistakes_with_their_places (void **state)
{
  (void)state;
  refuse ("", "in: the input is empty; give the arrays a and b");
  refuse ("[[0,1],\n [1,2]]\n[[0,1],[-1,0]]", "in:2:2: number 2 of row 2 of a is 2; give 0 or 1\n"
                                              "in:3:8: number 1 of row 2 of b is -1; give 0 or 1");
  refuse ("[[0,1],[1]] [[0,1],[1,0]]", "in:1:8: row 2 of a has 1 numbers, but its first row has 2");
  refuse ("[[0,1]] [[0,1],[1,0]]", "in:1:1: a has 1 rows of 2 numbers; it must be square");
  refuse ("[[0]] [[0,1],[1,0]]", "in: a is 1 x 1 and b 2 x 2; both must have the same size");
  refuse ("[] [[0]]", "in:1:1: a has no rows; give at least one");
  refuse ("[[0],] [[0]]", "in:1:6: ']' found where a row in brackets was expected");
  refuse ("[[0 1]] [[0]]", "in:1:5: invalid JSON: ']' expected near '1'");
  refuse ("[[0]]\n[[0]]\n]", "in:3:1: ']' found where the end of the input was expected");
  refuse ("[[0]]", "in:1:6: the input ends where the array b was expected");
  refuse ("{\"a\":[[0]],\"c\":[[0]]}", "in:1:12: unknown key 'c'; the keys are 'a' and 'b'");
  refuse ("{\"a\":[[0]],\"a\":[[0]]}", "in:1:12: the key 'a' appears twice; remove one of them");
  refuse ("{\"a\":[[0]]}", "in:1:12: the key 'b' is missing; add it");
  refuse ("{\"a\":[[0]],\"b", "in:1:13: invalid JSON: premature end of input near '\"b'");
}

/* A row that is never closed, or that has a million numbers, must not be given to jansson. */
static void long_rows_cost_no_memory (void **state)
{
  (void)state;
  bcov_text text = {0};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_matrices matrices = {.name = {"a", "b"}};
  bcov_text_put (&text, "[[0");
  for (int k = 0; k < 1000000; k++)
    bcov_text_put (&text, ",0");
  assert_int_equal (bcov_matrices_read (mem, "in", text.data, text.length, &matrices, NULL),
                    BCOV_INPUT);
  assert_true (bcov_mem_peak (mem) < 4096);
  bcov_matrices_free (mem, &matrices);
  bcov_mem_delete (mem);
  bcov_text_drop (&text);
}

static void random_bytes (void **state)
{
  (void)state;
  static const char letters[] = "0101,,[]{}:\" \n\"a\"\"b\".-e\\\0t";
  bcov_random random = {cases_seed (0)};
  bcov_error *err = bcov_error_new ();
  for (uint64_t round = 0; round < cases (20000); round++) {
    char text[] = "{\"a\":[[0,1],[1,0]],\"b\":[[1,1],[0,0]]}";
    size_t length = bcov_random_below (&random, sizeof text);
    bcov_matrices matrices;
    for (size_t k = bcov_random_below (&random, 6); k > 0; k--)
      text[bcov_random_below (&random, sizeof text)] =
          letters[bcov_random_below (&random, sizeof letters)];
    if (round & 1)
      length = sizeof text - 1;
    bcov_status status = read_text (text, length, &matrices, err);
    assert_true (status == BCOV_OK || status == BCOV_INPUT);
    assert_int_equal (status == BCOV_OK, *bcov_error_text (err) == 0);
  }
  bcov_error_free (err);
}

SUITE (matrices)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (both_ways_to_write_them),
      cmocka_unit_test (mistakes_with_their_places),
      cmocka_unit_test (long_rows_cost_no_memory),
      cmocka_unit_test (random_bytes),
  };
  return cmocka_run_group_tests_name ("matrices", tests, NULL, NULL);
}
