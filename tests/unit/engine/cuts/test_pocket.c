/* Pockets.  On random boards of all lattices, in random orders, a state that is reported as dead
   has no completion.  On complete boards, the dead states are exactly those with an isolated region
   of an impossible size.  Testing eight states at once gives the same result as testing each
   alone. */

#include "suite.h"

#include "format/puzzle/brief.h"
#include "programs.h"
#include "random_cases.h"
#include "engine/cuts/pocket_eight.h"
#include "puzzle/puzzle.h"

#include <stdio.h>

/* The code for eight states again, compiled without vector instructions and with wide vectors,
   whatever the build uses. */
#define AGAIN(name) AGAIN_AS (name, ROAD)
#define AGAIN_AS(name, road) AGAIN_JOINED (name, road)
#define AGAIN_JOINED(name, road) name##_##road
#define BCOV_LANES AGAIN (LANES)
#define BCOV_ALL_LANES AGAIN (ALL_LANES)
#define bcov_lanes AGAIN (lanes)
#define bcov_lanes_some AGAIN (lanes_some)
#define bcov_pockets_lone AGAIN (lone)
#define bcov_pockets_spread AGAIN (spread)
#define bcov_pockets_unmade AGAIN (unmade)
#define bcov_pockets_dead_some AGAIN (dead_some)
#define bcov_pockets_dead_eight AGAIN (dead_eight)

#pragma push_macro("__AVX512F__")
#pragma push_macro("__AVX2__")
#undef __AVX512F__
#undef __AVX2__
#undef BCOV_LANES_H
#undef BCOV_POCKET_EIGHT_H
#define ROAD plain
#include "engine/cuts/pocket_eight.h"
#undef ROAD
#pragma pop_macro("__AVX2__")
#pragma pop_macro("__AVX512F__")

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE 1
#pragma GCC push_options
#pragma GCC target("avx512f")
#undef BCOV_LANES_H
#undef BCOV_POCKET_EIGHT_H
#define ROAD wide
#include "engine/cuts/pocket_eight.h"
static __attribute__ ((noinline)) unsigned call_wide (const bcov_pockets *p, uint32_t level,
                                                      const uint64_t *keys, unsigned among)
{
  return bcov_pockets_dead_eight (p, level, keys, among);
}
#undef ROAD
#pragma GCC pop_options
#endif
#undef bcov_pockets_dead_eight

enum { BOARDS = 120, MOST_LEVELS = 200, MOST_STATES = 20000 };

/* The program of a puzzle, with its pockets and its states after each level. */
typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_program program;
  bcov_pockets pockets;
  programs_states after[MOST_LEVELS];
  bool whole; /* AFTER contains all states */
} pond;

static void fill_pond (pond *p)
{
  programs_states states = programs_start (&p->program);
  assert_true (p->program.levels.count < MOST_LEVELS);
  p->whole = true;
  for (uint32_t l = 0; p->whole && l < p->program.levels.count; l++) {
    programs_step (&p->program, l, &states);
    p->whole = states.count < MOST_STATES;
    for (size_t k = 0; k < states.count; k++)
      programs_put (&p->after[l], states.data[k].key, p->program.words, 0);
  }
  free (states.data);
}

static void pond_start (pond *p, const bcov_brief *brief, bcov_random *random)
{
  bcov_error *err = bcov_error_new ();
  memset (p, 0, sizeof *p);
  p->mem = bcov_mem_new (0);
  bcov_status status = bcov_brief_read (p->mem, brief, &p->puzzle, err);
  if (!status)
    status = bcov_compile (p->puzzle, false, NULL, &p->compiled, err);
  assert_string_equal (bcov_error_text (err), "");
  assert_int_equal (status, BCOV_OK);
  p->program = programs_unroll (&p->compiled.model, NULL, random);
  assert_int_equal (bcov_pockets_make (&p->compiled.model, &p->program, &p->pockets, err), BCOV_OK);
  bcov_error_free (err);
  fill_pond (p);
}

static void pond_end (pond *p)
{
  for (size_t l = 0; l < MOST_LEVELS; l++)
    free (p->after[l].data);
  bcov_pockets_free (&p->pockets);
  bcov_program_free (&p->program);
  bcov_compiled_free (&p->compiled);
  bcov_puzzle_free (p->puzzle);
  assert_int_equal (bcov_mem_used (p->mem), 0);
  bcov_mem_delete (p->mem);
}

static bool leads_on (const pond *p, uint32_t level, const uint64_t *key)
{
  const bcov_level *l = &p->program.levels.data[level];
  for (uint32_t m = 0; m <= l->moves; m++) {
    uint64_t out[PROGRAMS_WORDS];
    uint32_t move = m < l->moves ? l->first_move + m : BCOV_NO_MOVE;
    if (bcov_program_step (&p->program, level, move, key, out) &&
        programs_find (&p->after[level], out, p->program.words))
      return true;
  }
  return false;
}

/* From the last level to the first, sets the ways of each state to 1 if it has a completion, else
   to 0. */
static void find_alive (pond *p)
{
  for (uint32_t l = (uint32_t)p->program.levels.count; l-- > 0;)
    for (size_t k = 0; k < p->after[l].count; k++) {
      programs_state *s = &p->after[l].data[k];
      s->ways = l + 1 == p->program.levels.count || leads_on (p, l + 1, s->key);
    }
}

/* Returns the number of states that are reported as dead, and checks that none of them has a
   completion. */
static uint64_t count_dead (pond *p)
{
  uint64_t dead = 0;
  if (!p->whole || !p->pockets.levels.count)
    return 0;
  assert_int_equal (p->pockets.levels.count, p->program.levels.count);
  find_alive (p);
  for (uint32_t l = 0; l < p->program.levels.count; l++)
    for (size_t k = 0; k < p->after[l].count; k++) {
      const programs_state *s = &p->after[l].data[k];
      bool is_dead = bcov_pockets_dead (&p->pockets, l, s->key[0]);
      assert_false (is_dead && s->ways);
      dead += is_dead;
    }
  return dead;
}

/* ---- random boards ---- */

static const struct {
  const char *lattice, *pieces[4];
  int layers, rows, columns;
} kinds[] = {
    {"square",
     {"trominoes:any", "I2:any,tetrominoes:any", "pentominoes:any", "L3:any,P5:0..2"},
     1,
     4,
     5},
    {"hex", {"trihexes:any", "tetrahexes:any", "XX:any", "X./.X:any"}, 1, 4, 4},
    {"triangle",
     {"tetriamonds:any", "pentiamonds:any", "XX:any", "XXX:any,tetriamonds:any"},
     1,
     3,
     7},
    {"cube", {"tetracubes:any", "I2:any", "L3:any", "I3:any,L3:any"}, 2, 3, 3},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* A random board in the syntax of -b, with some holes. */
static void draw_board (char *text, size_t kind, bcov_random *random)
{
  if (kinds[kind].layers > 1) {
    sprintf (text, "%dx%dx%d", kinds[kind].layers, kinds[kind].rows, kinds[kind].columns);
    return;
  }
  for (int r = 0; r < kinds[kind].rows; r++) {
    for (int c = 0; c < kinds[kind].columns; c++)
      *text++ = models_below (random, 9) ? '.' : '#';
    *text++ = '/';
  }
  *--text = 0;
}

static void the_dead_have_no_completion (void **state)
{
  (void)state;
  uint64_t dead[KINDS] = {0};
  bcov_random random = {cases_seed (0)};
  pond *p = calloc (1, sizeof *p);
  for (uint64_t n = 0; n < cases (BOARDS); n++) {
    char board[200];
    size_t kind = n % KINDS;
    bcov_brief brief = {.board = board,
                        .lattice = kinds[kind].lattice,
                        .pieces = kinds[kind].pieces[models_below (&random, 4)]};
    draw_board (board, kind, &random);
    pond_start (p, &brief, n / KINDS % 3 ? &random : NULL);
    dead[kind] += count_dead (p);
    pond_end (p);
  }
  for (size_t kind = 0; kind < KINDS; kind++)
    assert_true (cases_enough (dead[kind], 100));
  free (p);
}

/* ---- whole boards ---- */

/* The first and the last level that touch each cell. */
typedef struct {
  uint32_t first[64], last[64], field[64];
} spans;

static void find_spans (const pond *p, spans *s)
{
  const bcov_model *model = &p->compiled.model;
  memset (s, 0xff, sizeof *s);
  for (uint32_t l = 0; l < p->program.levels.count; l++)
    for (uint32_t m = 0; m < p->program.levels.data[l].moves; m++) {
      uint32_t o = p->program.moves.data[p->program.levels.data[l].first_move + m].option;
      for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
        uint32_t item = model->touches.data[t].item;
        s->first[item] = s->first[item] == UINT32_MAX ? l : s->first[item];
        s->last[item] = l;
      }
    }
  for (uint32_t f = 0; f < p->program.fields.count; f++)
    s->field[p->program.fields.data[f].item] = f;
}

/* Removes the region of CELL from FREE_CELLS and returns its size.  Sets *OPEN if the region
   contains a cell that opens later. */
static uint32_t flood (const bcov_board *board, bool *free_cells, const bool *to_come,
                       uint32_t cell, bool *open)
{
  uint32_t near[BCOV_MOST_NEIGHBOURS], size = 1;
  size_t count = bcov_board_neighbours (board, cell, near);
  free_cells[cell] = false;
  *open = *open || to_come[cell];
  for (size_t k = 0; k < count; k++)
    if (free_cells[near[k]])
      size += flood (board, free_cells, to_come, near[k], open);
  return size;
}

static bool has_odd_region (const pond *p, const spans *s, uint32_t level, const uint64_t *key,
                            uint32_t piece)
{
  const bcov_board *board = &p->puzzle->board;
  bool free_cells[64] = {0}, to_come[64] = {0};
  for (uint32_t c = 0; c < board->n_cells; c++) {
    uint32_t f = s->field[c];
    bool seen = f != UINT32_MAX && p->program.fields.data[f].opens <= level;
    to_come[c] = !seen && s->last[c] > level;
    free_cells[c] =
        to_come[c] || (s->last[c] > level && seen && !bcov_program_value (&p->program, f, key));
  }
  for (uint32_t c = 0; c < board->n_cells; c++) {
    bool open = false;
    if (free_cells[c] && flood (board, free_cells, to_come, c, &open) % piece && !open)
      return true;
  }
  return false;
}

static void expect_regions (const char *lattice, const char *board, const char *pieces,
                            uint32_t size)
{
  pond *p = calloc (1, sizeof *p);
  bcov_brief brief = {.board = board, .lattice = lattice, .pieces = pieces};
  uint64_t dead = 0;
  spans s;
  pond_start (p, &brief, NULL);
  assert_true (p->whole && p->pockets.levels.count == p->program.levels.count);
  find_spans (p, &s);
  for (uint32_t l = 0; l < p->program.levels.count; l++)
    for (size_t k = 0; k < p->after[l].count; k++) {
      const uint64_t *key = p->after[l].data[k].key;
      bool expected = has_odd_region (p, &s, l, key, size);
      assert_int_equal (bcov_pockets_dead (&p->pockets, l, key[0]), expected);
      dead += expected;
    }
  assert_true (dead > 50);
  pond_end (p);
  free (p);
}

static void regions_of_all_lattices (void **state)
{
  (void)state;
  expect_regions ("square", "5x6", "trominoes:any", 3);
  expect_regions ("square", "6x5", "pentominoes:any", 5);
  expect_regions ("square", "6x6", "tetrominoes:any", 4);
  expect_regions ("hex", "4x6", "trihexes:any", 3);
  expect_regions ("hex", "4x5", "pentahexes:any", 5);
  expect_regions ("triangle", "4x8", "tetriamonds:any", 4);
  expect_regions ("cube", "2x3x4", "tetracubes:any", 4);
}

/* ---- eight at once ---- */

typedef unsigned road (const bcov_pockets *p, uint32_t level, const uint64_t *keys, unsigned among);

/* Returns random bits, few bits, most bits, or a state that occurs. */
static uint64_t draw_key (const pond *p, uint32_t level, bcov_random *random)
{
  uint64_t key = bcov_random_next (random);
  const programs_states *states = &p->after[level];
  switch (models_below (random, 4)) {
  case 0:
    return key & bcov_random_next (random) & bcov_random_next (random);
  case 1:
    return key | bcov_random_next (random) | bcov_random_next (random);
  case 2:
    return key;
  default:
    return states->count ? states->data[models_below (random, (uint32_t)states->count)].key[0] : 0;
  }
}

/* Compares with the test of single states; keys that are not in AMONG are not reported.  Counts the
   keys that are alive and dead. */
static void expect_eight (road *dead_eight, const pond *p, bcov_random *random, uint64_t *counts)
{
  for (uint32_t l = 0; l < p->pockets.levels.count; l++)
    for (int n = 0; n < 6; n++) {
      uint64_t *keys = malloc (8 * sizeof *keys);
      unsigned among = n ? models_below (random, 256) : 0xff, expected = 0;
      for (unsigned k = 0; k < 8; k++) {
        keys[k] = draw_key (p, l, random);
        bool dead = bcov_pockets_dead (&p->pockets, l, keys[k]);
        expected |= (among >> k & 1 && dead ? 1u : 0u) << k;
        counts[dead]++;
      }
      assert_int_equal (dead_eight (&p->pockets, l, keys, among), expected);
      free (keys);
    }
}

static void expect_road (road *dead_eight)
{
  uint64_t counts[2] = {0};
  bcov_random random = {cases_seed (0)};
  pond *p = calloc (1, sizeof *p);
  for (uint64_t n = 0; n < cases (BOARDS / 2); n++) {
    char board[200];
    size_t kind = n % KINDS;
    bcov_brief brief = {.board = board,
                        .lattice = kinds[kind].lattice,
                        .pieces = kinds[kind].pieces[models_below (&random, 4)]};
    draw_board (board, kind, &random);
    pond_start (p, &brief, n / KINDS % 3 ? &random : NULL);
    expect_eight (dead_eight, p, &random, counts);
    pond_end (p);
  }
  assert_true (cases_enough (counts[false], 1000) && cases_enough (counts[true], 1000));
  free (p);
}

static void eight_as_built (void **state)
{
  (void)state;
  expect_road (bcov_pockets_dead_eight);
}

static void eight_one_by_one (void **state)
{
  (void)state;
  expect_road (dead_eight_plain);
}

static void eight_at_once (void **state)
{
  (void)state;
#ifdef WIDE
  if (__builtin_cpu_supports ("avx512f")) {
    expect_road (call_wide);
    return;
  }
#endif
  skip ();
}

/* ---- models without pockets ---- */

static void expect_nothing (const char *board, const char *pieces)
{
  pond *p = calloc (1, sizeof *p);
  bcov_brief brief = {.board = board, .pieces = pieces};
  pond_start (p, &brief, NULL);
  assert_int_equal (p->pockets.levels.count, 0);
  pond_end (p);
  free (p);
}

/* A piece has a single cell, a cell may stay empty, or the first placement has two parts. */
static void nothing_to_look_for (void **state)
{
  (void)state;
  expect_nothing ("4x4", "I1:any,L3:any");
  expect_nothing ("..?./....", "L3:any");
  expect_nothing ("#...#/.....", "X...X,L3:any");
}

/* With pieces of two and three cells, every size except 1 is possible, so only single cells are
   pockets. */
static void single_cells (void **state)
{
  (void)state;
  pond *p = calloc (1, sizeof *p);
  bcov_brief brief = {.board = "5x5", .pieces = "I2:any,trominoes:any"};
  pond_start (p, &brief, NULL);
  assert_int_equal (p->pockets.sizes, ~(uint64_t)2);
  assert_true (count_dead (p) > 0);
  pond_end (p);
  free (p);
}

SUITE (pocket)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_dead_have_no_completion),
      cmocka_unit_test (regions_of_all_lattices),
      cmocka_unit_test (eight_as_built),
      cmocka_unit_test (eight_one_by_one),
      cmocka_unit_test (eight_at_once),
      cmocka_unit_test (nothing_to_look_for),
      cmocka_unit_test (single_cells),
  };
  return cmocka_run_group_tests_name ("pocket", tests, NULL, NULL);
}
