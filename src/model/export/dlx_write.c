/* Knuth's exact cover input from a model.  His programs have three kinds of items: primary items
   that are covered exactly once, primary items with bounds "lo:hi|", and secondary items, which are
   covered at most once or in one colour.  Everything else is expressed in these terms:

   - Options that touch an item with upper bound 0 are left out.
   - A missing upper bound becomes the number of options that touch the item.
   - Items that no option touches are left out unless they have a lower bound.
   - An option without a primary item would be ignored, so it gets an extra item "0:1|".
   - A colour that only one option brings to an item is left out: a secondary item without colour
     agrees with no other, which means the same.

   Names of items have at most eight bytes and colours are single characters, as Knuth's programs
   require.  Items of a .dlx file keep their names, and an item with more than 92 colours gets
   longer ones. */

#include "base/names.h"
#include "model/export/dlx_write.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 8 };

typedef enum { DROPPED, PRIMARY, SECONDARY } role;

typedef struct {
  const bcov_compiled *compiled;
  const bcov_model *model;
  bcov_mem *mem;
  bcov_text *out;
  uint8_t *role;
  uint32_t *touched;             /* of each item: the number of options written that touch it */
  BCOV_VEC (bcov_touch) colours; /* every colour of every item, sorted; TIMES is its number */
  bcov_names names;              /* of the items ("" for dropped ones), then of the extra items */
} dlx_text;

static bcov_item item_at (const dlx_text *dlx, uint32_t item)
{
  return dlx->model->items.data[item];
}

/* ---- names ---- */

/* Whether TEXT is empty or the name of another item. */
static bool is_taken (const dlx_text *dlx, const char *text)
{
  return !*text || bcov_names_find (&dlx->names, text, strlen (text)) != BCOV_TABLE_NONE;
}

/* Replaces characters that are not allowed, and shortens the name to whole characters. */
static void tidy_name (char *name, size_t longest)
{
  for (char *p = name; *p; p++)
    if ((unsigned char)*p <= ' ' || *p == ':' || *p == '|' || *p == 127)
      *p = '_';
  size_t length = strlen (name);
  if (length > longest) {
    length = longest;
    while (length && (name[length] & 0xc0) == 0x80)
      length--;
  }
  name[length] = 0;
}

/* Adds a name of MARK and NUMBER, or the next number whose name is free. */
static bcov_status push_number (dlx_text *dlx, char mark, uint64_t number, bcov_error *err)
{
  static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  char name[24];
  do {
    char *at = name + sizeof name;
    uint64_t rest = number++;
    *--at = 0;
    do
      *--at = digits[rest % 36];
    while (rest /= 36);
    *--at = mark;
    memmove (name, at, strlen (at) + 1);
  } while (is_taken (dlx, name));
  return bcov_names_add (dlx->mem, &dlx->names, name, strlen (name), err);
}

static bcov_status name_item (dlx_text *dlx, uint32_t item, bcov_error *err)
{
  bcov_text name = {0};
  if (dlx->role[item] == DROPPED)
    return bcov_names_add (dlx->mem, &dlx->names, "", 0, err);
  bool own = dlx->compiled->meanings.data[item].kind == BCOV_IS_NAMED;
  bcov_compiled_item_name (dlx->compiled, item, &name);
  bcov_text_add (&name, "", 0);
  bcov_status status;
  if (name.failed)
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory for a name");
  else {
    tidy_name (name.data, own ? SIZE_MAX : LONGEST_NAME);
    status = is_taken (dlx, name.data)
                 ? push_number (dlx, '~', item, err)
                 : bcov_names_add (dlx->mem, &dlx->names, name.data, strlen (name.data), err);
  }
  bcov_text_drop (&name);
  return status;
}

static const char *name_of (const dlx_text *dlx, size_t number)
{
  assert (number < dlx->names.count);
  return dlx->names.data[number];
}

/* ---- roles ---- */

/* Whether an option can be chosen. */
static bool is_allowed (const dlx_text *dlx, uint32_t option)
{
  uint32_t count;
  const bcov_touch *touch = bcov_model_touches (dlx->model, option, &count);
  for (size_t k = 0; k < count; k++)
    if (!item_at (dlx, touch[k].item).hi)
      return false;
  return true;
}

static role choose_role (const dlx_text *dlx, uint32_t item)
{
  bcov_item at = item_at (dlx, item);
  if (!dlx->touched[item] && !at.lo)
    return DROPPED;
  return at.coloured || (!at.lo && at.hi == 1) ? SECONDARY : PRIMARY;
}

static bcov_status choose_roles (dlx_text *dlx, bcov_error *err)
{
  size_t n = dlx->model->items.count;
  dlx->role = bcov_mem_alloc (dlx->mem, n + 1, sizeof *dlx->role, err);
  dlx->touched = dlx->role ? bcov_mem_alloc (dlx->mem, n + 1, sizeof *dlx->touched, err) : NULL;
  if (!dlx->touched)
    return bcov_mem_status (dlx->mem);
  for (uint32_t o = 0; o < bcov_model_options (dlx->model); o++) {
    uint32_t count;
    const bcov_touch *touch = bcov_model_touches (dlx->model, o, &count);
    if (!is_allowed (dlx, o))
      continue;
    for (size_t k = 0; k < count; k++)
      dlx->touched[touch[k].item]++;
  }
  bcov_status status = BCOV_OK;
  for (uint32_t i = 0; i < n && !status; i++) {
    dlx->role[i] = choose_role (dlx, i);
    status = name_item (dlx, i, err);
  }
  return status;
}

static bool needs_extra (const dlx_text *dlx, uint32_t option)
{
  uint32_t count;
  const bcov_touch *touch = bcov_model_touches (dlx->model, option, &count);
  for (size_t k = 0; k < count; k++)
    if (dlx->role[touch[k].item] == PRIMARY)
      return false;
  return is_allowed (dlx, option);
}

/* ---- colours ---- */

static int by_item_and_colour (const void *a, const void *b)
{
  const bcov_touch *x = a, *y = b;
  if (x->item != y->item)
    return x->item < y->item ? -1 : 1;
  return (x->colour > y->colour) - (x->colour < y->colour);
}

/* Merges equal touches and numbers the colours of each item from 1, in TIMES.  A colour that only
   one option brings has number 0. */
static void number_colours (dlx_text *dlx)
{
  bcov_touch *all = dlx->colours.data;
  size_t n = dlx->colours.count, kept = 0;
  uint32_t last = 0;
  for (size_t k = 0, next; k < n; k = next) {
    for (next = k; next < n && !by_item_and_colour (&all[k], &all[next]); next++)
      ;
    if (!kept || all[kept - 1].item != all[k].item)
      last = 0;
    all[kept] = all[k];
    all[kept++].times = next - k > 1 ? ++last : 0;
  }
  dlx->colours.count = kept;
}

static bcov_status gather_colours (dlx_text *dlx, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t o = 0; o < bcov_model_options (dlx->model); o++) {
    uint32_t count;
    const bcov_touch *touch = bcov_model_touches (dlx->model, o, &count);
    for (size_t k = 0; k < count && !status; k++)
      if (touch[k].colour && is_allowed (dlx, o))
        status = bcov_vec_push (dlx->mem, &dlx->colours, touch[k], err);
  }
  if (status || !dlx->colours.count)
    return status;
  qsort (dlx->colours.data, dlx->colours.count, sizeof (bcov_touch), by_item_and_colour);
  number_colours (dlx);
  return BCOV_OK;
}

/* Writes the colour of TOUCH, unless only this option brings it. */
static void put_colour (const dlx_text *dlx, const bcov_touch *touch)
{
  static const char signs[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                              "!\"#$%&'()*+,-./;<=>?@[\\]^_`{}~";
  const bcov_touch *found =
      bsearch (touch, dlx->colours.data, dlx->colours.count, sizeof *found, by_item_and_colour);
  if (!found->times)
    return;
  size_t number = found->times - 1;
  bcov_text_char (dlx->out, ':');
  do
    bcov_text_char (dlx->out, signs[number % (sizeof signs - 1)]);
  while (number /= sizeof signs - 1);
}

/* ---- writing ---- */

/* "2:3|", "2|", or nothing for exactly once. */
static void show_bounds (const dlx_text *dlx, uint32_t item, char *out, size_t room)
{
  bcov_item at = item_at (dlx, item);
  uint32_t hi = at.hi < dlx->touched[item] ? at.hi : dlx->touched[item];
  hi = hi < at.lo ? at.lo : hi;
  *out = 0;
  if (at.lo != hi)
    snprintf (out, room, "%u:%u|", at.lo, hi);
  else if (hi != 1)
    snprintf (out, room, "%u|", hi);
}

/* Adds BEFORE and a name to the line that starts at START. */
static void put_word (const dlx_text *dlx, size_t start, const char *before, size_t number)
{
  if (dlx->out->length > start)
    bcov_text_char (dlx->out, ' ');
  bcov_text_put (dlx->out, before);
  bcov_text_put (dlx->out, name_of (dlx, number));
}

/* The first line.  The last extra item of an impossible model must be covered but cannot be. */
static void put_items (const dlx_text *dlx)
{
  size_t n = dlx->model->items.count, start = dlx->out->length;
  const char *bar = "| ";
  char bounds[32];
  for (uint32_t i = 0; i < n; i++)
    if (dlx->role[i] == PRIMARY) {
      show_bounds (dlx, i, bounds, sizeof bounds);
      put_word (dlx, start, bounds, i);
    }
  for (size_t k = n; k < dlx->names.count; k++) {
    bool must = dlx->model->impossible && k + 1 == dlx->names.count;
    put_word (dlx, start, must ? "" : "0:1|", k);
  }
  for (uint32_t i = 0; i < n; i++)
    if (dlx->role[i] == SECONDARY) {
      put_word (dlx, start, bar, i);
      bar = "";
    }
  bcov_text_char (dlx->out, '\n');
}

/* Writes an option.  *EXTRA is the number of the next extra item. */
static void put_option (const dlx_text *dlx, uint32_t option, size_t *extra)
{
  uint32_t count;
  const bcov_touch *touch = bcov_model_touches (dlx->model, option, &count);
  if (!is_allowed (dlx, option))
    return;
  const char *blank = "";
  if (needs_extra (dlx, option)) {
    bcov_text_put (dlx->out, name_of (dlx, (*extra)++));
    blank = " ";
  }
  for (size_t k = 0; k < count; k++) {
    bcov_text_put (dlx->out, blank);
    bcov_text_put (dlx->out, name_of (dlx, touch[k].item));
    if (touch[k].colour)
      put_colour (dlx, &touch[k]);
    blank = " ";
  }
  bcov_text_char (dlx->out, '\n');
}

/* Whether there is a primary item.  Without one there is no secondary item either. */
static bool has_primary (const dlx_text *dlx)
{
  size_t n = dlx->model->items.count;
  return dlx->names.count > n || (n && memchr (dlx->role, PRIMARY, n));
}

/* Chooses roles, names and colours.  Options without a primary item get an extra item, and so does
   a model that is impossible or has no items. */
static bcov_status prepare (dlx_text *dlx, bcov_error *err)
{
  bcov_status status = choose_roles (dlx, err);
  if (!status)
    status = gather_colours (dlx, err);
  for (uint32_t o = 0; o < bcov_model_options (dlx->model) && !status; o++)
    if (needs_extra (dlx, o))
      status = push_number (dlx, '+', o, err);
  if (!status && (dlx->model->impossible || !has_primary (dlx)))
    status = push_number (dlx, '!', 0, err);
  return status;
}

bcov_status bcov_dlx_write (const bcov_compiled *compiled, bcov_text *out, bcov_error *err)
{
  dlx_text dlx = {
      .compiled = compiled, .model = &compiled->model, .mem = compiled->model.mem, .out = out};
  bcov_status status = prepare (&dlx, err);
  if (!status) {
    size_t extra = compiled->model.items.count;
    bcov_compiled_title (compiled, "| ", out);
    put_items (&dlx);
    for (uint32_t o = 0; o < bcov_model_options (dlx.model) && !out->failed; o++)
      put_option (&dlx, o, &extra);
    status = bcov_text_status (out, err);
  }
  bcov_mem_free (dlx.mem, dlx.role);
  bcov_mem_free (dlx.mem, dlx.touched);
  bcov_vec_free (dlx.mem, &dlx.colours);
  bcov_names_free (dlx.mem, &dlx.names);
  return status;
}
