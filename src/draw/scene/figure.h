/* A picture before any medium: pages of filled outlines, lines and labels, at places in the plane.

     bcov_figure figure;
     bcov_figure_start (&figure, mem, err);
     bcov_figure_page (&figure, 100, 50);
     bcov_figure_path (&figure, (bcov_pen){.fill = 0xffcc00, .line = 0, .width = 2}, "F5");
     bcov_figure_subpath (&figure, true);
     bcov_figure_point (&figure, (bcov_page_point){10, 10});                            corner by
   corner
     ...
     if (!figure.status) write it
     bcov_figure_end (&figure);                                                                 */

#ifndef BCOV_FIGURE_H
#define BCOV_FIGURE_H

#include "base/vec.h"

#define BCOV_NO_INK UINT32_MAX

typedef struct {
  double x, y; /* to the right and down, in points */
} bcov_page_point;

/* How something is drawn.  Inks are 0xRRGGBB or BCOV_NO_INK. */
typedef struct {
  uint32_t fill, line;
  double width; /* of the line */
  bool faint;   /* a line that lets most of what is below shine through */
} bcov_pen;

typedef struct {
  uint32_t first, count; /* of its corners among the points */
  bool closed;
} bcov_subpath;

/* A path, whose rings are filled so that a ring in a ring is a hole, or a label. */
typedef struct {
  bcov_pen pen;          /* of a label the fill alone */
  uint32_t first, count; /* of the rings of a path */
  uint32_t title;        /* among the words; 0: none */
  uint32_t label;        /* among the words; 0: this is a path */
  uint32_t step;         /* comes in as the STEP-th; 0: is always there */
  bcov_page_point at;    /* a label: the middle of its line, or where it begins or ends, and */
  double size;           /* the height of its letters */
  int align;             /* AT is where it begins: -1, its middle: 0, where it ends: 1 */
} bcov_element;

typedef struct {
  uint32_t first; /* of what is drawn on it */
  double width, height;
} bcov_page;

/* When something is seen. */
typedef struct {
  double from, until; /* in seconds */
  bool fades;         /* it comes and goes softly */
} bcov_interval;

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_status status; /* the first failure; further calls do nothing */
  uint32_t step;      /* of what is drawn from now on */
  bool millimetres;   /* lengths are millimetres, not points */
  BCOV_VEC (bcov_page) pages;
  BCOV_VEC (bcov_element) elements;
  BCOV_VEC (bcov_subpath) subpaths;
  BCOV_VEC (bcov_page_point) points;
  BCOV_VEC (char) words; /* each with a 0 behind it; the first is empty */
  uint32_t title;        /* of the whole, among the words */
  BCOV_VEC (bcov_interval)
  intervals;      /* if any: when each step is seen (not just one after the other), */
  double seconds; /* and how long it takes until all begins again */
} bcov_figure;

void bcov_figure_start (bcov_figure *figure, bcov_mem *mem, bcov_error *err);
void bcov_figure_end (bcov_figure *figure);

/* A new page; what follows is drawn on it. */
void bcov_figure_page (bcov_figure *figure, double width, double height);

/* A new path; TITLE may be NULL.  Its rings follow, and the corners of each. */
void bcov_figure_path (bcov_figure *figure, bcov_pen pen, const char *title);
void bcov_figure_subpath (bcov_figure *figure, bool closed);
void bcov_figure_point (bcov_figure *figure, bcov_page_point point);

/* A label in INK; see bcov_element. */
void bcov_figure_label (bcov_figure *figure, bcov_page_point at, double size, int align,
                        uint32_t ink, const char *label);

/* Keeps a word; returns its place, 0 after a failure. */
uint32_t bcov_figure_word (bcov_figure *figure, const char *word);

/* The end of what is drawn on page NUMBER. */
uint32_t bcov_figure_page_end (const bcov_figure *figure, size_t number);

/* INK with so much of OTHER (0: none, 1: nothing else) mixed in. */
uint32_t bcov_figure_mix (uint32_t ink, uint32_t other, double share);

#endif
