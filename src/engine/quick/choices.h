/* The choices of a node of the quick search, put on its stack: eight moves are tried at once, and
   those that make dead pockets are left out.  To be melted into the loops that need them. */

#ifndef BCOV_CHOICES_H
#define BCOV_CHOICES_H

#include "engine/quick/quick_state.h"
#include "engine/cuts/pocket_eight.h"

#include <assert.h>
#include <string.h>

#define BCOV_INLINE static inline __attribute__ ((always_inline))

/* Whether all bits of MUST are set in KEY, whatever those of STOCK are; clears CLEAR in it. */
BCOV_INLINE bool bcov_choices_settle (const bcov_move_row *r, uint64_t *key, uint64_t stock,
                                      const uint32_t words)
{
  uint64_t lacking = 0;
  for (uint32_t w = 0; w < words; w++) {
    lacking |= r->must[w] & ~(key[w] | (w ? 0 : stock));
    key[w] &= ~r->clear[w];
  }
  return !lacking;
}

/* The moves of group G that fit KEY, a bit each. */
BCOV_INLINE unsigned bcov_choices_fit (const bcov_move_table *move_table, uint32_t g,
                                       const uint64_t *key, unsigned among, const uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    among &= bcov_eight_apart (bcov_move_table_masks (move_table, g, false, w), key[w]);
  return among;
}

/* Writes where the moves of LEVEL lead from KEY, and by what, from place AT of the stack on;
   returns the place behind.  DRAW: whatever of the stock is used, and by what move, told by its
   place in the groups, not by what option. */
BCOV_INLINE uint32_t bcov_choices_moves (bcov_quick_search *s, uint32_t level, const uint64_t *key,
                                         uint32_t at, const bool draw, const uint32_t words)
{
  const bcov_move_table *move_table = &s->plan->move_table;
  const bcov_move_row *r = &move_table->rows[level];
  const bcov_move_list *list = bcov_move_table_list (move_table, r, key);
  uint32_t g = list->group;
  for (uint32_t left = list->moves; left; g++) {
    unsigned among = left < 8 ? (1u << left) - 1 : 0xff;
    left -= left < 8 ? left : 8;
    for (unsigned fit = bcov_choices_fit (move_table, g, key, among, words); fit; fit &= fit - 1) {
      uint32_t lane = (uint32_t)__builtin_ctz (fit);
      uint64_t next[BCOV_MOVE_WORDS];
      for (uint32_t w = 0; w < words; w++)
        next[w] = (key[w] & ~r->guard[w]) | bcov_move_table_masks (move_table, g, true, w)[lane];
      bool fine = bcov_choices_settle (r, next, draw ? s->plan->stock : 0, words);
      for (uint32_t w = 0; w < words; w++)
        s->keys[w][at] = next[w];
      s->via[at] = draw ? 8 * g + lane : move_table->options[8 * g + lane];
      s->levels[at] = level + 1;
      s->origin[at] = 0;
      at += fine;
    }
  }
  return at;
}

/* Leaves out those choices from FIRST to END-1 that are dead after LEVEL.  All lead to the same
   level by no way of the shape cache. */
BCOV_INLINE uint32_t bcov_choices_alive (bcov_quick_search *s, uint32_t level, uint32_t first,
                                         uint32_t end)
{
  const bcov_pockets *p = &s->plan->pockets;
  uint32_t kept = first;
  if (!p->levels.count || !p->levels.data[level].cells)
    return end;
  for (uint32_t k = first; k < end; k += 8) {
    unsigned among = end - k < 8 ? (1u << (end - k)) - 1 : 0xff;
    unsigned alive = among & ~bcov_pockets_dead_eight (p, level, &s->keys[0][k], among);
    for (; alive; alive &= alive - 1, kept++) {
      uint32_t from = k + (uint32_t)__builtin_ctz (alive);
      s->keys[0][kept] = s->keys[0][from];
      s->via[kept] = s->via[from];
    }
  }
  assert (first <= kept && kept <= end);
  s->dead += end - kept;
  return kept;
}

/* Puts the choices of a node, whose state is KEY before LEVEL, on the stack from AT on; returns the
   place behind them.  DRAW as above. */
BCOV_INLINE uint32_t bcov_choices_try (bcov_quick_search *s, uint32_t level, const uint64_t *key,
                                       uint32_t at, const bool draw, const uint32_t words)
{
  assert (level < s->plan->move_table.count && words == s->plan->move_table.words);
  const bcov_move_row *r = &s->plan->move_table.rows[level];
  uint32_t end = at;
  if (r->skip) {
    uint64_t next[BCOV_MOVE_WORDS];
    memcpy (next, key, words * sizeof *next);
    bool fine = bcov_choices_settle (r, next, draw ? s->plan->stock : 0, words);
    for (uint32_t w = 0; w < words; w++)
      s->keys[w][end] = next[w];
    s->via[end] = BCOV_NO_MOVE;
    s->levels[end] = level + 1;
    s->origin[end] = 0;
    end += fine;
  }
  end = bcov_choices_moves (s, level, key, end, draw, words);
  return words == 1 ? bcov_choices_alive (s, level, at, end) : end;
}

#endif
