/* Finds options by the sum of the hashes of their items and colours, which does not depend on the
   order of the items.  Stamps on the given items show whether an option has the same ones.  Options
   with the same items are different options, as in Knuth's programs, and are found one after the
   other. */

#include "format/covering/option_finder.h"
#include "base/hash.h"
#include "format/text/dictionary.h"

#include <string.h>

static uint64_t hash_one (uint32_t item, uint32_t colour)
{
  return bcov_hash_end (bcov_hash_mix (item, colour));
}

static bcov_status enter_names (bcov_mem *mem, bcov_table *table, char *const *names, size_t count,
                                bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < count && !status; k++)
    status = bcov_dictionary_enter (mem, table, names, k, err);
  return status;
}

static bcov_status enter_options (bcov_mem *mem, bcov_option_finder *options, bcov_error *err)
{
  const bcov_exact *exact = options->exact;
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k + 1 < exact->first.count && !status; k++) {
    uint64_t hash = 0;
    for (uint32_t i = exact->first.data[k]; i < exact->first.data[k + 1]; i++)
      hash += hash_one (exact->item.data[i], exact->colour.data[i]);
    status = bcov_table_add (mem, &options->by_items, bcov_hash_end (hash), k, err);
  }
  return status;
}

bcov_status bcov_option_finder_start (bcov_mem *mem, const bcov_exact *exact,
                                      bcov_option_finder *out, bcov_error *err)
{
  *out = (bcov_option_finder){.exact = exact};
  out->colour = bcov_mem_alloc (mem, exact->items.count, sizeof *out->colour, err);
  out->told = out->colour ? bcov_mem_alloc (mem, exact->items.count, sizeof *out->told, err) : NULL;
  out->used = out->told ? bcov_mem_alloc (mem, exact->first.count, sizeof *out->used, err) : NULL;
  bcov_status status = out->used ? BCOV_OK : bcov_mem_status (mem);
  if (!status)
    status = enter_names (mem, &out->items, exact->items.data, exact->items.count, err);
  if (!status)
    status = enter_names (mem, &out->colours, exact->colours.data, exact->colours.count, err);
  if (!status)
    status = enter_options (mem, out, err);
  bcov_option_finder_restart (out);
  return status;
}

void bcov_option_finder_end (bcov_mem *mem, bcov_option_finder *options)
{
  bcov_table_free (mem, &options->items);
  bcov_table_free (mem, &options->colours);
  bcov_table_free (mem, &options->by_items);
  bcov_mem_free (mem, options->colour);
  bcov_mem_free (mem, options->told);
  bcov_mem_free (mem, options->used);
}

void bcov_option_finder_restart (bcov_option_finder *options)
{
  options->round++;
}

void bcov_option_finder_begin (bcov_option_finder *options)
{
  options->now++;
  options->hash = 0;
  options->count = 0;
}

bcov_option_state bcov_option_finder_add (bcov_option_finder *options, const char *bytes,
                                          size_t length)
{
  const bcov_exact *exact = options->exact;
  const char *colon = memchr (bytes, ':', length);
  size_t name = colon ? (size_t)(colon - bytes) : length;
  uint32_t item = bcov_dictionary_find (&options->items, exact->items.data, bytes, name);
  uint32_t colour = 0;
  if (item == BCOV_TABLE_NONE)
    return BCOV_OPTION_UNKNOWN_ITEM;
  if (colon) {
    colour =
        bcov_dictionary_find (&options->colours, exact->colours.data, colon + 1, length - name - 1);
    if (colour++ == BCOV_TABLE_NONE)
      return BCOV_OPTION_UNKNOWN_COLOUR;
  }
  if (options->told[item] == options->now)
    return BCOV_OPTION_ITEM_TWICE;
  options->told[item] = options->now;
  options->colour[item] = colour;
  options->hash += hash_one (item, colour);
  options->count++;
  return BCOV_OPTION_WELL;
}

static bool has_items_told (const bcov_option_finder *options, uint32_t option)
{
  const bcov_exact *exact = options->exact;
  uint32_t from = exact->first.data[option], to = exact->first.data[option + 1];
  bool same = to - from == options->count;
  for (uint32_t k = from; k < to && same; k++)
    same = options->told[exact->item.data[k]] == options->now &&
           options->colour[exact->item.data[k]] == exact->colour.data[k];
  return same;
}

static bool same_option (const void *data, uint32_t number)
{
  return has_items_told (data, number);
}

static bool same_unused_option (const void *data, uint32_t number)
{
  const bcov_option_finder *options = data;
  return options->used[number] != options->round && has_items_told (options, number);
}

bcov_option_state bcov_option_finder_find (bcov_option_finder *options, uint32_t *out)
{
  uint64_t hash = bcov_hash_end (options->hash);
  *out = bcov_table_find (&options->by_items, hash, same_unused_option, options);
  if (*out != BCOV_TABLE_NONE) {
    options->used[*out] = options->round;
    return BCOV_OPTION_WELL;
  }
  bool exists = bcov_table_find (&options->by_items, hash, same_option, options) != BCOV_TABLE_NONE;
  return exists ? BCOV_OPTION_USED : BCOV_OPTION_NONE;
}
