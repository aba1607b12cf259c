/* Tries every choice in the order of the items: the oracle of the tests, for small models. */

#ifndef BCOV_BRUTE_H
#define BCOV_BRUTE_H

#include "engine/engine.h"

bcov_engine_run bcov_brute_run;

#endif
