/* Finds each function by its name in the library; see microhttp.h. */

#include "microhttp.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char library_name[] = "libmicrohttpd.so.12";

static bool report_missing (const char *what)
{
  fprintf (
      stderr,
      "boardcover serve: %s; on Debian and related systems, install the package libmicrohttpd12\n",
      what);
  return false;
}

/* ISO C has no conversion from a data pointer to a function pointer; POSIX allows copying its
 * bytes. */
static bool find (void *library, const char *name, void *out)
{
  void *found = dlsym (library, name);
  memcpy (out, &found, sizeof found);
  return found != NULL;
}

bool microhttp_load (struct microhttp *http)
{
  http->library = dlopen (library_name, RTLD_NOW | RTLD_LOCAL);
  if (!http->library)
    return report_missing ("the web server needs libmicrohttpd, which is not installed");
#define X(name)                                                                                    \
  if (!find (http->library, "MHD_" #name, &http->name))                                            \
    return report_missing ("libmicrohttpd is too old: it has no MHD_" #name);
  MICROHTTP_CALLS (X)
#undef X
  return true;
}

void microhttp_unload (struct microhttp *http)
{
  if (http->library)
    dlclose (http->library);
}
