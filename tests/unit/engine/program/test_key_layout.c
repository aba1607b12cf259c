/* Places in the key: fields that are open together have different ones, no key is longer than it
   must be, and neighbours on a board are few distances apart. */

#include "suite.h"

#include "programs.h"
#include "dense_boards.h"
#include "random_cases.h"

#include <stdio.h>

static const bcov_field *field_of (const bcov_program *p, uint32_t item)
{
  for (size_t f = 0; f < p->fields.count; f++)
    if (p->fields.data[f].item == item)
      return &p->fields.data[f];
  return NULL;
}

static bool open_together (const bcov_field *a, const bcov_field *b)
{
  return a && b && a->opens < b->closes && b->opens < a->closes;
}

/* How many bits neighbours are apart, BY items along the rows of a board of WIDTH columns: a bit
   for each distance, those over 63 (there are none) aside. */
static uint64_t distances (const bcov_program *p, uint32_t cells, uint32_t width, uint32_t by)
{
  uint64_t seen = 0;
  for (uint32_t i = 0; i + by < cells; i++) {
    const bcov_field *a = field_of (p, i), *b = field_of (p, i + by);
    if ((by == 1 && i % width == width - 1) || !open_together (a, b))
      continue;
    uint32_t apart = a->shift > b->shift ? a->shift - b->shift : b->shift - a->shift;
    assert_in_range (apart, 1, 63);
    seen |= (uint64_t)1 << apart;
  }
  return seen;
}

/* Cells take turns: a neighbour beside is one bit away, one below a row's cells, or what is left of
   the round. */
static void neighbours_on_boards (void **state)
{
  (void)state;
  static const struct {
    uint32_t height, width;
    const char *pieces;
  } known[] = {{9, 7, "trominoes:any"},     {12, 9, "tetrominoes:any"}, {14, 6, "pentominoes:any"},
               {10, 10, "pentominoes:any"}, {11, 6, "hexominoes:any"},  {8, 13, "I3:any,O4:any"}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    char board[32];
    uint32_t width = known[k].width, cells = known[k].height * width;
    snprintf (board, sizeof board, "%ux%u", known[k].height, width);
    bcov_program p = programs_board (bcov_mem_new (0), board, known[k].pieces);
    uint64_t beside = distances (&p, cells, width, 1), below = distances (&p, cells, width, width);
    assert_int_equal (p.words, 1);
    assert_true (beside >> 1 & 1 && below >> width & 1);
    assert_true (__builtin_popcountll (beside) <= 2 && __builtin_popcountll (below) <= 2);
    programs_end (&p);
  }
}

/* The most places that are taken at once, when all fields are bits and one that opens takes the
   place of the guard that closes. */
static uint32_t most_places (const bcov_program *p)
{
  uint32_t most = 0;
  for (uint32_t l = 0; l < p->levels.count; l++) {
    uint32_t taken = 0;
    bool opens = false;
    for (size_t k = 0; k < p->fields.count; k++) {
      const bcov_field *f = &p->fields.data[k];
      taken += f->opens <= l && f->closes >= l;
      opens = opens || (f->opens == l && f->closes > l);
    }
    taken -= opens && p->levels.data[l].guarded;
    most = taken > most ? taken : most;
  }
  return most;
}

/* Fields that are open at the same time have different places, each within a word. */
static void expect_apart (const bcov_program *p)
{
  for (size_t a = 0; a < p->fields.count; a++) {
    const bcov_field *f = &p->fields.data[a];
    assert_true (f->width && f->shift + f->width <= p->bits && p->bits < 64 * p->words);
    assert_int_equal (f->shift / 64, (f->shift + f->width - 1) / 64);
    for (size_t b = 0; b < a; b++) {
      const bcov_field *g = &p->fields.data[b];
      bool apart = f->shift >= g->shift + g->width || g->shift >= f->shift + f->width;
      bool later = (!f->kept && f->closes <= g->opens) || (!g->kept && g->closes <= f->opens);
      assert_true (apart || later);
    }
  }
}

/* Taking turns makes no key longer. */
static void no_place_is_wasted (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (600); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program p;
    if (n % 3) {
      bcov_model model = n % 3 == 1 ? programs_wide (mem, &random, 20 + n % 600 / 4, 30, 5)
                                    : programs_draw (mem, &random, n);
      p = programs_unroll (&model, NULL, &random);
      bcov_model_free (&model);
    } else
      p = boards_draw (mem, &random);
    expect_apart (&p);
    if (p.plain)
      assert_int_equal (p.bits, most_places (&p));
    for (uint32_t l = 0; l < p.levels.count; l++)
      assert_true (p.levels.data[l].bits <= p.bits);
    programs_end (&p);
  }
}

SUITE (key_layout)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (neighbours_on_boards),
      cmocka_unit_test (no_place_is_wasted),
  };
  return cmocka_run_group_tests_name ("key_layout", tests, NULL, NULL);
}
