/* The body of a request: a JSON object with the puzzle and what is wanted of it. */

#ifndef ASK_H
#define ASK_H

#include "boardcover.h"

#include <jansson.h>

struct ask {
  const char *name; /* of the puzzle's file, for messages; one that ends in .dlx is exact cover */
  bcov_request request; /* what concerns the engine, and the time */
  double seconds;
  uint64_t limit, number, seed, steps, pixels;
  const char *rank, *to, *medium, *heat_of;
  bool up_to_symmetry, exists, heat, cut, animate, isometric;
  json_t *puzzle, *placements;
};

/* Reads TEXT for what BIT does (see route.h).  The object that ASK points into, for the caller to
   json_decref; NULL when it is wrong, with the reason in WHY. */
json_t *ask_read (const char *text, size_t length, unsigned bit, struct ask *ask, char why[256]);

#endif
