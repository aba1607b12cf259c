/* Compares the sparse table, by levels and by strides, with a simple reference, for keys and
   numbers of several lengths and any number of workers; growth, pockets, folds, overflow, stops,
   memory. */

#include "suite.h"

#include "format/puzzle/brief.h"
#include "programs.h"
#include "dense_boards.h"
#include "random_cases.h"
#include "engine/dense/dense.h"
#include "engine/sparse/sparse.h"
#include "engine/sparse/stride.h"

#include <stdio.h>

enum { MODELS = 1500 };

/* ---- every level ---- */

typedef struct {
  const bcov_sparse_job *job;
  programs_states states; /* before the next level */
  uint32_t next;
  uint32_t strides; /* strides of several levels */
  bcov_work work;
  uint64_t final[8]; /* the value of the zero key after the last level */
} observer;

/* Returns the expected word W of the value of a state. */
static uint64_t word_of (const bcov_sparse_job *job, programs_number ways, uint32_t w)
{
  if (job->primes)
    return (uint64_t)(ways % job->primes[w]);
  return w == 0 ? (uint64_t)ways : w == 1 ? (uint64_t)(ways >> 64) : 0;
}

static uint64_t count_steps (const bcov_program *p, uint32_t level, const programs_states *states)
{
  const bcov_level *l = &p->levels.data[level];
  uint64_t steps = 0, out[PROGRAMS_WORDS];
  for (size_t k = 0; k < states->count; k++)
    for (uint32_t m = 0; m <= l->moves; m++)
      steps += bcov_program_step (p, level, m < l->moves ? l->first_move + m : BCOV_NO_MOVE,
                                  states->data[k].key, out);
  return steps;
}

static bool compare_level (void *data, uint32_t level, const bcov_hash_pages *tables, size_t count)
{
  observer *w = data;
  const bcov_program *p = w->job->program;
  uint64_t there = 0;
  assert_in_range (level, w->next, w->next + (w->job->stride ? w->job->stride - 1 : 0));
  w->strides += level > w->next;
  for (; w->next <= level; w->next++) {
    w->work.transitions += count_steps (p, w->next, &w->states);
    programs_step (p, w->next, &w->states);
  }
  for (size_t k = 0; k < count; k++)
    there += bcov_hash_pages_count (&tables[k]);
  assert_int_equal (there, w->states.count);
  w->work.states += there;
  w->work.widest = there > w->work.widest ? there : w->work.widest;
  for (size_t s = 0; s < w->states.count; s++) {
    const uint64_t *value = NULL;
    for (size_t k = 0; k < count; k++) {
      const uint64_t *found = bcov_hash_pages_find (&tables[k], w->states.data[s].key);
      assert_true (!value || !found); /* in one table only */
      value = found ? found : value;
    }
    assert_non_null (value);
    for (uint32_t k = 0; k < w->job->value; k++)
      assert_int_equal (value[k], word_of (w->job, w->states.data[s].ways, k));
  }
  return true;
}

/* Runs in strides of up to STRIDE levels; returns the number of strides with several levels. */
static uint32_t expect_strides (const bcov_program *program, uint32_t stride, size_t workers,
                                uint32_t value, bool modular)
{
  bcov_control control;
  uint64_t primes[8];
  for (uint32_t k = 0; k < 8; k++)
    primes[k] = bcov_prime (62, k);
  bcov_sparse_job job = {.program = program,
                         .value = value,
                         .primes = modular ? primes : NULL,
                         .stride = stride,
                         .workers = workers,
                         .control = &control,
                         .after = compare_level};
  observer w = {.job = &job, .states = programs_start (program)};
  bcov_work work;
  bool complete = false;
  size_t before = bcov_mem_used (program->mem);
  job.data = &w;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sparse_run (&job, &complete, &work, NULL), BCOV_OK);
  assert_true (complete && !work.overflow);
  assert_int_equal (work.states, w.work.states);
  assert_int_equal (work.widest, w.work.widest);
  assert_int_equal (w.next, program->levels.count);
  assert_true (w.strides || work.transitions == w.work.transitions);
  assert_int_equal (bcov_mem_used (program->mem), before);
  free (w.states.data);
  return w.strides;
}

static void expect_every_level (const bcov_program *program, size_t workers, uint32_t value,
                                bool modular)
{
  assert_int_equal (expect_strides (program, 0, workers, value, modular), 0);
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program p = programs_random (mem, &random, n);
    expect_every_level (&p, 1 + models_below (&random, 3), 1 + models_below (&random, 6),
                        models_below (&random, 2));
    programs_end (&p);
  }
}

/* The same in strides, interrupted by single levels with counters and colours. */
static void strides_of_random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), strides = 0;
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program p = n % 2 ? programs_random (mem, &random, n / 2) : boards_draw (mem, &random);
    uint32_t value = (p.bound > 63 ? 2 : 1) + models_below (&random, 2);
    if (p.bound < 127) /* the reference counts modulo 2^128 */
      strides += expect_strides (&p, 2 + models_below (&random, BCOV_STRIDE - 1),
                                 1 + models_below (&random, 3), value, models_below (&random, 2));
    programs_end (&p);
  }
  assert_true (cases_enough (strides, MODELS / 2));
}

/* Keys of two to five words. */
static void wide_keys (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  uint32_t widest = 0;
  for (uint64_t n = 0; n < cases (24); n++) {
    uint32_t wide = 23 - n % 24;
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = programs_wide (mem, &random, 80 + 12 * wide, 40, 4 + wide / 2);
    bcov_program p = programs_unroll (&model, NULL, &random);
    widest = p.words > widest ? p.words : widest;
    if (p.words <= PROGRAMS_WORDS)
      expect_every_level (&p, 1 + n % 3, 1 + n % 2, n % 4 > 1);
    bcov_model_free (&model);
    programs_end (&p);
  }
  assert_in_range (widest, 2, PROGRAMS_WORDS);
}

/* Boards with many moves per level. */
static void boards (void **state)
{
  (void)state;
  static const char *const known[][2] = {{"5x5", "pentominoes:any"},
                                         {"4x6", "I1:any,pentominoes:any"},
                                         {"5x6", "P5:0..3,L3:any,I2:2.."},
                                         {"4x5", "tetrominoes"},
                                         {"2x3x3", "tetracubes:any,I2:1"}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bcov_program p = programs_board (bcov_mem_new (0), known[k][0], known[k][1]);
    expect_every_level (&p, 1 + k % 3, 1 + k % 2, k % 2);
    expect_strides (&p, BCOV_STRIDE, 1 + k % 2, 1, k % 2);
    programs_end (&p);
  }
}

/* ---- the answer ---- */

typedef struct {
  uint32_t levels, words;
  uint64_t value[8];
} answer;

static bool take_answer (void *data, uint32_t level, const bcov_hash_pages *tables, size_t count)
{
  answer *a = data;
  uint64_t zero[BCOV_MOST_KEY] = {0};
  for (size_t k = 0; level + 1 == a->levels && k < count; k++) {
    const uint64_t *value = bcov_hash_pages_find (&tables[k], zero);
    if (value)
      memcpy (a->value, value, a->words * sizeof *value);
  }
  return true;
}

/* Counts with one prime of 56 bits. */
static uint64_t count (const bcov_program *program, const bcov_pockets *pockets, size_t workers,
                       bcov_work *work)
{
  bcov_control control;
  uint64_t prime = bcov_prime (56, 0);
  answer a = {.levels = (uint32_t)program->levels.count, .words = 1};
  bcov_sparse_job job = {.program = program,
                         .pockets = pockets,
                         .value = 1,
                         .primes = &prime,
                         .workers = workers,
                         .control = &control,
                         .after = take_answer,
                         .data = &a};
  bool complete;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sparse_run (&job, &complete, work, NULL), BCOV_OK);
  assert_true (complete);
  assert_int_equal (control.nodes, work->transitions);
  return a.value[0];
}

/* Some hundred thousand states: tables grow many times. The count is from OEIS A001835. */
static void tables_grow (void **state)
{
  (void)state;
  bcov_program p = boards_program (bcov_mem_new (0), 3, 22, BOARDS_I2, false);
  bcov_work one, two;
  assert_int_equal (count (&p, NULL, 1, &one), 1542841);
  size_t first = bcov_mem_peak (p.mem);
  assert_int_equal (count (&p, NULL, 2, &two), 1542841);
  assert_true (one.widest > 200000);
  assert_int_equal (one.widest, two.widest);
  assert_int_equal (one.states, two.states);
  assert_int_equal (one.transitions, two.transitions);
  assert_true (first < one.widest * 64);
  programs_end (&p);
}

/* The sparse table, the dense table and the reference agree. */
static void both_tables (void **state)
{
  (void)state;
  uint64_t prime = bcov_prime (56, 0);
  bcov_random random = {cases_seed (0)};
  for (uint64_t n = 0; n < cases (200); n++) {
    bcov_control control;
    bcov_work work;
    bcov_program p = boards_draw (bcov_mem_new (0), &random);
    if (p.levels.count && p.bits <= 12 && bcov_dense_fits (&p)) {
      uint64_t residue = 0, expected = boards_count (&p, prime);
      bcov_control_start (&control, NULL);
      assert_int_equal (bcov_dense_count (&p, NULL, &prime, 1, 1, &control, &residue, NULL),
                        BCOV_OK);
      assert_int_equal (residue, expected);
      assert_int_equal (count (&p, NULL, 1 + n % 2, &work), expected);
    }
    programs_end (&p);
  }
}

/* Published counts with and without pockets: pockets drop states but no covering. */
static void pockets_change_nothing (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"6x6", "L3:any", 162},
               {"8x8", "I2:any", 12988816},
               {"9x7", "trominoes:any", 1064557805},
               {"5x8", "pentominoes:any", 0}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_brief brief = {.board = known[k].board, .pieces = known[k].pieces};
    bcov_compiled compiled = programs_compile (mem, &brief);
    bcov_program p = programs_unroll (&compiled.model, NULL, NULL);
    bcov_pockets pockets;
    bcov_work with, without;
    assert_int_equal (bcov_pockets_make (&compiled.model, &p, &pockets, NULL), BCOV_OK);
    uint64_t found = count (&p, NULL, 1, &without);
    assert_true (!known[k].count || found == known[k].count);
    for (size_t workers = 1; workers <= 2; workers++)
      assert_int_equal (count (&p, &pockets, workers, &with), found);
    assert_true (with.states < without.states && with.widest <= without.widest);
    bcov_pockets_free (&pockets);
    bcov_compiled_free (&compiled);
    programs_end (&p);
  }
}

/* ---- strides ---- */

/* Counts with all features of a job; the value has two words, or primes. */
static bcov_work count_with (bcov_sparse_job job, answer *a)
{
  bcov_control control;
  bcov_work work;
  bool complete;
  uint64_t primes[] = {bcov_prime (62, 0), bcov_prime (62, 1), bcov_prime (62, 2)};
  *a = (answer){.levels = (uint32_t)job.program->levels.count, .words = job.value};
  if (job.value > 2)
    job.primes = primes;
  job.control = &control;
  job.after = take_answer;
  job.data = a;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sparse_run (&job, &complete, &work, NULL), BCOV_OK);
  assert_true (complete && !work.overflow);
  return work;
}

/* With strides or single levels, with and without pockets and folds, with one word, two words or
   three residues, and with one to three workers, the count is the same; strides need fewer tables.
   */
static void expect_same_count (const char *board, const char *pieces, const char *expected)
{
  bcov_brief brief = {.board = board, .pieces = pieces};
  bcov_compiled compiled = programs_compile (bcov_mem_new (0), &brief);
  bcov_program p = programs_unroll (&compiled.model, NULL, NULL);
  bcov_pockets pockets;
  bcov_folds folds;
  uint64_t primes[] = {bcov_prime (62, 0), bcov_prime (62, 1), bcov_prime (62, 2)};
  mpz_t number;
  mpz_init_set_str (number, expected, 10);
  assert_int_equal (bcov_pockets_make (&compiled.model, &p, &pockets, NULL), BCOV_OK);
  assert_int_equal (bcov_folds_make (&compiled.model, &p, &folds, NULL), BCOV_OK);
  for (uint32_t n = 0; n < 18; n++) {
    bcov_sparse_job job = {.program = &p, .value = 1 + n % 3, .workers = 1 + n / 3 % 3};
    answer one, four;
    if (n >= 9) {
      job.pockets = &pockets;
      job.folds = &folds;
    }
    bcov_work before = count_with (job, &one);
    job.stride = BCOV_STRIDE;
    bcov_work after = count_with (job, &four);
    assert_true (after.states < before.states);
    assert_memory_equal (one.value, four.value, sizeof one.value);
    for (uint32_t k = 0; job.value == 3 && k < 3; k++)
      assert_int_equal (four.value[k], mpz_fdiv_ui (number, primes[k]));
    assert_true (job.value == 3 || four.value[0] == mpz_get_ui (number));
  }
  mpz_clear (number);
  bcov_pockets_free (&pockets);
  bcov_folds_free (&folds);
  bcov_compiled_free (&compiled);
  programs_end (&p);
}

/* OEIS A004003, A233343. */
static void strides_change_nothing (void **state)
{
  (void)state;
  expect_same_count ("8x8", "I2:any", "12988816");
  expect_same_count ("6x6", "trominoes:any", "80092");
  expect_same_count ("10x10", "I2:any", "258584046368");
}

/* Rooks on ROWS x COLUMNS: one in each row, no two in a column. */
static bcov_program rooks (uint32_t rows, uint32_t columns)
{
  bcov_model model = models_new (bcov_mem_new (0), rows, 1, 1);
  for (uint32_t c = 0; c < columns; c++)
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 0, .hi = 1}, NULL), 0);
  for (uint32_t o = 0; o < rows * columns; o++) {
    bcov_touch touches[] = {{.item = o / columns, .times = 1},
                            {.item = rows + o % columns, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, 2, o, NULL), 0);
  }
  return boards_unroll (&model);
}

/* One chunk of states yields several times the entries of a full sheet. */
static void sheets_grow (void **state)
{
  (void)state;
  bcov_program p = rooks (5, 20);
  for (uint32_t n = 0; n < 18; n++) {
    answer a;
    bcov_sparse_job job = {.program = &p,
                           .value = 1 + n % 3,
                           .workers = 1 + n / 3 % 3,
                           .stride = n < 9 ? 0 : BCOV_STRIDE};
    bcov_work work = count_with (job, &a);
    assert_int_equal (work.widest, 4845); /* sets of columns with four rooks */
    assert_true (work.transitions > 10 * work.states);
    assert_int_equal (a.value[0], 20 * 19 * 18 * 17 * 16);
    for (uint32_t k = 1; k < job.value; k++)
      assert_int_equal (a.value[k], job.value == 3 ? a.value[0] : 0);
  }
  programs_end (&p);
}

/* ---- ends of a run ---- */

/* Counts 2^COINS in WORDS words. */
static bcov_work toss (uint32_t coins, uint32_t words, uint64_t *value, bool *complete)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = programs_coins (mem, coins);
  bcov_program p = programs_unroll (&model, NULL, NULL);
  bcov_control control;
  answer a = {.levels = coins, .words = words};
  bcov_sparse_job job = {.program = &p,
                         .value = words,
                         .workers = 2,
                         .control = &control,
                         .after = take_answer,
                         .data = &a};
  bcov_work work;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sparse_run (&job, complete, &work, NULL), BCOV_OK);
  memcpy (value, a.value, sizeof a.value);
  bcov_model_free (&model);
  programs_end (&p);
  return work;
}

static void long_numbers_are_noticed (void **state)
{
  (void)state;
  uint64_t value[8];
  bool complete;
  for (uint32_t words = 1; words <= 3; words++) {
    assert_false (toss (64 * words - 1, words, value, &complete).overflow);
    assert_true (complete);
    assert_int_equal (value[words - 1], (uint64_t)1 << 63);
    assert_true (toss (64 * words, words, value, &complete).overflow); /* at the last level */
    assert_false (complete);
    assert_true (toss (64 * words + 1, words, value, &complete).overflow);
    assert_false (complete);
  }
}

static bool not_further (void *data, uint32_t level, const bcov_hash_pages *tables, size_t number)
{
  (void)tables, (void)number;
  uint32_t *last = data;
  assert_true (level <= *last);
  return level < *last;
}

static void what_is_called_may_end_it (void **state)
{
  (void)state;
  bcov_program p = boards_program (bcov_mem_new (0), 6, 6, BOARDS_I2, false);
  bcov_control control;
  uint32_t last = 7;
  bcov_sparse_job job = {.program = &p,
                         .value = 1,
                         .workers = 2,
                         .control = &control,
                         .after = not_further,
                         .data = &last};
  bcov_work work;
  bool complete = true;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sparse_run (&job, &complete, &work, NULL), BCOV_OK);
  assert_false (complete);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_OK);
  programs_end (&p);
}

/* A run of hours ends soon after its time limit or a stop request. */
static void stops (void **state)
{
  (void)state;
  bcov_program p = boards_program (bcov_mem_new (0), 30, 30, BOARDS_L3, false);
  atomic_bool stop = true;
  size_t before = bcov_mem_used (p.mem);
  for (int n = 0; n < 4; n++) {
    bcov_watch watch = {.seconds = n < 2 ? 0.2 : 0, .stop = n < 2 ? NULL : &stop};
    bcov_control control;
    bcov_sparse_job job = {
        .program = &p, .value = 1, .workers = 1 + (size_t)n % 2, .control = &control};
    bcov_work work;
    bool complete = true;
    bcov_control_start (&control, &watch);
    assert_int_equal (bcov_sparse_run (&job, &complete, &work, NULL), BCOV_OK);
    assert_false (complete || work.overflow);
    assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
    assert_true (bcov_control_seconds (&control) < 60);
    assert_int_equal (bcov_mem_used (p.mem), before);
  }
  programs_end (&p);
}

/* With weights the progress is known, and it only grows. */
static bool look_at_fraction (void *data, uint32_t level, const bcov_hash_pages *tables,
                              size_t number)
{
  (void)level, (void)tables, (void)number;
  bcov_control *control = data;
  assert_true (control->fraction >= 0 && control->fraction <= 1);
  return true;
}

static void progress_is_told (void **state)
{
  (void)state;
  bcov_program p = boards_program (bcov_mem_new (0), 6, 6, BOARDS_I2, false);
  bcov_control control;
  double weights[36];
  for (int k = 0; k < 36; k++)
    weights[k] = k % 5;
  bcov_sparse_job job = {.program = &p,
                         .value = 1,
                         .workers = 1,
                         .control = &control,
                         .weights = weights,
                         .after = look_at_fraction,
                         .data = &control};
  bcov_work work;
  bool complete;
  assert_true (p.levels.count <= 36);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_sparse_run (&job, &complete, &work, NULL), BCOV_OK);
  assert_true (complete && control.fraction > 0.9);
  programs_end (&p);
}

/* ---- memory ---- */

static bcov_status run_with (bcov_program program, bcov_mem *mem, size_t workers, uint32_t stride,
                             bool *complete, bcov_error *err)
{
  bcov_control control;
  bcov_sparse_job job = {
      .program = &program, .value = 1, .stride = stride, .workers = workers, .control = &control};
  bcov_work work;
  program.mem = mem;
  bcov_control_start (&control, NULL);
  return bcov_sparse_run (&job, complete, &work, err);
}

/* With too little memory the run reports it exactly once, wherever the memory ends. */
static void memory_ends (void **state)
{
  (void)state;
  bcov_program p = boards_program (bcov_mem_new (0), 3, 15, BOARDS_L3, false);
  for (uint32_t n = 0; n < 4; n++) {
    size_t refused = 0, workers = 1 + n % 2;
    uint32_t stride = n < 2 ? 0 : BCOV_STRIDE;
    bool complete = false;
    for (size_t limit = 1000; !complete; limit += limit / 24) {
      bcov_mem *tight = bcov_mem_new (limit);
      bcov_error *err = bcov_error_new ();
      bcov_status status = run_with (p, tight, workers, stride, &complete, err);
      assert_true (status == BCOV_OK || status == BCOV_STOPPED);
      assert_true (complete == !status);
      assert_int_equal (bcov_error_count (err), status ? 1 : 0);
      assert_true (bcov_mem_peak (tight) <= limit);
      assert_int_equal (bcov_mem_used (tight), 0);
      refused += status != BCOV_OK;
      bcov_error_free (err);
      bcov_mem_delete (tight);
    }
    assert_true (refused > 20);
  }
  programs_end (&p);
}

SUITE (sparse)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_models),
      cmocka_unit_test (strides_of_random_models),
      cmocka_unit_test (wide_keys),
      cmocka_unit_test (boards),
      cmocka_unit_test (tables_grow),
      cmocka_unit_test (both_tables),
      cmocka_unit_test (pockets_change_nothing),
      cmocka_unit_test (strides_change_nothing),
      cmocka_unit_test (sheets_grow),
      cmocka_unit_test (long_numbers_are_noticed),
      cmocka_unit_test (what_is_called_may_end_it),
      cmocka_unit_test (stops),
      cmocka_unit_test (progress_is_told),
      cmocka_unit_test (memory_ends),
  };
  return cmocka_run_group_tests_name ("sparse", tests, NULL, NULL);
}
