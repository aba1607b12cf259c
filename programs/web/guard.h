/* Who may ask, and how. */

#ifndef GUARD_H
#define GUARD_H

#include "visit.h"

/* Looks at the head of a request and notes in VISIT what it will get, or why it is refused.  False
   when its body is not even worth being read. */
bool guard_check (struct visit *visit, const char *method);

#endif
