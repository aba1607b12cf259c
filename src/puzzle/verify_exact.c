/* Checking the options chosen of an exact cover problem: no option twice, every item as often as
   its bounds say; or, if it is touched with a colour, with that colour alone.  A touch without a
   colour agrees with no other.  Time: linear in the touches. */

#include "puzzle/verifier.h"

#include <inttypes.h>

/* What touches an item. */
typedef struct {
  uint32_t times;
  uint32_t option; /* of the first touch */
  uint32_t colour; /* of the first touch */
  bool conflict;
} touched;

static const char *colour_name (const bcov_exact *exact, uint32_t colour)
{
  return colour ? exact->colours.data[colour - 1] : "none";
}

static void touch (bcov_verifier *v, touched *items, uint32_t option, uint32_t incidence)
{
  const bcov_exact *exact = v->puzzle->exact;
  uint32_t colour = exact->colour.data[incidence];
  touched *item = items + exact->item.data[incidence];
  if (!item->times++) {
    item->option = option;
    item->colour = colour;
  } else if (colour != item->colour && !item->conflict) {
    item->conflict = true;
    bcov_verifier_tell (
        v, "item %.60s has colour %.60s by option %" PRIu32 " and colour %.60s by option %" PRIu32,
        exact->items.data[exact->item.data[incidence]], colour_name (exact, item->colour),
        item->option + 1, colour_name (exact, colour), option + 1);
  }
}

static void check_item (bcov_verifier *v, const touched *item, uint32_t number)
{
  const bcov_exact *exact = v->puzzle->exact;
  uint32_t lo = v->partial ? 0 : exact->lo.data[number], hi = exact->hi.data[number];
  if (item->conflict || (item->times && item->colour) || (item->times >= lo && item->times <= hi))
    return;
  bcov_verifier_tell (v, "item %.60s is covered %" PRIu32 " time%s; it must be covered %s",
                      exact->items.data[number], item->times, item->times == 1 ? "" : "s",
                      bcov_verifier_range (lo, hi, "time").text);
}

/* Touches the items of the NUMBER-th option chosen, unless there is something wrong with it. */
static void choose (bcov_verifier *v, touched *items, bool *chosen, uint32_t option)
{
  const bcov_exact *exact = v->puzzle->exact;
  if (option + UINT64_C (1) >= exact->first.count) {
    bcov_verifier_tell (v, "there is no option %" PRIu64, option + UINT64_C (1));
    return;
  }
  if (chosen[option]) {
    bcov_verifier_tell (v, "option %" PRIu32 " is chosen twice", option + 1);
    return;
  }
  chosen[option] = true;
  for (uint32_t k = exact->first.data[option]; k < exact->first.data[option + 1]; k++)
    touch (v, items, option, k);
}

bcov_status bcov_verify_exact (bcov_verifier *v)
{
  const bcov_exact *exact = v->puzzle->exact;
  bcov_mem *mem = v->puzzle->mem;
  touched *items = bcov_mem_alloc (mem, exact->items.count, sizeof *items, v->err);
  bool *chosen = bcov_mem_alloc (mem, exact->first.count, sizeof *chosen, v->err);
  bcov_status status = items && chosen ? BCOV_OK : bcov_mem_status (mem);
  for (size_t k = 0; k < v->covering->laid.count && !status; k++)
    choose (v, items, chosen, v->covering->laid.data[k].piece);
  for (uint32_t k = 0; k < exact->items.count && !status; k++)
    check_item (v, items + k, k);
  bcov_mem_free (mem, items);
  bcov_mem_free (mem, chosen);
  return status;
}
