/* The code of blocks: interpreted in a plain way, it does what stepping state by state does, and
   never adds more units than there is room for. */

#include "suite.h"

#include "dense_boards.h"
#include "random_cases.h"
#include "engine/dense/dense_code.h"

#include <stdio.h>

/* A number in the buffer, and the units that it stands for. */
typedef struct {
  uint64_t value;
  uint32_t units;
} number;

static void interpret (const bcov_dense_code *code, uint32_t room, uint64_t prime, number *buffer)
{
  const uint16_t *w = code->words.data;
  while (w[1]) {
    uint32_t arity = w[0], count = w[1];
    for (w += 2; count--; w += arity + 1) {
      number sum = arity ? (number){0, 0} : (number){buffer[w[0]].value, 1};
      for (uint32_t n = 1; n <= arity; n++) {
        assert_true (w[n] < code->places);
        sum.value = bcov_residue_add (sum.value, buffer[w[n]].value, prime);
        sum.units += buffer[w[n]].units;
      }
      assert_true (sum.units <= room);
      assert_true (w[0] < code->places);
      buffer[w[0]] = sum;
    }
  }
}

/* The key of an entry of the combination FIXED. */
static uint64_t key_of (const bcov_dense_text *text, uint64_t fixed, uint32_t entry)
{
  for (uint32_t b = 0; b < text->touch; b++)
    fixed |= (uint64_t)(entry >> b & 1) << text->slot[b];
  return fixed;
}

static void run_combination (const bcov_dense_text *text, const bcov_dense_code *code,
                             uint64_t fixed, uint32_t room, uint64_t prime, uint64_t *states)
{
  number *buffer = calloc (code->places + 1, sizeof *buffer);
  const uint16_t *entry = code->entries.data;
  assert_non_null (buffer);
  for (size_t k = 0; k < code->loads.count; k++)
    buffer[code->loads.data[k]] = (number){states[key_of (text, fixed, *entry++)], 1};
  interpret (code, room, prime, buffer);
  for (size_t k = 0; k < code->stores.count; k++) {
    number n = buffer[code->stores.data[k]];
    assert_true (k < code->reduced || n.units == 1);
    states[key_of (text, fixed, *entry++)] = n.value;
  }
  for (size_t k = 0; k < code->zeros; k++)
    states[key_of (text, fixed, *entry++)] = 0;
  assert_int_equal (entry - code->entries.data, code->entries.count);
  free (buffer);
}

/* Takes all combinations of STATES through BLOCK. */
static void run_block (const bcov_dense_plan *plan, const bcov_dense_block *block,
                       const bcov_dense_pairs *pairs, uint32_t room, uint64_t prime,
                       uint64_t *states)
{
  bcov_mem *mem = plan->program->mem;
  bcov_dense_text text = {0};
  const bcov_dense_classes *c = &plan->classes;
  assert_int_equal (bcov_dense_text_make (plan, block, pairs, &text, NULL), 0);
  for (uint32_t kind = 0; kind < c->modulus; kind++) {
    bcov_dense_code code = {0};
    assert_int_equal (bcov_dense_code_make (mem, &text, kind, room, &code, NULL), 0);
    for (uint64_t fixed = 0; fixed < (uint64_t)1 << plan->bits; fixed++)
      if (!(fixed & block->slots) && bcov_dense_class (c->weight, c->modulus, fixed) == kind)
        run_combination (&text, &code, fixed, room, prime, states);
    bcov_dense_code_free (mem, &code);
  }
  bcov_vec_free (mem, &text.words);
}

/* After each block but the last, where classes may be lost, all states agree. */
static void compare (const bcov_program *p, unsigned lanes, uint32_t room)
{
  bcov_dense_plan plan;
  bcov_dense_pairs pairs;
  uint64_t *now = boards_states (p), *then = boards_states (p), *states = boards_states (p);
  uint64_t prime = bcov_prime (56, 0);
  assert_int_equal (bcov_dense_plan_make (p, lanes, &plan, NULL), 0);
  bcov_dense_pairs_start (&pairs, p->bits);
  for (size_t k = 0; k < plan.blocks.count; k++) {
    const bcov_dense_block *b = &plan.blocks.data[k];
    run_block (&plan, b, &pairs, room, prime, states);
    for (uint32_t level = b->first; level < b->first + b->levels; level++) {
      boards_step (p, level, prime, now, then);
      bcov_dense_pairs_step (&pairs, p, level);
      uint64_t *swap = now;
      now = then;
      then = swap;
    }
    if (k + 1 < plan.blocks.count)
      assert_memory_equal (states, now, sizeof *now << p->bits);
    assert_int_equal (states[0], now[0]);
  }
  bcov_dense_plan_free (&plan);
  free (now);
  free (then);
  free (states);
}

static void random_programs (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (200); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program p = boards_draw (mem, &random);
    if (p.bits <= 10)
      compare (&p, 1u << models_below (&random, 3), 40 + models_below (&random, 215));
    bcov_program_free (&p);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

static void boards (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p[] = {boards_program (mem, 12, 12, BOARDS_L3, false),
                      boards_program (mem, 11, 11, BOARDS_L3, true),
                      boards_program (mem, 7, 6, BOARDS_TROMINOES, false),
                      boards_program (mem, 12, 12, BOARDS_I2, false)};
  for (size_t k = 0; k < 4; k++) {
    compare (&p[k], 4, 33);
    bcov_program_free (&p[k]);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Hundreds of options for one cell: sums of very many sources. */
static void many_sources (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 3, 1, 1);
  for (uint32_t k = 0; k < 700; k++)
    models_add (&model, k % 7 == 0 ? 3 : k % 7 == 1 ? 6 : 1u << k % 3);
  bcov_program p = boards_unroll (&model);
  compare (&p, 4, 40);
  compare (&p, 4, 255);
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void every_allocation_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 6, 4, BOARDS_L3, false);
  bcov_dense_plan plan;
  bcov_dense_pairs pairs;
  bcov_dense_text text = {0};
  size_t n = 0;
  assert_int_equal (bcov_dense_plan_make (&p, 4, &plan, NULL), 0);
  bcov_dense_pairs_start (&pairs, p.bits);
  assert_int_equal (bcov_dense_text_make (&plan, plan.blocks.data, &pairs, &text, NULL), 0);
  size_t before = bcov_mem_used (mem);
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_dense_code code = {0};
    bcov_mem_fail_at (mem, n + 1);
    status = bcov_dense_code_make (mem, &text, 0, 255, &code, NULL);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_dense_code_free (mem, &code);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 10);
  bcov_mem_fail_at (mem, 0);
  bcov_vec_free (mem, &text.words);
  bcov_dense_plan_free (&plan);
  bcov_program_free (&p);
  bcov_mem_delete (mem);
}

SUITE (dense_code)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_programs),
      cmocka_unit_test (boards),
      cmocka_unit_test (many_sources),
      cmocka_unit_test (every_allocation_fails),
  };
  return cmocka_run_group_tests_name ("dense_code", tests, NULL, NULL);
}
