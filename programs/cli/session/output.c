/* Output.  Every failure to write is reported: each write to stdout is checked, the last one when
   the program exits. */

#include "output.h"
#include "progress.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

/* ---- messages ---- */

/* Messages of the library mention requests, but the user of the program knows options.  This table
   replaces such phrases literally, so keep it in step with the messages in src. */
static const struct {
  const char *library, *program;
  bool brief; /* the file of a message, when the puzzle comes from -b and -p */
} phrases[] = {
    {"space, or allow more memory", "space, or allow more memory with --memory", false},
    {"allow more memory", "allow more with --memory", false},
    {", which exceeds the memory limit\n", ", which exceeds --memory\n", false},
    {"use the engine search", "use --engine search", false},
    {"use the engine match", "use --engine match", false},
    {"use the engine auto", "leave --engine out", false},
    {"leave isometric out", "leave --isometric out", false},
    {"give either cut or colour-by", "give either --cut or --colour-by", false},
    {"(a higher limit shows more)", "(--limit shows more)", false},
    {"(the JSON has all)", "(--json shows all)", false},
    {"no symmetries; count all coverings",
     "no symmetries; leave --up-to-symmetry and --by-symmetry out", false},
    {"give a number from 1 to", "--rank takes a number from 1 to", false},
    {"give the covering as JSON", "give the covering as list --json prints it", false},
    {"give a board, such as 6x8", "give a board, such as -b 6x8", false},
    {"give pieces, such as L3:any", "give pieces, such as -p L3:any", false},
    {"board:", "-b:", true},
    {"pieces:", "-p:", true},
};
enum { PHRASES = sizeof phrases / sizeof *phrases };

/* Returns the row whose phrase TEXT starts with, or PHRASES if there is none. */
static size_t find_phrase (const char *text, bool line_starts, bool brief)
{
  size_t k = 0;
  while (k < PHRASES && ((phrases[k].brief && !(brief && line_starts)) ||
                         strncmp (text, phrases[k].library, strlen (phrases[k].library)) != 0))
    k++;
  return k;
}

/* Returns TEXT with the phrases of the program; BRIEF: the puzzle comes from -b and -p.  The caller
   frees it; NULL: the machine is out of memory. */
static char *translate (const char *text, bool brief)
{
  char *out = NULL;
  size_t length;
  FILE *stream = open_memstream (&out, &length);
  bool line_starts = true;
  while (stream && *text) {
    size_t k = find_phrase (text, line_starts, brief);
    if (k == PHRASES)
      fputc (*text, stream);
    else
      fputs (phrases[k].program, stream);
    text += k == PHRASES ? 1 : strlen (phrases[k].library);
    line_starts = text[-1] == '\n';
  }
  if (stream)
    fclose (stream);
  return out;
}

/* ---- stdout ---- */

/* If the reader has closed the pipe, it needs no more output, so there is no message. */
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

void output_print (struct session *session, const char *format, ...)
{
  va_list args;
  progress_clear (&session->progress_shown);
  va_start (args, format);
  if (vprintf (format, args) < 0)
    end_unwritten (errno);
  va_end (args);
}

void output_report (struct session *session, const char *text)
{
  char *own = session->settings.json ? NULL : translate (text, false);
  output_put (session, own ? own : text);
  free (own);
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
  const struct settings *settings = &session->settings;
  if (session->printer)
    return BCOV_OK;
  bcov_status status =
      bcov_printer_new (session->puzzle, settings->request, &session->printer, session->err);
  return status ? status
                : bcov_printer_colour_by (session->printer, settings->colour_by, session->err);
}

/* Returns the width of the longest line of TEXT on a terminal.  Escapes for colours have width 0,
   wide characters 2. */
static size_t count_columns (const char *text)
{
  locale_t utf8 = newlocale (LC_CTYPE_MASK, "C.UTF-8", NULL), before = uselocale (utf8);
  size_t width = 0, widest = 0;
  for (int step; *text; text += step) {
    wchar_t sign = 0;
    step = mbtowc (&sign, text, MB_CUR_MAX);
    step = step > 0 ? step : 1;
    if (sign == L'\033')
      step = (int)strcspn (text, "m") + 1;
    else if (sign == L'\n')
      width = 0;
    else
      width += wcwidth (sign) > 1 ? 2 : 1;
    widest = width > widest ? width : widest;
  }
  uselocale (before);
  if (utf8)
    freelocale (utf8);
  return widest;
}

static bool fits_terminal (const char *text)
{
  struct winsize size = {0};
  return ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col ||
         count_columns (text) <= size.ws_col;
}

/* Warns once, since a board is unreadable when the terminal wraps its lines. */
static void warn_too_wide (struct session *session)
{
  if (!session->warned_too_wide && !session->settings.quiet)
    output_note (session, "the board is wider than the terminal, so its lines wrap; use "
                          "`boardcover draw -o FILE` to write a picture");
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
  status =
      settings->style < 0 && session->is_terminal
          ? draw_for_terminal (session, covering, &text, &length)
          : bcov_printer_draw (session->printer, covering,
                               (bcov_style)(settings->style > 0 ? settings->style : BCOV_LETTERS),
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
  char *text = translate (bcov_error_text (session->err), !session->settings.puzzle);
  fprintf (stderr, "%s\n", text ? text : bcov_error_text (session->err));
  free (text);
  bcov_error_reset (session->err);
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

void output_proof (struct session *session, const char *why)
{
  while (why && *why) {
    int length = (int)strcspn (why, "\n");
    output_note (session, "no covering: %.*s", length, why);
    why += length + (why[length] != 0);
  }
}

/* Returns the text after the value of a statistic. */
static const char *meaning_of (const char *name)
{
  static const char *const names[] = {"pockets", "memory", "parity"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (!strcmp (name, names[k]))
      return " nodes saved";
  if (!strcmp (name, "left"))
    return ", whose forecast was more than ten times too low";
  return strcmp (name, "shapes") ? "" : " nodes looked up";
}

static void print_statistics (struct session *session, const bcov_answer *answer)
{
  output_flush (session);
  output_errors (session);
  fprintf (stderr, "engine       %s\n", bcov_answer_engine (answer));
  for (size_t k = 0; k < bcov_answer_statistics (answer); k++) {
    const char *name = bcov_answer_statistic_name (answer, k);
    bool halves = !strcmp (name, "halves");
    fprintf (stderr, "%-12s %s%s\n", name,
             halves ? "one half counted and joined with its image"
                    : bcov_answer_statistic_value (answer, k),
             meaning_of (name));
  }
  fprintf (stderr, "seconds      %.3f\n", bcov_answer_seconds (answer));
  fprintf (stderr, "peak memory  %.1f MiB\n",
           (double)bcov_request_peak (session->settings.request) / 1048576);
}

void output_answer (struct session *session, bcov_answer *answer)
{
  if (session->settings.stats && answer)
    print_statistics (session, answer);
  bcov_answer_free (answer);
}
