/* Each element of the figure is one line: a <path> or a <text>, with its title if it has one.  To
   keep files small, numbers have at most two decimals, corners use the shortest of the commands H,
   V and L, and attributes that most elements share are on the <svg> element. */

#include "draw/medium/svg_write.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double step_seconds = 0.35, rest_seconds = 2, fade_seconds = 0.2;

/* ---- attributes ---- */

/* A number without trailing zeros.  The decimal point does not depend on the locale. */
static void put_number (bcov_text *out, double number)
{
  long long hundredths = llround (number * 100);
  if (hundredths < 0)
    bcov_text_char (out, '-');
  hundredths = hundredths < 0 ? -hundredths : hundredths;
  bcov_text_printf (out, "%lld", hundredths / 100);
  if (hundredths % 100)
    bcov_text_printf (out, hundredths % 10 ? ".%02lld" : ".%lld",
                      hundredths % 10 ? hundredths % 100 : hundredths % 100 / 10);
}

static void put_size (bcov_text *out, const char *name, double size, const char *unit)
{
  bcov_text_printf (out, " %s=\"", name);
  put_number (out, size);
  bcov_text_printf (out, "%s\"", unit);
}

static void put_attribute (bcov_text *out, const char *name, double number)
{
  put_size (out, name, number, "");
}

static void put_ink (bcov_text *out, const char *name, uint32_t ink)
{
  if (ink == BCOV_NO_INK)
    bcov_text_printf (out, " %s=\"none\"", name);
  else
    bcov_text_printf (out, " %s=\"#%06x\"", name, ink);
}

/* Writes a text of the user: escapes characters that have a meaning in XML, and drops control
   characters. */
static void put_words (bcov_text *out, const char *words)
{
  for (; *words; words++) {
    unsigned char c = (unsigned char)*words;
    if (c == '&' || c == '<' || c == '>')
      bcov_text_put (out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;");
    else if (c >= ' ')
      bcov_text_char (out, *words);
  }
}

static void put_title (const bcov_figure *figure, uint32_t title, bcov_text *out)
{
  bcov_text_put (out, "<title>");
  put_words (out, figure->words.data + title);
  bcov_text_put (out, "</title>");
}

/* ---- paths and labels ---- */

static void put_corner (bcov_text *out, bcov_page_point last, bcov_page_point here, bool first)
{
  bool same_x = llround (last.x * 100) == llround (here.x * 100),
       same_y = llround (last.y * 100) == llround (here.y * 100);
  if (!first && same_x != same_y) {
    bcov_text_char (out, same_x ? 'V' : 'H');
    put_number (out, same_x ? here.y : here.x);
    return;
  }
  bcov_text_char (out, first ? 'M' : 'L');
  put_number (out, here.x);
  bcov_text_char (out, ' ');
  put_number (out, here.y);
}

static void put_subpaths (const bcov_figure *figure, const bcov_element *element, bcov_text *out)
{
  for (uint32_t r = element->first; r < element->first + element->count; r++) {
    bcov_subpath subpath = figure->subpaths.data[r];
    const bcov_page_point *points = figure->points.data + subpath.first;
    for (uint32_t k = 0; k < subpath.count; k++)
      put_corner (out, points[k ? k - 1 : 0], points[k], k == 0);
    if (subpath.closed)
      bcov_text_char (out, 'Z');
  }
}

/* ---- paths on a grid ---- */

/* A path with many corners has relative commands, in multiples of its grid.  A command that repeats
   the previous one is left out, and so is a blank before a minus. */
typedef struct {
  bcov_text *out;
  char command;
  long long x, y; /* the current point */
} grid_writer;

static void put_step (grid_writer *to, bool first, long long step)
{
  char digits[24], *end = digits + sizeof digits, *at = end;
  unsigned long long size = step < 0 ? -(unsigned long long)step : (unsigned long long)step;
  do
    *--at = (char)('0' + size % 10);
  while (size /= 10);
  if (step < 0)
    *--at = '-';
  else if (!first)
    *--at = ' ';
  bcov_text_add (to->out, at, (size_t)(end - at));
}

static void put_move (grid_writer *to, long long x, long long y, bool begins)
{
  long long right = x - to->x, down = y - to->y;
  char command = begins ? 'm' : !down ? 'h' : !right ? 'v' : 'l';
  bool repeats = command == 'l' && to->command == 'l';
  if (!begins && !right && !down)
    return;
  if (!repeats)
    bcov_text_char (to->out, command);
  if (command != 'v')
    put_step (to, !repeats, right);
  if (command != 'h')
    put_step (to, command == 'v', down);
  *to = (grid_writer){to->out, command, x, y};
}

static void put_grid_path (const bcov_figure *figure, const bcov_element *element, bcov_text *out)
{
  grid_writer to = {.out = out};
  bcov_page_point at = element->at, grid = element->grid;
  for (uint32_t r = element->first; r < element->first + element->count; r++) {
    bcov_subpath subpath = figure->subpaths.data[r];
    const bcov_page_point *points = figure->points.data + subpath.first;
    long long x = to.x, y = to.y;
    for (uint32_t k = 0; k < subpath.count; k++) {
      put_move (&to, llround ((points[k].x - at.x) / grid.x),
                llround ((points[k].y - at.y) / grid.y), !k);
      x = k ? x : to.x;
      y = k ? y : to.y;
    }
    if (subpath.closed) {
      bcov_text_char (out, 'z');
      to = (grid_writer){out, 'z', x, y};
    }
  }
}

/* A number that scales a path, with the digits that a large path needs. */
static void put_scale (bcov_text *out, double scale)
{
  long long parts = llround (scale * 100000000);
  bcov_text_printf (out, "%lld.%08lld", parts / 100000000, parts % 100000000);
}

static void put_grid (const bcov_element *element, bcov_text *out)
{
  bcov_text_put (out, " transform=\"translate(");
  put_number (out, element->at.x);
  bcov_text_char (out, ' ');
  put_number (out, element->at.y);
  bcov_text_put (out, ")scale(");
  put_scale (out, element->grid.x);
  bcov_text_char (out, ' ');
  put_scale (out, element->grid.y);
  bcov_text_put (out, ")\"");
}

static void put_path (const bcov_figure *figure, const bcov_element *element, bcov_text *out)
{
  const bcov_pen *pen = &element->pen;
  bool on_grid = element->grid.x > 0;
  bcov_text_put (out, "<path");
  if (on_grid)
    put_grid (element, out);
  put_ink (out, "fill", pen->fill);
  if (pen->line != BCOV_NO_INK) {
    put_ink (out, "stroke", pen->line);
    put_attribute (out, "stroke-width", on_grid ? pen->width / element->grid.x : pen->width);
  } else if (on_grid)
    bcov_text_put (out, " shape-rendering=\"crispEdges\"");
  if (pen->faint)
    bcov_text_put (out, " stroke-opacity=\".22\"");
  bcov_text_put (out, " d=\"");
  (on_grid ? put_grid_path : put_subpaths) (figure, element, out);
  bcov_text_put (out, element->title ? "\">" : "\"/>");
  if (element->title) {
    put_title (figure, element->title, out);
    bcov_text_put (out, "</path>");
  }
  bcov_text_char (out, '\n');
}

/* The middle of capital letters is about 0.35 of the font size above the baseline. */
static void put_label (const bcov_figure *figure, const bcov_element *element, bcov_text *out)
{
  bcov_text_put (out, "<text");
  put_attribute (out, "x", element->at.x);
  put_attribute (out, "y", element->at.y + 0.35 * element->size);
  put_attribute (out, "font-size", element->size);
  put_ink (out, "fill", element->pen.fill);
  if (element->align)
    bcov_text_printf (out, " text-anchor=\"%s\"", element->align < 0 ? "start" : "end");
  bcov_text_char (out, '>');
  put_words (out, figure->words.data + element->label);
  bcov_text_put (out, "</text>\n");
}

/* ---- motion ---- */

static uint32_t last_step (const bcov_figure *figure)
{
  uint32_t last = 0;
  for (size_t k = 0; k < figure->elements.count; k++)
    last = figure->elements.data[k].step > last ? figure->elements.data[k].step : last;
  return last;
}

/* All steps have the same animation, one after the other: appear, stay, disappear.  A step stays
   until the last one has been visible for REST_SECONDS. */
static void put_motion (uint32_t steps, bcov_text *out)
{
  double half = steps * step_seconds + rest_seconds, whole = 2 * half;
  int in = (int)lround (60 / whole), go = 50;
  in = in < 1 ? 1 : in > 40 ? 40 : in;
  bcov_text_put (out, "<style>.p{animation:p ");
  put_number (out, whole);
  bcov_text_printf (out,
                    "s infinite both}"
                    "@keyframes p{0%%{opacity:0;transform:translateY(-18px)}%d%%,%d%%{opacity:1;"
                    "transform:none}%d%%,100%%{opacity:0;transform:none}}"
                    "@media(prefers-reduced-motion:reduce){.p{animation:none}}</style>\n",
                    in, go, go + in);
}

/* ---- intervals ---- */

/* SECONDS as a share of the animation, in percent with four decimals. */
static void put_percent (const bcov_figure *figure, double seconds, bcov_text *out)
{
  long long parts = llround (fmin (seconds / figure->seconds, 1) * 1000000);
  bcov_text_printf (out, "%lld.%04lld%%", parts / 10000, parts % 10000);
}

static long long length_of (bcov_interval interval)
{
  return llround ((interval.until - interval.from) * 100);
}

/* The keyframes of all intervals of one length, which differ only in their beginning. */
static void put_interval_motion (const bcov_figure *figure, bcov_interval interval, bcov_text *out)
{
  double seconds = interval.until - interval.from;
  bcov_text_printf (out, "@keyframes %c%lld{0%%{opacity:%d}", interval.fades ? 's' : 'h',
                    length_of (interval), !interval.fades);
  if (interval.fades) {
    put_percent (figure, fade_seconds, out);
    bcov_text_char (out, ',');
    put_percent (figure, seconds, out);
    bcov_text_put (out, "{opacity:1}");
  }
  put_percent (figure, seconds + (interval.fades ? fade_seconds : 0), out);
  bcov_text_put (out, ",100%{opacity:0}}\n");
}

static bool is_new_length (const bcov_figure *figure, size_t number)
{
  const bcov_interval *intervals = figure->intervals.data;
  for (size_t k = 0; k < number; k++)
    if (intervals[k].fades == intervals[number].fades &&
        length_of (intervals[k]) == length_of (intervals[number]))
      return false;
  return true;
}

/* Without motion the last interval is visible.  A bar at the bottom shows the progress. */
static void put_interval_motions (const bcov_figure *figure, bcov_text *out)
{
  bcov_text_put (out, "<style>.s,.h,.t{animation:t ");
  put_number (out, figure->seconds);
  bcov_text_put (out, "s linear infinite}.h{animation-timing-function:step-end}"
                      ".s,.h{opacity:0}.e{opacity:1}"
                      "@keyframes t{0%{transform:scaleX(0)}100%{transform:none}}\n");
  for (size_t k = 0; k < figure->intervals.count; k++)
    if (is_new_length (figure, k))
      put_interval_motion (figure, figure->intervals.data[k], out);
  bcov_text_put (out, "@media(prefers-reduced-motion:reduce){.s,.h,.t{animation:none}}</style>\n");
  bcov_text_put (out, "<rect class=\"t\" width=\"100%\" height=\"3\"");
  put_attribute (out, "y", figure->pages.data[0].height - 3);
  bcov_text_put (out, " fill=\"#b9bec8\"/>\n");
}

/* The negative delay starts the animation at the right moment of its cycle. */
static void begin_interval (const bcov_figure *figure, bcov_interval interval, bcov_text *out)
{
  char kind = interval.fades ? 's' : 'h';
  bool last = interval.until > figure->seconds - 0.005;
  bcov_text_printf (out, "<g class=\"%c%s\" style=\"animation-name:%c%lld;animation-delay:", kind,
                    last ? " e" : "", kind, length_of (interval));
  put_number (out, interval.from - figure->seconds);
  bcov_text_put (out, "s\">\n");
}

static void begin_group (const bcov_figure *figure, uint32_t step, bcov_text *out)
{
  if (figure->intervals.count) {
    assert (step <= figure->intervals.count);
    begin_interval (figure, figure->intervals.data[step - 1], out);
    return;
  }
  bcov_text_put (out, "<g class=\"p\" style=\"animation-delay:");
  put_number (out, (step - 1) * step_seconds);
  bcov_text_put (out, "s\">\n");
}

/* ---- the file ---- */

static void put_elements (const bcov_figure *figure, bool animate, bcov_text *out)
{
  uint32_t end = bcov_figure_page_end (figure, 0), step = 0;
  for (uint32_t k = 0; k < end; k++) {
    const bcov_element *element = figure->elements.data + k;
    if (animate && element->step != step) {
      bcov_text_put (out, step ? "</g>\n" : "");
      step = element->step;
      if (step)
        begin_group (figure, step, out);
    }
    if (element->label)
      put_label (figure, element, out);
    else
      put_path (figure, element, out);
  }
  bcov_text_put (out, step ? "</g>\n" : "");
}

static void put_head (const bcov_figure *figure, bcov_text *out)
{
  bcov_page page = figure->pages.data[0];
  const char *unit = figure->millimetres ? "mm" : "";
  bcov_text_put (out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  put_size (out, "width", page.width, unit);
  put_size (out, "height", page.height, unit);
  bcov_text_put (out, " viewBox=\"0 0 ");
  put_number (out, page.width);
  bcov_text_char (out, ' ');
  put_number (out, page.height);
  bcov_text_put (out, "\" stroke-linejoin=\"round\" stroke-linecap=\"round\" fill-rule=\"evenodd\" "
                      "font-family=\"DejaVu Sans,Verdana,sans-serif\" text-anchor=\"middle\">\n");
  if (figure->title) {
    put_title (figure, figure->title, out);
    bcov_text_char (out, '\n');
  }
}

bcov_status bcov_svg_write (const bcov_figure *figure, bool animate, bcov_text *out,
                            bcov_error *err)
{
  put_head (figure, out);
  if (!figure->millimetres)
    bcov_text_put (out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  if (animate && figure->intervals.count)
    put_interval_motions (figure, out);
  else if (animate)
    put_motion (last_step (figure), out);
  put_elements (figure, animate, out);
  bcov_text_put (out, "</svg>\n");
  return bcov_text_status (out, err);
}
