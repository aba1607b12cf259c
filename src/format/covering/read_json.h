/* A covering as a line of JSON. */

#ifndef BCOV_READ_JSON_H
#define BCOV_READ_JSON_H

#include "format/covering/reading.h"

/* Reads LINE as bcov_read_letters reads lines. */
bcov_status bcov_read_json (bcov_reading *reading, const bcov_line *line, bool *complete);

#endif
