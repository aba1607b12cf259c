/* The body of a request: a JSON object with the puzzle and what is wanted of it. */

#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "boardcover.h"

#include <jansson.h>

/* Endpoints as bits: each member of the body says with these which endpoints take it. */
enum {
  CONVERT = 1 << 0,
  DRAW = 1 << 1,
  COUNT = 1 << 2,
  LIST = 1 << 3,
  COVERING = 1 << 4,
  SAMPLE = 1 << 5,
  FILL = 1 << 6,
  HEAT = 1 << 7,
  HINT = 1 << 8,
  EXPLAIN = 1 << 9,
  TRACE = 1 << 10,
  RUNNING = COUNT | LIST | COVERING | SAMPLE | FILL | HEAT | HINT | EXPLAIN | TRACE,
  ABOUT_PUZZLES = CONVERT | DRAW | RUNNING
};

struct parameters {
  const char *name; /* of the puzzle's file, for messages; one that ends in .dlx is exact cover */
  const char *engine;
  double seconds;
  uint64_t limit, number, seed, steps, pixels;
  const char *rank, *to, *medium, *heat_of;
  bool up_to_symmetry, exists, heat, cut, animate, isometric;
  json_t *puzzle, *placements;
};

/* Reads TEXT, the body of a request to the endpoint BIT.  Returns the JSON object that PARAMETERS
   points into, for the caller to json_decref; NULL when TEXT is wrong, with the reason in WHY. */
json_t *parameters_read (const char *text, size_t length, unsigned bit,
                         struct parameters *parameters, char why[256]);

#endif
