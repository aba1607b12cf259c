/* A file without a name, for what memory cannot hold: it is gone when it is closed, however the
   program ends.  It lies in the folder that the environment calls TMPDIR, else in /tmp.

     bcov_spill spill = {0};
     uint64_t at;
     bcov_status status = bcov_spill_add (&spill, keys, bytes, &at, err);
     if (!status)
       status = bcov_spill_read (&spill, at, keys, bytes, err);
     bcov_spill_close (&spill);                                                               */

#ifndef BCOV_SPILL_H
#define BCOV_SPILL_H

#include "base/error.h"

/* All zero is an empty one; the file is made when the first bytes come. */
typedef struct {
  int file;
  bool open;
  uint64_t size;
} bcov_spill;

/* Adds bytes at the end; *AT becomes where they begin.  BCOV_FAULT when the disk is full. */
bcov_status bcov_spill_add (bcov_spill *spill, const void *bytes, size_t count, uint64_t *at,
                            bcov_error *err);

/* Reads bytes that were added. */
bcov_status bcov_spill_read (const bcov_spill *spill, uint64_t at, void *bytes, size_t count,
                             bcov_error *err);

/* Forgets everything from AT on. */
bcov_status bcov_spill_cut (bcov_spill *spill, uint64_t at, bcov_error *err);

void bcov_spill_close (bcov_spill *spill);

#endif
