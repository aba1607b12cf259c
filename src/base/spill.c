/* The file is created under a random name, which is removed at once.  Reads and writes pass their
   offset, so the file position does not matter. */

#include "base/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *folder (void)
{
  const char *said = getenv ("TMPDIR");
  return said && *said ? said : "/tmp";
}

static bcov_status complain (const char *what, bcov_error *err)
{
  return bcov_error_add (err, BCOV_FAULT, NULL,
                         "cannot %s a temporary file in %s: %s; set TMPDIR to a folder with more "
                         "free space, or allow more memory",
                         what, folder (), strerror (errno));
}

static bcov_status make_file (bcov_spill *spill, bcov_error *err)
{
  static const char name[] = "/boardcover-XXXXXX";
  char path[4096];
  if (spill->open)
    return BCOV_OK;
  if ((size_t)snprintf (path, sizeof path, "%s%s", folder (), name) >= sizeof path) {
    errno = ENAMETOOLONG;
    return complain ("make", err);
  }
  spill->file = mkostemp (path, O_CLOEXEC);
  if (spill->file < 0)
    return complain ("make", err);
  unlink (path);
  spill->open = true;
  return BCOV_OK;
}

bcov_status bcov_spill_add (bcov_spill *spill, const void *bytes, size_t count, uint64_t *at,
                            bcov_error *err)
{
  const char *p = bytes;
  bcov_status status = make_file (spill, err);
  if (status)
    return status;
  *at = spill->size;
  while (count) {
    ssize_t n = pwrite (spill->file, p, count, (off_t)spill->size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return complain ("write to", err);
    p += n;
    count -= (size_t)n;
    spill->size += (size_t)n;
  }
  return BCOV_OK;
}

bcov_status bcov_spill_read (const bcov_spill *spill, uint64_t at, void *bytes, size_t count,
                             bcov_error *err)
{
  char *p = bytes;
  while (count) {
    ssize_t n = pread (spill->file, p, count, (off_t)at);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      errno = n ? errno : EIO;
      return complain ("read", err);
    }
    p += n;
    count -= (size_t)n;
    at += (size_t)n;
  }
  return BCOV_OK;
}

bcov_status bcov_spill_cut (bcov_spill *spill, uint64_t at, bcov_error *err)
{
  if (at >= spill->size)
    return BCOV_OK;
  if (ftruncate (spill->file, (off_t)at))
    return complain ("shorten", err);
  spill->size = at;
  return BCOV_OK;
}

void bcov_spill_close (bcov_spill *spill)
{
  if (spill->open)
    close (spill->file);
  *spill = (bcov_spill){0};
}
