/* Stores a figure in flat arrays: an element refers to its subpaths and a subpath to its corners by
   index.  The first failure is kept in the figure, so that drawing code needs no checks; the code
   that writes the figure checks once. */

#include "draw/scene/figure.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void bcov_figure_start (bcov_figure *figure, bcov_mem *mem, const char *title, bcov_error *err)
{
  *figure = (bcov_figure){.mem = mem, .err = err};
  figure->status = bcov_vec_push (mem, &figure->words, 0, err);
  figure->title = title ? bcov_figure_word (figure, title) : 0;
}

void bcov_figure_end (bcov_figure *figure)
{
  bcov_mem *mem = figure->mem;
  if (!mem)
    return;
  bcov_vec_free (mem, &figure->pages);
  bcov_vec_free (mem, &figure->elements);
  bcov_vec_free (mem, &figure->subpaths);
  bcov_vec_free (mem, &figure->points);
  bcov_vec_free (mem, &figure->words);
  bcov_vec_free (mem, &figure->intervals);
  figure->mem = NULL;
}

void bcov_figure_page (bcov_figure *figure, double width, double height)
{
  bcov_page page = {(uint32_t)figure->elements.count, width, height};
  if (!figure->status)
    figure->status = bcov_vec_push (figure->mem, &figure->pages, page, figure->err);
}

uint32_t bcov_figure_word (bcov_figure *figure, const char *word)
{
  size_t first = figure->words.count, length = strlen (word) + 1;
  if (!figure->status)
    figure->status = bcov_vec_reserve (figure->mem, &figure->words, first + length, figure->err);
  if (figure->status)
    return 0;
  memcpy (figure->words.data + first, word, length);
  figure->words.count += length;
  return (uint32_t)first;
}

static void add (bcov_figure *figure, bcov_element element)
{
  element.step = figure->step;
  element.first = (uint32_t)figure->subpaths.count;
  if (!figure->status)
    figure->status = bcov_vec_push (figure->mem, &figure->elements, element, figure->err);
}

void bcov_figure_path (bcov_figure *figure, bcov_pen pen, const char *title)
{
  add (figure, (bcov_element){.pen = pen, .title = title ? bcov_figure_word (figure, title) : 0});
}

void bcov_figure_path_grid (bcov_figure *figure, bcov_page_point at, bcov_page_point grid)
{
  if (figure->status)
    return;
  bcov_element *path = figure->elements.data + figure->elements.count - 1;
  path->at = at;
  path->grid = grid;
}

void bcov_figure_subpath (bcov_figure *figure, bool closed)
{
  bcov_subpath subpath = {(uint32_t)figure->points.count, 0, closed};
  assert (figure->status || figure->elements.count);
  if (!figure->status)
    figure->status = bcov_vec_push (figure->mem, &figure->subpaths, subpath, figure->err);
  if (!figure->status)
    figure->elements.data[figure->elements.count - 1].count++;
}

void bcov_figure_point (bcov_figure *figure, bcov_page_point point)
{
  assert (figure->status || figure->subpaths.count);
  if (!figure->status)
    figure->status = bcov_vec_push (figure->mem, &figure->points, point, figure->err);
  if (!figure->status)
    figure->subpaths.data[figure->subpaths.count - 1].count++;
}

void bcov_figure_label (bcov_figure *figure, bcov_page_point at, double size, int align,
                        uint32_t ink, const char *label)
{
  bcov_pen pen = {.fill = ink, .line = BCOV_NO_INK};
  uint32_t word = bcov_figure_word (figure, label);
  add (figure, (bcov_element){.pen = pen, .label = word, .at = at, .size = size, .align = align});
}

uint32_t bcov_figure_page_end (const bcov_figure *figure, size_t number)
{
  assert (number < figure->pages.count);
  return number + 1 < figure->pages.count ? figure->pages.data[number + 1].first
                                          : (uint32_t)figure->elements.count;
}

uint32_t bcov_figure_mix (uint32_t ink, uint32_t other, double share)
{
  uint32_t mixed = 0;
  for (int shift = 0; shift <= 16; shift += 8) {
    double a = ink >> shift & 255, b = other >> shift & 255;
    mixed |= (uint32_t)lround (a + (b - a) * share) << shift;
  }
  return mixed;
}
