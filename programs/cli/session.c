/* The life of a run: read what the user said, make memory and messages, let the command work, tell
   what went wrong, clean up.  The status of the library is the exit status. */

#include "session.h"
#include "output.h"
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Raised by signals.  A handler can reach nothing but a variable like this: it is the only one of
   the program that is written to. */
static volatile int stop;

static void raise_stop (int signal)
{
  (void)signal;
  stop = 1;
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

/* Three quarters of the memory that the machine could give now; 0, no limit, when it does not
   say. */
static size_t usual_memory (void)
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

const bcov_request *session_request (struct session *session)
{
  bcov_request *request = &session->settings.request;
  enum when when = session->settings.progress;
  watch_signals (raise_stop);
  request->stop = &stop;
  if (when == WHEN_ALWAYS || (when == WHEN_AUTO && isatty (STDERR_FILENO))) {
    request->progress = progress_show;
    request->progress_data = &session->progress_shown;
  }
  return request;
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
  size_t memory = session.settings.memory;
  session.mem = bcov_mem_new (memory ? memory : usual_memory ());
  session.err = bcov_error_new ();
  bcov_status status = BCOV_FAULT;
  if (session.mem && session.err) {
    status = command->run (&session);
    session_tell (&session);
    bcov_puzzle_free (session.puzzle);
  } else
    fputs ("boardcover: the machine has no memory left\n", stderr);
  bcov_error_free (session.err);
  bcov_mem_delete (session.mem);
  return (int)status;
}
