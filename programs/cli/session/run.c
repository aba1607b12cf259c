/* A run: read the options, create memory and messages, run the command, print the errors, clean up.
   The status of the library is the exit status. */

#include "run.h"
#include "output.h"
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* For signal handlers, which can only access such variables.  The program has no other writable
   variables of file scope. */
static bcov_request *_Atomic running;
static atomic_bool progress_wanted;

static void raise_stop (int signal)
{
  (void)signal;
  bcov_request_stop (running);
}

static void want_progress (int signal)
{
  (void)signal;
  atomic_store (&progress_wanted, true);
}

/* Ends the program at once, because before a request runs there is nothing to save. */
static void leave (int signal)
{
  static const char words[] = "stopped\n";
  ssize_t written = write (STDERR_FILENO, words, sizeof words - 1);
  (void)signal, (void)written;
  _exit (BCOV_STOPPED);
}

/* HANDLER handles the first signal; the second one kills the program. */
static void watch_stop_signals (void (*handler) (int))
{
  struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
}

/* Each SIGUSR1 asks for one line of progress; system calls restart after it. */
static void watch_progress_signal (void)
{
  struct sigaction action = {.sa_handler = want_progress, .sa_flags = SA_RESTART};
  sigaction (SIGUSR1, &action, NULL);
}

/* The library calls this at most ten times a second while it works. */
static bcov_status show_progress (const bcov_progress *now, void *data)
{
  struct session *session = data;
  output_flush_pending (session);
  if (atomic_exchange (&progress_wanted, false))
    progress_print (now, session->advice, &session->progress_shown);
  if (session->shows_progress)
    progress_show (now, session->advice, &session->progress_shown);
  return BCOV_OK;
}

bcov_request *run_request (struct session *session)
{
  bcov_request *request = session->settings.request;
  int when = session->settings.progress;
  running = request;
  watch_stop_signals (raise_stop);
  session->shows_progress = when == WHEN_ALWAYS || (when == WHEN_AUTO && isatty (STDERR_FILENO));
  bcov_request_progress (request, show_progress, session);
  return request;
}

void run_clear_stop (struct session *session)
{
  bcov_request_resume (session->settings.request);
  watch_stop_signals (raise_stop);
}

/* Sets the default memory limit, unless --memory is given. */
static void limit_memory (struct session *session)
{
  char digits[32];
  size_t memory = session_default_memory ();
  snprintf (digits, sizeof digits, "%zu", memory);
  if (memory && !session->settings.memory)
    bcov_request_set (session->settings.request, "memory", digits, NULL);
}

int run_command (const struct command *command, int argc, char **argv)
{
  struct session session = {0};
  options_read (command, argc, argv, &session.settings);
  watch_stop_signals (leave);
  watch_progress_signal ();
  output_detect_terminal (&session);
  limit_memory (&session);
  session.err = bcov_error_new ();
  bcov_status status = BCOV_FAULT;
  if (session.err) {
    status = command->run (&session);
    output_errors (&session);
    bcov_printer_free (session.printer);
    bcov_puzzle_free (session.puzzle);
  } else
    fputs ("boardcover: the machine is out of memory\n", stderr);
  bcov_error_free (session.err);
  bcov_look_free (session.settings.look);
  bcov_request_free (session.settings.request);
  return (int)status;
}
