/* A function with clones for several processors runs: the choice between them is made before main,
   where a sanitizer is not ready yet. */

#include "base/dispatch.h"

BCOV_CLONES unsigned add_up (const unsigned *numbers, unsigned count);

BCOV_CLONES unsigned add_up (const unsigned *numbers, unsigned count)
{
  unsigned sum = 0;
  for (unsigned k = 0; k < count; k++)
    sum += numbers[k];
  return sum;
}

int main (void)
{
  const unsigned numbers[] = {1, 2, 3};
  return add_up (numbers, 3) != 6;
}
