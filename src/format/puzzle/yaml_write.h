/* Writes the canonical puzzle file as YAML; reading it gives the same puzzle. */

#ifndef BCOV_YAML_WRITE_H
#define BCOV_YAML_WRITE_H

#include "base/text.h"
#include "puzzle/puzzle.h"

/* Returns BCOV_INPUT for an exact cover problem, which has no board. */
bcov_status bcov_yaml_write (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err);

#endif
