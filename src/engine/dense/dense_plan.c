/* Classes, blocks and places of the dense table.

   Weights are guessed and then proved.  The guess: slots of items that must be touched exactly once
   have weight 1; the weights of the others follow from the moves, because the items of an option
   should have the total weight 0.  The proof goes through the levels (see change_of): every choice
   at a level must change the class by the same amount in every state.  A slot has the same weight
   at all levels, although different items use it, so states never move in the table.

   If an item with a weight may close both touched and untouched, the class is lost.  Inside the
   last block this does no harm if only key 0 is wanted.

   Time: levels x moves for each modulus that is tried; slots x blocks for the low slots. */

#include "engine/dense/dense_plan.h"

#include <assert.h>
#include <string.h>

enum { USUAL_TOUCH = 10, UNKNOWN = 255, MOST_AHEAD = 4096 };

static uint64_t bit (uint32_t k)
{
  return (uint64_t)1 << k;
}

static uint64_t level_mask (const bcov_program *p, uint32_t level, bcov_level_mask which)
{
  return *bcov_program_level_mask (p, level, which);
}

static uint64_t move_mask (const bcov_program *p, uint32_t move, bcov_move_mask which)
{
  return *bcov_program_move_mask (p, move, which);
}

/* Returns the slots that the moves of LEVEL set. */
static uint64_t level_sets (const bcov_program *p, uint32_t level)
{
  const bcov_level *l = &p->levels.data[level];
  uint64_t sets = 0;
  for (uint32_t m = l->first_move; m < l->first_move + l->moves; m++)
    sets |= move_mask (p, m, BCOV_MASK_SET);
  return sets;
}

uint64_t bcov_dense_touched (const bcov_program *p, uint32_t level)
{
  const bcov_level *l = &p->levels.data[level];
  uint64_t touched = level_mask (p, level, BCOV_MASK_GUARD) |
                     level_mask (p, level, BCOV_MASK_MUST) |
                     level_mask (p, level, BCOV_MASK_CLEAR) | level_sets (p, level);
  for (uint32_t m = l->first_move; m < l->first_move + l->moves; m++)
    touched |= move_mask (p, m, BCOV_MASK_TEST);
  return touched;
}

static uint64_t open_after (const bcov_program *p, uint32_t level, uint64_t before)
{
  return ((before & ~level_mask (p, level, BCOV_MASK_GUARD)) | level_sets (p, level)) &
         ~level_mask (p, level, BCOV_MASK_CLEAR);
}

/* ---- classes ---- */

uint32_t bcov_dense_class (const uint8_t *weight, uint32_t modulus, uint64_t bits)
{
  uint32_t sum = 0;
  for (; bits; bits &= bits - 1)
    sum += weight[__builtin_ctzll (bits)];
  return sum % modulus;
}

static uint32_t class_of (const bcov_dense_classes *c, uint64_t bits)
{
  return bcov_dense_class (c->weight, c->modulus, bits);
}

/* Returns the slots with a weight other than 0. */
static uint64_t weighty (const bcov_program *p, const bcov_dense_classes *c)
{
  uint64_t slots = 0;
  for (uint32_t s = 0; s < p->bits; s++)
    slots |= c->weight[s] ? bit (s) : 0;
  return slots;
}

/* A move that sets exactly one slot of unknown weight determines that weight, because its total
   should be 0.  A guard that must be covered counts as weight 1. */
static void learn_weight (const bcov_program *p, uint32_t level, uint32_t move,
                          bcov_dense_classes *c)
{
  uint64_t slots = move_mask (p, move, BCOV_MASK_SET), unknown = 0;
  uint32_t sum = p->levels.data[level].skip ? 0 : 1;
  for (; slots; slots &= slots - 1) {
    uint32_t s = (uint32_t)__builtin_ctzll (slots);
    if (c->weight[s] == UNKNOWN)
      unknown |= bit (s);
    else
      sum += c->weight[s];
  }
  if (unknown && !(unknown & (unknown - 1)))
    c->weight[__builtin_ctzll (unknown)] = (uint8_t)((c->modulus - sum % c->modulus) % c->modulus);
}

/* A kept field has the weight of the earlier fields in its slot. */
static void guess_weights (const bcov_program *p, bcov_dense_classes *c)
{
  memset (c->weight, UNKNOWN, sizeof c->weight);
  for (uint32_t once = 2; once-- > 0;)
    for (size_t k = 0; k < p->fields.count; k++) {
      const bcov_field *f = &p->fields.data[k];
      if (!f->kept && (f->lo == 1 && f->hi == 1) == once)
        c->weight[f->shift] = once ? 1 : UNKNOWN;
    }
  for (uint32_t level = 0; level < p->levels.count; level++)
    for (uint32_t k = 0; k < p->levels.data[level].moves; k++)
      learn_weight (p, level, p->levels.data[level].first_move + k, c);
  for (uint32_t s = 0; s < p->bits; s++)
    c->weight[s] %= c->weight[s] == UNKNOWN ? UNKNOWN : c->modulus;
}

/* Sets *CHANGE to the change of the class in LEVEL; returns false if it depends on the state or on
   the choice.  The bit of the guard is 0 before a move.  Bits that close must be set, or have
   weight 0. Bits that a move sets must have been 0 before, or have weight 0. */
static bool change_of (const bcov_program *p, uint32_t level, uint64_t before,
                       const bcov_dense_classes *c, uint32_t *change)
{
  const bcov_level *l = &p->levels.data[level];
  uint64_t guard = level_mask (p, level, BCOV_MASK_GUARD), heavy = weighty (p, c);
  uint64_t must = level_mask (p, level, BCOV_MASK_MUST);
  uint64_t clear = level_mask (p, level, BCOV_MASK_CLEAR);
  uint32_t lost = c->modulus - class_of (c, must & clear), seen = UNKNOWN;
  bool same = !(clear & ~must & heavy);
  for (uint32_t k = 0; k < l->moves + 2; k++) {
    uint32_t gained;
    if (k < l->moves) {
      uint64_t set = move_mask (p, l->first_move + k, BCOV_MASK_SET);
      same = same &&
             !(set & before & ~guard & heavy & ~move_mask (p, l->first_move + k, BCOV_MASK_TEST));
      gained = class_of (c, set);
    } else if (k == l->moves ? guard != 0 : l->skip)
      gained = k == l->moves ? c->modulus - class_of (c, guard) : 0;
    else
      continue;
    gained = (gained + lost) % c->modulus;
    same = same && (seen == UNKNOWN || seen == gained);
    seen = gained;
  }
  *change = seen == UNKNOWN ? 0 : seen;
  return same;
}

/* ---- blocks ---- */

/* Returns true if all final states are wanted, not only key 0. */
static bool asks_for_all (const bcov_program *p)
{
  for (size_t f = 0; f < p->fields.count; f++)
    if (p->fields.data[f].kept)
      return true;
  return false;
}

/* Finds the class of the final states, and the number of levels after which the states first have
   it. Returns false if there is no single class or if these levels have too many choices. */
static bool find_home (bcov_dense_plan *plan, const bcov_dense_classes *c)
{
  const bcov_program *p = plan->program;
  uint32_t change, kind = 0;
  uint64_t open = 0;
  double ways = 1;
  bool known = true;
  plan->home = plan->ahead = 0;
  if (!plan->all)
    return true;
  for (uint32_t level = 0; known && level < p->levels.count; level++) {
    known = change_of (p, level, open, c, &change);
    plan->home = (plan->home + change) % c->modulus;
    open = open_after (p, level, open);
  }
  for (open = 0; known && kind != plan->home; plan->ahead++) {
    assert (plan->ahead < p->levels.count);
    known = change_of (p, plan->ahead, open, c, &change);
    kind = (kind + change) % c->modulus;
    open = open_after (p, plan->ahead, open);
    ways *= p->levels.data[plan->ahead].moves + 1;
  }
  return c->modulus == 1 || (known && ways < MOST_AHEAD);
}

/* Finds the block that begins at level FIRST: the longest one with few slots that ends in the class
   in which it begins, or else the shortest one that does.  Returns false if that touches too many
   slots. */
static bool next_block (const bcov_dense_plan *plan, const bcov_dense_classes *c, uint32_t first,
                        uint64_t before, bcov_dense_block *out)
{
  const bcov_program *p = plan->program;
  uint64_t slots = 0, open = before;
  uint32_t kind = 0, change;
  bool known = true, all = plan->all && c->modulus > 1;
  *out = (bcov_dense_block){.first = first};
  for (uint32_t level = first; level < p->levels.count; level++) {
    bool last = level + 1 == p->levels.count && !all;
    slots |= bcov_dense_touched (p, level);
    int count = __builtin_popcountll (slots);
    if (count > BCOV_DENSE_TOUCH || (out->levels && count > USUAL_TOUCH))
      break;
    known = change_of (p, level, open, c, &change) && known;
    kind = (kind + change) % c->modulus;
    open = open_after (p, level, open);
    if (last || (known && kind == 0))
      *out = (bcov_dense_block){first, level - first + 1, slots, before, open};
  }
  assert (__builtin_popcountll (out->slots) <= BCOV_DENSE_TOUCH);
  return out->levels > 0;
}

static bcov_status cut_blocks (bcov_dense_plan *plan, const bcov_dense_classes *c, bool *done,
                               bcov_error *err)
{
  const bcov_program *p = plan->program;
  bcov_status status = BCOV_OK;
  uint64_t open = 0;
  plan->blocks.count = 0;
  *done = find_home (plan, c);
  for (uint32_t level = 0; level < plan->ahead; level++)
    open = open_after (p, level, open);
  for (uint32_t level = plan->ahead; !status && *done && level < p->levels.count;) {
    bcov_dense_block block;
    *done = next_block (plan, c, level, open, &block);
    if (*done)
      status = bcov_vec_push (p->mem, &plan->blocks, block, err);
    open = block.after;
    level += block.levels;
  }
  return status;
}

/* Finds the largest modulus for which blocks can be cut; 1 always works.  With a single block,
   classes are useless. */
static bcov_status find_classes (bcov_dense_plan *plan, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  bool done = false;
  for (uint32_t modulus = BCOV_DENSE_MODULUS; !status && !done && modulus > 0; modulus--) {
    bcov_dense_classes c = {.modulus = modulus};
    guess_weights (plan->program, &c);
    if (modulus == 1 || weighty (plan->program, &c))
      status = cut_blocks (plan, &c, &done, err);
    done = done && (modulus == 1 || plan->blocks.count > 1);
    plan->classes = c;
  }
  assert (status || done);
  return status;
}

/* ---- places ---- */

double bcov_dense_block_work (const bcov_dense_plan *plan, const bcov_dense_block *b)
{
  double states = (double)bit ((uint32_t)__builtin_popcountll (b->before | b->slots));
  return states * b->levels / plan->classes.modulus;
}

/* Returns the work of the blocks that touch a slot of LOW: their states are not adjacent. */
static double cost_of_low (const bcov_dense_plan *plan, uint64_t low)
{
  double cost = 0;
  for (size_t k = 0; k < plan->blocks.count; k++)
    if (plan->blocks.data[k].slots & low)
      cost += bcov_dense_block_work (plan, &plan->blocks.data[k]);
  return cost;
}

/* Chooses the low slots one by one: slots with a weight first, so that rows become short, and among
   these the cheapest. */
static uint64_t choose_low (const bcov_dense_plan *plan)
{
  uint64_t low = 0, heavy = weighty (plan->program, &plan->classes);
  for (uint32_t n = 0; n < plan->low; n++) {
    uint32_t best = UNKNOWN;
    double least = 0;
    for (uint32_t s = 0; s < plan->bits; s++) {
      double cost = low & bit (s) ? 0 : cost_of_low (plan, low | bit (s));
      if (low & bit (s))
        continue;
      if (best == UNKNOWN || (heavy >> s & 1) > (heavy >> best & 1) ||
          ((heavy >> s & 1) == (heavy >> best & 1) && cost < least)) {
        best = s;
        least = cost;
      }
    }
    assert (best < plan->bits);
    low |= bit (best);
  }
  return low;
}

static void place_slots (bcov_dense_plan *plan)
{
  uint64_t low = choose_low (plan);
  uint32_t next[2] = {plan->low, 0};
  for (uint32_t s = 0; s < plan->bits; s++) {
    plan->place[s] = (uint8_t)next[low >> s & 1]++;
    plan->weight[plan->place[s]] = plan->classes.weight[s];
    assert (plan->classes.weight[s] < plan->classes.modulus);
  }
  assert (next[0] == plan->bits && next[1] == plan->low); /* places are distinct */
}

static bcov_status rank_low (bcov_dense_plan *plan, unsigned lanes, bcov_error *err)
{
  uint32_t count[BCOV_DENSE_MODULUS] = {0}, most = 0, chunk = BCOV_DENSE_CHUNK / lanes;
  plan->rank = bcov_mem_alloc (plan->program->mem, bit (plan->low), sizeof *plan->rank, err);
  if (!plan->rank)
    return bcov_mem_status (plan->program->mem);
  for (uint32_t value = 0; value < bit (plan->low); value++) {
    uint32_t kind = bcov_dense_class (plan->weight, plan->classes.modulus, value);
    plan->rank[value] = (uint16_t)count[kind]++;
    most = count[kind] > most ? count[kind] : most;
  }
  plan->row = (most + chunk - 1) / chunk * chunk;
  return BCOV_OK;
}

/* With many low slots, rows fill whole chunks almost without waste, which matters for large tables.
   With few, fewer blocks touch a low slot. */
static uint32_t low_slots (uint32_t bits, unsigned lanes)
{
  uint32_t low = (lanes == 2 ? 6 : 5) + (bits < 22 ? 0 : 2);
  return bits < low ? bits : low;
}

bcov_status bcov_dense_plan_make (const bcov_program *program, unsigned lanes,
                                  bcov_dense_plan *plan, bcov_error *err)
{
  assert (program->bits <= BCOV_DENSE_BITS && (lanes == 1 || lanes == 2 || lanes == 4));
  *plan = (bcov_dense_plan){.program = program, .bits = program->bits};
  plan->low = low_slots (program->bits, lanes);
  assert (plan->low <= BCOV_DENSE_LOW);
  plan->all = asks_for_all (program);
  bcov_status status = find_classes (plan, err);
  if (status)
    return status;
  for (size_t k = 0; k < plan->blocks.count; k++)
    plan->work += bcov_dense_block_work (plan, &plan->blocks.data[k]);
  place_slots (plan);
  return rank_low (plan, lanes, err);
}

void bcov_dense_plan_free (bcov_dense_plan *plan)
{
  bcov_vec_free (plan->program->mem, &plan->blocks);
  bcov_mem_free (plan->program->mem, plan->rank);
  plan->rank = NULL;
}

uint64_t bcov_dense_plan_states (const bcov_dense_plan *plan)
{
  return bit (plan->bits - plan->low) * plan->row;
}

uint64_t bcov_dense_plan_places (const bcov_dense_plan *plan, uint64_t slots)
{
  uint64_t places = 0;
  for (; slots; slots &= slots - 1)
    places |= bit (plan->place[__builtin_ctzll (slots)]);
  return places;
}

void bcov_dense_plan_pairs (const bcov_dense_plan *plan, const bcov_dense_pairs *pairs,
                            bcov_dense_pairs *out)
{
  out->bits = pairs->bits;
  for (int x = 0; x < 2; x++)
    for (int y = 0; y < 2; y++)
      for (uint32_t slot = 0; slot < plan->bits; slot++)
        out->never[x][y][plan->place[slot]] =
            (uint32_t)bcov_dense_plan_places (plan, pairs->never[x][y][slot]);
}
