/* Seeds of random drawings. */

#ifndef SEEDS_H
#define SEEDS_H

#include "options.h"

/* The seed that the user gave or, if there is none, some seed, short enough to be typed again. */
uint64_t seeds_seed (const struct settings *settings);

#endif
