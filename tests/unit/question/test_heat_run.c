/* The run behind heat: who shows it gets placements and shares, once. */

#include "suite.h"

#include "question/heat_run.h"
#include "ask.h"

typedef struct {
  unsigned calls;
  bcov_status status;
} seen;

/* Three dominoes on 2 x 3: 3 coverings, 7 placements, 9 uses. */
static bcov_status look_at (const bcov_heat_facts *heat, void *data, bcov_error *err)
{
  seen *s = data;
  unsigned long uses = 0;
  (void)err;
  s->calls++;
  assert_int_equal (mpz_get_ui (heat->total->value), 3);
  assert_int_equal (heat->count, 7);
  for (uint32_t k = 0; k < heat->count; k++)
    uses += mpz_get_ui (heat->uses[k].value);
  assert_int_equal (uses, 9);
  return s->status;
}

static void heat_is_shown_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_answer answer;
  seen s = {0, BCOV_OK};
  assert_int_equal (bcov_heat_run (puzzle, NULL, look_at, &s, &answer, NULL), BCOV_OK);
  assert_int_equal (s.calls, 1);
  assert_string_equal (answer.count, "3");
  bcov_answer_clear (&answer);
  s.status = BCOV_FAULT;
  assert_int_equal (bcov_heat_run (puzzle, NULL, look_at, &s, &answer, NULL), BCOV_FAULT);
  bcov_answer_clear (&answer);
  ask_end (mem, puzzle);
}

SUITE (heat_run)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (heat_is_shown_once)};
  return cmocka_run_group_tests_name ("heat_run", tests, NULL, NULL);
}
