/* Runs the server: loads libmicrohttpd, listens, checks the clock until a signal arrives, and
   stops.

   Signals are blocked in all threads and awaited here, so no signal handler runs.  Stopping takes
   less than a second: the server asks jobs to stop and gives them a moment to end.  A job that does
   not notice (because the library writes a large export) ends with the process. */

#include "../web.h"
#include "connection.h"
#include "door.h"
#include "listen.h"
#include "../jobs/clock.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  ARENAS = 2, /* of malloc; more would keep the memory of threads that have ended */
  TICK_MILLISECONDS = 100,
  STOP_MILLISECONDS = 600
};

/* ---- starting ---- */

/* The daemon does not listen; the door hands connections over. */
static struct MHD_Daemon *start_daemon (struct server *server)
{
  return server->http.start_daemon (MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
                                        MHD_USE_NO_LISTEN_SOCKET,
                                    0, NULL, NULL, connection_handle, server,                  /* */
                                    MHD_OPTION_NOTIFY_CONNECTION, connection_notify, server,   /* */
                                    MHD_OPTION_URI_LOG_CALLBACK, connection_note_path, server, /* */
                                    MHD_OPTION_NOTIFY_COMPLETED, connection_complete, server,  /* */
                                    MHD_OPTION_CONNECTION_LIMIT, 2u * MOST_CONNECTIONS,        /* */
                                    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY,        /* */
                                    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)QUIET_SECONDS,    /* */
                                    MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

static bool start (struct server *server)
{
  int sockets[2] = {-1, -1};
  unsigned count = listen_open (server, sockets);
  if (!count)
    return false;
  server->daemon = start_daemon (server);
  if (server->daemon)
    server->door = door_open (server, sockets, count);
  if (!server->door)
    fprintf (stderr, "boardcover serve: libmicrohttpd failed to start\n");
  return server->door != NULL;
}

static void announce (const struct server *server)
{
  const char *address = server->settings.address ? server->settings.address : "127.0.0.1";
  bool six = strchr (address, ':');
  printf ("http://%s%s%s:%u/\n", six ? "[" : "", address, six ? "]" : "", server->port);
  fflush (stdout);
  if (!server->settings.quiet)
    fputs ("open this address in a browser; Ctrl-C stops the server\n", stderr);
}

/* ---- running ---- */

/* Also returns the spare memory of malloc to the machine when the server becomes idle. */
static void tick (struct server *server)
{
  struct scheduler *scheduler = &server->scheduler;
  pthread_mutex_lock (&scheduler->lock);
  connection_tick (server, clock_seconds ());
  bool trims = scheduler->was_busy && !scheduler_is_busy (scheduler) && !server->connections;
  if (trims)
    scheduler->was_busy = false;
  pthread_mutex_unlock (&scheduler->lock);
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

static void stop (struct server *server)
{
  struct scheduler *scheduler = &server->scheduler;
  pthread_mutex_lock (&scheduler->lock);
  scheduler->stopping = true;
  connection_cancel_jobs (server);
  pthread_mutex_unlock (&scheduler->lock);
  door_close (server->door);
  if (server->daemon)
    server->http.stop_daemon (server->daemon);
  if (!scheduler_wait (scheduler, STOP_MILLISECONDS))
    _exit (BCOV_OK);
}

bcov_status web_serve (const struct web_settings *settings)
{
  struct server server = {.settings = *settings};
  sigset_t signals;
  sigemptyset (&signals);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGTERM);
  scheduler_init (&server.scheduler, settings->jobs, settings->seconds, settings->memory);
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
