/* Writes an estimated number with its interval. */

#ifndef BCOV_ESTIMATE_TEXT_H
#define BCOV_ESTIMATE_TEXT_H

#include "base/text.h"
#include "question/estimate_run.h"

/* Writes `about 1.4e+10 (0.9e+10 to 2.1e+10)`.  Numbers below a million are written in full, as are
   exact ones below 10^13.  The ends are rounded outwards. */
void bcov_estimate_put (const bcov_guess *interval, bcov_text *out);

/* Writes the members "estimate", "low", "high", "exact" and "probes" of a JSON object, without
   braces; PREFIX precedes the names of the first three.  These are strings, as counts are, because
   they may exceed the range of a double. */
void bcov_estimate_put_json (const bcov_guess *interval, const char *prefix, bcov_text *out);

#endif
