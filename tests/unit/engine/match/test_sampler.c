/* Random matchings: on small boards of all lattices, each solution that a list contains is drawn
   equally often, judged by chi-square. */

#include "suite.h"

#include "failing.h"
#include "make.h"
#include "models.h"
#include "random_cases.h"
#include "engine/match/sampler.h"
#include "model/compile/compile.h"

#include <math.h>

enum { MOST_SIDE = 6, DRAWING = 80, MOST_LISTED = 300, ANY_HOLE = 1000 };

/* ---- boards ---- */

static void draw_board (bcov_random *random, uint32_t holes, char *drawing)
{
  uint32_t rows = 1 + models_below (random, MOST_SIDE),
           columns = 1 + models_below (random, MOST_SIDE);
  for (uint32_t r = 0; r < rows; r++) {
    for (uint32_t c = 0; c < columns; c++)
      *drawing++ = holes && !models_below (random, holes) ? '#' : '.';
    *drawing++ = '/';
  }
  drawing[-1] = 0;
}

/* A copy of MODEL with one to MOST copies of each option. */
static bcov_model repeat_options (const bcov_model *model, bcov_random *random, uint32_t most)
{
  bcov_model out;
  assert_int_equal (bcov_model_init (model->mem, &out, NULL), 0);
  assert_int_equal (bcov_model_copy_items (&out, model, NULL), 0);
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    for (uint32_t n = 1 + models_below (random, most); n; n--)
      assert_int_equal (bcov_model_copy_option (&out, model, o, NULL, NULL), 0);
  assert_int_equal (bcov_model_done (&out), 0);
  return out;
}

/* The model of dominoes on a board. */
static bcov_model model_of (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap,
                            const char *drawing)
{
  bcov_compiled compiled;
  bcov_puzzle *puzzle = make_puzzle (mem, lattice, wrap, drawing);
  make_piece (puzzle, "p", "XX", 0, BCOV_MANY);
  bcov_mem_free (mem, puzzle->board.letter);
  puzzle->board.letter = NULL;
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  bcov_model model = repeat_options (&compiled.model, &(bcov_random){0}, 1);
  bcov_compiled_free (&compiled);
  bcov_puzzle_free (puzzle);
  return model;
}

/* The Aztec diamond of order N. */
static void draw_diamond (uint32_t n, char *drawing)
{
  for (uint32_t r = 0; r < 2 * n; r++) {
    for (uint32_t c = 0; c < 2 * n; c++) {
      int64_t y = 2 * (int64_t)r + 1 - 2 * (int64_t)n, x = 2 * (int64_t)c + 1 - 2 * (int64_t)n;
      *drawing++ = (y < 0 ? -y : y) + (x < 0 ? -x : x) <= 2 * (int64_t)n ? '.' : '#';
    }
    *drawing++ = '/';
  }
  drawing[-1] = 0;
}

/* ---- samplers ---- */

typedef struct {
  bcov_pairs pairs;
  bcov_sampler sampler;
  bcov_sampler_verdict verdict;
} prepared;

static void prepare (prepared *p, const bcov_model *model, uint32_t longest)
{
  assert_int_equal (bcov_pairs_find (model, BCOV_EACH, NULL, &p->pairs, NULL), 0);
  assert_int_equal (bcov_sampler_open (&p->pairs, longest, &p->sampler, &p->verdict, NULL), 0);
}

static void discard (prepared *p)
{
  bcov_sampler_close (&p->sampler);
  bcov_pairs_free (&p->pairs);
}

/* ---- all solutions ---- */

typedef uint64_t options; /* a set of them, or of items */

typedef struct {
  const bcov_model *model;
  options all[MOST_LISTED + 1];
  uint64_t drawn[MOST_LISTED + 1];
  size_t count;
} listing;

static options touched (const bcov_model *model, uint32_t option)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (model, option, &n);
  assert_int_equal (n, 2);
  return (options)1 << t[0].item | (options)1 << t[1].item;
}

/* Lists the solutions that contain CHOSEN, whose options cover COVERED. */
static void list_all (listing *l, options chosen, options covered)
{
  uint32_t item = 0;
  while (item < l->model->items.count && covered >> item & 1)
    item++;
  if (item == l->model->items.count && l->count <= MOST_LISTED)
    l->all[l->count++] = chosen;
  if (item == l->model->items.count || l->count > MOST_LISTED)
    return;
  for (uint32_t o = 0; o < bcov_model_options (l->model); o++) {
    options touches = touched (l->model, o);
    if (touches >> item & 1 && !(touches & covered))
      list_all (l, chosen | (options)1 << o, covered | touches);
  }
}

static bool count_drawn (void *data, const uint32_t *chosen, size_t count)
{
  listing *l = data;
  options set = 0;
  for (size_t k = 0; k < count; k++)
    set |= (options)1 << chosen[k];
  for (size_t k = 0; k < l->count; k++)
    if (l->all[k] == set) {
      l->drawn[k]++;
      return true;
    }
  fail_msg ("a sample is no solution");
  return false;
}

/* Chi-square after EACH draws for each solution. */
static double chi_square (const listing *l, uint64_t each)
{
  double sum = 0;
  for (size_t k = 0; k < l->count; k++) {
    double off = (double)l->drawn[k] - (double)each;
    sum += off * off / (double)each;
  }
  return sum;
}

/* How unlikely so high a chi-square is, in standard deviations of a normal distribution (Wilson and
   Hilferty 1931). */
static double deviation (double sum, double freedom)
{
  double spread = 2 / (9 * freedom);
  return (cbrt (sum / freedom) - 1 + spread) / sqrt (spread);
}

/* Checks samples of MODEL, which SAMPLER draws, and adds a deviation to *SUM.  Returns whether
   there are at least two solutions, and few enough. */
static bool check_uniform (const bcov_model *model, const bcov_sampler *sampler, uint64_t seed,
                           double *sum)
{
  enum { EACH = 40 };
  listing *l = test_calloc (1, sizeof *l);
  bcov_control control;
  bcov_control_start (&control, NULL);
  l->model = model;
  list_all (l, 0, 0);
  bool some = l->count > 1 && l->count <= MOST_LISTED;
  assert_true (l->count > 0);
  if (some) {
    double freedom = (double)l->count - 1;
    assert_int_equal (
        bcov_sampler_each (sampler, seed, EACH * l->count, 1, &control, count_drawn, l, NULL), 0);
    double chi = chi_square (l, EACH);
    if (deviation (chi, freedom) > 5)
      fail_msg ("seed %llu: chi-square %.1f for %zu solutions", (unsigned long long)seed, chi,
                l->count);
    *sum += (chi - freedom) / sqrt (2 * freedom);
  }
  test_free (l);
  return some;
}

/* ---- coupling from the past ---- */

typedef struct {
  uint64_t uniform, none, odd, holes, unfair, tubes;
  double sum; /* of deviations, one for each that is uniform */
} tally;

static void check_random_board (bcov_mem *mem, uint64_t seed, bool repeat, tally *t)
{
  char drawing[DRAWING];
  bcov_random random = {seed};
  bcov_lattice lattice = models_below (&random, 2) ? BCOV_SQUARE : BCOV_TRIANGLE;
  bcov_wrap wrap = lattice == BCOV_SQUARE ? (bcov_wrap)models_below (&random, 3) : BCOV_WRAP_NONE;
  draw_board (&random, models_below (&random, 12), drawing);
  bcov_model plain = model_of (mem, lattice, wrap, drawing);
  bcov_model model = repeat_options (&plain, &random, repeat ? 3 : 1);
  prepared p;
  prepare (&p, &model, ANY_HOLE);
  if (p.verdict == BCOV_SAMPLER_OPEN && bcov_model_options (&model) <= 64) {
    bool uniform = check_uniform (&model, &p.sampler, seed, &t->sum);
    t->uniform += uniform;
    t->holes += uniform && p.sampler.flips.longest > 6;
    t->unfair += uniform && p.sampler.flips.chance;
    t->tubes += uniform && wrap;
  }
  t->none += p.verdict == BCOV_SAMPLER_NONE;
  t->odd += p.verdict == BCOV_SAMPLER_NOT_BIPARTITE;
  discard (&p);
  bcov_model_free (&model);
  bcov_model_free (&plain);
}

/* The sum of all deviations finds a small bias that no single board would show. */
static void check_sum (const tally *t)
{
  print_message ("%llu uniform, %llu none, %llu odd, %llu holes, %llu unfair, %llu tubes, %.2f\n",
                 (unsigned long long)t->uniform, (unsigned long long)t->none,
                 (unsigned long long)t->odd, (unsigned long long)t->holes,
                 (unsigned long long)t->unfair, (unsigned long long)t->tubes,
                 t->sum / sqrt ((double)t->uniform));
  assert_true (fabs (t->sum) < 5 * sqrt ((double)t->uniform));
}

static void coverings_are_equally_likely (void **state)
{
  (void)state;
  tally t = {0};
  uint64_t seed = cases_seed (0);
  for (uint64_t k = 0; k < cases (3000); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    check_random_board (mem, seed + k, false, &t);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  check_sum (&t);
  assert_true (cases_enough (t.uniform, 100) && cases_enough (t.none, 100));
  assert_true (cases_enough (t.holes, 10) && cases_enough (t.tubes, 30));
}

/* The same with several options for two cells. */
static void options_are_equally_likely (void **state)
{
  (void)state;
  tally t = {0};
  uint64_t seed = cases_seed (7000000);
  for (uint64_t k = 0; k < cases (3000); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    check_random_board (mem, seed + k, true, &t);
    bcov_mem_delete (mem);
  }
  check_sum (&t);
  assert_true (cases_enough (t.unfair, 50));
}

/* ---- shuffling ---- */

static void diamonds_are_shuffled (void **state)
{
  (void)state;
  double sum = 0;
  for (uint32_t n = 2; n <= 3; n++)
    for (uint64_t seed = 0; seed < 8; seed++) {
      char drawing[DRAWING];
      bcov_mem *mem = bcov_mem_new (0);
      draw_diamond (n, drawing);
      bcov_model model = model_of (mem, BCOV_SQUARE, BCOV_WRAP_NONE, drawing);
      prepared p;
      prepare (&p, &model, 0);
      assert_int_equal (p.verdict, BCOV_SAMPLER_OPEN);
      assert_int_equal (p.sampler.diamond.order, n);
      check_uniform (&model, &p.sampler, cases_seed (seed), &sum);
      discard (&p);
      bcov_model_free (&model);
      bcov_mem_delete (mem);
    }
  assert_true (fabs (sum) < 5 * sqrt (16));
}

/* Boards with as many cells and edges as a diamond, or with other numbers of options. */
static void other_boards_are_no_diamonds (void **state)
{
  (void)state;
  static const char *const drawings[] = {"....../......", "##../..../..../..##",
                                         "#..#/..../..../.##.",
                                         "###..###/..####../.######./##....##/##....##/###..###"};
  for (size_t k = 0; k <= 4; k++) {
    char diamond[DRAWING];
    bcov_random random = {k};
    bcov_mem *mem = bcov_mem_new (0);
    draw_diamond (2, diamond);
    bcov_model plain = model_of (mem, BCOV_SQUARE, BCOV_WRAP_NONE, k < 4 ? drawings[k] : diamond);
    bcov_model model = repeat_options (&plain, &random, k < 4 ? 1 : 2);
    prepared p;
    prepare (&p, &model, ANY_HOLE);
    assert_int_equal (p.sampler.diamond.order, 0);
    discard (&p);
    bcov_model_free (&model);
    bcov_model_free (&plain);
    bcov_mem_delete (mem);
  }
}

/* ---- threads, stops, refusals, memory ---- */

typedef struct {
  uint32_t text[4000];
  size_t length;
  uint64_t count, enough;
} record;

static bool note (void *data, const uint32_t *chosen, size_t count)
{
  record *r = data;
  for (size_t k = 0; k < count && r->length < 4000; k++)
    r->text[r->length++] = chosen[k];
  return ++r->count != r->enough;
}

static record draw_with (const bcov_sampler *sampler, uint64_t count, size_t workers,
                         uint64_t enough)
{
  record r = {.enough = enough};
  bcov_control control;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sampler_each (sampler, 5, count, workers, &control, note, &r, NULL), 0);
  return r;
}

static void threads_change_nothing (void **state)
{
  (void)state;
  for (uint32_t k = 0; k < 2; k++) {
    char drawing[DRAWING];
    bcov_mem *mem = bcov_mem_new (0);
    draw_diamond (3, drawing);
    bcov_model model =
        model_of (mem, BCOV_SQUARE, BCOV_WRAP_NONE, k ? drawing : "....../....../....../......");
    prepared p;
    prepare (&p, &model, 4);
    assert_int_equal (p.sampler.diamond.order > 0, k);
    record one = draw_with (&p.sampler, 50, 1, 0), few = draw_with (&p.sampler, 50, 2, 13);
    assert_int_equal (one.count, 50);
    assert_int_equal (few.count, 13);
    assert_memory_equal (one.text, few.text, few.length * sizeof *few.text);
    for (size_t workers = 2; workers < 6; workers++) {
      record other = draw_with (&p.sampler, 50, workers, 0);
      assert_int_equal (other.length, one.length);
      assert_memory_equal (one.text, other.text, one.length * sizeof *one.text);
    }
    discard (&p);
    bcov_model_free (&model);
    bcov_mem_delete (mem);
  }
}

/* A draw that is stopped gives nothing. */
static void stops (void **state)
{
  (void)state;
  for (uint32_t k = 0; k < 2; k++) {
    char drawing[DRAWING];
    bcov_mem *mem = bcov_mem_new (0);
    record r = {0};
    atomic_bool stop = true;
    bcov_watch watch = {.stop = &stop};
    bcov_control control;
    draw_diamond (3, drawing);
    bcov_model model =
        model_of (mem, BCOV_SQUARE, BCOV_WRAP_COLUMNS, k ? drawing : "......../......../........");
    prepared p;
    prepare (&p, &model, ANY_HOLE);
    assert_int_equal (p.verdict, BCOV_SAMPLER_OPEN);
    bcov_control_start (&control, &watch);
    assert_int_equal (bcov_sampler_each (&p.sampler, 5, UINT64_MAX, 2, &control, note, &r, NULL),
                      0);
    print_message ("%llu drawn\n", (unsigned long long)r.count);
    assert_true (bcov_control_status (&control, NULL) == BCOV_STOPPED);
    discard (&p);
    bcov_model_free (&model);
    bcov_mem_delete (mem);
  }
}

static void verdicts (void **state)
{
  (void)state;
  static const struct {
    bcov_lattice lattice;
    bcov_wrap wrap;
    const char *drawing;
    uint32_t longest;
    bcov_sampler_verdict verdict;
  } boards[] = {
      {BCOV_SQUARE, BCOV_WRAP_NONE, "..../....", 4, BCOV_SAMPLER_OPEN},
      {BCOV_SQUARE, BCOV_WRAP_NONE, "..../....", 3, BCOV_SAMPLER_LONG_HOLE},
      {BCOV_SQUARE, BCOV_WRAP_NONE, "...../.#.../...../.....", 7, BCOV_SAMPLER_NONE},
      {BCOV_SQUARE, BCOV_WRAP_NONE, "..../.##./.##./....", 4, BCOV_SAMPLER_LONG_HOLE},
      {BCOV_SQUARE, BCOV_WRAP_NONE, "..../.##./.##./....", 12, BCOV_SAMPLER_OPEN},
      {BCOV_SQUARE, BCOV_WRAP_NONE, "..?/...", 9, BCOV_SAMPLER_MAY},
      {BCOV_SQUARE, BCOV_WRAP_BOTH, "..../..../..../....", 9, BCOV_SAMPLER_NOT_PLANE},
      {BCOV_SQUARE, BCOV_WRAP_COLUMNS, ".../...", 9, BCOV_SAMPLER_NOT_BIPARTITE},
      {BCOV_HEX, BCOV_WRAP_NONE, ".../...", 9, BCOV_SAMPLER_NOT_BIPARTITE},
      {BCOV_CUBE, BCOV_WRAP_NONE, "../..|../..", 9, BCOV_SAMPLER_NOT_PLANE},
  };
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = model_of (mem, boards[k].lattice, boards[k].wrap, boards[k].drawing);
    prepared p;
    prepare (&p, &model, boards[k].longest);
    assert_int_equal (p.verdict, boards[k].verdict);
    assert_int_equal (strlen (bcov_sampler_reason (p.verdict)) > 0,
                      p.verdict != BCOV_SAMPLER_OPEN && p.verdict != BCOV_SAMPLER_NONE);
    discard (&p);
    bcov_model_free (&model);
    bcov_mem_delete (mem);
  }
}

static void memory_may_run_out (void **state)
{
  (void)state;
  for (uint32_t k = 0; k < 2; k++) {
    char drawing[DRAWING];
    bcov_mem *mem = bcov_mem_new (0);
    draw_diamond (2, drawing);
    bcov_model model =
        model_of (mem, BCOV_SQUARE, BCOV_WRAP_NONE, k ? drawing : "..../..../..../...#/...#");
    failing f = failing_start (mem);
    while (failing_next (&f)) {
      prepared p = {0};
      bcov_control control;
      record r = {0};
      bcov_control_start (&control, NULL);
      f.status = bcov_pairs_find (&model, BCOV_EACH, NULL, &p.pairs, NULL);
      if (!f.status)
        f.status = bcov_sampler_open (&p.pairs, 9, &p.sampler, &p.verdict, NULL);
      if (!f.status)
        f.status = bcov_sampler_each (&p.sampler, 5, 3, 2, &control, note, &r, NULL);
      assert_true (f.status || r.count == 3);
      discard (&p);
    }
    assert_true (f.failed > 10);
    bcov_model_free (&model);
    bcov_mem_delete (mem);
  }
}

SUITE (sampler)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (coverings_are_equally_likely),
      cmocka_unit_test (options_are_equally_likely),
      cmocka_unit_test (diamonds_are_shuffled),
      cmocka_unit_test (other_boards_are_no_diamonds),
      cmocka_unit_test (threads_change_nothing),
      cmocka_unit_test (stops),
      cmocka_unit_test (verdicts),
      cmocka_unit_test (memory_may_run_out),
  };
  return cmocka_run_group_tests_name ("sampler", tests, NULL, NULL);
}
