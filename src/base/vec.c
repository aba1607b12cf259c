/* Doubling the room bounds the elements copied by n pushes by 2n. */

#include "base/vec.h"

#include <assert.h>

void *bcov_vec_grow (bcov_mem *mem, void *data, size_t *room, size_t need, size_t size,
                     bcov_error *err)
{
  size_t wanted = *room < 8 ? 8 : *room * 2;
  if (wanted < need)
    wanted = need;
  assert (need > *room && wanted >= need);
  void *bigger = bcov_mem_resize (mem, data, wanted, size, err);
  if (bigger)
    *room = wanted;
  return bigger;
}

int bcov_vec_by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}
