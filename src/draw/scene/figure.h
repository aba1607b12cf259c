/* A picture that does not depend on a medium: pages with filled paths, lines and labels.

     bcov_figure figure;
     bcov_figure_start (&figure, mem, title, err);
     bcov_figure_page (&figure, 100, 50);
     bcov_figure_path (&figure, (bcov_pen){.fill = 0xffcc00, .line = 0, .width = 2}, "F5");
     bcov_figure_subpath (&figure, true);
     bcov_figure_point (&figure, (bcov_page_point){10, 10});              one call for each corner
     ...
     if (!figure.status)
       bcov_medium_write (&figure, look, &text, err);
     bcov_figure_end (&figure);                                                                 */

#ifndef BCOV_FIGURE_H
#define BCOV_FIGURE_H

#include "base/vec.h"

#define BCOV_NO_INK UINT32_MAX

/* A place on a page in points; X grows to the right, Y downwards. */
typedef struct {
  double x, y;
} bcov_page_point;

/* How a path is drawn.  Inks are 0xRRGGBB or BCOV_NO_INK. */
typedef struct {
  uint32_t fill, line;
  double width; /* of the line */
  bool faint;   /* the line is mostly transparent */
} bcov_pen;

typedef struct {
  uint32_t first, count; /* its corners among the points of the figure */
  bool closed;
} bcov_subpath;

/* A path or a label.  Paths are filled by the even-odd rule: a subpath inside another is a hole. */
typedef struct {
  bcov_pen pen;          /* a label uses FILL only */
  uint32_t first, count; /* the subpaths of a path */
  uint32_t title;        /* index of its first byte in WORDS; 0: no title */
  uint32_t label;        /* likewise; 0: this is a path */
  uint32_t step;         /* the step at which it appears; 0: always visible */
  bcov_page_point at;    /* a label: its reference point, at half the height of its letters */
  bcov_page_point grid;  /* a path with many corners: they are near AT plus multiples of this, which
                            makes short numbers; 0: anywhere */
  double size;           /* the height of its letters */
  int align;             /* the label starts at AT: -1, is centred on AT: 0, ends at AT: 1 */
} bcov_element;

typedef struct {
  uint32_t first; /* its first element */
  double width, height;
} bcov_page;

/* The time during which the elements of a step are visible. */
typedef struct {
  double from, until; /* in seconds */
  bool fades;         /* they fade in and out */
} bcov_interval;

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_status status; /* the first failure; further calls do nothing */
  uint32_t step;      /* the step of new elements */
  bool millimetres;   /* lengths are millimetres, not points */
  bool whole_pixels;  /* a PNG has one pixel per point by default, because corners are on points */
  BCOV_VEC (bcov_page) pages;
  BCOV_VEC (bcov_element) elements;
  BCOV_VEC (bcov_subpath) subpaths;
  BCOV_VEC (bcov_page_point) points;
  BCOV_VEC (char) words; /* zero-terminated texts; the first one is empty */
  uint32_t title;        /* of the figure, among the words */

  /* Of step k: intervals[k - 1].  Without any, the steps appear one after the other. */
  BCOV_VEC (bcov_interval) intervals;
  double seconds; /* with intervals: the length of the animation, which then starts again */
} bcov_figure;

/* TITLE may be NULL. */
void bcov_figure_start (bcov_figure *figure, bcov_mem *mem, const char *title, bcov_error *err);
void bcov_figure_end (bcov_figure *figure);

/* Begins a page.  New elements belong to it. */
void bcov_figure_page (bcov_figure *figure, double width, double height);

/* Begins a path; TITLE may be NULL.  Add its subpaths, and after each one its corners. */
void bcov_figure_path (bcov_figure *figure, bcov_pen pen, const char *title);
/* All corners of the path just begun are near multiples of GRID from AT. */
void bcov_figure_path_grid (bcov_figure *figure, bcov_page_point at, bcov_page_point grid);
void bcov_figure_subpath (bcov_figure *figure, bool closed);
void bcov_figure_point (bcov_figure *figure, bcov_page_point point);

/* Adds a label in INK; bcov_element describes the parameters. */
void bcov_figure_label (bcov_figure *figure, bcov_page_point at, double size, int align,
                        uint32_t ink, const char *label);

/* Stores a word.  Returns its index, or 0 after a failure. */
uint32_t bcov_figure_word (bcov_figure *figure, const char *word);

/* The end of the elements of page NUMBER. */
uint32_t bcov_figure_page_end (const bcov_figure *figure, size_t number);

/* Mixes INK with a SHARE (0 to 1) of OTHER. */
uint32_t bcov_figure_mix (uint32_t ink, uint32_t other, double share);

#endif
