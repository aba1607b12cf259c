/* A new result is that of an empty model: one solution, the empty one. */

#include "engine/result.h"

#include <assert.h>

void bcov_result_init (bcov_mem *mem, bcov_result *result)
{
  *result = (bcov_result){.mem = mem, .complete = true};
  bcov_number_init (&result->found, 1);
}

void bcov_result_free (bcov_result *result)
{
  if (!result->mem)
    return;
  bcov_number_clear (&result->found);
  bcov_vec_free (result->mem, &result->best);
  result->mem = NULL;
}

bcov_status bcov_result_combine (bcov_result *result, const bcov_result *part, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  assert (result->mem && part->mem && result != part);
  assert (part->widest <= part->states);
  bcov_number_multiply (&result->found, &part->found);
  result->nodes += part->nodes;
  result->states += part->states;
  result->dead += part->dead;
  result->remembered += part->remembered;
  result->looked_up += part->looked_up;
  result->odd += part->odd;
  result->halved = result->halved || part->halved;
  result->widest = part->widest > result->widest ? part->widest : result->widest;
  result->gain += part->gain;
  result->bound += part->complete ? part->gain : part->bound;
  result->saves = part->saves > result->saves ? part->saves : result->saves;
  result->complete = result->complete && part->complete;
  result->winner = part->winner ? part->winner : result->winner;
  result->left = part->left ? part->left : result->left;
  result->refuted = result->refuted || part->refuted;
  for (size_t k = 0; !status && k < part->best.count; k++)
    status = bcov_vec_push (result->mem, &result->best, part->best.data[k], err);
  return status;
}
