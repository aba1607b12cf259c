/* Every constant that decides between engines, tables and give-ups, with the origin of its value.

   All decisions of src/engine/plan use these and nothing else.  What a kernel does inside (strides,
   lanes, pivots) is tuned where it is.

   Origins.  All values are those of version 0.1.  *Timed*: a time of an inner loop, as its author
   noted it; not measured again since.  *Derived*: follows from such a time.  *By hand*: chosen by
   its author, without a record of measurements.  *Contract*: the order of lists depends on it, so a
   change renumbers coverings; it is a number of states or nodes and never a clock, as it must not
   depend on the machine.  bench/choice.py compares the choices that follow from all of them. */

#ifndef BCOV_TUNING_H
#define BCOV_TUNING_H

#include "engine/count/frontier.h"

#include <assert.h>

enum {
  /* Transitions of the sparse table: a hundredth of a second (derived).  Every count starts with a
     try of so many, a tenth where pieces are used once, since a search may then be over at once. */
  BCOV_SOON = 300000,
  BCOV_SOON_ONCE = BCOV_SOON / 10,

  /* States that are kept for a list; beyond, lists come from a search.  The second where pieces are
     used once and the search is short (contract, by hand). */
  BCOV_LISTED_STATES = 400000,
  BCOV_LISTED_ONCE = 5000,

  /* States that are tried where solutions are wanted in any order: half as many as the search is
     estimated to have nodes, within these bounds (contract for samples, by hand). */
  BCOV_LEAST_TRIED = 50000,
  BCOV_MOST_TRIED = 3000000,

  /* The quick search: nodes of a tree that threads take longer to start for (derived: 1.5 ms), of
     one that is over before progress is shown (derived: 0.1 s), and units that keep threads busy to
     the end (by hand). */
  BCOV_QUICK_SMALL = 30000,
  BCOV_QUICK_SHORT = 2000000,
  BCOV_QUICK_UNITS = 4000,

  /* Bytes of its tables, for each worker: by hand. */
  BCOV_QUICK_LEAST_DEAD = 1 << 20,
  BCOV_QUICK_MOST_DEAD = 1 << 22,
  BCOV_QUICK_MOST_CACHE = 1 << 23,

  /* ... and for each node of the tree: a name of one word, and an entry of the cache with its moves
     (derived from their sizes). */
  BCOV_QUICK_DEAD_NODE = 8,
  BCOV_QUICK_CACHE_NODE = 128,

  /* The other search: nodes of a tree that is for threads, and nodes after which a count that was
     estimated to be smaller gets them after all (derived: 0.14 s and 0.07 s). */
  BCOV_SEARCH_LARGE = 200000,
  BCOV_SEARCH_ALONE = 100000,

  /* Bytes that its rows of bits may take, and the part of free memory that this may be for all
     workers: one in so many (by hand).  Sparse sets, which make the same choices more slowly, have
     no such bound. */
  BCOV_BITSET_BYTES = 1 << 26,
  BCOV_BITSET_SHARE = 4,

  /* Units for each part, and parts that a whole tree is divided like (contract for --part, by
     hand). */
  BCOV_UNITS_A_PART = 128,
  BCOV_WHOLE_PARTS = 4,

  /* Steps of the look ahead in a reduction (by hand). */
  BCOV_REDUCE_STEPS = 3000000,

  /* Parity is used where so few of the sums that pieces can make lie above or below what is needed,
     and with so many pieces at most (by hand; figures in docs/ALGORITHMS.md). */
  BCOV_PARITY_SUMS = 4,
  BCOV_PARITY_PIECES = 24,

  /* A program is local when at most one field in so many is open for long (by hand; pieces without
     a count have none, twelve single pieces on 60 cells have one in six). */
  BCOV_LOCAL_SHARE = 20,

  /* Images of options under symmetries that may be looked at, for a piece that is used once, and
     for the middle cell, which saves less (contract for lists by search, by hand). */
  BCOV_MOST_IMAGES = 1 << 22,
  BCOV_MOST_IMAGES_OF_CELLS = 1 << 17,

  /* In quarters: what an item must save to be worth its symmetry, and the share of what the best
     item saves that the one with the fewest representatives must save (contract, by hand). */
  BCOV_SYMMETRY_LEAST = 5,
  BCOV_SYMMETRY_NEARLY = 3
};

static_assert (BCOV_LISTED_ONCE < BCOV_LISTED_STATES && BCOV_LEAST_TRIED < BCOV_MOST_TRIED &&
                   BCOV_MOST_IMAGES_OF_CELLS < BCOV_MOST_IMAGES,
               "bounds of what is kept and looked at rise");
static_assert (BCOV_QUICK_SMALL < BCOV_QUICK_SHORT && BCOV_SEARCH_ALONE < BCOV_SEARCH_LARGE &&
                   BCOV_QUICK_LEAST_DEAD <= BCOV_QUICK_MOST_DEAD,
               "bounds of searches rise");

/* Seconds for a node of the quick search that remembers dead states, of one that cannot since its
   keys have no room for a name, and of the other search (timed). */
static const double bcov_quick_node = 5e-8, bcov_forgetful_node = 1.5e-7, bcov_search_node = 7e-7;

/* Seconds for a transition of the frontier: of keys of one word of bits, and of others (timed). */
static const double bcov_simple_transition = 6e-8, bcov_other_transition = 2.5e-7;

/* Seconds of the quick search below which the other one is not estimated, and beyond which the
   quick one is not taken: of trees that nobody searches to the end the other search has the better
   way down (contract, by hand). */
static const double bcov_compared_from = 0.6, bcov_never = 1e5;

/* Nodes of a tree that parity is looked at for (by hand). */
static const double bcov_parity_nodes = 1e3;

/* Seconds of a search that are not worth trying anything else; of one whose list is not worth
   keeping states (contract); and of one that gets a share of its time before the frontier is tried,
   since estimates err by a factor of ten at times (by hand). */
static const double bcov_search_soon = 0.2, bcov_short_list = 1, bcov_long_search = 8,
                    bcov_first_share = 0.15;

/* A forecast of the frontier that is so many times dearer than the search is believed (by hand,
   from Bedlam's cube and the Tetris cube). */
static const double bcov_far_too_high = 20;

/* A try that replaces a search gets 8 times the transitions of its forecast, or twice the time of
   the search; one before a long search half its time, and never more than 1e12 (by hand). */
static const double bcov_forecast_slack = 8, bcov_search_slack = 2, bcov_last_share = 0.5,
                    bcov_most_transitions = 1e12;

/* Where tables do not fit into memory the frontier must be so many times faster (by hand). */
static const double bcov_unfit = 1e-3;

/* Nodes of a search that lists all solutions before any number of states is kept (derived: 21 s).
 */
static const double bcov_list_soon = 3e7;

/* Seconds, by the clock, of the search that a count with a limit begins with (by hand: people
   hardly notice them). */
static const double bcov_limit_soon = 0.5;

/* Seconds, by the clock, that `check` gives to the brute engine and to the search (by hand). */
#define bcov_brute_recount 3
#define bcov_search_recount 20

/* Which table of the frontier (timed: a state of the sparse table and 40 places of the dense one
   take equally long; the others by hand, on L-trominoes and dominoes). */
static const bcov_table_limits bcov_tables = {.dense_worth = 40,
                                              .dense_start = 4e6,
                                              .worth_halving = 1e6,
                                              .far_off = 16,
                                              .moment = 1e8,
                                              .alone = 2e7,
                                              .short_try = BCOV_SOON};

#endif
