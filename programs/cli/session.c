/* The life of a run: read what the user said, make memory and messages, let the command work, tell
   what went wrong, clean up.  The status of the library is the exit status. */

#include "session.h"
#include "output.h"
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Raised by signals.  A handler can reach nothing but variables like these: they are the only ones
   of the program that are written to. */
static volatile int stop;
static atomic_bool asked; /* for progress */

static void raise_stop (int signal)
{
  (void)signal;
  stop = 1;
}

static void raise_asked (int signal)
{
  (void)signal;
  atomic_store (&asked, true);
}

/* Ends the program at once: before a question is asked there is nothing to save. */
static void leave (int signal)
{
  static const char words[] = "stopped\n";
  ssize_t written = write (STDERR_FILENO, words, sizeof words - 1);
  (void)signal, (void)written;
  _exit (BCOV_STOPPED);
}

/* HANDLER gets the first signal; a second one kills. */
static void watch_signals (void (*handler) (int))
{
  struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
}

/* SIGUSR1 asks for progress, as often as it comes; nothing else is disturbed by it. */
static void watch_questions (void)
{
  struct sigaction action = {.sa_handler = raise_asked, .sa_flags = SA_RESTART};
  sigaction (SIGUSR1, &action, NULL);
}

size_t session_usual_memory (void)
{
  size_t available = 0;
  char line[128];
  FILE *info = fopen ("/proc/meminfo", "r");
  while (info && !available && fgets (line, sizeof line, info))
    if (sscanf (line, "MemAvailable: %zu kB", &available) != 1)
      available = 0;
  if (info)
    fclose (info);
  return available / 4 * 3 * 1024;
}

bcov_status session_open (struct session *session)
{
  const struct settings *settings = &session->settings;
  if (settings->puzzle)
    return bcov_puzzle_open (session->mem, settings->puzzle, &session->puzzle, session->err);
  return bcov_puzzle_brief (session->mem, &settings->brief, &session->puzzle, session->err);
}

/* Called ten times a second, at most, while the library works. */
static void keep_posted (const bcov_progress *now, void *data)
{
  struct session *session = data;
  output_catch_up (session);
  if (atomic_exchange (&asked, false))
    progress_tell (now, &session->progress_shown);
  if (session->shows_progress)
    progress_show (now, &session->progress_shown);
}

const bcov_request *session_request (struct session *session)
{
  bcov_request *request = &session->settings.request;
  enum when when = session->settings.progress;
  watch_signals (raise_stop);
  request->stop = &stop;
  session->shows_progress = when == WHEN_ALWAYS || (when == WHEN_AUTO && isatty (STDERR_FILENO));
  request->progress = keep_posted;
  request->progress_data = session;
  return request;
}

void session_forget_stop (void)
{
  stop = 0;
  watch_signals (raise_stop);
}

void session_tell (struct session *session)
{
  progress_clear (&session->progress_shown);
  if (!*bcov_error_text (session->err))
    return;
  output_flush (session);
  fprintf (stderr, "%s\n", bcov_error_text (session->err));
  bcov_error_clear (session->err);
}

int session_run (const struct command *command, int argc, char **argv)
{
  struct session session = {0};
  options_read (command, argc, argv, &session.settings);
  watch_signals (leave);
  watch_questions ();
  output_look (&session);
  size_t memory = session.settings.memory;
  session.mem = bcov_mem_new (memory ? memory : session_usual_memory ());
  session.err = bcov_error_new ();
  bcov_status status = BCOV_FAULT;
  if (session.mem && session.err) {
    status = command->run (&session);
    session_tell (&session);
    bcov_printer_free (session.printer);
    bcov_puzzle_free (session.puzzle);
  } else
    fputs ("boardcover: the machine has no memory left\n", stderr);
  bcov_error_free (session.err);
  bcov_mem_delete (session.mem);
  return (int)status;
}
