/* Measurements of figures for tests. */

#ifndef DRAWN_H
#define DRAWN_H

#include "draw/scene/figure.h"

#include <math.h>
#include <string.h>

#define assert_near(a, b) assert_true (fabs ((double)(a) - (double)(b)) < 1e-6)

/* The area of a path; counterclockwise rings are holes. */
static inline double drawn_area (const bcov_figure *figure, const bcov_element *element)
{
  double area = 0;
  for (uint32_t r = element->first; r < element->first + element->count; r++) {
    bcov_subpath subpath = figure->subpaths.data[r];
    const bcov_page_point *points = figure->points.data + subpath.first;
    for (uint32_t k = 0; k < subpath.count && subpath.closed; k++) {
      bcov_page_point a = points[k], b = points[(k + 1) % subpath.count];
      area += (a.x * b.y - a.y * b.x) / 2;
    }
  }
  return area;
}

/* The total length of the lines of a path. */
static inline double drawn_length (const bcov_figure *figure, const bcov_element *element)
{
  double length = 0;
  for (uint32_t r = element->first; r < element->first + element->count; r++) {
    bcov_subpath subpath = figure->subpaths.data[r];
    const bcov_page_point *points = figure->points.data + subpath.first;
    for (uint32_t k = 0; k + !subpath.closed < subpath.count; k++) {
      bcov_page_point a = points[k], b = points[(k + 1) % subpath.count];
      length += hypot (a.x - b.x, a.y - b.y);
    }
  }
  return length;
}

/* The area and number of the paths with TITLE, or of all paths if it is NULL. */
static inline double drawn_titled (const bcov_figure *figure, const char *title, size_t *count)
{
  double area = 0;
  size_t found = 0;
  for (size_t k = 0; k < figure->elements.count; k++) {
    const bcov_element *element = figure->elements.data + k;
    if (element->label || !element->title ||
        (title && strcmp (figure->words.data + element->title, title) != 0))
      continue;
    area += drawn_area (figure, element);
    found++;
  }
  if (count)
    *count = found;
  return area;
}

/* The area of all paths filled with INK. */
static inline double drawn_filled (const bcov_figure *figure, uint32_t ink)
{
  double area = 0;
  for (size_t k = 0; k < figure->elements.count; k++)
    if (!figure->elements.data[k].label && figure->elements.data[k].pen.fill == ink)
      area += drawn_area (figure, figure->elements.data + k);
  return area;
}

/* The number of labels with the text LABEL, or of all labels if it is NULL. */
static inline size_t drawn_labels (const bcov_figure *figure, const char *label)
{
  size_t count = 0;
  for (size_t k = 0; k < figure->elements.count; k++) {
    uint32_t word = figure->elements.data[k].label;
    count += word && (!label || !strcmp (figure->words.data + word, label));
  }
  return count;
}

/* Checks that the page contains the whole drawing. */
static inline void drawn_fits (const bcov_figure *figure)
{
  for (size_t p = 0; p < figure->pages.count; p++)
    for (uint32_t k = figure->pages.data[p].first; k < bcov_figure_page_end (figure, p); k++) {
      const bcov_element *element = figure->elements.data + k;
      for (uint32_t r = element->first; r < element->first + element->count; r++)
        for (uint32_t s = 0; s < figure->subpaths.data[r].count; s++) {
          bcov_page_point point = figure->points.data[figure->subpaths.data[r].first + s];
          assert_true (point.x >= 0 && point.x <= figure->pages.data[p].width);
          assert_true (point.y >= 0 && point.y <= figure->pages.data[p].height);
        }
    }
}

#endif
