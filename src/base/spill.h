/* A temporary file for data that does not fit into memory.  It has no name, so it vanishes when the
   program ends, for whatever reason.  It is in the folder TMPDIR of the environment, or else in
   /tmp.

     bcov_spill spill = {0};
     uint64_t at;
     bcov_status status = bcov_spill_add (&spill, keys, bytes, &at, err);
     if (!status)
       status = bcov_spill_read (&spill, at, keys, bytes, err);
     bcov_spill_close (&spill);                                                               */

#ifndef BCOV_SPILL_H
#define BCOV_SPILL_H

#include "base/error.h"

/* All zero is empty; the first write creates the file. */
typedef struct {
  int file;
  bool open;
  uint64_t size;
} bcov_spill;

/* Appends bytes and sets *AT to their offset.  Returns BCOV_FAULT if the disk is full. */
bcov_status bcov_spill_add (bcov_spill *spill, const void *bytes, size_t count, uint64_t *at,
                            bcov_error *err);

/* Reads bytes back. */
bcov_status bcov_spill_read (const bcov_spill *spill, uint64_t at, void *bytes, size_t count,
                             bcov_error *err);

/* Truncates the file to AT bytes. */
bcov_status bcov_spill_cut (bcov_spill *spill, uint64_t at, bcov_error *err);

void bcov_spill_close (bcov_spill *spill);

#endif
