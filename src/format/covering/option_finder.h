/* Finds the option of an exact cover problem that has given items, with or without colours:

     bcov_option_finder_begin (&options);
     bcov_option_state state = bcov_option_finder_add (&options, "X:1", 3);
     if (state == BCOV_OPTION_WELL)
       state = bcov_option_finder_find (&options, &number); */

#ifndef BCOV_OPTION_FINDER_H
#define BCOV_OPTION_FINDER_H

#include "base/table.h"
#include "puzzle/puzzle.h"

typedef enum {
  BCOV_OPTION_WELL,
  BCOV_OPTION_UNKNOWN_ITEM,
  BCOV_OPTION_UNKNOWN_COLOUR,
  BCOV_OPTION_ITEM_TWICE,
  BCOV_OPTION_NONE, /* no option has these items */
  BCOV_OPTION_USED  /* all such options were found since the last restart */
} bcov_option_state;

typedef struct {
  const bcov_exact *exact;
  bcov_table items, colours;
  bcov_table by_items; /* options */
  uint32_t *colour;    /* of each item: its colour in the current option */
  uint64_t *told;      /* of each item: the number of the last option that has it */
  uint64_t now;        /* the number of the current option */
  uint64_t hash;
  uint32_t count; /* of items in the current option */
  uint32_t *used; /* of each option: the last round in which it was found */
  uint32_t round;
} bcov_option_finder;

/* End it also after a failure. */
bcov_status bcov_option_finder_start (bcov_mem *mem, const bcov_exact *exact,
                                      bcov_option_finder *out, bcov_error *err);
void bcov_option_finder_end (bcov_mem *mem, bcov_option_finder *options);

/* Starts a new covering: every option may be found again. */
void bcov_option_finder_restart (bcov_option_finder *options);

/* Starts a new option. */
void bcov_option_finder_begin (bcov_option_finder *options);

/* Adds an item, followed by a colon and a colour if it has one. */
bcov_option_state bcov_option_finder_add (bcov_option_finder *options, const char *bytes,
                                          size_t length);

/* Finds an option with exactly these items; equal options are found one after the other. */
bcov_option_state bcov_option_finder_find (bcov_option_finder *options, uint32_t *out);

#endif
