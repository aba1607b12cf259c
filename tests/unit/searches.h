/* Models for tests of the quick search, and lists of its solutions.

   The models are of all kinds that the search supports: small random ones with optional cells and
   optional items; boards of all lattices with holes, and with pieces used once or any number of
   times; and such boards with additional items, so that a key takes two words. */

#ifndef SEARCHES_H
#define SEARCHES_H

#include "format/puzzle/brief.h"
#include "engines.h"
#include "programs.h"
#include "random_cases.h"
#include "engine/quick/quick_search.h"

#include <stdio.h>

enum { SEARCHES_KINDS = 6 };

/* ---- solutions ---- */

/* A hash of each solution, in the order in which they were found. */
typedef struct {
  uint64_t *data;
  size_t count, room;
  size_t enough; /* stop after this many; 0: never */
} searches_found;

static inline int searches_compare (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* A hash that does not depend on the order of the options.  Checks that they are distinct. */
static inline uint64_t searches_number (const uint32_t *options, size_t count)
{
  uint64_t sum = count;
  for (size_t k = 0; k < count; k++) {
    bcov_random mixed = {options[k]};
    for (size_t j = 0; j < k; j++)
      assert_int_not_equal (options[j], options[k]);
    sum += bcov_random_next (&mixed) ^ bcov_random_next (&mixed) >> 7;
  }
  return sum;
}

static inline void searches_put (searches_found *found, uint64_t number)
{
  if (found->count == found->room) {
    found->room = 2 * found->room + 64;
    found->data = realloc (found->data, found->room * sizeof *found->data);
    assert_non_null (found->data);
  }
  found->data[found->count++] = number;
}

static inline bool searches_sink (void *data, const uint32_t *options, size_t count)
{
  searches_found *found = data;
  searches_put (found, searches_number (options, count));
  return found->count != found->enough;
}

static inline void searches_sort (searches_found *found)
{
  if (found->count)
    qsort (found->data, found->count, sizeof *found->data, searches_compare);
  for (size_t k = 1; k < found->count; k++)
    assert_int_not_equal (found->data[k - 1], found->data[k]);
}

/* Checks that both have the same solutions in the same order. */
static inline void searches_expect_same (const searches_found *found,
                                         const searches_found *expected)
{
  assert_int_equal (found->count, expected->count);
  for (size_t k = 0; k < found->count; k++)
    assert_int_equal (found->data[k], expected->data[k]);
}

/* Checks that FOUND contains each solution of SORTED once, in any order. */
static inline void searches_expect_all (const searches_found *found, const searches_found *sorted)
{
  searches_found copy = {0};
  for (size_t k = 0; k < found->count; k++)
    searches_put (&copy, found->data[k]);
  searches_sort (&copy);
  searches_expect_same (&copy, sorted);
  free (copy.data);
}

/* The solutions that the brute engine finds, sorted. */
static inline searches_found searches_brute (const bcov_model *model)
{
  bcov_control control;
  searches_found found = {0};
  bcov_job job = engines_job (model, &control);
  job.sink = searches_sink;
  job.data = &found;
  uint64_t count = engines_run (bcov_brute_run, &job).count;
  assert_int_equal (count, found.count);
  searches_sort (&found);
  return found;
}

/* ---- models ---- */

static const struct {
  const char *lattice, *pieces[6];
  int rows, columns;
} searches_boards[] = {
    {"square",
     {"I2:any", "L3:any", "I2:any,L3:any", "tetrominoes,I2:any", "L3:any,I4,P5,V5,I1:2",
      "L4:0..1,T4:0..1,I3:any"},
     4,
     5},
    {"hex",
     {"XX:any", "trihexes:any", "trihexes,XX:any", "tetrahexes", "XX:any,X./.X", "XXX:any"},
     4,
     4},
    {"triangle",
     {"XX:any", "XXX:any", "tetriamonds,XX:any", "XXX:any,tetriamonds:any", "tetriamonds:any",
      "pentiamonds"},
     3,
     6},
    {"cube",
     {"I2:any", "L3:any", "I3:any,L3:any", "tetracubes", "I2:any,L3", "I2:0..1,L3:any"},
     2,
     6},
};

/* A random board for -b with some holes and sometimes optional cells. */
static inline void searches_draw_board (char *text, size_t lattice, bcov_random *random)
{
  uint32_t maybe = models_below (random, 4) ? 0 : 1;
  if (lattice == 3) {
    sprintf (text, "2x3x%u", 2 + models_below (random, 2));
    return;
  }
  for (int r = 0; r < searches_boards[lattice].rows; r++) {
    for (int c = 0; c < searches_boards[lattice].columns; c++) {
      uint32_t chance = models_below (random, 12);
      *text++ = chance == 0 ? '#' : chance == 1 && maybe ? '?' : '.';
    }
    *text++ = '/';
  }
  *--text = 0;
}

/* Adds EXTRA optional items to MODEL, each of which a few options touch. */
static inline bcov_model searches_extend (const bcov_model *model, bcov_random *random,
                                          uint32_t extra)
{
  bcov_model out;
  uint32_t items = (uint32_t)model->items.count;
  assert_int_equal (bcov_model_init (model->mem, &out, NULL), 0);
  for (uint32_t i = 0; i < items + extra; i++)
    assert_int_equal (
        bcov_model_item (&out, i < items ? model->items.data[i] : (bcov_item){.hi = 1}, NULL), 0);
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    bcov_touch touches[256];
    uint32_t count = model->first.data[o + 1] - model->first.data[o];
    memcpy (touches, &model->touches.data[model->first.data[o]], count * sizeof *touches);
    for (uint32_t i = 0; i < extra; i++)
      if (models_below (random, 14) == 0)
        touches[count++] = (bcov_touch){.item = items + i, .times = 1};
    assert_int_equal (bcov_model_option (&out, touches, count, o, NULL), 0);
  }
  return out;
}

static inline bcov_model searches_board (bcov_mem *mem, const bcov_brief *brief,
                                         bcov_random *random, uint32_t extra)
{
  bcov_compiled compiled = programs_compile (mem, brief);
  bcov_model model = searches_extend (&compiled.model, random, extra);
  bcov_compiled_free (&compiled);
  return model;
}

/* The model of a board and pieces, given as for -b and -p, not reduced. */
static inline bcov_model searches_plain (bcov_mem *mem, const char *board, const char *pieces)
{
  bcov_random random = {0};
  return searches_board (mem, &(bcov_brief){.board = board, .pieces = pieces}, &random, 0);
}

/* The K-th random model, not reduced. */
static inline bcov_model searches_draw (bcov_mem *mem, bcov_random *random, uint64_t k)
{
  char text[200];
  uint64_t kind = k % SEARCHES_KINDS;
  if (kind < 3)
    return models_draw (mem, random, kind == 2 ? models_turn (k) : models_turn (kind * 8),
                        MODELS_OPTIONS);
  size_t lattice = models_below (random, 4);
  bcov_brief brief = {.board = text,
                      .lattice = searches_boards[lattice].lattice,
                      .pieces = searches_boards[lattice].pieces[models_below (random, 6)]};
  searches_draw_board (text, lattice, random);
  return searches_board (mem, &brief, random, kind == 5 ? 40 + models_below (random, 60) : 0);
}

static inline bcov_model searches_reduce (const bcov_model *model)
{
  bcov_model reduced;
  assert_int_equal (bcov_reduce_lightly (model, NULL, &reduced, NULL), BCOV_OK);
  return reduced;
}

/* Iterates over random models, by default COUNT of them.  Tests that need different models pass
   different SHIFTs.

     searches_models m = searches_start (MODELS, 0);
     while (searches_next (&m))
       use m.model, m.reduced and m.random

   Each step checks that nothing but the previous model is in use, and frees it. */
typedef struct {
  uint64_t seed, count;
  uint64_t k; /* index of the current model */
  bcov_mem *mem;
  bcov_random random;
  bcov_model model, reduced;
} searches_models;

static inline searches_models searches_start (uint64_t count, uint64_t shift)
{
  return (searches_models){.seed = cases_seed (shift), .count = cases (count)};
}

static inline void searches_end (bcov_mem *mem, bcov_model *model, bcov_model *reduced)
{
  bcov_model_free (model);
  bcov_model_free (reduced);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static inline bool searches_next (searches_models *m)
{
  if (m->mem) {
    searches_end (m->mem, &m->model, &m->reduced);
    m->k++;
  }
  if (m->k == m->count)
    return false;
  m->random = (bcov_random){m->seed + m->k};
  m->mem = bcov_mem_new (0);
  m->model = searches_draw (m->mem, &m->random, m->k);
  m->reduced = searches_reduce (&m->model);
  return true;
}

/* ---- runs ---- */

/* Allocates the program of MODEL in a good order.  Returns NULL and sets *STATUS if there is none.
 */
static inline bcov_program *searches_program (const bcov_model *model, bcov_control *control,
                                              bcov_status *status, bcov_error *err)
{
  double bits;
  bcov_program *program = malloc (sizeof *program);
  assert_non_null (program);
  *status = bcov_program_make_along (model, NULL, NULL, control, &bits, program, err);
  if (!*status)
    return program;
  free (program);
  return NULL;
}

static inline void searches_forget (bcov_program *program)
{
  if (program)
    bcov_program_free (program);
  free (program);
}

/* The plan of MODEL in a good order of its items.  The plan refers to the program, which is on the
   heap, so that a searches_quick may be moved. */
typedef struct {
  bcov_quick_plan plan;
  bcov_program *program;
} searches_quick;

/* Returns false if the quick search does not support the model; then there is nothing to free. */
static inline bool searches_plan (const bcov_model *model, unsigned without, searches_quick *out)
{
  bcov_control control;
  bcov_status status;
  bool can = false;
  bcov_control_start (&control, NULL);
  *out = (searches_quick){0};
  out->program = searches_program (model, &control, &status, NULL);
  if (status == BCOV_STOPPED) /* too wide */
    return false;
  assert_int_equal (status, BCOV_OK);
  assert_int_equal (bcov_quick_plan_make (model, out->program, without, &out->plan, &can, NULL),
                    BCOV_OK);
  if (!can)
    searches_forget (out->program);
  return can;
}

static inline void searches_plan_free (searches_quick *quick)
{
  bcov_quick_plan_free (&quick->plan);
  searches_forget (quick->program);
}

/* Lists all solutions, pausing after a number of nodes, with PARITY if it is not NULL.  OUT keeps
   the statistics. */
static inline searches_found searches_leaning (const bcov_quick_plan *plan,
                                               const bcov_parity *parity, size_t dead_bytes,
                                               size_t cache_bytes, uint64_t nodes,
                                               bcov_quick_search *out)
{
  searches_found found = {0};
  bcov_quick_search h;
  bcov_quick_stop stop = BCOV_QUICK_PAUSE;
  assert_int_equal (bcov_quick_search_start (plan, dead_bytes, cache_bytes, &h, NULL), BCOV_OK);
  if (parity)
    bcov_quick_search_lean (&h, parity);
  while (stop != BCOV_QUICK_OVER) {
    stop = bcov_quick_search_go (&h, nodes, 0);
    assert_true (stop != BCOV_QUICK_DEEP && stop != BCOV_QUICK_UP);
    if (stop == BCOV_QUICK_FOUND)
      searches_sink (&found, h.taken, h.n_taken);
  }
  assert_int_equal (h.found, found.count);
  assert_int_equal (bcov_quick_search_go (&h, nodes, 0), BCOV_QUICK_OVER);
  *out = h;
  bcov_quick_search_end (&h);
  return found;
}

static inline searches_found searches_all (const bcov_quick_plan *plan, size_t dead_bytes,
                                           size_t cache_bytes, uint64_t nodes,
                                           bcov_quick_search *out)
{
  return searches_leaning (plan, NULL, dead_bytes, cache_bytes, nodes, out);
}

#endif
