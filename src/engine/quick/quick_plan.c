/* A plan is made once for a program: pockets, the move table, the bits of the key that are no
   shape, and where the level of a state goes in its name.

   Time and memory: those of the move table. */

#include "engine/engine.h"
#include "engine/quick/quick_plan.h"
#include "engine/quick/shape_cache.h"

#include <assert.h>

/* A name is the key with the level, plus one, in bits that the key does not need. */
static void plan_names (bcov_quick_plan *plan)
{
  const bcov_program *p = plan->program;
  uint32_t level_bits = 64 - (uint32_t)__builtin_clzll (p->levels.count + 1);
  uint32_t words = (p->bits + level_bits + 63) / 64;
  plan->name_words = words <= p->words ? p->words : 0;
  plan->name_shift = 64 - level_bits;
  assert (!plan->name_words || p->bits <= 64 * (p->words - 1) + plan->name_shift);
}

/* Which bits are the stock, and which of them are open before each level. */
static void find_stock (bcov_quick_plan *plan)
{
  uint64_t keep = plan->stock = bcov_shape_cache_stock (plan->program, &plan->pockets);
  assert (__builtin_popcountll (keep) <= BCOV_MOST_STOCK);
  for (uint32_t level = 0; level < plan->move_table.count; level++) {
    assert (!(keep & *plan->move_table.rows[level].guard));
    plan->move_table.rows[level].keep = keep;
    keep &= ~*plan->move_table.rows[level].clear;
  }
}

static bcov_status make_rest (bcov_quick_plan *plan, const bcov_model *model, unsigned without,
                              bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (plan->program->words == 1 && !(without & BCOV_WITHOUT_POCKETS))
    status = bcov_pockets_make (model, plan->program, &plan->pockets, err);
  if (!status)
    status = bcov_move_table_make (plan->program, model->origin.data, &plan->move_table, err);
  if (!status && plan->program->words == 1)
    find_stock (plan);
  if (!(without & BCOV_WITHOUT_MEMORY))
    plan_names (plan);
  return status;
}

bcov_status bcov_quick_plan_make (const bcov_model *model, const bcov_program *program,
                                  unsigned without, bcov_quick_plan *out, bool *can,
                                  bcov_error *err)
{
  *out = (bcov_quick_plan){.program = program};
  *can = bcov_move_table_can (program);
  bcov_status status = *can ? make_rest (out, model, without, err) : BCOV_OK;
  *can = *can && !status;
  if (!*can)
    bcov_quick_plan_free (out);
  return status;
}

void bcov_quick_plan_free (bcov_quick_plan *plan)
{
  bcov_move_table_free (&plan->move_table);
  bcov_pockets_free (&plan->pockets);
}
