/* Stored levels of small models in random orders, and of boards, for tests. */

#ifndef KEEPING_H
#define KEEPING_H

#include "format/puzzle/brief.h"
#include "models.h"
#include "engine/levels/state_graph.h"
#include "model/compile/compile.h"
#include "model/reduce/reduce.h"
#include "engine/program/program_make.h"

/* A reduced model with its program; keeping_end frees both. */
typedef struct {
  bcov_model model;
  bcov_program program;
  bcov_control control;
} keeping;

/* Reduces MODEL and makes its program in a random order. */
static inline void keeping_start (keeping *k, const bcov_model *model, bcov_random *random)
{
  uint32_t order[256];
  bcov_control_start (&k->control, NULL);
  assert_int_equal (bcov_reduce (model, MODELS_STEPS, NULL, &k->model, NULL), BCOV_OK);
  uint32_t items = (uint32_t)k->model.items.count;
  assert_true (items <= 256);
  for (uint32_t i = 0; i < items; i++)
    order[i] = i;
  for (uint32_t i = items; random && i > 1; i--) {
    uint32_t j = models_below (random, i), swap = order[i - 1];
    order[i - 1] = order[j];
    order[j] = swap;
  }
  assert_int_equal (bcov_program_make (&k->model, order, NULL, &k->program, NULL), BCOV_OK);
}

static inline void keeping_end (keeping *k)
{
  bcov_program_free (&k->program);
  bcov_model_free (&k->model);
}

static inline bcov_status keeping_make (keeping *k, bool most, uint64_t states,
                                        bcov_state_graph *out, bcov_error *err)
{
  bcov_state_graph_asked asked = {&k->program, &k->model, most, states, &k->control};
  return bcov_state_graph_make (&asked, out, err);
}

/* The model of a board and pieces, given as for -b and -p, in the order of its items. */
static inline void keeping_board (bcov_mem *mem, const char *board, const char *pieces, bool most,
                                  keeping *k)
{
  bcov_brief brief = {.board = board, .pieces = pieces};
  bcov_puzzle *puzzle = NULL;
  bcov_compiled compiled;
  assert_int_equal (bcov_brief_read (mem, &brief, &puzzle, NULL), BCOV_OK);
  assert_int_equal (bcov_compile (puzzle, most, NULL, &compiled, NULL), BCOV_OK);
  keeping_start (k, &compiled.model, NULL);
  bcov_compiled_free (&compiled);
  bcov_puzzle_free (puzzle);
}

/* Stored levels of a board with dominoes. */
static inline void keeping_dominoes (bcov_mem *mem, const char *board, keeping *k,
                                     bcov_state_graph *out)
{
  keeping_board (mem, board, "I2:any", false, k);
  assert_int_equal (keeping_make (k, false, 0, out, NULL), BCOV_OK);
}

/* Frees everything in MEM and checks that no memory is in use. */
static inline void keeping_close (bcov_mem *mem, keeping *k, bcov_state_graph *graph)
{
  bcov_state_graph_free (graph);
  keeping_end (k);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Decimal text, which the caller frees. */
static inline char *keeping_total (const bcov_state_graph *graph)
{
  mpz_t total;
  mpz_init (total);
  assert_int_equal (bcov_state_graph_total (graph, total, NULL), BCOV_OK);
  char *text = mpz_get_str (NULL, 10, total);
  mpz_clear (total);
  return text;
}

#define keeping_expect_total(graph, text)                                                          \
  do {                                                                                             \
    char *total_ = keeping_total (graph);                                                          \
    assert_string_equal (total_, text);                                                            \
    free (total_);                                                                                 \
  } while (0)

#endif
