/* Reads puzzle files, YAML or JSON. */

#ifndef BCOV_YAML_READ_H
#define BCOV_YAML_READ_H

#include "puzzle/puzzle.h"

/* Reads LENGTH bytes; NAME is the file in messages.  OUT is NULL on failure. */
bcov_status bcov_yaml_read (bcov_mem *mem, const char *name, const char *text, size_t length,
                            bcov_puzzle **out, bcov_error *err);

#endif
