/* Which option of an exact cover problem has given items?  Items are told one by one, as words:

     bcov_option_finder_begin (&options);
     status = bcov_option_finder_add (&options, "X:1", 3);
     uint32_t option = bcov_option_finder_find (&options); */

#ifndef BCOV_OPTION_FINDER_H
#define BCOV_OPTION_FINDER_H

#include "base/table.h"
#include "puzzle/puzzle.h"

/* What became of a word or of an option. */
typedef enum {
  BCOV_OPTION_WELL,
  BCOV_OPTION_UNKNOWN_ITEM,
  BCOV_OPTION_UNKNOWN_COLOUR,
  BCOV_OPTION_ITEM_TWICE,
  BCOV_OPTION_NONE, /* no option has these items */
  BCOV_OPTION_USED  /* all that have them were found before, since the last restart */
} bcov_option_state;

typedef struct {
  const bcov_exact *exact;
  bcov_table items, colours;
  bcov_table by_items; /* options */
  uint32_t *colour;    /* of each item told: its colour */
  uint64_t *told;      /* of each item: the last option it was told of */
  uint64_t now;
  uint64_t hash;
  uint32_t count; /* items told */
  uint32_t *used; /* of each option: the last round it was found in */
  uint32_t round;
} bcov_option_finder;

/* To be ended also after a failure. */
bcov_status bcov_option_finder_start (bcov_mem *mem, const bcov_exact *exact,
                                      bcov_option_finder *out, bcov_error *err);
void bcov_option_finder_end (bcov_mem *mem, bcov_option_finder *options);

/* A new covering begins: every option may be found again. */
void bcov_option_finder_restart (bcov_option_finder *options);

void bcov_option_finder_begin (bcov_option_finder *options);
bcov_option_state bcov_option_finder_add (bcov_option_finder *options, const char *bytes,
                                          size_t length);
/* An option with just the items told, each equal one in turn. */
bcov_option_state bcov_option_finder_find (bcov_option_finder *options, uint32_t *out);

#endif
