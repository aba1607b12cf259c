/* Programs for tests of the dense table: boards with small pieces, cells in row order. */

#ifndef DENSE_BOARDS_H
#define DENSE_BOARDS_H

#include "models.h"
#include "engine/dense/half.h"
#include "number/residue.h"
#include "engine/program/program_make.h"

/* Adds the piece on the cells (relative to ROW, COLUMN) if it fits on the board of HEIGHT x WIDTH
   cells. EXTRA is one more item, or BCOV_NO_ITEM. */
static inline void boards_lay (bcov_model *model, int height, int width, int row, int column,
                               const char *drawing, uint32_t extra)
{
  bcov_touch touches[16];
  size_t count = 0;
  int r = row, c = column;
  for (; *drawing; drawing++)
    if (*drawing == '/') {
      r++;
      c = column;
    } else {
      if (*drawing == 'X' && (r >= height || c >= width))
        return;
      if (*drawing == 'X')
        touches[count++] = (bcov_touch){.item = (uint32_t)(r * width + c), .times = 1};
      c++;
    }
  if (extra != BCOV_NO_ITEM)
    touches[count++] = (bcov_touch){.item = extra, .times = 1};
  assert_int_equal (bcov_model_option (model, touches, count, bcov_model_options (model), NULL), 0);
}

/* Returns the model of a board whose cells are covered once by the drawings in PIECES, which end
   with NULL. A piece of one cell is used at most once. */
static inline bcov_model boards_model (bcov_mem *mem, int height, int width,
                                       const char *const *pieces, bool monomino)
{
  bcov_model model;
  uint32_t cells = (uint32_t)(height * width);
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i < cells; i++)
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1}, NULL), 0);
  if (monomino)
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 0, .hi = 1}, NULL), 0);
  for (int r = 0; r < height; r++)
    for (int c = 0; c < width; c++) {
      for (const char *const *piece = pieces; *piece; piece++)
        boards_lay (&model, height, width, r, c, *piece, BCOV_NO_ITEM);
      if (monomino)
        boards_lay (&model, height, width, r, c, "X", cells);
    }
  return model;
}

/* Returns the program of MODEL in the order of its items, and frees MODEL. */
static inline bcov_program boards_unroll (bcov_model *model)
{
  bcov_program program;
  uint32_t order[1024];
  assert_true (model->items.count <= 1024);
  for (uint32_t i = 0; i < model->items.count; i++)
    order[i] = i;
  assert_int_equal (bcov_program_make (model, order, NULL, &program, NULL), 0);
  bcov_model_free (model);
  return program;
}

static inline bcov_program boards_program (bcov_mem *mem, int height, int width,
                                           const char *const *pieces, bool monomino)
{
  bcov_model model = boards_model (mem, height, width, pieces, monomino);
  return boards_unroll (&model);
}

/* Returns the program of a random model whose options touch nearby items. */
static inline bcov_program boards_draw (bcov_mem *mem, bcov_random *random)
{
  bcov_model model;
  uint32_t items = 1 + models_below (random, 40), reach = 1 + models_below (random, 12);
  uint32_t options = models_below (random, 4 * items), must = models_below (random, 5);
  uint32_t size = models_below (random, 6); /* sometimes all options have the same size */
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i < items; i++) {
    bcov_item item = {.lo = models_below (random, 4) < must, .hi = 1};
    assert_int_equal (bcov_model_item (&model, item, NULL), 0);
  }
  for (uint32_t o = 0; o < options; o++) {
    bcov_touch touches[16];
    uint32_t at = models_below (random, items), count = 0;
    for (uint32_t i = at; i < items && i < at + reach && count < 16; i++)
      if (size ? count < size : models_below (random, 3) == 0)
        touches[count++] = (bcov_touch){.item = i, .times = 1};
    assert_int_equal (bcov_model_option (&model, touches, count, o, NULL), 0);
  }
  return boards_unroll (&model);
}

/* Computes the ways to each state after LEVEL from those before it, modulo PRIME. Both arrays have
   2^bits numbers. */
static inline void boards_step (const bcov_program *p, uint32_t level, uint64_t prime,
                                const uint64_t *now, uint64_t *then)
{
  const bcov_level *l = &p->levels.data[level];
  size_t states = (size_t)1 << p->bits;
  memset (then, 0, states * sizeof *then);
  for (uint64_t key = 0; key < states; key++)
    for (uint32_t k = 0; now[key] && k <= l->moves; k++) {
      uint32_t move = k < l->moves ? l->first_move + k : BCOV_NO_MOVE;
      uint64_t out;
      if (bcov_program_step (p, level, move, &key, &out))
        then[out] = (then[out] + now[key]) % prime;
    }
}

/* Allocates the numbers of all states, with one way to state 0. */
static inline uint64_t *boards_states (const bcov_program *p)
{
  uint64_t *states = calloc ((size_t)1 << p->bits, sizeof *states);
  assert_non_null (states);
  states[0] = 1;
  return states;
}

/* Returns the ways to all final states modulo PRIME, to be freed. */
static inline uint64_t *boards_finals (const bcov_program *p, uint64_t prime)
{
  uint64_t *now = boards_states (p), *then = boards_states (p);
  for (uint32_t level = 0; level < p->levels.count; level++) {
    boards_step (p, level, prime, now, then);
    uint64_t *swap = now;
    now = then;
    then = swap;
  }
  free (then);
  return now;
}

/* Returns the number of solutions modulo PRIME. */
static inline uint64_t boards_count (const bcov_program *p, uint64_t prime)
{
  uint64_t *finals = boards_finals (p, prime), answer = finals[0];
  free (finals);
  return answer;
}

/* Returns the sum over one bridge of products of WAYS, which has a number for each key. */
static inline uint64_t boards_cross (const bcov_bridges *all, const bcov_bridge *b,
                                     const uint64_t *ways, uint64_t prime)
{
  __extension__ typedef unsigned __int128 wide;
  uint64_t sum = 0, near = 0;
  do {
    uint64_t far = 0;
    for (uint64_t left = b->free & ~near; left; left &= left - 1)
      far |= (uint64_t)1 << all->partner[__builtin_ctzll (left)];
    wide product = (wide)ways[b->near | near] * ways[b->far | far] % prime;
    sum = (uint64_t)((sum + product * b->times) % prime);
    near = (near - b->free) & b->free;
  } while (near);
  return sum;
}

static inline uint64_t boards_cross_all (const bcov_bridges *all, const uint64_t *ways,
                                         uint64_t prime)
{
  uint64_t sum = 0;
  for (size_t k = 0; k < all->list.count; k++)
    sum = (sum + boards_cross (all, &all->list.data[k], ways, prime)) % prime;
  return sum;
}

/* Halves MODEL along its items in their order, and returns its program like boards_unroll. */
static inline bcov_half boards_halve (bcov_model *model, bcov_program *whole)
{
  bcov_half half;
  uint32_t order[1024];
  assert_true (model->items.count <= 1024);
  for (uint32_t i = 0; i < model->items.count; i++)
    order[i] = i;
  assert_int_equal (bcov_half_make (model, order, &half, NULL), 0);
  *whole = boards_unroll (model);
  return half;
}

/* Returns a random model that is its own image when the items are reversed. */
static inline bcov_model boards_reversible (bcov_mem *mem, bcov_random *random)
{
  uint32_t row = 2 + models_below (random, 24), reach = 1 + models_below (random, 8);
  uint32_t size = models_below (random, 4), options = row * (1 + models_below (random, 3));
  bcov_model model = models_new (mem, row, 1, 1);
  for (uint32_t o = 0; o < options; o++) {
    bcov_touch touches[2][16];
    uint32_t at = models_below (random, row), count = 0;
    for (uint32_t i = at; i < row && i < at + reach; i++)
      if (size ? count < size : i == at || models_below (random, 2) == 0)
        touches[0][count++] = (bcov_touch){.item = i, .times = 1};
    memcpy (touches[1], touches[0], sizeof touches[0]);
    for (uint32_t k = 0; k < count; k++)
      touches[1][k].item = row - 1 - touches[0][count - 1 - k].item;
    for (uint32_t turned = 0; turned < 2; turned++)
      assert_int_equal (bcov_model_option (&model, touches[turned], count, o, NULL), 0);
  }
  return model;
}

#define BOARDS_L3 ((const char *const[]){"XX/X", "XX/.X", "X/XX", ".X/XX", NULL})
#define BOARDS_I2 ((const char *const[]){"XX", "X/X", NULL})
#define BOARDS_TROMINOES                                                                           \
  ((const char *const[]){"XX/X", "XX/.X", "X/XX", ".X/XX", "XXX", "X/X/X", NULL})

#define BOARDS_I3_O4 ((const char *const[]){"XXX", "X/X/X", "XX/XX", NULL})

#endif
