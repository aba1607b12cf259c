/* The version, how busy the server is, and the catalog. */

#include "tell.h"
#include "flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *tell_version (struct server *server)
{
  char *text = NULL;
  (void)server;
  return asprintf (&text, "{\"version\":\"%s\"}\n", bcov_version ()) < 0 ? NULL : text;
}

char *tell_status (struct server *server)
{
  char *text = NULL;
  pthread_mutex_lock (&server->lock);
  unsigned running = server->lines[LONG].running, waiting = server->lines[LONG].waiting;
  unsigned quick = server->lines[QUICK].running + server->lines[QUICK].waiting;
  unsigned visits = 0;
  for (const struct visit *visit = server->visits; visit; visit = visit->next)
    visits++;
  pthread_mutex_unlock (&server->lock);
  int length = asprintf (&text,
                         "{\"running\":%u,\"waiting\":%u,\"quick\":%u,\"connections\":%u,"
                         "\"jobs\":%u,\"job_seconds\":%g,\"job_memory\":%zu}\n",
                         running, waiting, quick, visits, server->settings.jobs,
                         server->settings.seconds, server->settings.memory);
  return length < 0 ? NULL : text;
}

/* Names of pieces are ASCII; others are not shown back to who sent them. */
static bool is_plain (const char *text)
{
  for (; text && *text; text++)
    if (*text < ' ' || *text > '~')
      return false;
  return true;
}

void tell_catalog (struct job *job)
{
  const char *lattice = job->arguments[0], *name = job->arguments[1];
  char *text = NULL;
  if (!is_plain (lattice) || !is_plain (name)) {
    flow_refuse (job, MHD_HTTP_BAD_REQUEST, "names of pieces are in plain letters\n");
    return;
  }
  bcov_status status = bcov_catalog (job->mem, lattice, name, true, &text, job->err);
  if (status)
    flow_refuse (job, MHD_HTTP_UNPROCESSABLE_CONTENT, bcov_error_text (job->err));
  else
    flow_reply (job, "application/json", text, strlen (text));
  bcov_text_free (text);
}
