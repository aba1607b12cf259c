/* The media and what each of them can do; PNG and PDF with cairo.

   CALLS lists the functions of cairo in use.  It declares a table of them with the types of cairo's
   own header; the table is filled when a picture is drawn.  The library stays loaded until the
   picture is done.

   Cairo allocates four bytes for each pixel of a PNG, and about two KiB for each path on a page of
   a PDF.  These amounts are checked against the memory limit in advance.  A PNG of 20,000 pixels
   takes ten seconds, most of them for compression, so the control is polled for each path and for
   each part of the file that is written. */

#include "draw/medium/medium.h"
#include "base/control.h"
#include "draw/medium/svg_write.h"

#include <assert.h>
#include <cairo-pdf.h>
#include <cairo.h>
#include <dlfcn.h>
#include <math.h>
#include <string.h>

#define CALLS(CALL)                                                                                \
  CALL (cairo_create)                                                                              \
  CALL (cairo_destroy)                                                                             \
  CALL (cairo_status)                                                                              \
  CALL (cairo_status_to_string)                                                                    \
  CALL (cairo_scale)                                                                               \
  CALL (cairo_show_page)                                                                           \
  CALL (cairo_new_path)                                                                            \
  CALL (cairo_move_to)                                                                             \
  CALL (cairo_line_to)                                                                             \
  CALL (cairo_close_path)                                                                          \
  CALL (cairo_set_antialias)                                                                       \
  CALL (cairo_set_fill_rule)                                                                       \
  CALL (cairo_set_line_join)                                                                       \
  CALL (cairo_set_line_cap)                                                                        \
  CALL (cairo_set_line_width)                                                                      \
  CALL (cairo_set_source_rgba)                                                                     \
  CALL (cairo_paint)                                                                               \
  CALL (cairo_fill_preserve)                                                                       \
  CALL (cairo_stroke)                                                                              \
  CALL (cairo_select_font_face)                                                                    \
  CALL (cairo_set_font_size)                                                                       \
  CALL (cairo_text_extents)                                                                        \
  CALL (cairo_show_text)                                                                           \
  CALL (cairo_surface_destroy)                                                                     \
  CALL (cairo_surface_finish)                                                                      \
  CALL (cairo_surface_status)                                                                      \
  CALL (cairo_image_surface_create)                                                                \
  CALL (cairo_surface_write_to_png_stream)                                                         \
  CALL (cairo_pdf_surface_create_for_stream)                                                       \
  CALL (cairo_pdf_surface_set_size)                                                                \
  CALL (cairo_pdf_surface_set_metadata)

#define FIELD(name) __typeof__ (name) *name;

typedef struct {
  void *library;
  CALLS (FIELD)
} calls;

/* A file that is being written. */
typedef struct {
  calls cairo;
  const bcov_figure *figure;
  bcov_text *out;
  bcov_control control;
  bcov_error *err;
} raster_file;

enum {
  BYTES_PER_PATH = 2048, /* on a page of a PDF */
  USUAL_PIXELS = 1600    /* the default of the longer side of a PNG, at most */
};

static const char library_name[] = "libcairo.so.2";
static const double points_a_millimetre = 72 / 25.4;

/* ---- what a medium can do ---- */

static bool is_medium (const bcov_look *look, const char *name)
{
  return !strcmp (look->medium ? look->medium : "svg", name);
}

bcov_status bcov_medium_check (const bcov_look *look, bcov_error *err)
{
  bool svg = is_medium (look, "svg"), png = is_medium (look, "png"), pdf = is_medium (look, "pdf");
  if (!svg && !png && !pdf)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "unknown picture format '%s'; use svg, png or pdf", look->medium);
  if (look->animate && !svg)
    return bcov_error_add (err, BCOV_INPUT, NULL, "an animation must be an SVG");
  if (look->cut && png)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a picture for cutting must be an SVG or a PDF, not a PNG");
  if (look->cut && look->animate)
    return bcov_error_add (err, BCOV_INPUT, NULL, "give either cut or animate, not both");
  if (look->cut && look->isometric)
    return bcov_error_add (err, BCOV_INPUT, NULL, "give either isometric or cut, not both");
  if (look->cut && look->colour_by)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a picture for cutting has no colours; give either cut or colour-by");
  if (look->pixels && !png)
    return bcov_error_add (err, BCOV_INPUT, NULL, "pixels applies only to PNG files; leave it out");
  return BCOV_OK;
}

bcov_status bcov_medium_fits (const bcov_puzzle *puzzle, const bcov_look *look, bcov_error *err)
{
  if (puzzle->exact)
    return bcov_error_add (err, BCOV_INPUT, NULL, "an exact cover problem has no board to draw");
  if (look->isometric && puzzle->board.lattice != BCOV_CUBE)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "isometric pictures need a board of cubes; leave isometric out");
  return BCOV_OK;
}

bool bcov_medium_has_pages (const bcov_look *look)
{
  return is_medium (look, "pdf");
}

/* ---- the library ---- */

/* dlsym returns a pointer to data; POSIX allows its use as a pointer to a function. */
#define FIND(name)                                                                                 \
  *(void **)&cairo->name = dlsym (cairo->library, #name);                                          \
  complete = complete && cairo->name;

/* Suggests an installation only if the library is missing, because loading can also fail for other
   reasons, such as lack of memory. */
static bcov_status report_library (const char *why, bcov_error *err)
{
  if (!why || strstr (why, "No such file"))
    return bcov_error_add (
        err, BCOV_INPUT, NULL,
        "PNG and PDF pictures need the library %s; install the package libcairo2, or write an SVG",
        library_name);
  return bcov_error_add (
      err, BCOV_FAULT, NULL,
      "PNG and PDF pictures need a library that cannot be loaded: %s; write an SVG", why);
}

static bcov_status load (calls *cairo, bcov_error *err)
{
  *cairo = (calls){.library = dlopen (library_name, RTLD_NOW | RTLD_NODELETE)};
  bool complete = cairo->library;
  if (complete) {
    CALLS (FIND)
  }
  if (complete)
    return BCOV_OK;
  bcov_status status = report_library (dlerror (), err);
  if (cairo->library)
    dlclose (cairo->library);
  return status;
}

/* Reports a failure; BCOV_OK if the file was written. */
static bcov_status report (const raster_file *m, cairo_status_t status)
{
  if (bcov_control_status (&m->control, NULL))
    return bcov_error_add (m->err, BCOV_STOPPED, NULL, "stopped before the picture was complete");
  if (!status || bcov_text_status (m->out, NULL))
    return bcov_text_status (m->out, m->err);
  return bcov_error_add (m->err, BCOV_FAULT, NULL, "cairo cannot draw this picture: %s",
                         m->cairo.cairo_status_to_string (status));
}

static cairo_status_t take_bytes (void *data, const unsigned char *bytes, unsigned length)
{
  raster_file *m = data;
  bcov_text_add (m->out, (const char *)bytes, length);
  bool fine = bcov_control_go_on (&m->control, 0) && !m->out->failed;
  return fine ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* ---- drawing ---- */

static void set_ink (const calls *cairo, cairo_t *to, uint32_t ink, double opacity)
{
  cairo->cairo_set_source_rgba (to, (ink >> 16 & 255) / 255.0, (ink >> 8 & 255) / 255.0,
                                (ink & 255) / 255.0, opacity);
}

static void add_subpaths (const calls *cairo, cairo_t *to, const bcov_figure *figure,
                          const bcov_element *element)
{
  for (uint32_t r = element->first; r < element->first + element->count; r++) {
    bcov_subpath subpath = figure->subpaths.data[r];
    const bcov_page_point *points = figure->points.data + subpath.first;
    for (uint32_t k = 0; k < subpath.count; k++)
      (k ? cairo->cairo_line_to : cairo->cairo_move_to) (to, points[k].x, points[k].y);
    if (subpath.closed)
      cairo->cairo_close_path (to);
  }
}

static void draw_path (const calls *cairo, cairo_t *to, const bcov_figure *figure,
                       const bcov_element *element)
{
  const bcov_pen *pen = &element->pen;
  cairo->cairo_new_path (to);
  add_subpaths (cairo, to, figure, element);
  if (pen->fill != BCOV_NO_INK) {
    /* Smooth edges of surfaces without lines would leave gaps between neighbours. */
    bool crisp = element->grid.x > 0 && pen->line == BCOV_NO_INK;
    cairo->cairo_set_antialias (to, crisp ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
    set_ink (cairo, to, pen->fill, 1);
    cairo->cairo_fill_preserve (to);
  }
  if (pen->line != BCOV_NO_INK) {
    set_ink (cairo, to, pen->line, pen->faint ? 0.22 : 1);
    cairo->cairo_set_antialias (to, CAIRO_ANTIALIAS_DEFAULT);
    cairo->cairo_set_line_width (to, pen->width);
    cairo->cairo_stroke (to);
  }
}

static void draw_label (const calls *cairo, cairo_t *to, const bcov_figure *figure,
                        const bcov_element *element)
{
  const char *label = figure->words.data + element->label;
  cairo_text_extents_t extents;
  cairo->cairo_set_font_size (to, element->size);
  cairo->cairo_text_extents (to, label, &extents);
  set_ink (cairo, to, element->pen.fill, 1);
  cairo->cairo_move_to (to, element->at.x - extents.x_advance * (1 + element->align) / 2,
                        element->at.y + 0.35 * element->size);
  cairo->cairo_show_text (to, label);
}

static void draw_page (raster_file *m, cairo_t *to, size_t number)
{
  const bcov_figure *figure = m->figure;
  assert (number < figure->pages.count);
  uint32_t end = bcov_figure_page_end (figure, number);
  for (uint32_t k = figure->pages.data[number].first;
       k < end && bcov_control_go_on (&m->control, 0); k++) {
    const bcov_element *element = figure->elements.data + k;
    (element->label ? draw_label : draw_path) (&m->cairo, to, figure, element);
  }
}

static cairo_t *start (const calls *cairo, cairo_surface_t *surface, double scale)
{
  cairo_t *to = cairo->cairo_create (surface);
  cairo->cairo_scale (to, scale, scale);
  cairo->cairo_set_fill_rule (to, CAIRO_FILL_RULE_EVEN_ODD);
  cairo->cairo_set_line_join (to, CAIRO_LINE_JOIN_ROUND);
  cairo->cairo_set_line_cap (to, CAIRO_LINE_CAP_ROUND);
  cairo->cairo_select_font_face (to, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                                 CAIRO_FONT_WEIGHT_NORMAL);
  return to;
}

/* ---- PNG ---- */

static bcov_status check_size (const bcov_figure *figure, uint32_t pixels, double width,
                               double height, bcov_error *err)
{
  if (pixels > BCOV_MOST_PIXELS)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a picture of %u pixels is too large; give at most %d, or write an SVG",
                           pixels, BCOV_MOST_PIXELS);
  if (width * height * 4 > (double)bcov_mem_left (figure->mem))
    return bcov_error_add (err, BCOV_STOPPED, NULL,
                           "a picture of %.0f x %.0f pixels needs more memory than is left; give "
                           "fewer pixels, or write an SVG",
                           width, height);
  return BCOV_OK;
}

static bcov_status write_png (raster_file *m, double scale)
{
  const calls *cairo = &m->cairo;
  bcov_page page = m->figure->pages.data[0];
  cairo_surface_t *surface = cairo->cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int)ceil (page.width * scale), (int)ceil (page.height * scale));
  cairo_t *to = start (cairo, surface, scale);
  set_ink (cairo, to, 0xffffff, 1);
  cairo->cairo_paint (to);
  draw_page (m, to, 0);
  cairo_status_t done = cairo->cairo_status (to);
  if (!done && bcov_control_go_on (&m->control, 0))
    done = cairo->cairo_surface_write_to_png_stream (surface, take_bytes, m);
  cairo->cairo_destroy (to);
  cairo->cairo_surface_destroy (surface);
  return report (m, done);
}

/* ---- PDF ---- */

/* Leaves dates out, so that the same picture gives the same file. */
static void set_words (const calls *cairo, const bcov_figure *figure, cairo_surface_t *surface)
{
  cairo->cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  cairo->cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "boardcover");
  if (figure->title)
    cairo->cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE,
                                           figure->words.data + figure->title);
}

static bcov_status write_pdf (raster_file *m)
{
  const calls *cairo = &m->cairo;
  const bcov_figure *figure = m->figure;
  double scale = figure->millimetres ? points_a_millimetre : 1;
  bcov_page first = figure->pages.data[0];
  cairo_surface_t *surface = cairo->cairo_pdf_surface_create_for_stream (
      take_bytes, m, first.width * scale, first.height * scale);
  set_words (cairo, figure, surface);
  cairo_t *to = start (cairo, surface, scale);
  for (size_t k = 0; k < figure->pages.count && bcov_control_go_on (&m->control, 0); k++) {
    bcov_page page = figure->pages.data[k];
    cairo->cairo_pdf_surface_set_size (surface, page.width * scale, page.height * scale);
    draw_page (m, to, k);
    cairo->cairo_show_page (to);
  }
  cairo_status_t done = cairo->cairo_status (to);
  cairo->cairo_destroy (to);
  cairo->cairo_surface_finish (surface);
  done = done ? done : cairo->cairo_surface_status (surface);
  cairo->cairo_surface_destroy (surface);
  return report (m, done);
}

static bcov_status check_paths (const bcov_figure *figure, bcov_error *err)
{
  uint32_t most = 0;
  for (size_t k = 0; k < figure->pages.count; k++) {
    uint32_t paths = bcov_figure_page_end (figure, k) - figure->pages.data[k].first;
    most = paths > most ? paths : most;
  }
  if (most <= bcov_mem_left (figure->mem) / BYTES_PER_PATH)
    return BCOV_OK;
  return bcov_error_add (
      err, BCOV_STOPPED, NULL,
      "a page of %u paths needs more memory than is left; allow more memory, or write an SVG",
      most);
}

/* ---- writing ---- */

/* The pixels per point of a PNG. */
static double scale_of (const bcov_figure *figure, uint32_t pixels)
{
  bcov_page page = figure->pages.data[0];
  double longer = fmax (page.width, page.height);
  if (figure->whole_pixels && !pixels)
    return 1;
  return (pixels ? pixels : fmin (2 * longer, USUAL_PIXELS)) / longer;
}

bcov_status bcov_medium_write (const bcov_figure *figure, const bcov_look *look, bcov_text *out,
                               bcov_error *err)
{
  raster_file m = {.figure = figure, .out = out, .err = err};
  bool png = is_medium (look, "png");
  assert (!figure->status && figure->pages.count);
  if (!png && !is_medium (look, "pdf"))
    return bcov_svg_write (figure, look->animate, out, err);
  bcov_control_start (&m.control, &look->watch);
  bcov_page page = figure->pages.data[0];
  double scale = scale_of (figure, look->pixels);
  bcov_status status =
      png ? check_size (figure, look->pixels, page.width * scale, page.height * scale, err)
          : check_paths (figure, err);
  if (!status)
    status = load (&m.cairo, err);
  if (status)
    return status;
  status = png ? write_png (&m, scale) : write_pdf (&m);
  dlclose (m.cairo.library);
  return status;
}
