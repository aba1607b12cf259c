/* Verifying the options chosen of an exact cover problem. */

#include "suite.h"

#include "make.h"
#include "puzzle/verify.h"

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_puzzle *puzzle;
  bcov_covering *covering;
} fixture;

static void add_item (fixture *f, const char *name, uint32_t lo, uint32_t hi)
{
  bcov_exact *exact = f->puzzle->exact;
  char *copy = bcov_mem_copy (f->mem, name, strlen (name), NULL);
  assert_int_equal (bcov_vec_push (f->mem, &exact->items, copy, NULL), 0);
  assert_int_equal (bcov_vec_push (f->mem, &exact->lo, lo, NULL), 0);
  assert_int_equal (bcov_vec_push (f->mem, &exact->hi, hi, NULL), 0);
}

/* An option such as "p xR": items by their letters, each with a colour or not. */
static void add_option (fixture *f, const char *text)
{
  bcov_exact *exact = f->puzzle->exact;
  for (; *text; text++) {
    uint32_t item = 0, colour = 0;
    while (exact->items.data[item][0] != *text)
      item++;
    if (text[1] && text[1] != ' ')
      colour = *++text == 'R' ? 1 : 2;
    if (text[1] == ' ')
      text++;
    assert_int_equal (bcov_vec_push (f->mem, &exact->item, item, NULL), 0);
    assert_int_equal (bcov_vec_push (f->mem, &exact->colour, colour, NULL), 0);
  }
  assert_int_equal (bcov_vec_push (f->mem, &exact->first, (uint32_t)exact->item.count, NULL), 0);
}

/* Items p (once), q (1 to 2 times), x and y (secondary). */
static fixture start (void)
{
  fixture f = {bcov_mem_new (0), bcov_error_new (), NULL, NULL};
  assert_int_equal (bcov_puzzle_new (f.mem, "a.dlx", &f.puzzle, NULL), 0);
  f.puzzle->exact = bcov_mem_alloc (f.mem, 1, sizeof *f.puzzle->exact, NULL);
  add_item (&f, "p", 1, 1);
  add_item (&f, "q", 1, 2);
  add_item (&f, "x", 0, 1);
  add_item (&f, "y", 0, 1);
  f.puzzle->exact->n_primary = 2;
  char *red = bcov_mem_copy (f.mem, "red", 3, NULL), *blue = bcov_mem_copy (f.mem, "blue", 4, NULL);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->exact->colours, red, NULL), 0);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->exact->colours, blue, NULL), 0);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->exact->first, 0, NULL), 0);
  static const char *const options[7] = {"p xR", "q xR", "q xB", "q x", "q y", "p y", "q"};
  for (int k = 0; k < 7; k++)
    add_option (&f, options[k]);
  assert_int_equal (bcov_puzzle_finish (f.puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (f.puzzle, &f.covering, NULL), 0);
  return f;
}

/* What is told when these options (digits from 1) are chosen. */
static void expect (const char *options, bool partial, const char *told)
{
  fixture f = start ();
  for (; *options; options++)
    assert_int_equal (bcov_covering_lay (f.covering, (uint32_t)(*options - '1'), 0, NULL, 0, NULL),
                      0);
  bcov_status status = bcov_verify (f.puzzle, f.covering, partial, NULL, f.err);
  assert_string_equal (bcov_error_text (f.err), told);
  assert_int_equal (status, *told ? BCOV_WRONG : BCOV_OK);
  make_end (f.mem, f.err, f.puzzle, f.covering);
}

static void items_are_counted (void **state)
{
  (void)state;
  expect ("17", false, "");
  expect ("67", false, "");
  expect ("1", false, "item q is covered 0 times; it must be covered 1 to 2 times");
  expect ("1", true, "");
  expect ("", false,
          "item p is covered 0 times; it must be covered 1 time\n"
          "item q is covered 0 times; it must be covered 1 to 2 times");
  expect ("1257", false, "item q is covered 3 times; it must be covered 1 to 2 times");
  expect ("56", false, "item y is covered 2 times; it must be covered at most 1 time");
}

static void colours_agree (void **state)
{
  (void)state;
  expect ("12", false, "");
  expect ("13", false, "item x has colour red by option 1 and colour blue by option 3");
  expect ("14", false, "item x has colour red by option 1 and colour none by option 4");
  expect ("41", false, "item x has colour none by option 4 and colour red by option 1");
}

static void options_are_chosen_once (void **state)
{
  (void)state;
  expect ("177", false, "option 7 is chosen twice");
  expect ("178", false, "there is no option 8");
}

static void failures_are_reported (void **state)
{
  (void)state;
  fixture f = start ();
  size_t before = bcov_mem_used (f.mem);
  for (size_t n = 1; n < 3; n++) {
    bcov_mem_fail_at (f.mem, n);
    assert_int_equal (bcov_verify (f.puzzle, f.covering, true, NULL, NULL), BCOV_FAULT);
    bcov_mem_fail_at (f.mem, 0);
    assert_int_equal (bcov_mem_used (f.mem), before);
  }
  make_end (f.mem, f.err, f.puzzle, f.covering);
}

SUITE (verify_exact)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (items_are_counted),
      cmocka_unit_test (colours_agree),
      cmocka_unit_test (options_are_chosen_once),
      cmocka_unit_test (failures_are_reported),
  };
  return cmocka_run_group_tests_name ("verify_exact", tests, NULL, NULL);
}
