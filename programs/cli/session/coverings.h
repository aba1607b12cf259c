/* Coverings as `list` prints them. */

#ifndef COVERINGS_H
#define COVERINGS_H

#include "session.h"

/* What coverings_show is given as DATA.  Set SESSION; the rest is zero at first. */
struct coverings {
  struct session *session;
  const char *rank; /* the index when it does not fit into a number, or NULL */
  uint64_t shown;   /* so far */
};

/* A bcov_see: a drawing, with a blank line between two; with --json a line. */
bcov_status coverings_show (const bcov_covering *covering, uint64_t index, void *data);

#endif
