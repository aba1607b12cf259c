/* Calls a function with clones for several processors.  The clone is chosen before main, when a
   sanitizer may not be ready. */

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
