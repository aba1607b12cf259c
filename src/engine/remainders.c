/* If any remainder is wrong, the joined number differs modulo the spare prime with probability at
   least 1 - 2^-55. */

#include "engine/remainders.h"
#include "number/residue.h"

#include <assert.h>
#include <math.h>

enum { PRIME_BITS = 62 };

/* Bounds up to which one word and two words are tried. */
static const double one_word = 110, two_words = 210, most_primes = 1e6;

bcov_status bcov_remainders_choose (bcov_mem *mem, double bound, uint32_t tried,
                                    bcov_remainders *out, bcov_error *err)
{
  assert (tried <= 2); /* primes always suffice */
  *out = (bcov_remainders){.words = bound <= one_word && tried < 1 ? 1 : 2};
  if (tried < 2 && (out->words == 1 || bound <= two_words))
    return BCOV_OK;
  return bcov_remainders_primes (mem, bound, PRIME_BITS, out, err);
}

bcov_status bcov_remainders_primes (bcov_mem *mem, double bound, unsigned prime_bits,
                                    bcov_remainders *out, bcov_error *err)
{
  assert (prime_bits > 20 && prime_bits <= PRIME_BITS);
  double need = ceil (fmax (bound, 1) / log2 (ldexp (1, (int)prime_bits) - 1e6)) + 1;
  *out = (bcov_remainders){0};
  if (!(need < most_primes))
    return bcov_error_add (err, BCOV_STOPPED, NULL,
                           "the answer may have %.0f digits, which is too many to compute",
                           bound * log10 (2));
  out->words = (uint32_t)need;
  out->primes = bcov_mem_alloc (mem, out->words, sizeof *out->primes, err);
  for (uint32_t k = 0; out->primes && k < out->words; k++)
    out->primes[k] = k ? bcov_prime_below (out->primes[k - 1]) : bcov_prime (prime_bits, 0);
  return out->primes ? BCOV_OK : bcov_mem_status (mem);
}

void bcov_remainders_free (bcov_mem *mem, bcov_remainders *remainders)
{
  bcov_mem_free (mem, remainders->primes);
  remainders->primes = NULL;
}

bool bcov_remainders_agree (const bcov_remainders *remainders, const uint64_t *words,
                            bcov_number *out)
{
  assert (remainders->primes && remainders->words >= 2);
  uint32_t last = remainders->words - 1;
  assert (words[last] < remainders->primes[last]);
  bcov_residue_join (remainders->primes, words, last, out);
  return bcov_residue_agrees (out, remainders->primes[last], words[last]);
}

bcov_status bcov_remainders_join (const bcov_remainders *remainders, const uint64_t *words,
                                  bcov_number *out, bcov_error *err)
{
  if (!remainders->primes) {
    mpz_import (out->value, remainders->words, -1, sizeof *words, 0, 0, words);
    return BCOV_OK;
  }
  if (bcov_remainders_agree (remainders, words, out))
    return BCOV_OK;
  return bcov_error_add (err, BCOV_FAULT, NULL,
                         "internal error: the spare prime does not agree with the count");
}

/* ---- residues ---- */

bcov_status bcov_residues_start (bcov_mem *mem, double bound, bcov_share share, bcov_residues *out,
                                 bcov_error *err)
{
  assert (share.part >= 1 && share.part <= share.parts);
  *out = (bcov_residues){0};
  bcov_status status = bcov_remainders_primes (mem, bound, BCOV_UNIT_BITS, &out->all, err);
  if (status)
    return status;
  out->units = bcov_units_stretch (out->all.words, share.part - 1, share.parts);
  out->values = bcov_mem_alloc (mem, out->all.words, sizeof *out->values, err);
  return out->values ? BCOV_OK : bcov_mem_status (mem);
}

void bcov_residues_free (bcov_mem *mem, bcov_residues *residues)
{
  bcov_remainders_free (mem, &residues->all);
  bcov_mem_free (mem, residues->values);
  *residues = (bcov_residues){0};
}

void bcov_residues_take (bcov_residues *all, const bcov_residues *part)
{
  assert (all->all.words == part->all.words && part->units.to <= all->all.words);
  for (uint64_t unit = part->units.from; unit < part->units.to; unit += part->units.step)
    all->values[unit] = part->values[unit];
}

bcov_status bcov_residues_join (const bcov_residues *all, bcov_number *out, bcov_error *err)
{
  bcov_number joined;
  if (!all->all.words)
    return BCOV_OK;
  bcov_number_init (&joined, 0);
  bcov_status status = bcov_remainders_join (&all->all, all->values, &joined, err);
  if (!status)
    bcov_number_multiply (out, &joined);
  bcov_number_clear (&joined);
  return status;
}
