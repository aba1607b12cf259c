/* The state of a search: after any steps forward and back it is what the options taken and ruled
   out say, worked out anew from the model. */

#include "suite.h"

#include "models.h"
#include "random_cases.h"
#include "engine/search/state.h"
#include "model/reduce/reduce.h"

/* The way so far. */
typedef struct {
  uint32_t taken, banned; /* bits */
  size_t mark;
  uint32_t needy[MODELS_ITEMS]; /* the order of the items in need when it was marked */
} step;

/* What follows from the options taken: of each item, how often it is touched and in what colour. */
typedef struct {
  uint64_t sum[MODELS_ITEMS];
  uint32_t colour[MODELS_ITEMS], most[MODELS_ITEMS];
} tally;

static tally add_up (const bcov_model *m, uint32_t taken)
{
  tally sums = {0};
  for (uint32_t i = 0; i < MODELS_ITEMS; i++)
    sums.most[i] = 1;
  for (uint32_t o = 0; o < bcov_model_options (m); o++)
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
      bcov_touch touch = m->touches.data[t];
      if (touch.times > sums.most[touch.item])
        sums.most[touch.item] = touch.times;
      if (taken >> o & 1) {
        sums.sum[touch.item] += touch.times;
        sums.colour[touch.item] = touch.colour;
      }
    }
  return sums;
}

/* The options that could still be taken, as bits. */
static uint32_t alive (const bcov_model *m, const tally *sums, const step *s)
{
  uint32_t left = 0;
  for (uint32_t o = 0; o < bcov_model_options (m); o++) {
    bool fits = !((s->taken | s->banned) >> o & 1);
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
      bcov_touch touch = m->touches.data[t];
      bcov_item item = m->items.data[touch.item];
      uint64_t sum = sums->sum[touch.item];
      if (item.coloured)
        fits &= !sum || sums->colour[touch.item] == touch.colour;
      else
        fits &= item.hi == BCOV_MANY || sum + touch.times <= item.hi;
    }
    left |= fits ? 1u << o : 0;
  }
  return left;
}

/* How many options of LEFT touch ITEM. */
static uint32_t count_ways (const bcov_model *m, uint32_t left, uint32_t item)
{
  uint32_t ways = 0;
  for (uint32_t o = 0; o < bcov_model_options (m); o++)
    for (uint32_t t = m->first.data[o]; left >> o & 1 && t < m->first.data[o + 1]; t++)
      ways += m->touches.data[t].item == item;
  return ways;
}

static uint32_t need_of (const bcov_model *m, const tally *sums, uint32_t item)
{
  uint64_t lo = m->items.data[item].lo;
  return sums->sum[item] < lo ? (uint32_t)(lo - sums->sum[item]) : 0;
}

static bool closed (const bcov_model *m, const tally *sums, uint32_t item)
{
  return m->items.data[item].hi != BCOV_MANY && sums->sum[item] == m->items.data[item].hi;
}

/* Whether every open item can still get what it needs. */
static bool promising (const bcov_model *m, const step *s)
{
  tally sums = add_up (m, s->taken);
  uint32_t left = alive (m, &sums, s);
  for (uint32_t i = 0; i < m->items.count; i++)
    if (!closed (m, &sums, i) &&
        (uint64_t)count_ways (m, left, i) * sums.most[i] < need_of (m, &sums, i))
      return false;
  return true;
}

static void check_item (const bcov_state *state, const tally *sums, uint32_t left, uint32_t i)
{
  const bcov_model *m = state->model;
  const bcov_state_item *item = &state->items[i];
  const bcov_state_bounds *bounds = &state->bounds[i];
  uint32_t need = need_of (m, sums, i), hi = m->items.data[i].hi;
  assert_int_equal (bounds->need, need);
  assert_int_equal (bounds->room, hi == BCOV_MANY ? hi : hi - sums->sum[i]);
  assert_int_equal (bounds->most, sums->most[i]);
  assert_int_equal (item->wanted, (need + sums->most[i] - 1) / sums->most[i]);
  assert_int_equal (item->closed, closed (m, sums, i));
  if (m->items.data[i].coloured)
    assert_int_equal (bounds->colour, sums->colour[i]);
  if (item->closed)
    return;
  assert_int_equal (item->size, count_ways (m, left, i));
  for (uint32_t k = item->start; k < item->start + item->size; k++) {
    assert_int_equal (m->touches.data[state->set[k]].item, i);
    assert_int_equal (state->where[state->set[k]], k);
    assert_true (left >> state->owner[state->set[k]] & 1);
  }
}

static void check_needy (const bcov_state *state)
{
  uint32_t in_need = 0;
  for (uint32_t i = 0; i < state->n_items; i++)
    in_need += state->bounds[i].need > 0;
  assert_int_equal (state->n_needy, in_need);
  for (uint32_t k = 0; k < state->n_needy; k++) {
    assert_true (state->bounds[state->needy[k]].need > 0);
    assert_int_equal (state->bounds[state->needy[k]].needy_at, k);
  }
}

/* The item in need with the fewest ways beyond what it wants, the first of several. */
static void check_choice (const bcov_state *state)
{
  uint32_t best = BCOV_NO_ITEM, best_free = BCOV_NO_ITEM;
  for (uint32_t i = state->n_items; i-- > 0;) {
    const bcov_state_item *item = &state->items[i], *other = &state->items[best];
    if (state->bounds[i].need &&
        (best == BCOV_NO_ITEM || item->size - item->wanted <= other->size - other->wanted))
      best = i;
  }
  assert_int_equal (bcov_state_choose (state), best);
  for (uint32_t i = state->n_items; i-- > 0;)
    if (!state->items[i].closed && state->items[i].size &&
        (best_free == BCOV_NO_ITEM || state->items[i].size <= state->items[best_free].size))
      best_free = i;
  assert_int_equal (bcov_state_choose_free (state), best_free);
}

/* The columns hand out the options alive in ascending order. */
static void check_columns (const bcov_state *state, uint32_t left)
{
  const bcov_model *m = state->model;
  for (uint32_t i = 0; i < state->n_items; i++) {
    uint32_t cursor = 0, n = 0;
    for (uint32_t o = 0; o < bcov_model_options (m); o++) {
      uint32_t ways = count_ways (m, left & 1u << o, i);
      if (!ways || state->items[i].closed)
        continue;
      assert_int_equal (bcov_state_next (state, i, &cursor), o);
      cursor++;
      n++;
    }
    assert_true (state->items[i].closed || n == state->items[i].size);
  }
}

static void check_state (const bcov_state *state, const step *s)
{
  const bcov_model *m = state->model;
  tally sums = add_up (m, s->taken);
  uint32_t left = alive (m, &sums, s), live = 0;
  for (uint32_t o = 0; o < bcov_model_options (m); o++)
    assert_int_equal (!state->dead[o], left >> o & 1);
  for (uint32_t i = 0; i < m->items.count; i++) {
    check_item (state, &sums, left, i);
    live += m->items.data[i].gain && !closed (m, &sums, i) && count_ways (m, left, i);
  }
  assert_int_equal (state->live, live);
  check_needy (state);
  check_choice (state);
  check_columns (state, left);
}

static void go_back (bcov_state *state, const step *s)
{
  bcov_state_undo (state, s->mark);
  check_state (state, s);
  for (uint32_t k = 0; k < state->n_needy; k++)
    assert_int_equal (state->needy[k], s->needy[k]);
}

/* Takes or rules out a random option alive; returns false when there is none or it led nowhere. */
static bool step_on (bcov_state *state, bcov_random *random, step *s)
{
  const bcov_model *m = state->model;
  tally sums = add_up (m, s->taken);
  uint32_t left = alive (m, &sums, s), o;
  if (!left)
    return false;
  do
    o = models_below (random, bcov_model_options (m));
  while (!(left >> o & 1));
  bool take = models_below (random, 2);
  *(take ? &s->taken : &s->banned) |= 1u << o;
  bool fine = take ? bcov_state_take (state, o) : bcov_state_ban (state, o);
  assert_int_equal (fine, promising (m, s));
  if (fine)
    check_state (state, s);
  return fine;
}

static void remember (const bcov_state *state, step *s)
{
  s->mark = bcov_state_mark (state);
  memcpy (s->needy, state->needy, state->n_needy * sizeof *state->needy);
}

/* Wanders up and down the tree; returns how deep it came. */
static uint32_t wander (const bcov_model *model, bcov_random *random)
{
  enum { STEPS = 60 };
  bcov_state state;
  step way[STEPS + 1] = {0};
  uint32_t depth = 0, deepest = 0;
  assert_int_equal (bcov_state_start (&state, model, NULL), 0);
  check_state (&state, &way[0]);
  remember (&state, &way[0]);
  for (int k = 0; k < STEPS; k++) {
    way[depth + 1] = way[depth];
    if (step_on (&state, random, &way[depth + 1])) {
      remember (&state, &way[++depth]);
      deepest = depth > deepest ? depth : deepest;
      if (models_below (random, 4))
        continue;
    }
    depth = models_below (random, depth + 1);
    go_back (&state, &way[depth]);
  }
  assert_int_equal (state.status, 0);
  bcov_state_end (&state);
  bcov_state_end (&state);
  return deepest;
}

static void steps_and_undo_are_exact (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), deep = 0;
  for (uint64_t k = 0; k < cases (3000); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS), reduced;
    assert_int_equal (bcov_reduce (&model, MODELS_STEPS, NULL, &reduced, NULL), 0);
    if (!reduced.impossible)
      deep += wander (&reduced, &random) >= 4;
    bcov_model_free (&reduced);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (deep, 500));
}

/* Three of four touches are needed; with one option gone the item needs all others, with two it can
   no longer have enough. */
static void need_is_seen_to_be_lost (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 1, 3, 3);
  bcov_state s;
  for (int k = 0; k < 4; k++)
    models_add (&model, 1);
  assert_int_equal (bcov_state_start (&s, &model, NULL), 0);
  assert_true (bcov_state_ban (&s, 2));
  size_t mark = bcov_state_mark (&s);
  assert_false (bcov_state_ban (&s, 0));
  bcov_state_undo (&s, mark);
  assert_true (bcov_state_take (&s, 0));
  assert_true (bcov_state_take (&s, 1));
  assert_int_equal (bcov_state_choose (&s), 0);
  assert_true (bcov_state_take (&s, 3));
  assert_int_equal (bcov_state_choose (&s), BCOV_NO_ITEM);
  assert_int_equal (bcov_state_choose_free (&s), BCOV_NO_ITEM);
  bcov_state_end (&s);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Starting and the growth of the trail. */
static void failures_are_told (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_model model = models_new (mem, 1, 0, BCOV_MANY);
  for (int k = 0; k < 400; k++)
    models_add (&model, 1);
  size_t before = bcov_mem_used (mem), n = 1;
  bcov_state s;
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_error_reset (err);
    bcov_mem_fail_at (mem, n);
    status = bcov_state_start (&s, &model, err);
    bcov_mem_fail_at (mem, 0);
    assert_int_equal (bcov_error_status (err), status);
    if (status)
      assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 9);
  uint32_t o = 0;
  assert_true (bcov_state_take (&s, o++));
  bcov_mem_fail_at (mem, 1);
  while (o < 400 && bcov_state_take (&s, o))
    o++;
  bcov_mem_fail_at (mem, 0);
  assert_true (o < 400);
  assert_int_equal (s.status, BCOV_FAULT);
  bcov_state_end (&s);
  assert_int_equal (bcov_mem_used (mem), before);
  bcov_model_free (&model);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

SUITE (state)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (steps_and_undo_are_exact),
      cmocka_unit_test (need_is_seen_to_be_lost),
      cmocka_unit_test (failures_are_told),
  };
  return cmocka_run_group_tests_name ("state", tests, NULL, NULL);
}
