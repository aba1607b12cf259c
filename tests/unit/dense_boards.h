/* Programs for tests of the dense table: boards with small pieces, cells row by row. */

#ifndef DENSE_BOARDS_H
#define DENSE_BOARDS_H

#include "engine/program.h"

#include <stdlib.h>
#include <string.h>

/* Adds the piece on the cells (rows and columns from the corner ROW, COLUMN) if it is on the
   board, which has HEIGHT x WIDTH cells; EXTRA is one more item, or BCOV_NO_ITEM. */
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

/* The model of a board whose cells are covered once by the drawings in PIECES, which end with NULL;
   one cell, if given, at most once in all ("at most one monomino"). */
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

/* The program of MODEL in the order of its items; the model is freed. */
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

#define BOARDS_L3 ((const char *const[]){"XX/X", "XX/.X", "X/XX", ".X/XX", NULL})
#define BOARDS_I2 ((const char *const[]){"XX", "X/X", NULL})
#define BOARDS_I3 ((const char *const[]){"XX/X", "XX/.X", "X/XX", ".X/XX", "XXX", "X/X/X", NULL})

#endif
