/* Counting in columns: the fast way and the plain one give what counting bit by bit gives. */

#include "suite.h"

#include "random_cases.h"
#include "base/random.h"
#include "engine/search/column_counts.h"

enum { WORDS = 9, MOST_LANES = 88, ROUNDS = 200, START = 1000 };

typedef struct {
  _Alignas(64) uint64_t by_word[WORDS * MOST_LANES];
  uint32_t places[WORDS], lanes, count;
  uint64_t bits[WORDS], counts[MOST_LANES];
} scene;

static uint64_t any (bcov_random *random)
{
  uint64_t high = bcov_random_below (random, UINT32_MAX);
  return high << 32 | bcov_random_below (random, UINT32_MAX);
}

static void draw (scene *s, bcov_random *random)
{
  s->lanes = 8 * (1 + (uint32_t)bcov_random_below (random, MOST_LANES / 8));
  s->count = 0;
  for (uint32_t k = 0; k < WORDS * s->lanes; k++)
    s->by_word[k] = any (random) & any (random);
  for (uint32_t w = 0; w < WORDS; w++)
    if (bcov_random_below (random, 2)) {
      s->places[s->count] = w;
      s->bits[s->count++] = any (random) & any (random);
    }
  for (uint32_t i = 0; i < s->lanes; i++)
    s->counts[i] = START + bcov_random_below (random, 4);
}

/* Lane I, bit by bit. */
static uint64_t expect (const scene *s, uint32_t i)
{
  uint64_t count = s->counts[i];
  for (uint32_t k = 0; k < s->count; k++)
    for (uint32_t bit = 0; bit < 64; bit++)
      count -= (s->by_word[s->places[k] * s->lanes + i] & s->bits[k]) >> bit & 1;
  return count;
}

static void check (const scene *s, bcov_column_counts_less *tally)
{
  uint64_t counts[MOST_LANES], least = UINT64_MAX;
  for (uint32_t i = 0; i < s->lanes; i++)
    counts[i] = s->counts[i];
  uint64_t got = tally (s->by_word, s->lanes,
                        (bcov_column_counts_words){s->places, s->bits, s->count}, counts);
  for (uint32_t i = 0; i < s->lanes; i++) {
    uint64_t count = expect (s, i), key = count << 32 | i;
    assert_int_equal (counts[i], count);
    least = key < least ? key : least;
  }
  assert_int_equal (got, least);
}

static void both_ways_count (void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= cases (ROUNDS); seed++) {
    bcov_random random = {cases_seed (seed)};
    scene s;
    draw (&s, &random);
    check (&s, bcov_column_counts_plainly);
    check (&s, bcov_column_counts_best ());
  }
}

static void no_lane_has_no_least (void **state)
{
  (void)state;
  bcov_column_counts_words none = {.count = 0};
  assert_true (bcov_column_counts_plainly (NULL, 0, none, NULL) == UINT64_MAX);
  assert_true (bcov_column_counts_best () (NULL, 0, none, NULL) == UINT64_MAX);
}

SUITE (column_counts)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (both_ways_count),
      cmocka_unit_test (no_lane_has_no_least),
  };
  return cmocka_run_group_tests_name ("column_counts", tests, NULL, NULL);
}
