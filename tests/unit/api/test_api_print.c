/* Printers: what they make of each covering of a list is what the single calls make of it. */

#include "suite.h"

#include "base/mem.h"

#include <string.h>

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_puzzle *puzzle;
  bcov_printer *printer;
  uint64_t seen;
} desk;

static void set_up (desk *d, const char *board, const char *pieces)
{
  *d = (desk){.mem = bcov_mem_new (0), .err = bcov_error_new ()};
  bcov_brief brief = {.board = board, .pieces = pieces};
  if (bcov_puzzle_brief (d->mem, &brief, &d->puzzle, d->err))
    fail_msg ("%s", bcov_error_text (d->err));
  assert_int_equal (bcov_printer_new (d->puzzle, &d->printer, d->err), BCOV_OK);
}

static void tear_down (desk *d)
{
  bcov_printer_free (d->printer);
  bcov_puzzle_free (d->puzzle);
  assert_int_equal (bcov_mem_used (d->mem), 0);
  bcov_mem_delete (d->mem);
  bcov_error_free (d->err);
}

static void compare (char *single, size_t single_length, const char *printed, size_t length)
{
  assert_string_equal (printed, single);
  assert_int_equal (length, single_length);
  assert_int_equal (strlen (printed), length);
  bcov_text_free (single);
}

static bool see (const bcov_covering *covering, uint64_t index, void *data)
{
  desk *d = data;
  char *single = NULL;
  const char *printed = NULL;
  size_t single_length = 0, length = 0;
  for (bcov_style style = BCOV_LETTERS; style <= BCOV_BLOCKS; style++)
    for (int colour = 0; colour < 2; colour++) {
      assert_int_equal (
          bcov_covering_draw (covering, style, colour, &single, &single_length, d->err), 0);
      assert_int_equal (
          bcov_printer_draw (d->printer, covering, style, colour, &printed, &length, d->err), 0);
      compare (single, single_length, printed, length);
    }
  for (uint64_t number = 0; number < 3; number++) {
    uint64_t shown = number == 2 ? UINT64_MAX : number * index;
    assert_int_equal (bcov_covering_json (covering, shown, &single, &single_length, d->err), 0);
    assert_int_equal (bcov_printer_json (d->printer, covering, shown, &printed, &length, d->err),
                      0);
    compare (single, single_length, printed, length);
  }
  d->seen++;
  return true;
}

static void compare_all (const char *board, const char *pieces, uint64_t coverings)
{
  desk d;
  bcov_answer answer = {0};
  set_up (&d, board, pieces);
  assert_int_equal (bcov_list (d.puzzle, NULL, see, &d, &answer, d.err), BCOV_OK);
  assert_int_equal (d.seen, coverings);
  bcov_answer_clear (&answer);
  tear_down (&d);
}

static void printers_print_what_single_calls_do (void **state)
{
  (void)state;
  compare_all ("4x6", "I2:any", 281);
  compare_all ("#...#/...../#...#", "I2:any,L3:any,I3", 6);
  compare_all ("2x2x3", "I2:any", 32);
}

static void an_exact_cover_problem_is_printed_too (void **state)
{
  (void)state;
  static const char text[] = "a b c\na b\nc\na\nb c\n";
  desk d = {.mem = bcov_mem_new (0), .err = bcov_error_new ()};
  bcov_answer answer = {0};
  assert_int_equal (bcov_puzzle_parse (d.mem, "x.dlx", text, sizeof text - 1, &d.puzzle, d.err),
                    BCOV_OK);
  assert_int_equal (bcov_printer_new (d.puzzle, &d.printer, d.err), BCOV_OK);
  assert_int_equal (bcov_list (d.puzzle, NULL, see, &d, &answer, d.err), BCOV_OK);
  assert_int_equal (d.seen, 2);
  bcov_answer_clear (&answer);
  tear_down (&d);
}

/* Whatever fails inside the callback is told. */
static bool print_failing (const bcov_covering *covering, uint64_t index, void *data)
{
  desk *d = data;
  (void)index;
  bool done = false;
  for (size_t n = 1; !done; n++) {
    const char *text = NULL;
    bcov_printer *printer = NULL;
    bcov_mem_fail_at (d->mem, n);
    bcov_status status = bcov_printer_new (d->puzzle, &printer, NULL);
    if (!status)
      status = bcov_printer_draw (printer, covering, BCOV_LETTERS, false, &text, NULL, NULL);
    bcov_mem_fail_at (d->mem, 0);
    bcov_printer_free (printer);
    done = !status;
    d->seen += !done;
  }
  return false;
}

static void memory_may_fail (void **state)
{
  (void)state;
  desk d;
  bcov_answer answer = {0};
  set_up (&d, "2x4", "I2:any");
  assert_int_equal (bcov_list (d.puzzle, NULL, print_failing, &d, &answer, d.err), BCOV_OK);
  assert_true (d.seen >= 8);
  bcov_answer_clear (&answer);
  tear_down (&d);
}

SUITE (api_print)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (printers_print_what_single_calls_do),
      cmocka_unit_test (an_exact_cover_problem_is_printed_too),
      cmocka_unit_test (memory_may_fail),
  };
  return cmocka_run_group_tests_name ("api_print", tests, NULL, NULL);
}
