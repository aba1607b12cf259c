/* Output.  No loss of output goes unreported: every write to stdout is checked, the last one when
   the program exits. */

#include "output.h"
#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- stdout ---- */

/* A reader that closes the pipe wants no more; that needs no message. */
static void end_unwritten (int error)
{
  if (error != EPIPE)
    fprintf (stderr, "boardcover: cannot write the answer: %s\n", strerror (error));
  _exit (error == EPIPE ? BCOV_STOPPED : BCOV_FAULT);
}

/* EBADF here means that stdout was closed from the start, and nothing was written to it. */
static void close_stdout (void)
{
  if (fflush (stdout) || (fclose (stdout) && errno != EBADF))
    end_unwritten (errno);
}

void output_start (void)
{
  setvbuf (stdout, NULL, _IOFBF, 1 << 16);
  signal (SIGPIPE, SIG_IGN);
  atexit (close_stdout);
}

void output_add (struct session *session, const char *text, size_t length)
{
  progress_clear (&session->progress_shown);
  if (fwrite (text, 1, length, stdout) < length)
    end_unwritten (errno);
}

void output_put (struct session *session, const char *text)
{
  output_add (session, text, strlen (text));
}

void output_json_string (struct session *session, const char *text)
{
  char escape[8];
  output_add (session, "\"", 1);
  for (; *text; text++) {
    snprintf (escape, sizeof escape, "\\u%04x", (unsigned char)*text);
    if (*text == '"' || *text == '\\')
      output_add (session, "\\", 1);
    if ((unsigned char)*text < ' ')
      output_put (session, escape);
    else
      output_add (session, text, 1);
  }
  output_add (session, "\"", 1);
}

void output_flush (struct session *session)
{
  progress_clear (&session->progress_shown);
  if (fflush (stdout))
    end_unwritten (errno);
}

void output_flush_pending (struct session *session)
{
  if (__fpending (stdout))
    output_flush (session);
}

/* ---- drawing ---- */

/* NO_COLOR: see no-color.org. */
void output_detect_terminal (struct session *session)
{
  const char *refused = getenv ("NO_COLOR"), *terminal = getenv ("TERM");
  session->is_terminal = isatty (STDOUT_FILENO);
  session->has_colour =
      session->is_terminal && !(refused && *refused) && terminal && strcmp (terminal, "dumb") != 0;
}

bcov_status output_printer (struct session *session)
{
  return session->printer ? BCOV_OK
                          : bcov_printer_new (session->puzzle, &session->printer, session->err);
}

static bool fits_terminal (const char *text)
{
  struct winsize size = {0};
  return ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col ||
         bcov_text_columns (text) <= size.ws_col;
}

/* Warns once, since a board is unreadable when the terminal wraps its lines. */
static void warn_too_wide (struct session *session)
{
  if (!session->warned_too_wide && !session->settings.quiet)
    output_note (session, "the board is wider than the terminal, which breaks its lines; draw -o "
                          "FILE makes a picture of it");
  session->warned_too_wide = true;
}

/* Draws outlines if they fit, else blocks, which are half as wide, else letters, which are the
   narrowest. */
static bcov_status draw_for_terminal (struct session *session, const bcov_covering *covering,
                                      const char **text, size_t *length)
{
  static const bcov_style styles[] = {BCOV_BOXES, BCOV_BLOCKS, BCOV_LETTERS};
  bcov_status status = BCOV_OK;
  bool fits = false;
  for (size_t k = 0; k < 3 && !status && !fits; k++) {
    if (styles[k] == BCOV_BLOCKS && !session->has_colour)
      continue;
    status = bcov_printer_draw (session->printer, covering, styles[k], session->has_colour, text,
                                length, session->err);
    fits = !status && fits_terminal (*text);
  }
  if (!status && !fits)
    warn_too_wide (session);
  return status;
}

bcov_status output_draw (struct session *session, const bcov_covering *covering)
{
  const struct settings *settings = &session->settings;
  const char *text = NULL;
  size_t length = 0;
  bcov_status status = output_printer (session);
  if (status)
    return status;
  status = !settings->has_style && session->is_terminal
               ? draw_for_terminal (session, covering, &text, &length)
               : bcov_printer_draw (session->printer, covering, settings->style,
                                    session->has_colour, &text, &length, session->err);
  if (!status)
    output_add (session, text, length);
  return status;
}

/* ---- stderr ---- */

void output_errors (struct session *session)
{
  progress_clear (&session->progress_shown);
  if (!*bcov_error_text (session->err))
    return;
  output_flush (session);
  fprintf (stderr, "%s\n", bcov_error_text (session->err));
  bcov_error_clear (session->err);
}

void output_note (struct session *session, const char *format, ...)
{
  va_list args;
  output_flush (session);
  output_errors (session);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  fputc ('\n', stderr);
}

void output_stats (struct session *session, const bcov_answer *answer)
{
  if (!session->settings.stats)
    return;
  output_flush (session);
  output_errors (session);
  fprintf (stderr, "engine       %s\n", answer->engine ? answer->engine : "none");
  fprintf (stderr, "items        %" PRIu64 "\n", answer->items);
  fprintf (stderr, "options      %" PRIu64 "\n", answer->options);
  if (answer->symmetries)
    fprintf (stderr, "symmetries   %" PRIu64 "\n", answer->symmetries);
  if (answer->fixed && answer->saved > 0)
    fprintf (stderr, "symmetry     x %.3g (%s)\n", answer->saved, answer->fixed);
  else if (answer->fixed)
    fprintf (stderr, "symmetry     (%s)\n", answer->fixed);
  fprintf (stderr, "nodes        %" PRIu64 "\n", answer->nodes);
  if (answer->dead)
    fprintf (stderr, "pockets      %" PRIu64 " nodes less\n", answer->dead);
  if (answer->remembered)
    fprintf (stderr, "memory       %" PRIu64 " nodes less\n", answer->remembered);
  if (answer->odd)
    fprintf (stderr, "parity       %" PRIu64 " nodes less\n", answer->odd);
  if (answer->looked_up)
    fprintf (stderr, "shapes       %" PRIu64 " nodes looked up\n", answer->looked_up);
  if (answer->halved)
    fprintf (stderr, "halves       one counted, joined with its image\n");
  if (answer->states) {
    fprintf (stderr, "states       %" PRIu64 "\n", answer->states);
    fprintf (stderr, "widest       %" PRIu64 "\n", answer->widest);
  }
  fprintf (stderr, "seconds      %.3f\n", answer->seconds);
  fprintf (stderr, "peak memory  %.1f MiB\n", (double)bcov_mem_peak (session->mem) / 1048576);
}
