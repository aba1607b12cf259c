/* Chunks: a small code by hand, side by side and scattered, with whole numbers and with doubles. */

#include "suite.h"

#include "dense_boards.h"
#include "engine/dense/dense_chunk.h"

enum { STATES = 256, NUMBERS = STATES * 4 };

/* Entries 0, 1, 2 are loaded; place 3 = their sum, place 0 = place 3 + entry 1, which is reduced;
   place 4 = six times entry 2.  Entry 0 becomes place 0 (reduced again), entry 1 place 3, entry 3
   place 4 (reduced), entry 2 becomes 0. */
static uint16_t entries[] = {0, 1, 2, 0, 3, 1, 2}, loads[] = {0, 1, 2}, stores[] = {0, 4, 3};
static uint16_t code_words[] = {3, 1, 3, 0, 1, 2, 2, 1, 0, 3, 1, 0, 1,
                                0, 6, 1, 4, 2, 2, 2, 2, 2, 2, 0, 0};

static bcov_dense_code make_code (void)
{
  bcov_dense_code code = {.reduced = 2, .zeros = 1, .places = 5};
  code.entries.data = entries, code.entries.count = 7;
  code.loads.data = loads, code.loads.count = 3;
  code.words.data = code_words, code.words.count = sizeof code_words / 2;
  code.stores.data = stores, code.stores.count = 3;
  return code;
}

typedef struct {
  _Alignas(BCOV_DENSE_ALIGN) uint64_t table[NUMBERS], buffer[5 * BCOV_DENSE_CHUNK];
  uint64_t before[NUMBERS];
  bcov_dense_reduction reduction;
  bcov_dense_frame frame;
} place;

/* Entries are 48 states apart, so that rows of chunks lie side by side. */
static const uint32_t offsets[] = {0, 48, 96, 0, 144, 48, 96};

static void fill (place *p, unsigned lanes, bcov_random *random, bool reals)
{
  p->frame = (bcov_dense_frame){p->table, reals ? NULL : &p->reduction, lanes};
  p->reduction.shift = 56;
  for (uint32_t k = 0; k < BCOV_DENSE_CHUNK; k++)
    p->reduction.less[k] = ((uint64_t)1 << 56) - bcov_prime (56, k % lanes);
  for (uint32_t k = 0; k < NUMBERS; k++) {
    double real = (double)(bcov_random_next (random) >> 20);
    p->table[k] = bcov_random_next (random) >> 8;
    if (reals)
      memcpy (&p->table[k], &real, sizeof real);
  }
  memcpy (p->before, p->table, sizeof p->table);
}

static double real_of (uint64_t image)
{
  double value;
  memcpy (&value, &image, sizeof value);
  return value;
}

/* Whether NUMBER now is FACTORS times the three entries before, at AT. */
static void expect (const place *p, uint64_t number, size_t at, const unsigned *factors)
{
  unsigned lanes = p->frame.lanes;
  uint64_t prime = bcov_prime (56, (uint32_t)(at % lanes)), sum = 0;
  double real = 0;
  for (uint32_t e = 0; e < 3; e++)
    for (uint32_t n = 0; n < factors[e]; n++) {
      uint64_t more = p->before[at + e * 48 * (size_t)lanes];
      sum = bcov_residue_add (sum, more % prime, prime);
      real += real_of (more);
    }
  if (p->frame.reduction)
    assert_int_equal (number % prime, sum);
  else
    assert_true (real_of (number) == real);
}

/* State number STATE (from 0 to 47) was or was not updated. */
static void check_state (const place *p, uint64_t state, bool updated)
{
  unsigned lanes = p->frame.lanes;
  for (unsigned lane = 0; lane < lanes; lane++) {
    size_t at = state * lanes + lane, apart = 48 * (size_t)lanes;
    for (uint32_t e = 0; !updated && e < 4; e++)
      assert_int_equal (p->table[at + e * apart], p->before[at + e * apart]);
    if (!updated)
      continue;
    expect (p, p->table[at], at, (unsigned[]){1, 2, 1});
    expect (p, p->table[at + apart], at, (unsigned[]){1, 1, 1});
    assert_int_equal (p->table[at + 2 * apart], 0);
    expect (p, p->table[at + 3 * apart], at, (unsigned[]){0, 0, 6});
    if (p->frame.reduction)
      assert_true (p->table[at] >> 56 <= 1 && p->table[at + 3 * apart] >> 56 <= 1);
  }
}

static void side_by_side (void **state)
{
  (void)state;
  bcov_random random = {1};
  bcov_dense_code code = make_code ();
  static place p;
  for (unsigned lanes = 1; lanes <= 4; lanes *= 2)
    for (int reals = 0; reals < (lanes == 1 ? 2 : 1); reals++) {
      uint32_t chunk = BCOV_DENSE_CHUNK / lanes;
      fill (&p, lanes, &random, reals);
      bcov_dense_chunk_straight (&p.frame, &code, offsets, chunk, p.buffer);
      for (uint64_t s = 0; s < 48; s++)
        check_state (&p, s, s / chunk == 1);
    }
}

/* Bases with gaps, in any order; the last ones repeat the first. */
static void scattered (void **state)
{
  (void)state;
  bcov_random random = {2};
  bcov_dense_code code = make_code ();
  static place p;
  for (unsigned lanes = 1; lanes <= 4; lanes *= 2)
    for (int reals = 0; reals < (lanes == 1 ? 2 : 1); reals++) {
      uint64_t bases[BCOV_DENSE_CHUNK], updated = 0;
      for (uint32_t k = 0; k < BCOV_DENSE_CHUNK / lanes; k++) {
        bases[k] = k % 3 ? (k * 29 + 5) % 48 : 7;
        updated |= (uint64_t)1 << bases[k];
      }
      fill (&p, lanes, &random, reals);
      bcov_dense_chunk_scattered (&p.frame, &code, offsets, bases, p.buffer);
      for (uint64_t s = 0; s < 48; s++)
        check_state (&p, s, updated >> s & 1);
    }
}

SUITE (dense_chunk)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (side_by_side),
      cmocka_unit_test (scattered),
  };
  return cmocka_run_group_tests_name ("dense_chunk", tests, NULL, NULL);
}
