/* A covering as a line of JSON. */

#ifndef BCOV_READ_JSON_H
#define BCOV_READ_JSON_H

#include "format/covering/reading.h"

/* Reads LINE into the covering of READING; clears COMPLETE after a mistake.  Returns BCOV_OK unless
   memory runs out. */
bcov_status bcov_read_json (bcov_reading *reading, const bcov_line *line, bool *complete);

#endif
