/* A step of a search in words: a line for people, perhaps with a drawing below it, or a line of
   JSON. */

#ifndef BCOV_TRACE_TEXT_H
#define BCOV_TRACE_TEXT_H

#include "base/text.h"
#include "puzzle/covering.h"
#include "puzzle/step_kind.h"

/* What a step is about. */
typedef enum {
  BCOV_ABOUT_CELL,
  BCOV_ABOUT_PIECE,
  BCOV_ABOUT_ITEM,   /* of an exact cover problem, a quota, a side */
  BCOV_ABOUT_REGION, /* of free cells */
  BCOV_ABOUT_PROOF   /* that nothing fits at all */
} bcov_about;

/* A step; what does not belong to its kind is 0. */
typedef struct {
  const bcov_puzzle *puzzle;
  bcov_step_kind deed;
  uint64_t number; /* of the step, from 1 */
  uint32_t depth;
  bcov_about about;      /* choose, cut, leave */
  uint32_t index;        /* number of the cell or piece */
  const char *name;      /* of the item; the proof */
  uint32_t ways;         /* choose, cut: placements left; try: of so many */
  uint32_t needed;       /* choose, cut: so many are lacking; 0: it may stay empty */
  uint32_t tried;        /* try: the how manieth */
  bool without;          /* cut: as the placement taken back last is ruled out now */
  const uint32_t *cells; /* cut: the region */
  uint32_t n_cells;
  bool only;                  /* there is no other region */
  const bcov_covering *piece; /* try, back: that placement alone */
  const bcov_covering *lying; /* try: all that lies on the board */
  uint64_t found;             /* covered, ended: coverings so far */
  uint64_t steps;             /* ended: of the search, as far as they were counted */
  bool complete;              /* ended: everything was tried */
  bool proved;                /* ended: a proof said that nothing need be tried */
} bcov_told;

/* How drawings look. */
typedef struct {
  bcov_style style;
  bool colour;
} bcov_tell_style;

/* What happens, in a few words without a line's end: "cell [0,0]: 3 placements, fewest of all". */
void bcov_trace_text_caption (const bcov_told *told, bcov_text *out);

/* The step as one or several lines, the last without its end. */
bcov_status bcov_trace_text_write (const bcov_told *told, const bcov_tell_style *style,
                                   bcov_text *out, bcov_error *err);
void bcov_trace_text_json (const bcov_told *told, bcov_text *out);

#endif
