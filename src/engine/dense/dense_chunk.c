/* Loads, adds and stores.  Memory takes most of the time: the table is in distant caches, the
   buffer in the nearest.  So the interpreter fetches one operation for 128 bytes of each source,
   and each run of operations with the same number of sources has its own loop.

   Doubles use the same code as integers, except for the addition. */

#include "engine/dense/dense_chunk.h"

#include "base/dispatch.h"

#include <assert.h>
#include <string.h>

enum { VECTOR = 32 }; /* bytes */

typedef uint64_t whole __attribute__ ((vector_size (VECTOR), may_alias));
typedef double real __attribute__ ((vector_size (VECTOR), may_alias));
typedef uint32_t halves __attribute__ ((vector_size (VECTOR), may_alias));

enum { VECTORS = BCOV_DENSE_CHUNK * 8 / VECTOR };

static_assert (VECTORS * VECTOR == BCOV_DENSE_CHUNK * sizeof (uint64_t), "vectors fill a chunk");
static_assert (BCOV_DENSE_ALIGN % VECTOR == 0, "chunks are aligned for vectors");

#define INLINE static inline __attribute__ ((always_inline))

/* Vectors are passed by address, because the calling convention depends on the processor. */

INLINE void add (whole *sum, const whole *more, bool reals)
{
  if (reals)
    *(real *)sum += *(const real *)more;
  else
    *sum += *more;
}

/* Reduces X, vector number K of a chunk.  The factors and the product are below 2^32. */
INLINE void reduce (whole *x, const bcov_dense_reduction *r, uint32_t k)
{
  uint64_t mask = ((uint64_t)1 << r->shift) - 1;
  halves above = (halves)(*x >> r->shift) * *((const halves *)r->less + k);
  *x = (*x & mask) + (whole)above;
}

INLINE whole *at (uint64_t *buffer, uint16_t place)
{
  return (whole *)(buffer + (size_t)place * BCOV_DENSE_CHUNK);
}

/* Executes a run of sums with ARITY sources, a constant at the call. */
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

/* Copies the numbers in PLACE to OUT, reduced if necessary. */
INLINE void fetch (uint64_t *buffer, uint16_t place, const bcov_dense_reduction *r, bool reduced,
                   whole *out)
{
  for (uint32_t v = 0; v < VECTORS; v++) {
    out[v] = at (buffer, place)[v];
    if (reduced)
      reduce (&out[v], r, v);
  }
}

/* ---- adjacent states ---- */

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

/* ---- scattered states ---- */

/* Copies the states of a chunk to the buffer. */
INLINE void gather (uint64_t *const *table, size_t offset, uint32_t lanes, whole *to)
{
  for (uint32_t n = 0; n < BCOV_DENSE_CHUNK / lanes; n++)
    memcpy ((uint64_t *)to + n * lanes, table[n] + offset, lanes * sizeof (uint64_t));
}

INLINE void scatter (const whole *from, uint32_t lanes, uint64_t *const *table, size_t offset)
{
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

#define SCATTERED(name, lanes, reals)                                                              \
  BCOV_CLONES static void name (const bcov_dense_frame *f, const bcov_dense_code *code,            \
                                const uint32_t *offsets, const uint64_t *bases, uint64_t *buffer)  \
  {                                                                                                \
    scattered (f, code, offsets, bases, buffer, lanes, reals);                                     \
  }

SCATTERED (scattered_4, 4, false)
SCATTERED (scattered_2, 2, false)
SCATTERED (scattered_1, 1, false)
SCATTERED (scattered_reals, 1, true)

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
