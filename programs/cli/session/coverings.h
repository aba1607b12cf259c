/* Coverings as `list` prints them. */

#ifndef COVERINGS_H
#define COVERINGS_H

#include "session.h"

/* The DATA of coverings_show.  Set SESSION and, if needed, RANK. */
struct coverings {
  struct session *session;
  const char *rank; /* the index, if it does not fit into a number */
  uint64_t shown;   /* so far */
};

/* A bcov_see that prints a drawing, with a blank line between two, or a line of JSON. */
bcov_status coverings_show (const bcov_covering *covering, uint64_t index, void *data);

#endif
