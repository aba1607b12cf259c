/* A node is a state whose next guard is not covered.  All moves that cover it are tried at once,
   eight at a time; what is left of them, after those that make dead pockets, are its choices, and
   wait on the stack of choices.  A choice is then led past the levels whose guard is covered, to
   the next node.

   Equal states are met again and again, by the same cells covered in another way.  One below which
   nothing was found is put into the memo by its name, the key and the level; it is not searched
   again as long as it is remembered.

   Invariant: the choices of frame f stand in the stack at first .. end-1, those from next on are to
   be tried; frames follow each other without gaps, with rising levels.  So the stack never holds
   more than all moves, and one choice without a move, of every level once.

   Time: nodes x moves of a list / 8.  Memory: the program, the stack, and the memo. */

#include "engine/hunt.h"
#include "engine/frontier.h"
#include "engine/pocket_eight.h"
#include "base/random.h"

#include <string.h>

#define NEVER UINT32_MAX

enum {
  SPARE = 8,      /* places behind the stack: eight are written at a time */
  SMALL_TREE = 3, /* nodes below which a dead state is not worth remembering */
  DIVES = 200
};

/* ---- the plan
 * ------------------------------------------------------------------------------------ */

/* A name is the key with the level, plus one, in bits that the key does not need. */
static void plan_names (bcov_hunt_plan *plan)
{
  const bcov_program *p = &plan->program;
  uint32_t level_bits = 64 - (uint32_t)__builtin_clzll (p->levels.count + 1);
  uint32_t words = (p->bits + level_bits + 63) / 64;
  plan->name_words = words <= p->words ? p->words : 0;
  plan->name_shift = 64 - level_bits;
}

static bcov_status make_rest (bcov_hunt_plan *plan, const bcov_model *model, unsigned without,
                              bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (plan->program.words == 1 && !(without & BCOV_WITHOUT_POCKETS))
    status = bcov_pockets_make (model, &plan->program, &plan->pockets, err);
  if (!status)
    status = bcov_rungs_make (&plan->program, model->origin.data, &plan->rungs, err);
  if (!(without & BCOV_WITHOUT_MEMORY))
    plan_names (plan);
  return status;
}

bcov_status bcov_hunt_plan_make (const bcov_job *job, bcov_hunt_plan *out, bool *can,
                                 bcov_error *err)
{
  bcov_control *control = job->control;
  *out = (bcov_hunt_plan){0};
  *can = false;
  bcov_status status = bcov_frontier_program (job, NULL, &out->program, NULL);
  if (status == BCOV_STOPPED && !bcov_control_status (control, err))
    return BCOV_OK; /* too wide */
  if (status == BCOV_FAULT)
    bcov_error_add (err, status, NULL, "the machine has no memory left");
  if (!status)
    *can = bcov_rungs_can (&out->program);
  if (!status && *can)
    status = make_rest (out, job->model, control->request->without, err);
  if (status || !*can)
    bcov_hunt_plan_free (out);
  return status;
}

void bcov_hunt_plan_free (bcov_hunt_plan *plan)
{
  bcov_rungs_free (&plan->rungs);
  bcov_pockets_free (&plan->pockets);
  bcov_program_free (&plan->program);
}

/* ---- start and end
 * ------------------------------------------------------------------------------- */

bcov_status bcov_hunt_start (const bcov_hunt_plan *plan, size_t memo_bytes, bcov_hunt *out,
                             bcov_error *err)
{
  bcov_mem *mem = plan->program.mem;
  size_t levels = plan->rungs.count, room = plan->rungs.moves + levels + 1 + SPARE;
  *out = (bcov_hunt){.plan = plan};
  bcov_status status = BCOV_OK;
  if (plan->name_words && memo_bytes)
    status = bcov_memo_new (mem, plan->name_words, memo_bytes, &out->memo, err);
  bool fine = !status;
  for (uint32_t w = 0; fine && w < plan->rungs.words; w++)
    fine = (out->keys[w] = bcov_mem_alloc (mem, room, sizeof *out->keys[w], err));
  fine = fine && (out->via = bcov_mem_alloc (mem, room, sizeof *out->via, err)) &&
         (out->frames = bcov_mem_alloc (mem, levels + 2, sizeof *out->frames, err)) &&
         (out->taken = bcov_mem_alloc (mem, levels + 1, sizeof *out->taken, err));
  if (!fine) {
    bcov_hunt_end (out);
    return status ? status : bcov_mem_status (mem);
  }
  out->via[0] = BCOV_NO_MOVE;
  out->frames[0] = (bcov_hunt_frame){.end = 1};
  return BCOV_OK;
}

void bcov_hunt_end (bcov_hunt *hunt)
{
  if (!hunt->plan)
    return;
  bcov_mem *mem = hunt->plan->program.mem;
  for (uint32_t w = 0; w < BCOV_RUNG_WORDS; w++)
    bcov_mem_free (mem, hunt->keys[w]);
  bcov_mem_free (mem, hunt->via);
  bcov_mem_free (mem, hunt->frames);
  bcov_mem_free (mem, hunt->taken);
  bcov_memo_free (&hunt->memo);
  *hunt = (bcov_hunt){0};
}

/* ---- choices
 * ------------------------------------------------------------------------------------- */

#define INLINE static inline __attribute__ ((always_inline))

/* Whether all bits of MUST are set in KEY; clears CLEAR in it. */
INLINE bool settle (const bcov_rung *r, uint64_t *key, const uint32_t words)
{
  uint64_t lacking = 0;
  for (uint32_t w = 0; w < words; w++) {
    lacking |= r->must[w] & ~key[w];
    key[w] &= ~r->clear[w];
  }
  return !lacking;
}

/* The moves of group G that fit KEY, a bit each. */
INLINE unsigned fitting (const bcov_rungs *rungs, uint32_t g, const uint64_t *key, unsigned among,
                         const uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    among &= bcov_eight_apart (bcov_rungs_masks (rungs, g, false, w), key[w]);
  return among;
}

/* Writes where the moves of rung R lead from KEY, and by what, from place AT of the stack on;
   returns the place behind. */
INLINE uint32_t write_moves (bcov_hunt *h, const bcov_rung *r, const uint64_t *key, uint32_t at,
                             const uint32_t words)
{
  const bcov_rungs *rungs = &h->plan->rungs;
  const bcov_rung_list *list = bcov_rungs_list (rungs, r, key);
  uint32_t g = list->group;
  for (uint32_t left = list->moves; left; g++) {
    unsigned among = left < 8 ? (1u << left) - 1 : 0xff;
    left -= left < 8 ? left : 8;
    for (unsigned fit = fitting (rungs, g, key, among, words); fit; fit &= fit - 1) {
      uint32_t lane = (uint32_t)__builtin_ctz (fit);
      uint64_t next[BCOV_RUNG_WORDS];
      for (uint32_t w = 0; w < words; w++)
        next[w] = (key[w] & ~r->guard[w]) | bcov_rungs_masks (rungs, g, true, w)[lane];
      bool fine = settle (r, next, words);
      for (uint32_t w = 0; w < words; w++)
        h->keys[w][at] = next[w];
      h->via[at] = rungs->options[8 * g + lane];
      at += fine;
    }
  }
  return at;
}

/* Leaves out those choices from FIRST to END-1 that are dead after LEVEL. */
INLINE uint32_t drop_dead (bcov_hunt *h, uint32_t level, uint32_t first, uint32_t end)
{
  const bcov_pockets *p = &h->plan->pockets;
  uint32_t kept = first;
  if (!p->levels.count || !p->levels.data[level].cells)
    return end;
  for (uint32_t k = first; k < end; k += 8) {
    unsigned among = end - k < 8 ? (1u << (end - k)) - 1 : 0xff;
    unsigned alive = among & ~bcov_pockets_dead_eight (p, level, &h->keys[0][k], among);
    for (; alive; alive &= alive - 1, kept++) {
      uint32_t from = k + (uint32_t)__builtin_ctz (alive);
      h->keys[0][kept] = h->keys[0][from];
      h->via[kept] = h->via[from];
    }
  }
  h->dead += end - kept;
  return kept;
}

/* Puts the choices of a node, whose state is KEY before LEVEL, on the stack from AT on; returns the
   place behind them. */
INLINE uint32_t put_choices (bcov_hunt *h, uint32_t level, const uint64_t *key, uint32_t at,
                             const uint32_t words)
{
  const bcov_rung *r = &h->plan->rungs.rungs[level];
  uint32_t end = at;
  if (r->skip) {
    uint64_t next[BCOV_RUNG_WORDS];
    memcpy (next, key, words * sizeof *next);
    bool fine = settle (r, next, words);
    for (uint32_t w = 0; w < words; w++)
      h->keys[w][end] = next[w];
    h->via[end] = BCOV_NO_MOVE;
    end += fine;
  }
  end = write_moves (h, r, key, end, words);
  return words == 1 ? drop_dead (h, level, at, end) : end;
}

/* ---- the walk
 * ------------------------------------------------------------------------------------ */

/* Leads KEY past levels whose guard is covered, from *LEVEL on; false when it is dead. */
INLINE bool pass_covered (const bcov_rungs *rungs, uint32_t *level, uint64_t *key,
                          const uint32_t words)
{
  for (; *level < rungs->count; ++*level) {
    const bcov_rung *r = &rungs->rungs[*level];
    uint64_t covered = 0;
    for (uint32_t w = 0; w < words; w++) {
      covered |= key[w] & r->guard[w];
      key[w] &= ~r->guard[w];
    }
    if (!covered)
      return true;
    if (!settle (r, key, words))
      return false;
  }
  return true;
}

INLINE void name_state (const bcov_hunt_plan *plan, uint32_t level, const uint64_t *key,
                        uint64_t *name, const uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    name[w] = key[w];
  name[words - 1] |= (uint64_t)(level + 1) << plan->name_shift;
}

/* All choices of the last frame were tried. */
INLINE void leave_frame (bcov_hunt *h, const uint32_t words)
{
  const bcov_hunt_frame *f = &h->frames[h->depth--];
  if (h->memo.names && f->marks == h->marks && h->nodes - f->nodes >= SMALL_TREE)
    bcov_memo_put (&h->memo, f->name, words);
}

/* Takes the choice in place AT of the stack; KEY becomes the state that it leads to. */
INLINE void take (bcov_hunt *h, uint32_t at, uint64_t *key, const uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    key[w] = h->keys[w][at];
  h->taken[h->n_taken] = h->via[at];
  h->n_taken += h->via[at] != BCOV_NO_MOVE;
}

INLINE bool is_remembered (bcov_hunt *h, const uint64_t *name, const uint64_t *bucket,
                           const uint32_t words)
{
  bool has = bucket && bcov_memo_has (bucket, name, words);
  h->remembered += has;
  return has;
}

/* Goes down from KEY before LEVEL, as long as there is one choice only; where there are several a
   frame is put below the last. */
INLINE bcov_hunt_stop go_down (bcov_hunt *h, uint32_t level, uint64_t *key, uint32_t deep,
                               const uint32_t words)
{
  const bcov_rungs *rungs = &h->plan->rungs;
  bcov_hunt_frame *below = &h->frames[h->depth + 1];
  uint32_t first = h->frames[h->depth].end, end;
  uint64_t nodes = h->nodes, *bucket = NULL;
  for (;;) {
    if (!pass_covered (rungs, &level, key, words))
      return BCOV_HUNT_PAUSE;
    if (level == rungs->count) {
      h->found++;
      h->marks++;
      return BCOV_HUNT_FOUND;
    }
    h->nodes++;
    if (h->memo.names) { /* it comes while the choices are made */
      name_state (h->plan, level, key, below->name, words);
      bucket = bcov_memo_bucket (&h->memo, below->name, words);
      for (uint32_t w = 0; w < words; w++)
        __builtin_prefetch (bucket + (size_t)8 * w);
    }
    end = put_choices (h, level, key, first, words);
    if (end != first + 1 || h->n_taken == deep)
      break;
    take (h, first, key, words);
    level++;
  }
  if (end == first || (deep == NEVER && is_remembered (h, below->name, bucket, words)))
    return BCOV_HUNT_PAUSE;
  below->rung = level + 1;
  below->next = below->first = first;
  below->end = end;
  below->taken = h->n_taken;
  below->marks = h->marks;
  below->nodes = nodes;
  h->depth++;
  return h->n_taken == deep ? BCOV_HUNT_DEEP : BCOV_HUNT_PAUSE;
}

INLINE bcov_hunt_stop go (bcov_hunt *h, uint64_t nodes, uint32_t deep, const uint32_t words)
{
  bcov_hunt_stop stop = BCOV_HUNT_PAUSE;
  for (uint64_t last = h->nodes + nodes; stop == BCOV_HUNT_PAUSE && h->nodes < last;) {
    bcov_hunt_frame *f = &h->frames[h->depth];
    uint64_t key[BCOV_RUNG_WORDS];
    if (f->next < f->end) {
      h->n_taken = f->taken;
      take (h, f->next++, key, words);
      stop = go_down (h, f->rung, key, deep, words);
    } else if (h->depth) {
      leave_frame (h, words);
      stop = h->depth < h->floor ? BCOV_HUNT_UP : BCOV_HUNT_PAUSE;
    } else
      stop = BCOV_HUNT_OVER;
  }
  return stop;
}

bcov_hunt_stop bcov_hunt_go (bcov_hunt *hunt, uint64_t nodes, uint32_t deep)
{
  deep = deep ? deep : NEVER;
  return hunt->plan->rungs.words == 1 ? go (hunt, nodes, deep, 1) : go (hunt, nodes, deep, 2);
}

void bcov_hunt_skip (bcov_hunt *hunt)
{
  hunt->depth--;
  hunt->marks++;
}

/* ---- estimate
 * ------------------------------------------------------------------------------------ */

/* One random way down: each node stands for as many as there were choices on it. */
static double dive (bcov_hunt *h, bcov_random *random)
{
  const bcov_rungs *rungs = &h->plan->rungs;
  uint64_t key[BCOV_RUNG_WORDS] = {0};
  double weight = 1, nodes = 0;
  for (uint32_t level = 0;; level++) {
    bool alive = rungs->words == 1 ? pass_covered (rungs, &level, key, 1)
                                   : pass_covered (rungs, &level, key, 2);
    if (!alive || level == rungs->count)
      return nodes;
    uint32_t end =
        rungs->words == 1 ? put_choices (h, level, key, 0, 1) : put_choices (h, level, key, 0, 2);
    nodes += weight;
    if (!end)
      return nodes;
    uint32_t at = (uint32_t)bcov_random_below (random, end);
    for (uint32_t w = 0; w < rungs->words; w++)
      key[w] = h->keys[w][at];
    weight *= end;
  }
}

bcov_status bcov_hunt_estimate (const bcov_hunt_plan *plan, bcov_control *control, double *nodes,
                                bcov_error *err)
{
  bcov_hunt h;
  bcov_random random = {1};
  uint64_t work = 0;
  bcov_status status = bcov_hunt_start (plan, 0, &h, err);
  *nodes = 0;
  for (int k = 0; !status && k < DIVES; k++) {
    *nodes += dive (&h, &random) / DIVES;
    status = bcov_control_work (control, &work, plan->rungs.count, err);
  }
  bcov_hunt_end (&h);
  return status;
}
