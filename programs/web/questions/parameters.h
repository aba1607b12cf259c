/* The body of a request: a JSON object with the puzzle and the parameters of the question. */

#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "boardcover.h"

#include <jansson.h>

/* The endpoints as bits; the table of members refers to them. */
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
  SOLVE = 1 << 11,
  RUNNING = SOLVE | COUNT | LIST | COVERING | SAMPLE | FILL | HEAT | HINT | EXPLAIN | TRACE,
  ABOUT_PUZZLES = CONVERT | DRAW | RUNNING
};

struct parameters {
  const char *name; /* the file name in messages; an exact cover problem if it ends in .dlx */
  const char *engine;
  double seconds;
  uint64_t limit, number, seed, steps, pixels;
  const char *rank, *to, *medium, *heat_of, *colour_by;
  bool up_to_symmetry, exists, heat, cut, animate, isometric;
  json_t *puzzle, *placements;
};

/* Reads TEXT, the body of a request to the endpoint BIT.  Returns the JSON object that PARAMETERS
   points into; free it with json_decref.  If TEXT is wrong, returns NULL and the reason in WHY. */
json_t *parameters_read (const char *text, size_t length, unsigned bit,
                         struct parameters *parameters, char why[256]);

#endif
