/* Limits of all readers.  Every reader takes text as pointer and length, checks sizes before it
   allocates, limits depth, and reports mistakes with their places and remedies. */

#ifndef BCOV_LIMITS_H
#define BCOV_LIMITS_H

enum {
  BCOV_MOST_TEXT = 1 << 28, /* bytes of an input */
  BCOV_MOST_DEPTH = 32      /* of nested lists and mappings */
};

#endif
