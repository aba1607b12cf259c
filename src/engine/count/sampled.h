/* Estimates the states of the levels of a program that are too wide to be run. */

#ifndef BCOV_SAMPLED_H
#define BCOV_SAMPLED_H

#include "engine/cuts/pocket.h"

/* Two samples of the states after a level. */
typedef struct bcov_sampled bcov_sampled;

/* Makes samples of up to MOST states each.  States that are dead by POCKETS (may be NULL) are
   dropped. */
bcov_status bcov_sampled_new (const bcov_program *program, const bcov_pockets *pockets, size_t most,
                              bcov_sampled **out, bcov_error *err);
void bcov_sampled_free (bcov_sampled *sampled);

/* Offers a state after the level where the samples start; all of them must be offered. */
void bcov_sampled_offer (bcov_sampled *sampled, const uint64_t *key);

/* Starts with about SIZE of the offered states in each sample; may be called again. */
void bcov_sampled_start (bcov_sampled *sampled, size_t size);

/* Takes the samples through LEVEL.  Sets *STATES to the estimated number of states after it, and
   *CHOICES to the average number of transitions from a state before it.  Returns false if the
   samples share too few states to tell; then there are probably more than *STATES. */
bool bcov_sampled_step (bcov_sampled *sampled, uint32_t level, double *states, double *choices);

#endif
