/* Hashing of words, for tables within one run.  It does not resist deliberate collisions.  Tables
   that use it compare keys, so a collision costs time but never gives a wrong answer. */

#ifndef BCOV_HASH_H
#define BCOV_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t bcov_hash_mix (uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

static inline uint64_t bcov_hash_end (uint64_t hash)
{
  hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
  return hash ^ hash >> 32;
}

static inline uint64_t bcov_hash_words (const uint32_t *words, size_t count)
{
  uint64_t hash = count;
  for (size_t k = 0; k < count; k++)
    hash = bcov_hash_mix (hash, words[k]);
  return bcov_hash_end (hash);
}

/* Keys of WORDS words. */
static inline uint64_t bcov_hash_key (const uint64_t *key, uint32_t words)
{
  uint64_t hash = words;
  for (uint32_t w = 0; w < words; w++)
    hash = bcov_hash_mix (hash, key[w]);
  return bcov_hash_end (hash);
}

static inline bool bcov_hash_same_key (const uint64_t *a, const uint64_t *b, uint32_t words)
{
  uint64_t different = 0;
  for (uint32_t w = 0; w < words; w++)
    different |= a[w] ^ b[w];
  return !different;
}

#endif
