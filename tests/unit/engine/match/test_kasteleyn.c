/* Counts of matchings on random boards of all lattices, with holes, wraps, cells that may stay
   empty, and up to symmetry, against a plain count of the same graph. */

#include "suite.h"

#include "failing.h"
#include "make.h"
#include "models.h"
#include "random_cases.h"
#include "engine/match/kasteleyn.h"
#include "model/compile/compile.h"
#include "model/reduce/reduce.h"
#include "model/symmetry/orbit.h"

enum { MOST_SIDE = 6, DRAWING = MOST_SIDE * (MOST_SIDE + 1) };

/* ---- the plain count ---- */

/* Counts the matchings of the vertices from V on that are not in USED. */
static uint64_t count_from (const bcov_graph *g, uint32_t v, uint8_t *used)
{
  while (v < g->items && used[v])
    v++;
  if (v == g->items)
    return 1;
  used[v] = 1;
  uint64_t sum = g->must[v] ? 0 : count_from (g, v + 1, used);
  for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++) {
    uint32_t w = bcov_graph_head (g, g->dart[k]);
    if (used[w])
      continue;
    used[w] = 1;
    sum += bcov_graph_options (g, g->dart[k] / 2) * count_from (g, v + 1, used);
    used[w] = 0;
  }
  used[v] = 0;
  return sum;
}

static uint64_t count_plainly (const bcov_graph *g)
{
  uint8_t *used = test_calloc (g->vertices + 1u, 1);
  uint64_t count = count_from (g, 0, used);
  test_free (used);
  return count;
}

/* ---- the count by Pfaffians ---- */

typedef struct {
  uint64_t applied, positive, tori, chains, refused, uses;
} tally;

/* Checks the uses of all edges: without the ends of an edge, the other vertices have as many
 * matchings. */
static void check_uses (const bcov_graph *g, const char *name, tally *t)
{
  bcov_kasteleyn k;
  bcov_control control;
  bcov_number total, *uses = test_calloc (g->edges + 1u, sizeof *uses);
  bool applies, done;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_kasteleyn_open (g, BCOV_MATCHINGS_BY_EDGE, &control, &k, &applies, NULL),
                    0);
  bcov_number_init (&total, 0);
  for (uint32_t e = 0; e < g->edges; e++)
    bcov_number_init (&uses[e], 1);
  if (applies) {
    uint8_t *used = test_calloc (g->vertices + 1u, 1);
    assert_int_equal (bcov_kasteleyn_uses (&k, g->edges, 2, &control, &total, uses, &done, NULL),
                      0);
    assert_true (done);
    assert_int_equal (mpz_get_ui (total.value), count_from (g, 0, used));
    for (uint32_t e = 0; e < g->edges; e++) {
      used[g->tail[2 * e]] = used[g->tail[2 * e + 1]] = 1;
      uint64_t want = count_from (g, 0, used);
      if (mpz_cmp_ui (uses[e].value, want))
        print_message ("%s: edge %u\n", name, e);
      assert_int_equal (mpz_get_ui (uses[e].value), want);
      used[g->tail[2 * e]] = used[g->tail[2 * e + 1]] = 0;
      t->uses += want > 0;
    }
    test_free (used);
  }
  for (uint32_t e = 0; e < g->edges; e++)
    bcov_number_clear (&uses[e]);
  test_free (uses);
  bcov_number_clear (&total);
  bcov_kasteleyn_close (&k);
}

static void check_graph (const bcov_graph *g, const char *name, tally *t)
{
  bcov_kasteleyn k;
  bcov_control control;
  bcov_number count;
  bool applies, done;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_kasteleyn_open (g, BCOV_ALL_MATCHINGS, &control, &k, &applies, NULL), 0);
  bcov_number_init (&count, 0);
  if (applies) {
    uint64_t want = count_plainly (g);
    assert_int_equal (bcov_kasteleyn_count (&k, 2, &control, &count, &done, NULL), 0);
    assert_true (done);
    if (mpz_cmp_ui (count.value, want))
      print_message ("%s: %lu instead of %lu\n", name, mpz_get_ui (count.value),
                     (unsigned long)want);
    assert_int_equal (mpz_get_ui (count.value), want);
    t->applied++;
    t->positive += want > 0;
    t->tori += k.forms == 4 && want;
    t->chains += k.pf.vertices > g->vertices && want;
  } else
    t->refused++;
  bcov_number_clear (&count);
  bcov_kasteleyn_close (&k);
}

static void check_model (const bcov_model *model, const char *name, tally *t)
{
  bcov_model reduced;
  bcov_graph g;
  bool applies;
  assert_int_equal (bcov_reduce_lightly (model, NULL, &reduced, NULL), 0);
  assert_int_equal (bcov_graph_make (&reduced, &g, &applies, NULL), 0);
  if (applies && !reduced.impossible) {
    check_graph (&g, name, t);
    if (g.vertices <= 24)
      check_uses (&g, name, t);
  }
  bcov_graph_free (&g);
  bcov_model_free (&reduced);
}

/* ---- boards ---- */

static bcov_puzzle *open_board (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap,
                                const char *drawing)
{
  bcov_puzzle *puzzle = make_puzzle (mem, lattice, wrap, drawing);
  make_piece (puzzle, "p", "XX", 0, BCOV_MANY);
  bcov_mem_free (mem, puzzle->board.letter);
  puzzle->board.letter = NULL;
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  return puzzle;
}

/* A drawing of ROWS x COLUMNS; one of HOLES cells is a hole (0: none), and one of EMPTY may stay
 * empty. */
static void draw_board (bcov_random *random, uint32_t rows, uint32_t columns, uint32_t holes,
                        uint32_t empty, char *drawing)
{
  for (uint32_t r = 0; r < rows; r++) {
    for (uint32_t c = 0; c < columns; c++)
      *drawing++ = holes && !models_below (random, holes)   ? '#'
                   : empty && !models_below (random, empty) ? '?'
                                                            : '.';
    *drawing++ = '/';
  }
  drawing[-1] = 0;
}

/* Checks the board, and if SYMMETRIC the coverings that its symmetries leave unchanged. */
static void check_board (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap, const char *drawing,
                         bool symmetric, tally *t)
{
  bcov_compiled compiled;
  bcov_orbits orbits = {0};
  bcov_puzzle *puzzle = open_board (mem, lattice, wrap, drawing);
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  check_model (&compiled.model, drawing, t);
  if (symmetric)
    assert_int_equal (bcov_orbits_find (&compiled, NULL, &orbits, NULL), 0);
  for (uint32_t g = 1; g < orbits.count; g++) {
    bcov_model fixed;
    assert_int_equal (bcov_orbits_fixed_by (&orbits, &compiled.model, &g, 1, &fixed, NULL), 0);
    check_model (&fixed, drawing, t);
    bcov_model_free (&fixed);
  }
  bcov_orbits_free (&orbits);
  bcov_compiled_free (&compiled);
  bcov_puzzle_free (puzzle);
}

static void random_boards_agree (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  tally t = {0};
  uint64_t seed = cases_seed (0);
  for (uint64_t k = 0; k < cases (1500); k++) {
    bcov_random random = {seed + k};
    char drawing[DRAWING];
    bcov_lattice lattice = (bcov_lattice)models_below (&random, BCOV_LATTICES);
    bcov_wrap wrap = lattice == BCOV_SQUARE ? (bcov_wrap)models_below (&random, 4) : BCOV_WRAP_NONE;
    uint32_t empty = models_below (&random, 3) ? 0 : 6;
    draw_board (&random, 1 + models_below (&random, MOST_SIDE),
                1 + models_below (&random, MOST_SIDE), models_below (&random, 3) ? 0 : 8, empty,
                drawing);
    check_board (mem, lattice, wrap, drawing, true, &t);
  }
  print_message ("%lu applied, %lu positive, %lu tori, %lu chains, %lu refused\n",
                 (unsigned long)t.applied, (unsigned long)t.positive, (unsigned long)t.tori,
                 (unsigned long)t.chains, (unsigned long)t.refused);
  assert_true (cases_enough (t.positive, 500));
  assert_true (cases_enough (t.tori, 40));
  assert_true (cases_enough (t.chains, 100));
  assert_true (cases_enough (t.uses, 10000));
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Every torus from 2x2 to 6x6, whole and with every pair of holes in the first row. */
static void tori_agree (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  tally t = {0};
  for (uint32_t rows = 2; rows <= MOST_SIDE; rows++)
    for (uint32_t columns = 2; columns <= MOST_SIDE; columns++)
      for (uint32_t hole = 0; hole < columns; hole++) {
        char drawing[DRAWING];
        bcov_random random = {0};
        draw_board (&random, rows, columns, 0, 0, drawing);
        if (hole)
          drawing[hole] = drawing[0] = '#';
        check_board (mem, BCOV_SQUARE, BCOV_WRAP_ROWS | BCOV_WRAP_COLUMNS, drawing, false, &t);
      }
  assert_true (t.tori > 30);
  bcov_mem_delete (mem);
}

static void memory_may_run_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle =
      open_board (mem, BCOV_SQUARE, BCOV_WRAP_COLUMNS, "?....?/....../..##../......");
  bcov_compiled compiled;
  bcov_graph g;
  bool applies = false, done;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  assert_int_equal (bcov_graph_make (&compiled.model, &g, &applies, NULL), 0);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_kasteleyn k;
    bcov_control control;
    bcov_number count;
    bcov_number_init (&count, 0);
    bcov_control_start (&control, NULL);
    f.status = bcov_kasteleyn_open (&g, BCOV_ALL_MATCHINGS, &control, &k, &applies, NULL);
    if (!f.status) {
      assert_true (applies);
      f.status = bcov_kasteleyn_count (&k, 1, &control, &count, &done, NULL);
      assert_true (f.status || mpz_sgn (count.value));
    }
    bcov_kasteleyn_close (&k);
    bcov_number_clear (&count);
  }
  assert_true (f.failed > 40);
  bcov_graph_free (&g);
  bcov_compiled_free (&compiled);
  bcov_puzzle_free (puzzle);
  bcov_mem_delete (mem);
}

SUITE (kasteleyn)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_boards_agree),
      cmocka_unit_test (tori_agree),
      cmocka_unit_test (memory_may_run_out),
  };
  return cmocka_run_group_tests_name ("kasteleyn", tests, NULL, NULL);
}
