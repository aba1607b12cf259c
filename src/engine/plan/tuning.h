/* All constants that decide between engines and tables, with the origin of each value.  Constants
   inside a kernel (strides, lanes) are in its own file.

   Origins.  All values are those of version 0.1.  *Timed*: the measured time of an inner loop, not
   measured again since.  *Derived*: follows from such a time.  *By hand*: chosen without a record
   of measurements.  *Contract*: the order of lists depends on it, so a change renumbers coverings;
   it is a number of states or nodes, never a time, because it must not depend on the machine.
   bench/choice.py compares the resulting choices. */

#ifndef BCOV_TUNING_H
#define BCOV_TUNING_H

#include "engine/bound/branch.h"
#include "engine/count/frontier.h"
#include "engine/probe/probe.h"

#include <assert.h>

enum {
  /* Transitions of the sparse table with which every count starts: a hundredth of a second
     (derived); a tenth of that if pieces are used once, because a search may then end at once. */
  BCOV_SOON = 300000,
  BCOV_SOON_ONCE = BCOV_SOON / 10,

  /* How many times as many transitions as before the frontier makes until it asks again whether to
     go on (by hand). */
  BCOV_ASKED = 3,

  /* The most states that a list keeps; beyond, lists come from a search.  The second value is for
     pieces that are used once, with a short search (contract, by hand). */
  BCOV_LISTED_STATES = 400000,
  BCOV_LISTED_ONCE = 5000,

  /* States to try if solutions are wanted in any order: half of the estimated nodes of a search,
     within these bounds (contract for samples, by hand). */
  BCOV_LEAST_TRIED = 50000,
  BCOV_MOST_TRIED = 3000000,

  /* `sample`: the least items of a model whose states may be too many to keep, the width of a board
     above which they always are (contract for samples, by hand).  The most edges around a
     hole for which coupling from the past is tried unasked (timed: a square hole of 36 edges costs
     nothing, one of 44 takes 0.6 s in the middle of 40x40 and 3 s in 80x80). */
  BCOV_SAMPLE_LEAST_ITEMS = 300,
  BCOV_SAMPLE_MOST_WIDTH = 64,
  BCOV_SAMPLE_HOLE = 40,

  /* Quick search: nodes that one thread visits before the others start (derived: 2.5 ms, or 10 ms
     with pockets); the same if the shape cache is used, because the others begin with empty ones
     (timed: 20 ms; earlier, they save less time than they take); nodes of a tree that ends before
     progress is shown (derived: 0.1 s). */
  BCOV_QUICK_ALONE = 50000,
  BCOV_QUICK_WARM = 400000,
  BCOV_QUICK_SHORT = 2000000,

  /* The most units of a list and the fewest of parts, which keep threads busy to the end (contract
     for --part, by hand), and the nodes of a unit in a shorter list (by hand: the tree above the
     units is a few percent of the whole). */
  BCOV_QUICK_UNITS = 4000,
  BCOV_QUICK_UNIT = 250,

  /* Quick search: bytes of the table of dead states, which workers share if they can, and of the
     cache of each worker (by hand), ... */
  BCOV_QUICK_LEAST_DEAD = 1 << 20,
  BCOV_QUICK_MOST_DEAD = 1 << 22,
  BCOV_QUICK_MOST_CACHE = 1 << 23,

  /* ... and of each node: a name of one word, and an entry of the cache with its moves (derived
     from their sizes). */
  BCOV_QUICK_DEAD_NODE = 8,
  BCOV_QUICK_CACHE_NODE = 128,

  /* The other search: nodes of a tree that is large enough to divide its list between threads
     (derived: 0.14 s), and nodes that one thread visits before the others start (derived: 11 ms,
     a hundred times what it takes to start one). */
  BCOV_SEARCH_LARGE = 200000,
  BCOV_SEARCH_ALONE = 16384,

  /* `fill`: nodes of the searches, steps of the local searches and states of the sweeps, first and
     later (by hand, on boards that take milliseconds), and the most states (derived: 6 GB). */
  BCOV_FILL_FIRST = 2048,
  BCOV_FILL_LATER = 32768,
  BCOV_FILL_COLOURED = 8 * BCOV_FILL_LATER,
  BCOV_REFILL_FIRST = 300,
  BCOV_REFILL_LATER = 2000,
  BCOV_SWEPT_FIRST = 20000,
  BCOV_SWEPT_LATER = 200000,
  BCOV_SWEPT_MOST = 1 << 29,

  /* The plain search before anything is prepared: the largest model, the bytes of its bitsets, the
     steps of work that it always gets, those that it gets if it seems about to end, and the number
     of nodes for each solution from which on solutions count as rare (by hand: 0.6 ms, 9 ms). */
  BCOV_PLAIN_TOUCHES = 20000,
  BCOV_PLAIN_BYTES = 1 << 20,
  BCOV_PLAIN_FIRST = 100000,
  BCOV_PLAIN_MOST = 1500000,
  BCOV_PLAIN_RARE = 64,

  /* The most bytes of its bitsets, and the divisor of the free memory that all workers may use for
     them (by hand).  Sparse sets, which make the same choices more slowly, have no such limit. */
  BCOV_BITSET_BYTES = 1 << 26,
  BCOV_BITSET_SHARE = 4,

  /* Units for each part, and the number of parts assumed for a whole tree (contract for --part, by
     hand). */
  BCOV_UNITS_A_PART = 128,
  BCOV_WHOLE_PARTS = 4,

  /* The least touches of a model that is reduced before anything else, to see whether it has any
     solutions (by hand: lists take 5 us a touch to prepare, and this takes a twentieth). */
  BCOV_GLANCE_TOUCHES = 200000,

  /* The most solutions that the methods of `solve` find one by one (by hand). */
  BCOV_LIMIT_FEW = 16,

  /* Steps of the lookahead in a reduction (by hand). */
  BCOV_REDUCE_STEPS = 3000000,

  /* Parity is used if at most this many possible sums lie above or below the one needed, and with
     at most this many pieces (by hand; figures in docs/ALGORITHMS.md). */
  BCOV_PARITY_SUMS = 4,
  BCOV_PARITY_PIECES = 24,

  /* A program is local if at most one field in 20 is open for long (by hand; pieces without a count
     have none, twelve single pieces on 60 cells have one in six). */
  BCOV_LOCAL_SHARE = 20,

  /* The most images of options under symmetries that are examined, for a piece that is used once
     and for the middle cell, which saves less (contract for lists by search, by hand). */
  BCOV_MOST_IMAGES = 1 << 22,
  BCOV_MOST_IMAGES_OF_CELLS = 1 << 17,

  /* In quarters: the factor that an item must save for its symmetry to pay, and the share of the
     best saving that the item with the fewest representatives must reach (contract, by hand). */
  BCOV_SYMMETRY_LEAST = 5,
  BCOV_SYMMETRY_NEARLY = 3,

  /* `count --estimate`: the most states of a beam, and the choices of a state for which memory is
     reserved (by hand).  Partial coverings that `explain` examines (derived: about a second). */
  BCOV_PROBE_STATES = 1 << 20,
  BCOV_PROBE_CHOICES = 8,
  BCOV_EXPLAIN_PROBES = 5000000
};

static_assert (BCOV_LISTED_ONCE < BCOV_LISTED_STATES && BCOV_LEAST_TRIED < BCOV_MOST_TRIED &&
                   BCOV_MOST_IMAGES_OF_CELLS < BCOV_MOST_IMAGES,
               "limits of states and images rise");
static_assert (BCOV_QUICK_ALONE < BCOV_QUICK_WARM && BCOV_QUICK_WARM < BCOV_QUICK_SHORT &&
                   BCOV_SEARCH_ALONE < BCOV_SEARCH_LARGE &&
                   BCOV_QUICK_LEAST_DEAD <= BCOV_QUICK_MOST_DEAD,
               "limits of searches rise");

/* Seconds for a node of the quick search with a table of dead states, of one without because its
   keys have no room for a name, and of the other search (timed). */
static const double bcov_quick_node = 5e-8, bcov_forgetful_node = 1.5e-7, bcov_search_node = 7e-7;

/* The same in a count, where the nodes of a turn are known; estimates of a quick search are too
   high because of its cuts, so that its nodes seem cheaper there (timed: 0.7 to 2.5e-7, 0.7 to
   2e-6). */
static const double bcov_quick_live = 1.8e-7, bcov_search_live = 1e-6;

/* Seconds for a transition of the frontier: with keys of one word of bits, and with others; and for
   updating a state of the dense table (timed). */
static const double bcov_simple_transition = 6e-8, bcov_other_transition = 2.5e-7,
                    bcov_dense_place = 1.5e-9;

/* `fill`: seconds for an operation of branch and bound, a choice of a sweep, a node of the search
   for each touch of the model, and a step of the local search (timed). */
static const double bcov_branch_operation = 3e-9, bcov_sweep_choice = 1.2e-8,
                    bcov_fill_touch = 1e-9, bcov_refill_step = 2e-6;

/* `fill`: the most seconds of a step before the relaxation; those of the first turn of each method
   after it, the factor between two turns, and how many times as long as a turn the relaxation may
   take (by hand). */
static const double bcov_fill_plain = 0.1, bcov_fill_turn = 0.02, bcov_fill_more = 3,
                    bcov_relax_worth = 8;

/* `fill`: steps of the local search and nodes of a round (by hand, on S, F and W pieces). */
static const bcov_branch_effort bcov_branch_efforts = {
    .root_steps = 10000, .round_steps = 2000, .first_nodes = 16, .most_nodes = 64};

/* Seconds of the quick search below which the other one is not estimated, and beyond which the
   quick one is not used, because the other one is better in trees too large to finish (contract, by
   hand). */
static const double bcov_compared_from = 0.6, bcov_never = 1e5;

/* The plain search: seconds for a step of work (timed); the bits of an order from which on the
   frontier is hopeless, and how many times as long as estimated the search may then take (by hand:
   random exact covers of 75 items have 60 bits, and estimates up to twice too high; boards on which
   a search and the frontier compete have up to 31 bits). */
static const double bcov_plain_step = 6e-9, bcov_hopeless_bits = 40, bcov_plain_slack = 3;

/* The fewest nodes of a tree for which parity is made (by hand). */
static const double bcov_parity_nodes = 1e3;

/* Seconds of a search that ends at once, and of one too short to keep states for its list (contract
   for the second). */
static const double bcov_search_at_once = 0.02, bcov_short_list = 1;

/* The contest of a count: the factor within which a forecast may be wrong, so that an engine gets a
   trial; its share of the least forecast; the least forecast that is worth trials; and the least
   and the most seconds of a trial.  A turn takes as many times the least forecast as the next value
   says.  Searches with forecasts beyond the next value never end, so that everybody gets a trial;
   the plain search takes part if the better one takes longer than the next; and the last is by how
   much the rest of a search may take longer than a turn (by hand, with bench/choice.py). */
static const double bcov_near = 10, bcov_trial_share = 0.02, bcov_worth_trials = 0.02,
                    bcov_least_trial = 0.001, bcov_most_trial = 20, bcov_turn_slack = 4,
                    bcov_next_slack = 1.5, bcov_endless = 100, bcov_most_live = 1e4,
                    bcov_local_doubt = 4, bcov_most_caution = 3, bcov_invite_from = 0.3;

/* `explain` expects a search, unless the frontier is this many times faster, if pieces are used
   once: a trial then usually shows that the search is faster than its estimate (by hand). */
static const double bcov_foreseen_worth = 2;

/* The share of the search time within which a frontier that exceeds the memory must stay (by hand).
 */
static const double bcov_unfit = 1e-3;

/* Matchings: seconds of a count that needs no comparison; seconds of a frontier for each item, and
   for each item, word of the number and state; and the logarithm of the factor by which each vertex
   of a separator multiplies the states (timed, on rectangles with a corner cut off). */
static const double bcov_match_at_once = 0.002, bcov_match_item = 4e-6, bcov_match_state = 1e-9,
                    bcov_match_growth = 0.75;

/* Nodes of a search beyond which any number of states is kept instead (derived: 21 s). */
static const double bcov_list_soon = 3e7;

/* `sample`: the bits of an order above which there are too many states to keep (contract, by hand:
   the Aztec diamond of order 18 has 28.1 bits and takes 4 s and 0.4 GB; order 20 has 30.4 bits). */
static const double bcov_sample_bits = 28.5;

/* Proofs that there is no solution: the wall seconds after which the first is sought, the factor
   between two such times, and the share of the time for each, so that all of them take a twentieth
   (by hand).  A count whose forecast exceeds the first of the next three values also spends that
   share of its forecast, at most the second, and at most the third on the methods of `solve` (by
   hand). */
static const double bcov_disproof_first = 0.1, bcov_disproof_growth = 3,
                    bcov_disproof_share = 0.034;
static const double bcov_disproof_from = 2, bcov_disproof_most = 2, bcov_disproof_methods = 0.5;

/* Seconds to prepare a proof, for a touch of the model; of a reduction before anything else, for a
   touch; and of a step of a reduction (timed). */
static const double bcov_disproof_touch = 4e-8, bcov_glance_touch = 4e-7, bcov_reduce_step = 2e-9;

/* A count with a limit: wall seconds of the search with which it begins (hardly noticeable); the
   forecast beyond which the methods of `solve` find a few solutions one by one, because they share
   their time among many; and how many times as long as its forecast a search may take before they
   do (by hand). */
#define bcov_limit_soon 0.5
#define bcov_limit_long 5
#define bcov_limit_slack 4

/* Processor seconds of `solve` before a hint counts coverings: half of the default time (by hand).
 */
#define bcov_hint_solve 2

/* Wall seconds that `check` gives to the brute engine and to the search (by hand). */
#define bcov_brute_recount 3
#define bcov_search_recount 20

/* `count --estimate`: the share of the effort within which the frontier must be expected to finish,
   and by how much forecasts of its time may be too low; see probe.h for the rest (by hand, with
   tests/known/run_estimate.py; the share for learning on six boards).
   `explain` makes an estimate if the count takes longer than this many seconds. */
static const double bcov_probe_count_share = 0.4, bcov_probe_caution = 2,
                    bcov_explain_estimates_from = 5;
static const bcov_probe_limits bcov_probes = {.learn_share = 0.35,
                                              .learn_states = 2048,
                                              .first_work = 200000,
                                              .first_share = 0.04,
                                              .trial_share = 0.08,
                                              .trials = 8,
                                              .draws = 16,
                                              .descents = 30,
                                              .most_states = BCOV_PROBE_STATES};

/* The choice of the frontier's table (timed: a state of the sparse table takes as long as 40 places
   of the dense one; the others by hand, on L-trominoes and dominoes). */
static const bcov_table_limits bcov_tables = {.dense_worth = 40,
                                              .dense_start = 4e6,
                                              .worth_halving = 1e6,
                                              .far_off = 16,
                                              .moment = 1e8,
                                              .alone = 2e7,
                                              .short_try = BCOV_SOON};

#endif
