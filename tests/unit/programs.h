/* A simple way to run a program in tests: sorted lists of states with their counts, computed with
   bcov_program_step alone.  Also programs to run. */

#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "format/puzzle/brief.h"
#include "models.h"
#include "engine/program/program_make.h"
#include "model/compile/compile.h"
#include "model/reduce/reduce.h"

enum { PROGRAMS_WORDS = 6 };

__extension__ typedef unsigned __int128 programs_number;

/* A state and the number of ways to it, modulo 2^128. */
typedef struct {
  uint64_t key[PROGRAMS_WORDS];
  programs_number ways;
} programs_state;

typedef struct {
  programs_state *data;
  size_t count, room;
} programs_states;

static inline void programs_put (programs_states *states, const uint64_t *key, uint32_t words,
                                 programs_number ways)
{
  assert_true (words <= PROGRAMS_WORDS);
  if (states->count == states->room) {
    states->room = states->room * 2 + 16;
    states->data = realloc (states->data, states->room * sizeof *states->data);
    assert_non_null (states->data);
  }
  programs_state *s = &states->data[states->count++];
  memset (s, 0, sizeof *s);
  memcpy (s->key, key, words * sizeof *key);
  s->ways = ways;
}

static inline int programs_compare (const void *a, const void *b)
{
  const programs_state *x = a, *y = b;
  for (int w = 0; w < PROGRAMS_WORDS; w++)
    if (x->key[w] != y->key[w])
      return x->key[w] < y->key[w] ? -1 : 1;
  return 0;
}

/* Sorts the states and merges equal ones. */
static inline void programs_merge (programs_states *states)
{
  size_t kept = 0;
  if (states->count)
    qsort (states->data, states->count, sizeof *states->data, programs_compare);
  for (size_t k = 0; k < states->count; k++)
    if (kept && !programs_compare (&states->data[kept - 1], &states->data[k]))
      states->data[kept - 1].ways += states->data[k].ways;
    else
      states->data[kept++] = states->data[k];
  states->count = kept;
}

/* The number of ways to KEY. */
static inline programs_number programs_find (const programs_states *states, const uint64_t *key,
                                             uint32_t words)
{
  programs_state wanted = {0};
  memcpy (wanted.key, key, words * sizeof *key);
  const programs_state *s = states->count ? bsearch (&wanted, states->data, states->count,
                                                     sizeof *states->data, programs_compare)
                                          : NULL;
  return s ? s->ways : 0;
}

static inline programs_states programs_start (const bcov_program *p)
{
  programs_states first = {0};
  uint64_t zero[PROGRAMS_WORDS] = {0};
  programs_put (&first, zero, p->words, 1);
  return first;
}

/* Computes the states after LEVEL from those before it. */
static inline void programs_step (const bcov_program *p, uint32_t level, programs_states *states)
{
  const bcov_level *l = &p->levels.data[level];
  programs_states next = {0};
  for (size_t k = 0; k < states->count; k++)
    for (uint32_t m = 0; m <= l->moves; m++) {
      uint64_t out[PROGRAMS_WORDS];
      uint32_t move = m < l->moves ? l->first_move + m : BCOV_NO_MOVE;
      if (bcov_program_step (p, level, move, states->data[k].key, out))
        programs_put (&next, out, p->words, states->data[k].ways);
    }
  free (states->data);
  programs_merge (&next);
  *states = next;
}

/* The states after the last level. */
static inline programs_states programs_run (const bcov_program *p)
{
  programs_states states = programs_start (p);
  for (uint32_t level = 0; level < p->levels.count; level++)
    programs_step (p, level, &states);
  return states;
}

/* The number of solutions of a program without kept fields. */
static inline programs_number programs_count (const bcov_program *p)
{
  programs_states last = programs_run (p);
  assert_true (last.count <= 1);
  for (uint32_t w = 0; last.count && w < p->words; w++)
    assert_int_equal (last.data[0].key[w], 0);
  programs_number ways = last.count ? last.data[0].ways : 0;
  free (last.data);
  return ways;
}

/* The number of solutions for each value of the kept fields. */
static inline programs_states programs_tally (const bcov_program *p)
{
  programs_states last = programs_run (p), tally = {0};
  for (size_t k = 0; k < last.count; k++) {
    uint64_t values[PROGRAMS_WORDS] = {0};
    size_t at = 0;
    for (uint32_t f = 0; f < p->fields.count; f++)
      if (p->fields.data[f].kept)
        values[at++] = bcov_program_value (p, f, last.data[k].key);
    programs_put (&tally, values, PROGRAMS_WORDS, last.data[k].ways);
  }
  size_t count = tally.count;
  programs_merge (&tally);
  assert_int_equal (tally.count, count);
  free (last.data);
  return tally;
}

/* The program of MODEL in the order of its items, or in a random order if RANDOM is not NULL. */
static inline bcov_program programs_unroll (const bcov_model *model, const bool *kept,
                                            bcov_random *random)
{
  bcov_program program;
  uint32_t items = (uint32_t)model->items.count, *order = calloc (items + 1, sizeof *order);
  for (uint32_t i = 0; i < items; i++)
    order[i] = i;
  for (uint32_t i = items; random && i > 1; i--) {
    uint32_t j = models_below (random, i), swap = order[i - 1];
    order[i - 1] = order[j];
    order[j] = swap;
  }
  assert_int_equal (bcov_program_make (model, order, kept, &program, NULL), BCOV_OK);
  free (order);
  return program;
}

/* A reduced random model of the K-th kind. */
static inline bcov_model programs_draw (bcov_mem *mem, bcov_random *random, uint64_t k)
{
  bcov_model drawn = models_draw (mem, random, models_turn (k), MODELS_OPTIONS), model;
  assert_int_equal (bcov_reduce_lightly (&drawn, NULL, &model, NULL), BCOV_OK);
  bcov_model_free (&drawn);
  return model;
}

/* The program of such a model in a random order. */
static inline bcov_program programs_random (bcov_mem *mem, bcov_random *random, uint64_t k)
{
  bcov_model model = programs_draw (mem, random, k);
  bcov_program program = programs_unroll (&model, NULL, random);
  bcov_model_free (&model);
  return program;
}

/* The model of a board and pieces, given as for -b and -p, not reduced. */
static inline bcov_compiled programs_compile (bcov_mem *mem, const bcov_brief *brief)
{
  bcov_puzzle *puzzle = NULL;
  bcov_compiled compiled = {0};
  bcov_error *err = bcov_error_new ();
  bcov_status status = bcov_brief_read (mem, brief, &puzzle, err);
  if (!status)
    status = bcov_compile (puzzle, false, NULL, &compiled, err);
  assert_string_equal (bcov_error_text (err), "");
  assert_int_equal (status, BCOV_OK);
  bcov_error_free (err);
  bcov_puzzle_free (puzzle);
  return compiled;
}

static inline bcov_program programs_board (bcov_mem *mem, const char *board, const char *pieces)
{
  bcov_brief brief = {.board = board, .pieces = pieces};
  bcov_compiled compiled = programs_compile (mem, &brief);
  bcov_program program = programs_unroll (&compiled.model, NULL, NULL);
  bcov_compiled_free (&compiled);
  return program;
}

/* COUNT items with one option each, which may or may not be chosen: 2^COUNT solutions.  The last
   item counts the chosen options. */
static inline bcov_model programs_coins (bcov_mem *mem, uint32_t count)
{
  bcov_model model = models_new (mem, count, 0, 1);
  assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 0, .hi = BCOV_MANY}, NULL), 0);
  for (uint32_t i = 0; i < count; i++) {
    bcov_touch touches[] = {{.item = i, .times = 1}, {.item = count, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, 2, i, NULL), 0);
  }
  return model;
}

/* OPTIONS options, each of which touches SIZE of ITEMS items once: wide keys. */
static inline bcov_model programs_wide (bcov_mem *mem, bcov_random *random, uint32_t items,
                                        uint32_t options, uint32_t size)
{
  bcov_model model = models_new (mem, items, 0, 1);
  for (uint32_t o = 0; o < options; o++) {
    bcov_touch touches[1024];
    uint32_t count = 0;
    for (uint32_t i = 0; i < items; i++) /* all with the same probability */
      if (models_below (random, items - i) < size - count)
        touches[count++] = (bcov_touch){.item = i, .times = 1};
    assert_int_equal (bcov_model_option (&model, touches, count, o, NULL), 0);
  }
  return model;
}

static inline void programs_end (bcov_program *program)
{
  bcov_mem *mem = program->mem;
  bcov_program_free (program);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

#endif
