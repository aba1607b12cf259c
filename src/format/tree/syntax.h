/* libyaml's complaints in the words of this project: the place, what is wrong, the remedy. */

#ifndef BCOV_SYNTAX_H
#define BCOV_SYNTAX_H

#include "base/error.h"

#include <yaml.h>

/* Reports why PARSER gave up on the LENGTH bytes at TEXT.  BCOV_INPUT; BCOV_FAULT when it was for
   lack of memory. */
bcov_status bcov_syntax_report (const yaml_parser_t *parser, const char *file, const char *text,
                                size_t length, bcov_error *err);

#endif
