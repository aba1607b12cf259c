/* Writes the canonical puzzle file as JSON, which bcov_yaml_read also reads. */

#ifndef BCOV_JSON_WRITE_H
#define BCOV_JSON_WRITE_H

#include "base/text.h"
#include "puzzle/puzzle.h"

/* Returns BCOV_INPUT for an exact cover problem, which has no board. */
bcov_status bcov_json_write (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err);

#endif
