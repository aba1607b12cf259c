/* Openings: after each level the owners of bits are just the fields that are open then, on random
   models of all kinds in random orders. */

#include "suite.h"

#include "programs.h"
#include "random_cases.h"
#include "engine/program/open_fields.h"

enum { MODELS = 300 };

static bool is_open (const bcov_field *f, uint32_t level)
{
  return f->shift < 64 && f->opens <= level && (f->kept || f->closes > level);
}

static void compare (const bcov_program *p)
{
  bcov_open_fields o;
  assert_int_equal (bcov_open_fields_start (p, &o, NULL), BCOV_OK);
  for (uint32_t l = 0; l < p->levels.count; l++) {
    uint32_t owners = 0, open = 0;
    bcov_open_fields_pass (&o, l);
    for (uint32_t b = 0; b < 64; b++)
      owners += o.owner[b] != BCOV_NO_FIELD;
    for (uint32_t f = 0; f < p->fields.count; f++)
      if (is_open (&p->fields.data[f], l)) {
        assert_int_equal (o.owner[p->fields.data[f].shift], f);
        open++;
      }
    assert_int_equal (owners, open);
  }
  bcov_open_fields_end (&o);
}

static void owners_are_the_open_fields (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (20261116)};
  for (uint64_t k = 0; k < cases (MODELS); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = programs_draw (mem, &random, k);
    bcov_program program = programs_unroll (&model, NULL, k % 2 ? &random : NULL);
    compare (&program);
    bcov_program_free (&program);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

static void failures_are_told (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program program = programs_board (mem, "4x4", "I2:any");
  bcov_open_fields o;
  size_t used = bcov_mem_used (mem);
  for (size_t n = 1; n <= 2; n++) {
    bcov_mem_fail_at (mem, n);
    assert_int_equal (bcov_open_fields_start (&program, &o, NULL), BCOV_FAULT);
    bcov_mem_fail_at (mem, 0);
    assert_int_equal (bcov_mem_used (mem), used);
  }
  bcov_program_free (&program);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (open_fields)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (owners_are_the_open_fields),
      cmocka_unit_test (failures_are_told),
  };
  return cmocka_run_group_tests_name ("open_fields", tests, NULL, NULL);
}
