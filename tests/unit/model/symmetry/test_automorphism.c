/* Automorphisms of models: on random models with planted symmetries, the same as by trying all
   permutations of the items, and the solutions that they represent; the symmetries of known puzzles
   from their exact cover files. */

#include "suite.h"

#include "ask.h"
#include "failing.h"
#include "models.h"
#include "random_cases.h"
#include "model/compile/compile.h"
#include "model/export/dlx_write.h"
#include "model/symmetry/automorphism.h"
#include "model/symmetry/represent.h"

enum { FACTORIAL = 40320, MOST = 192 };

static const bcov_represent_worth worth = {.least = 5, .nearly = 3};

/* ---- by brute force ---- */

static bool same_item (bcov_item a, bcov_item b)
{
  return a.lo == b.lo && a.hi == b.hi && a.coloured == b.coloured;
}

/* Whether option A goes to option B. */
static bool maps (const bcov_model *m, const uint32_t *to, uint32_t a, uint32_t b)
{
  uint32_t from = m->first.data[a], end = m->first.data[a + 1], other = m->first.data[b];
  if (end - from != m->first.data[b + 1] - other)
    return false;
  for (uint32_t s = from; s < end; s++) {
    bool found = false;
    for (uint32_t t = other; t < m->first.data[b + 1]; t++)
      found |= m->touches.data[t].item == to[m->touches.data[s].item] &&
               m->touches.data[t].colour == m->touches.data[s].colour &&
               m->touches.data[t].times == m->touches.data[s].times;
    if (!found)
      return false;
  }
  return true;
}

/* The number of options like A, or like the image of A. */
static uint32_t count_like (const bcov_model *m, const uint32_t *to, uint32_t a)
{
  uint32_t count = 0;
  for (uint32_t b = 0; b < bcov_model_options (m); b++)
    count += maps (m, to, a, b);
  return count;
}

/* Whether items I and J have the same bounds and options. */
static bool are_twins (const bcov_model *m, uint32_t i, uint32_t j)
{
  bool twins = same_item (m->items.data[i], m->items.data[j]);
  for (uint32_t o = 0; o < bcov_model_options (m); o++) {
    bcov_touch a = {0}, b = {0};
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
      a = m->touches.data[t].item == i ? m->touches.data[t] : a;
      b = m->touches.data[t].item == j ? m->touches.data[t] : b;
    }
    twins &= a.colour == b.colour && a.times == b.times;
  }
  return twins;
}

/* Whether TO keeps the order of items with the same bounds and options. */
static bool keeps_twins (const bcov_model *m, const uint32_t *to)
{
  for (uint32_t j = 0; j < m->items.count; j++)
    for (uint32_t i = 0; i < j; i++)
      if (to[i] > to[j] && are_twins (m, i, j))
        return false;
  return true;
}

static bool is_automorphism (const bcov_model *m, const uint32_t *to, const uint32_t *same)
{
  for (uint32_t i = 0; i < m->items.count; i++)
    if (!same_item (m->items.data[i], m->items.data[to[i]]))
      return false;
  for (uint32_t o = 0; o < bcov_model_options (m); o++)
    if (count_like (m, to, o) != count_like (m, same, o))
      return false;
  return true;
}

/* Counts the automorphisms as permutations of the items, one for each permutation of the options;
   FIXED gets whether item i stays in all. */
static uint32_t count_all (const bcov_model *m, bool *fixed)
{
  uint32_t n = (uint32_t)m->items.count, to[MODELS_ITEMS], same[MODELS_ITEMS], found = 0;
  for (uint32_t i = 0; i < n; i++)
    to[i] = same[i] = i, fixed[i] = true;
  for (uint32_t k = 0; k < FACTORIAL; k++) { /* all permutations, in lexicographic order */
    if (keeps_twins (m, to) && is_automorphism (m, to, same)) {
      found++;
      for (uint32_t i = 0; i < n; i++)
        fixed[i] &= to[i] == i;
    }
    uint32_t a = n - 1, b = n - 1;
    while (a > 0 && to[a - 1] > to[a])
      a--;
    if (!a)
      return found;
    while (to[b] < to[a - 1])
      b--;
    uint32_t swap = to[a - 1];
    to[a - 1] = to[b], to[b] = swap;
    for (uint32_t i = a, j = n - 1; i < j; i++, j--)
      swap = to[i], to[i] = to[j], to[j] = swap;
  }
  return found;
}

/* ---- random models ---- */

/* Adds options until a random swap of two pairs of items is an automorphism. */
static bcov_model plant (const bcov_model *from, bcov_random *random)
{
  uint32_t n = (uint32_t)from->items.count, to[MODELS_ITEMS];
  bcov_model out;
  for (uint32_t i = 0; i < n; i++)
    to[i] = i;
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t i = models_below (random, n), j = models_below (random, n);
    bool free = to[i] == i && to[j] == j;
    if (free && same_item (from->items.data[i], from->items.data[j]))
      to[i] = j, to[j] = i;
  }
  assert_int_equal (bcov_model_init (from->mem, &out, NULL), 0);
  assert_int_equal (bcov_model_copy_items (&out, from, NULL), 0);
  for (uint32_t o = 0; o < bcov_model_options (from); o++)
    for (uint32_t image = 0; image < 2; image++) {
      bcov_touch touches[MODELS_ITEMS] = {0};
      size_t count = 0;
      for (uint32_t i = 0; i < n; i++)
        for (uint32_t t = from->first.data[o]; t < from->first.data[o + 1]; t++) {
          bcov_touch touch = from->touches.data[t];
          touch.item = image ? to[touch.item] : touch.item;
          if (touch.item == i)
            touches[count++] = touch;
        }
      assert_int_equal (bcov_model_option (&out, touches, count, 2 * o + image, NULL), 0);
    }
  return out;
}

static bool some_item_stays (const bcov_model *m, const bool *fixed)
{
  bool some = false;
  for (uint32_t i = 0; i < m->items.count; i++)
    some |= fixed[i] && m->items.data[i].lo == 1 && m->items.data[i].hi == 1;
  return some;
}

/* Checks that the images of ORBITS are different permutations that form a group. */
static void check_group (const bcov_orbits *orbits)
{
  for (uint32_t g = 0; g < orbits->count; g++)
    for (uint32_t h = 0; h < orbits->count; h++) {
      uint32_t equal = 0;
      for (uint32_t k = 0; k < orbits->count; k++) {
        uint32_t o = 0;
        while (o < orbits->options &&
               bcov_orbits_image (orbits, k)[o] ==
                   bcov_orbits_image (orbits, g)[bcov_orbits_image (orbits, h)[o]])
          o++;
        equal += o == orbits->options;
      }
      assert_int_equal (equal, 1);
    }
}

/* Checks that the representatives stand for all COUNT solutions; returns whether there are any. */
static bool check_counts (const bcov_model *m, const bcov_orbits *orbits, uint64_t count)
{
  bcov_represent represent;
  bcov_model fewer;
  uint64_t sum = 0;
  assert_int_equal (bcov_represent_find (m, orbits, worth, NULL, &represent, NULL), 0);
  bool saves = represent.item != BCOV_NO_ITEM;
  if (saves) {
    assert_int_equal (bcov_represent_restrict (&represent, m, &fewer, NULL), 0);
    uint32_t options = bcov_model_options (&fewer);
    for (uint32_t set = 0; set < 1u << options; set++) {
      uint32_t chosen[2 * MODELS_OPTIONS], n = 0;
      for (uint32_t o = 0; o < options; o++)
        if (set >> o & 1)
          chosen[n++] = fewer.origin.data[o];
      if (models_solved (&fewer, set))
        sum += bcov_represent_weight (&represent, chosen, n);
    }
    assert_int_equal (sum, count);
    bcov_model_free (&fewer);
  }
  bcov_represent_free (&represent);
  return saves;
}

static void random_models (void **state)
{
  (void)state;
  uint32_t symmetric = 0, saved = 0;
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_random random = {cases_seed (k)};
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS / 2);
    bcov_model planted = plant (&model, &random);
    bool fixed[MODELS_ITEMS];
    bcov_orbits orbits;
    uint32_t all = count_all (&planted, fixed);
    assert_int_equal (bcov_automorphisms_find (&planted, NULL, &orbits, NULL), 0);
    uint32_t expected = some_item_stays (&planted, fixed) && all <= MOST ? all : 1;
    if (orbits.count != expected)
      fail_msg ("%u automorphisms instead of %u (case %llu)", orbits.count, expected,
                (unsigned long long)k);
    for (uint32_t o = 0; o < orbits.options; o++)
      assert_int_equal (bcov_orbits_image (&orbits, 0)[o], o);
    if (orbits.count <= 16 && orbits.options)
      check_group (&orbits);
    saved += check_counts (&planted, &orbits, models_solve (&planted, NULL));
    symmetric += orbits.count > 1;
    bcov_orbits_free (&orbits);
    bcov_model_free (&planted);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (symmetric, 60));
  assert_true (cases_enough (saved, 12));
}

/* ---- puzzles ---- */

typedef struct {
  const char *board, *pieces;
  uint32_t automorphisms, options, representatives; /* of the item that is chosen */
} known;

static const known knowns[] = {
    {"6x10", "pentominoes", 4, 32, 8}, {"4x15", "pentominoes", 4, 26, 7},
    {"3x3x3", "soma", 48, 72, 2},      {"5x5", "P5,L5:any", 8, 56, 7},
    {"4x4", "I2:any", 1, 0, 0}, /* no item stays */
};

static bcov_puzzle *read_export (bcov_mem *mem, const char *board, const char *pieces)
{
  bcov_compiled compiled;
  bcov_text text = {0};
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, NULL, NULL);
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  assert_int_equal (bcov_dlx_write (&compiled, &text, NULL), 0);
  bcov_text_char (&text, 0);
  bcov_compiled_free (&compiled);
  bcov_puzzle_free (puzzle);
  puzzle = ask_file (mem, "export.dlx", text.data);
  bcov_text_drop (&text);
  return puzzle;
}

static void known_puzzles (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    const known *n = &knowns[k];
    bcov_compiled compiled;
    bcov_orbits orbits;
    bcov_represent r;
    bcov_puzzle *puzzle = read_export (mem, n->board, n->pieces);
    assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
    assert_int_equal (bcov_automorphisms_find (&compiled.model, NULL, &orbits, NULL), 0);
    assert_int_equal (bcov_represent_find (&compiled.model, &orbits, worth, NULL, &r, NULL), 0);
    if (orbits.count != n->automorphisms || r.options != n->options ||
        r.all.count != n->representatives)
      fail_msg ("%s %s: %u automorphisms, %u options, %zu representatives", n->board, n->pieces,
                orbits.count, r.options, r.all.count);
    bcov_represent_free (&r);
    bcov_orbits_free (&orbits);
    bcov_compiled_free (&compiled);
    ask_end (mem, puzzle);
  }
}

/* ---- limits ---- */

/* A model with SIDE! automorphisms at least: SIDE items in a Latin square, and one that stays. */
static bcov_model latin (bcov_mem *mem, uint32_t side)
{
  bcov_model model;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i < 2 * side + 1; i++)
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1}, NULL), 0);
  for (uint32_t r = 0; r < side; r++)
    for (uint32_t c = 0; c < side; c++)
      for (uint32_t last = 0; last < 2; last++) {
        bcov_touch touches[] = {{.item = r, .times = 1},
                                {.item = side + c, .times = 1},
                                {.item = 2 * side, .times = 1}};
        assert_int_equal (bcov_model_option (&model, touches, 2 + last, model.origin.count, NULL),
                          0);
      }
  return model;
}

static void too_many (void **state)
{
  (void)state;
  for (uint32_t side = 3; side < 40; side += 6) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = latin (mem, side);
    bcov_orbits orbits;
    assert_int_equal (bcov_automorphisms_find (&model, NULL, &orbits, NULL), 0);
    assert_int_equal (orbits.count, side == 3 ? 72 : 1); /* 3! x 3! x 2 */
    bcov_orbits_free (&orbits);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

static void memory_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = latin (mem, 3);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_orbits orbits;
    f.status = bcov_automorphisms_find (&model, NULL, &orbits, NULL);
    bcov_orbits_free (&orbits);
  }
  assert_true (f.failed > 10);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (automorphism)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_models),
      cmocka_unit_test (known_puzzles),
      cmocka_unit_test (too_many),
      cmocka_unit_test (memory_fails),
  };
  return cmocka_run_group_tests_name ("automorphism", tests, NULL, NULL);
}
