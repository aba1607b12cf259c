/* Files that are there whole or not at all.  Devices and pipes, which cannot be replaced, are
   written to as they are. */

#include "filed.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bcov_status tell (struct session *session, bcov_status status, const char *path)
{
  output_note (session, "cannot write '%s': %s", path, strerror (errno));
  return status;
}

static bool write_all (int file, const char *bytes, size_t length)
{
  while (length) {
    ssize_t written = write (file, bytes, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}

/* Who may read it stays as it was; a new file is as if it had been created in the usual way. */
static bool set_mode (int file, const char *path)
{
  struct stat there;
  mode_t mask = umask (0);
  umask (mask);
  return !fchmod (file, stat (path, &there) ? 0666 & ~mask : there.st_mode & 0777);
}

static bcov_status write_in_place (struct session *session, const char *path, const char *bytes,
                                   size_t length)
{
  int file = open (path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return tell (session, BCOV_INPUT, path);
  bool written = write_all (file, bytes, length);
  int error = errno;
  written = !close (file) && written;
  errno = error ? error : errno;
  return written ? BCOV_OK : tell (session, BCOV_FAULT, path);
}

/* The new file takes the name of the one that PATH leads to, also over links. */
static bcov_status replace (struct session *session, const char *path, const char *bytes,
                            size_t length)
{
  char *real = realpath (path, NULL), *fresh = NULL;
  bcov_status status = BCOV_OK;
  if (asprintf (&fresh, "%s.XXXXXX", real ? real : path) < 0)
    exit (BCOV_FAULT);
  int file = mkostemp (fresh, O_CLOEXEC);
  if (file < 0)
    status = tell (session, BCOV_INPUT, path);
  else {
    bool written = write_all (file, bytes, length) && set_mode (file, path);
    int error = errno;
    if (close (file) || !written || rename (fresh, real ? real : path)) {
      errno = written ? errno : error;
      status = tell (session, BCOV_FAULT, path);
      unlink (fresh);
    }
  }
  free (fresh);
  free (real);
  return status;
}

bcov_status filed_write (struct session *session, const char *path, const char *bytes,
                         size_t length)
{
  struct stat there;
  if (!strcmp (path, "-")) {
    output_add (session, bytes, length);
    return BCOV_OK;
  }
  bool is_device = !stat (path, &there) && !S_ISREG (there.st_mode) && !S_ISDIR (there.st_mode);
  if (is_device)
    return write_in_place (session, path, bytes, length);
  if (!access (path, F_OK) && S_ISDIR (there.st_mode)) {
    errno = EISDIR;
    return tell (session, BCOV_INPUT, path);
  }
  return replace (session, path, bytes, length);
}
