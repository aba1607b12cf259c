/* Tiny models for tests of exports: from text in Knuth's format with extensions (see tiny_item),
   counted by trying all sets of options. */

#ifndef TINY_H
#define TINY_H

#include "base/random.h"
#include "format/puzzle/dlx_read.h"
#include "model/compile/compile.h"
#include "model/export/dimacs_write.h"
#include "model/export/dlx_write.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
} tiny;

static inline tiny tiny_read (const char *text)
{
  tiny t = {.mem = bcov_mem_new (0)};
  bcov_error *err = bcov_error_new ();
  bcov_status status = bcov_dlx_read (t.mem, "tiny.dlx", text, strlen (text), &t.puzzle, err);
  if (!status)
    status = bcov_compile (t.puzzle, false, NULL, &t.compiled, err);
  assert_string_equal (bcov_error_text (err), "");
  assert_int_equal (status, BCOV_OK);
  bcov_error_free (err);
  return t;
}

static inline void tiny_free (tiny *t)
{
  bcov_compiled_free (&t->compiled);
  bcov_puzzle_free (t->puzzle);
  assert_int_equal (bcov_mem_used (t->mem), 0);
  bcov_mem_delete (t->mem);
}

/* Sets the bounds of an item to values that a file cannot express. */
static inline void tiny_item (tiny *t, uint32_t item, uint32_t lo, uint32_t hi)
{
  t->compiled.model.items.data[item].lo = lo;
  t->compiled.model.items.data[item].hi = hi;
}

/* Whether the options of the bitset SET satisfy all items. */
static inline bool tiny_fits (const bcov_model *model, uint64_t set)
{
  for (uint32_t i = 0; i < model->items.count; i++) {
    bcov_item item = model->items.data[i];
    uint32_t times = 0, colour = 0;
    for (uint32_t o = 0; o < bcov_model_options (model); o++)
      for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1] && set >> o & 1; t++) {
        bcov_touch touch = model->touches.data[t];
        if (touch.item != i)
          continue;
        if (item.coloured && times && colour != touch.colour)
          return false;
        colour = touch.colour;
        times++;
      }
    if (times < item.lo || times > item.hi)
      return false;
  }
  return !model->impossible;
}

static inline uint64_t tiny_count (const bcov_model *model)
{
  uint64_t count = 0;
  for (uint64_t set = 0; set >> bcov_model_options (model) == 0; set++)
    count += tiny_fits (model, set);
  return count;
}

/* The text that WRITE makes of the model; bcov_free frees it. */
static inline char *tiny_write (const tiny *t, bcov_status write (const bcov_compiled *,
                                                                  bcov_text *, bcov_error *))
{
  bcov_text text = {0};
  char *out = NULL;
  size_t used = bcov_mem_used (t->mem);
  assert_int_equal (write (&t->compiled, &text, NULL), BCOV_OK);
  assert_int_equal (bcov_text_take (&text, &out, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_mem_used (t->mem), used);
  return out;
}

/* A random model of up to ten options. */
static inline tiny tiny_random (bcov_random *random)
{
  char text[2000];
  size_t primary = 1 + bcov_random_below (random, 4), secondary = bcov_random_below (random, 4);
  size_t at = 0, options = bcov_random_below (random, 11);
  for (size_t k = 0; k < primary; k++) {
    unsigned lo = (unsigned)bcov_random_below (random, 3);
    at += (size_t)sprintf (text + at, "%u:%u|p%zu ", lo,
                           lo + !lo + (unsigned)bcov_random_below (random, 3), k);
  }
  at += (size_t)sprintf (text + at, "|");
  for (size_t k = 0; k < secondary; k++)
    at += (size_t)sprintf (text + at, " s%zu", k);
  for (size_t o = 0; o < options; o++) {
    at += (size_t)sprintf (text + at, "\np%llu",
                           (unsigned long long)bcov_random_below (random, primary));
    for (size_t k = 0; k < secondary; k++)
      if (bcov_random_below (random, 2))
        at += (size_t)sprintf (text + at, " s%zu%s", k,
                               k ? (const char *[]){"", ":a", ":b"}[bcov_random_below (random, 3)]
                                 : "");
  }
  return tiny_read (text);
}

/* Sets random bounds that a file cannot express: upper bound 0 or none. */
static inline void tiny_shake (tiny *t, bcov_random *random)
{
  bcov_model *model = &t->compiled.model;
  for (uint32_t i = 0; i < model->items.count; i++) {
    bcov_item *item = &model->items.data[i];
    uint64_t chance = item->coloured ? 9 : bcov_random_below (random, 8);
    if (chance == 0)
      item->lo = 0;
    if (chance == 1)
      item->hi = BCOV_MANY;
    if (chance == 2)
      item->lo = item->hi = 0;
  }
}

#endif
