/* Loads, sums, stores.  What takes the time here is memory: the table from the far caches, the
   buffer from the first.  So the interpreter fetches one operation for 128 bytes of each source,
   and runs of operations with the same number of sources have a loop of their own.

   Doubles take the same way as whole numbers; only the addition differs. */

#include "engine/dense/dense_chunk.h"

#include "base/dispatch.h"

#include <assert.h>
#include <string.h>

#if defined(__AVX512F__)
#include <immintrin.h>
enum { VECTOR = 64 };
#else
enum { VECTOR = 32 };
#endif

typedef uint64_t whole __attribute__ ((vector_size (VECTOR), may_alias));
typedef double real __attribute__ ((vector_size (VECTOR), may_alias));
typedef uint32_t halves __attribute__ ((vector_size (VECTOR), may_alias));

enum { VECTORS = BCOV_DENSE_CHUNK * 8 / VECTOR };

static_assert (VECTORS * VECTOR == BCOV_DENSE_CHUNK * sizeof (uint64_t), "vectors fill a chunk");
static_assert (BCOV_DENSE_ALIGN % VECTOR == 0, "what is aligned for a chunk is for a vector");

#define INLINE static inline __attribute__ ((always_inline))

/* Vectors are handed on by their addresses: how they are passed depends on the processor. */

INLINE void add (whole *sum, const whole *more, bool reals)
{
  if (reals)
    *(real *)sum += *(const real *)more;
  else
    *sum += *more;
}

/* Both factors are below 2^32, and so is the product. */
INLINE void multiply (whole *a, const whole *b)
{
#if defined(__AVX512F__)
  *a = (whole)_mm512_mul_epu32 ((__m512i)*a, (__m512i)*b);
#else
  *(halves *)a *= *(const halves *)b;
#endif
}

/* Vector number K of a chunk. */
INLINE void reduce (whole *x, const bcov_dense_reduction *r, uint32_t k)
{
  uint64_t mask = ((uint64_t)1 << r->shift) - 1;
  whole above = *x >> r->shift;
  multiply (&above, (const whole *)r->less + k);
  *x = (*x & mask) + above;
}

INLINE whole *at (uint64_t *buffer, uint16_t place)
{
  return (whole *)(buffer + (size_t)place * BCOV_DENSE_CHUNK);
}

/* One run of sums of ARITY sources; ARITY is a constant where the call is. */
INLINE const uint16_t *sums (const uint16_t *w, uint32_t count, uint32_t arity, uint64_t *buffer,
                             bool reals)
{
  for (; count > 0; count--, w += arity + 1) {
    whole sum[VECTORS];
    for (uint32_t k = 0; k < VECTORS; k++)
      sum[k] = at (buffer, w[1])[k];
    for (uint32_t n = 2; n <= arity; n++)
      for (uint32_t k = 0; k < VECTORS; k++)
        add (&sum[k], &at (buffer, w[n])[k], reals);
    for (uint32_t k = 0; k < VECTORS; k++)
      at (buffer, w[0])[k] = sum[k];
  }
  return w;
}

INLINE const uint16_t *reductions (const uint16_t *w, uint32_t count, uint64_t *buffer,
                                   const bcov_dense_reduction *r, bool reals)
{
  for (; count > 0; count--, w++)
    for (uint32_t k = 0; !reals && k < VECTORS; k++)
      reduce (&at (buffer, *w)[k], r, k);
  return w;
}

INLINE void interpret (const uint16_t *w, uint64_t *buffer, const bcov_dense_reduction *r,
                       bool reals)
{
  for (uint32_t count; (count = w[1]);) {
    uint32_t arity = w[0];
    w += 2;
    switch (arity) {
    case 0:
      w = reductions (w, count, buffer, r, reals);
      break;
    case 2:
      w = sums (w, count, 2, buffer, reals);
      break;
    case 3:
      w = sums (w, count, 3, buffer, reals);
      break;
    case 4:
      w = sums (w, count, 4, buffer, reals);
      break;
    case 5:
      w = sums (w, count, 5, buffer, reals);
      break;
    default:
      w = sums (w, count, arity, buffer, reals);
    }
  }
}

/* What is stored: place number PLACE, reduced or as it is. */
INLINE void fetch (uint64_t *buffer, uint16_t place, const bcov_dense_reduction *r, bool reduced,
                   whole *out)
{
  for (uint32_t v = 0; v < VECTORS; v++) {
    out[v] = at (buffer, place)[v];
    if (reduced)
      reduce (&out[v], r, v);
  }
}

/* ---- side by side ---- */

INLINE void straight (const bcov_dense_frame *f, const bcov_dense_code *code,
                      const uint32_t *offsets, uint64_t base, uint64_t *buffer, bool reals)
{
  uint64_t *table = f->table + base * f->lanes;
  unsigned lanes = f->lanes;
  for (size_t k = 0; k < code->loads.count; k++) {
    const whole *from = (const whole *)(table + (size_t)*offsets++ * lanes);
    for (uint32_t v = 0; v < VECTORS; v++)
      at (buffer, code->loads.data[k])[v] = from[v];
  }
  interpret (code->words.data, buffer, f->reduction, reals);
  for (size_t k = 0; k < code->stores.count; k++) {
    whole *to = (whole *)(table + (size_t)*offsets++ * lanes), value[VECTORS];
    fetch (buffer, code->stores.data[k], f->reduction, !reals && k < code->reduced, value);
    for (uint32_t v = 0; v < VECTORS; v++)
      to[v] = value[v];
  }
  for (size_t k = 0; k < code->zeros; k++)
    memset (table + (size_t)*offsets++ * lanes, 0, BCOV_DENSE_CHUNK * sizeof *table);
}

BCOV_CLONES static void straight_wholes (const bcov_dense_frame *f, const bcov_dense_code *code,
                                         const uint32_t *offsets, uint64_t base, uint64_t *buffer)
{
  straight (f, code, offsets, base, buffer, false);
}

BCOV_CLONES static void straight_reals (const bcov_dense_frame *f, const bcov_dense_code *code,
                                        const uint32_t *offsets, uint64_t base, uint64_t *buffer)
{
  straight (f, code, offsets, base, buffer, true);
}

void bcov_dense_chunk_straight (const bcov_dense_frame *frame, const bcov_dense_code *code,
                                const uint32_t *offsets, uint64_t base, uint64_t *buffer)
{
  assert ((uintptr_t)(frame->table + base * frame->lanes) % BCOV_DENSE_ALIGN == 0);
  assert ((uintptr_t)buffer % BCOV_DENSE_ALIGN == 0);
  if (frame->reduction)
    straight_wholes (frame, code, offsets, base, buffer);
  else
    straight_reals (frame, code, offsets, base, buffer);
}

/* ---- scattered ---- */

/* States of as many combinations as make up a chunk, to the buffer and back.  Two states of four
   numbers are a vector of the widest kind: put together in a register, they are not written in
   halves and read as a whole. */
INLINE void gather (uint64_t *const *table, size_t offset, uint32_t lanes, whole *to)
{
#if defined(__AVX512F__)
  for (uint32_t v = 0; lanes == 4 && v < VECTORS; v++) {
    __m256i first = _mm256_loadu_si256 ((const __m256i_u *)(table[2 * v] + offset));
    __m256i second = _mm256_loadu_si256 ((const __m256i_u *)(table[2 * v + 1] + offset));
    to[v] = (whole)_mm512_inserti64x4 (_mm512_castsi256_si512 (first), second, 1);
  }
  if (lanes == 4)
    return;
#endif
  for (uint32_t n = 0; n < BCOV_DENSE_CHUNK / lanes; n++)
    memcpy ((uint64_t *)to + n * lanes, table[n] + offset, lanes * sizeof (uint64_t));
}

INLINE void scatter (const whole *from, uint32_t lanes, uint64_t *const *table, size_t offset)
{
#if defined(__AVX512F__)
  for (uint32_t v = 0; lanes == 4 && v < VECTORS; v++) {
    __m512i both = (__m512i)from[v];
    _mm256_storeu_si256 ((__m256i_u *)(table[2 * v] + offset), _mm512_castsi512_si256 (both));
    _mm256_storeu_si256 ((__m256i_u *)(table[2 * v + 1] + offset),
                         _mm512_extracti64x4_epi64 (both, 1));
  }
  if (lanes == 4)
    return;
#endif
  for (uint32_t n = 0; n < BCOV_DENSE_CHUNK / lanes; n++)
    memcpy (table[n] + offset, (const uint64_t *)from + n * lanes, lanes * sizeof (uint64_t));
}

INLINE void scattered (const bcov_dense_frame *f, const bcov_dense_code *code,
                       const uint32_t *offsets, const uint64_t *bases, uint64_t *buffer,
                       uint32_t lanes, bool reals)
{
  uint64_t *table[BCOV_DENSE_CHUNK];
  uint32_t count = BCOV_DENSE_CHUNK / lanes;
  for (uint32_t n = 0; n < count; n++)
    table[n] = f->table + bases[n] * lanes;
  for (size_t k = 0; k < code->loads.count; k++) {
    size_t offset = (size_t)*offsets++ * lanes;
    gather (table, offset, lanes, at (buffer, code->loads.data[k]));
  }
  interpret (code->words.data, buffer, f->reduction, reals);
  for (size_t k = 0; k < code->stores.count; k++) {
    size_t offset = (size_t)*offsets++ * lanes;
    whole value[VECTORS];
    fetch (buffer, code->stores.data[k], f->reduction, !reals && k < code->reduced, value);
    scatter (value, lanes, table, offset);
  }
  for (size_t k = 0; k < code->zeros; k++, offsets++)
    for (uint32_t n = 0; n < count; n++)
      memset (table[n] + (size_t)*offsets * lanes, 0, lanes * sizeof *bases);
}

BCOV_CLONES static void scattered_4 (const bcov_dense_frame *f, const bcov_dense_code *code,
                                     const uint32_t *offsets, const uint64_t *bases,
                                     uint64_t *buffer)
{
  scattered (f, code, offsets, bases, buffer, 4, false);
}

BCOV_CLONES static void scattered_2 (const bcov_dense_frame *f, const bcov_dense_code *code,
                                     const uint32_t *offsets, const uint64_t *bases,
                                     uint64_t *buffer)
{
  scattered (f, code, offsets, bases, buffer, 2, false);
}

BCOV_CLONES static void scattered_1 (const bcov_dense_frame *f, const bcov_dense_code *code,
                                     const uint32_t *offsets, const uint64_t *bases,
                                     uint64_t *buffer)
{
  scattered (f, code, offsets, bases, buffer, 1, false);
}

BCOV_CLONES static void scattered_reals (const bcov_dense_frame *f, const bcov_dense_code *code,
                                         const uint32_t *offsets, const uint64_t *bases,
                                         uint64_t *buffer)
{
  scattered (f, code, offsets, bases, buffer, 1, true);
}

void bcov_dense_chunk_scattered (const bcov_dense_frame *frame, const bcov_dense_code *code,
                                 const uint32_t *offsets, const uint64_t *bases, uint64_t *buffer)
{
  assert ((uintptr_t)buffer % BCOV_DENSE_ALIGN == 0);
  assert (frame->reduction || frame->lanes == 1);
  if (!frame->reduction)
    scattered_reals (frame, code, offsets, bases, buffer);
  else if (frame->lanes == 4)
    scattered_4 (frame, code, offsets, bases, buffer);
  else if (frame->lanes == 2)
    scattered_2 (frame, code, offsets, bases, buffer);
  else
    scattered_1 (frame, code, offsets, bases, buffer);
}
