/* The life of the server: load libmicrohttpd, listen, look at the clock until a signal comes, stop.

   Signals are blocked everywhere and waited for here, so that nothing is ever done in a handler.
   Stopping takes less than a second: jobs are told to stop and get a moment for it; one that cannot
   hear (the library writes a large export) ends with the process. */

#include "web.h"
#include "job.h"
#include "listen.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  ARENAS = 2, /* of malloc: threads come and go, and each of more would keep what it had once */
  TICK_MILLISECONDS = 100,
  STOP_MILLISECONDS = 600,
  QUICK_AT_ONCE = 2,
  QUICK_WAITING = 256,
  WAITING_A_JOB = 4 /* so many wait for each that runs */
};

double server_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- starting ---- */

static struct MHD_Daemon *start_daemon (struct server *server, int socket)
{
  return server->http.start_daemon (MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0,
                                    NULL, NULL, visit_handle, server, MHD_OPTION_LISTEN_SOCKET,
                                    (MHD_socket)socket,                                      /* */
                                    MHD_OPTION_NOTIFY_CONNECTION, visit_notify, server,      /* */
                                    MHD_OPTION_URI_LOG_CALLBACK, visit_see_target, server,   /* */
                                    MHD_OPTION_NOTIFY_COMPLETED, visit_complete, server,     /* */
                                    MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS, /* */
                                    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MOST_HEADER, /* */
                                    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)QUIET_SECONDS,  /* */
                                    MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

static bool start (struct server *server)
{
  int sockets[2] = {-1, -1};
  unsigned count = listen_open (server, sockets);
  for (unsigned k = 0; k < count; k++) {
    server->daemons[k] = start_daemon (server, sockets[k]);
    if (!server->daemons[k]) {
      fprintf (stderr, "boardcover serve: libmicrohttpd could not be started\n");
      return false;
    }
  }
  return count > 0;
}

static void announce (const struct server *server)
{
  const char *address = server->settings.address ? server->settings.address : "127.0.0.1";
  bool six = strchr (address, ':');
  printf ("http://%s%s%s:%u/\n", six ? "[" : "", address, six ? "]" : "", server->port);
  fflush (stdout);
  if (!server->settings.quiet)
    fputs ("open this address in a browser; Ctrl-C ends the server\n", stderr);
}

/* ---- running ---- */

/* What the allocator keeps for later goes back to the machine when nothing is to do. */
static bool is_idle (const struct server *server)
{
  return !server->lines[QUICK].running && !server->lines[LONG].running && !server->visits;
}

static void tick (struct server *server)
{
  pthread_mutex_lock (&server->lock);
  visit_tick (server, server_now ());
  bool trims = server->was_busy && is_idle (server);
  if (trims)
    server->was_busy = false;
  pthread_mutex_unlock (&server->lock);
  if (trims)
    malloc_trim (0);
}

static void run (struct server *server, const sigset_t *signals)
{
  const struct timespec pause = {.tv_nsec = TICK_MILLISECONDS * 1000000L};
  while (sigtimedwait (signals, NULL, &pause) < 0)
    tick (server);
}

/* ---- stopping ---- */

static void stop_jobs (struct server *server)
{
  pthread_mutex_lock (&server->lock);
  server->stopping = true;
  for (struct visit *visit = server->visits; visit; visit = visit->next)
    if (visit->job)
      job_stop (visit->job);
  pthread_mutex_unlock (&server->lock);
}

/* Whether all jobs have ended in time. */
static bool wait_for_jobs (struct server *server)
{
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += STOP_MILLISECONDS * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  int problem = 0;
  pthread_mutex_lock (&server->lock);
  while (!problem && (server->lines[QUICK].running || server->lines[LONG].running))
    problem = pthread_cond_timedwait (&server->idle, &server->lock, &until);
  pthread_mutex_unlock (&server->lock);
  return !problem;
}

static void stop (struct server *server)
{
  stop_jobs (server);
  for (int k = 0; k < 2; k++)
    if (server->daemons[k])
      server->http.stop_daemon (server->daemons[k]);
  if (!wait_for_jobs (server))
    _exit (BCOV_OK);
}

bcov_status web_serve (const struct web_settings *settings)
{
  struct server server = {.settings = *settings};
  sigset_t signals;
  sigemptyset (&signals);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGTERM);
  server.lines[QUICK] = (struct line){.most_running = QUICK_AT_ONCE, .most_waiting = QUICK_WAITING};
  server.lines[LONG] =
      (struct line){.most_running = settings->jobs, .most_waiting = WAITING_A_JOB * settings->jobs};
  pthread_mutex_init (&server.lock, NULL);
  pthread_cond_init (&server.idle, NULL);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
  mallopt (M_ARENA_MAX, ARENAS);
  bcov_status status = BCOV_FAULT;
  if (microhttp_load (&server.http) && start (&server)) {
    announce (&server);
    run (&server, &signals);
    status = BCOV_OK;
  }
  stop (&server);
  microhttp_unload (&server.http);
  return status;
}
