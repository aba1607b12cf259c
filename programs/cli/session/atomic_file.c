/* Writes a temporary file and renames it.  Devices and pipes cannot be replaced, so they are
   written in place. */

#include "atomic_file.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; /* one after the other, as in the kernel */

static bcov_status report_failure (struct session *session, bcov_status status, const char *path)
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

/* Keeps the permissions of an existing file; a new file gets those of the umask. */
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
    return report_failure (session, BCOV_INPUT, path);
  bool written = write_all (file, bytes, length);
  int error = errno;
  bool closed = !close (file);
  errno = written ? errno : error;
  return written && closed ? BCOV_OK : report_failure (session, BCOV_FAULT, path);
}

/* ---- links and permissions ---- */

/* Returns NAME, the content of the link PATH, relative to the current folder. */
static char *beside (const char *path, const char *name)
{
  const char *slash = *name == '/' ? NULL : strrchr (path, '/');
  char *joined = NULL;
  int folder = slash ? (int)(slash + 1 - path) : 0;
  return asprintf (&joined, "%.*s%s", folder, path, name) < 0 ? NULL : joined;
}

/* Returns the file that PATH leads to through links, whether or not it exists; the caller frees it.
   Returns NULL and sets errno if there are too many links. */
static char *follow (const char *path)
{
  char name[PATH_MAX], *at = strdup (path);
  for (int links = 0; at && links < MOST_LINKS; links++) {
    ssize_t length = readlink (at, name, sizeof name - 1);
    if (length < 0)
      return at;
    name[length] = '\0';
    char *next = beside (at, name);
    free (at);
    at = next;
  }
  errno = at ? ELOOP : ENOMEM;
  free (at);
  return NULL;
}

/* Returns whether a file can be created in the folder of REAL; otherwise sets errno. */
static bool has_open_folder (const char *real)
{
  char *folder = beside (real, ".");
  bool open = folder && !access (folder, W_OK | X_OK);
  free (folder);
  return open;
}

/* Returns whether PATH exists and is neither a file nor a folder. */
static bool is_device (const char *path)
{
  struct stat there;
  return !stat (path, &there) && !S_ISREG (there.st_mode) && !S_ISDIR (there.st_mode);
}

static bool can_write (const char *path)
{
  struct stat there;
  char *real = follow (path);
  bool fine = real && (is_device (real) ? !access (real, W_OK) : has_open_folder (real));
  if (fine && !stat (real, &there) && S_ISDIR (there.st_mode)) {
    fine = false;
    errno = EISDIR;
  }
  free (real);
  return fine;
}

bcov_status atomic_file_check (struct session *session, const char *path)
{
  return !strcmp (path, "-") || can_write (path) ? BCOV_OK
                                                 : report_failure (session, BCOV_INPUT, path);
}

/* ---- writing ---- */

/* Creates a file from the pattern FRESH and renames it to REAL.  Messages contain PATH. */
static bcov_status make_and_rename (struct session *session, const char *path, const char *real,
                                    char *fresh, const char *bytes, size_t length)
{
  int file = mkostemp (fresh, O_CLOEXEC);
  if (file < 0)
    return report_failure (session, BCOV_INPUT, path);
  bool written = write_all (file, bytes, length) && set_mode (file, real);
  int error = errno;
  if (!close (file) && written && !rename (fresh, real))
    return BCOV_OK;
  errno = written ? errno : error;
  report_failure (session, BCOV_FAULT, path);
  unlink (fresh);
  return BCOV_FAULT;
}

static bcov_status replace (struct session *session, const char *path, const char *bytes,
                            size_t length)
{
  char *real = follow (path), *fresh = NULL;
  bcov_status status = BCOV_INPUT;
  if (!real || asprintf (&fresh, "%s.XXXXXX", real) < 0)
    report_failure (session, BCOV_INPUT, path);
  else
    status = make_and_rename (session, path, real, fresh, bytes, length);
  free (fresh);
  free (real);
  return status;
}

bcov_status atomic_file_write (struct session *session, const char *path, const char *bytes,
                               size_t length)
{
  if (!strcmp (path, "-")) {
    output_add (session, bytes, length);
    return BCOV_OK;
  }
  bcov_status status = atomic_file_check (session, path);
  if (status)
    return status;
  return is_device (path) ? write_in_place (session, path, bytes, length)
                          : replace (session, path, bytes, length);
}
