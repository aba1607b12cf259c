/* The progress line: what is done and found, the speed, and the estimated rest of the time. */

#include "progress.h"

#include <inttypes.h>
#include <stdio.h>

static const double quiet_seconds = 2, longest_seconds = 1e9;

/* Writes 75 as 1:15 and 3675 as 1:01:15. */
static void put_time (FILE *out, double seconds)
{
  uint64_t all = (uint64_t)seconds;
  if (all >= 3600)
    fprintf (out, "%" PRIu64 ":%02" PRIu64 ":", all / 3600, all / 60 % 60);
  else
    fprintf (out, "%" PRIu64 ":", all / 60);
  fprintf (out, "%02" PRIu64, all % 60);
}

/* Writes 1234567 as 1.2 M. */
static void put_large (FILE *out, double number)
{
  static const char *const units[] = {"", " k", " M", " G", " T"};
  size_t k = 0;
  for (; number >= 1000 && k < 4; k++)
    number /= 1000;
  fprintf (out, k ? "%.1f%s" : "%.0f%s", number, units[k]);
}

/* Omits the estimate of the widest level once a level has exceeded it. */
static void put_levels (FILE *out, const bcov_progress *now)
{
  double states = bcov_progress_value (now, "states"), widest = bcov_progress_value (now, "widest");
  fprintf (out, "  level %.0f of %.0f", bcov_progress_value (now, "level"),
           bcov_progress_value (now, "levels"));
  if (states > 0) {
    fputs ("  ", out);
    put_large (out, states);
    fputs (" states", out);
  }
  if (widest > states) {
    fputs (", about ", out);
    put_large (out, widest);
    fputs (" at most", out);
  }
}

static void put_line (FILE *out, const bcov_progress *now, const char *advice)
{
  double seconds = bcov_progress_seconds (now), left = bcov_progress_seconds_left (now);
  put_time (out, seconds);
  if (bcov_progress_fraction (now) >= 0)
    fprintf (out, "  %.1f %%", 100 * bcov_progress_fraction (now));
  if (bcov_progress_value (now, "levels") > 0)
    put_levels (out, now);
  else {
    fputs ("  ", out);
    if (bcov_progress_found (now))
      fprintf (out, "%" PRIu64 " found  ", bcov_progress_found (now));
    put_large (out, bcov_progress_value (now, "nodes") / seconds);
    fputs (" nodes/s", out);
  }
  if (bcov_progress_value (now, "bound") > 0)
    fprintf (out, "  %.0f cells, at most %.0f", bcov_progress_value (now, "best"),
             bcov_progress_value (now, "bound"));
  if (left >= 0 && left < longest_seconds) {
    fputs ("  ", out);
    put_time (out, left);
    fputs (" left", out);
  }
  if (advice && seconds >= quiet_seconds)
    fprintf (out, "  %s", advice);
}

/* Writes BEFORE, the line and AFTER in one piece. */
static void write_line (const bcov_progress *now, const char *advice, const char *before,
                        const char *after)
{
  char line[200] = "";
  FILE *out = fmemopen (line, sizeof line, "w");
  if (!out)
    return;
  fputs (before, out);
  put_line (out, now, advice);
  fputs (after, out);
  fclose (out);
  fputs (line, stderr);
  fflush (stderr);
}

void progress_show (const bcov_progress *now, const char *advice, atomic_bool *shown)
{
  if (bcov_progress_seconds (now) < quiet_seconds)
    return;
  write_line (now, advice, "\r", "\033[K");
  atomic_store (shown, true);
}

void progress_print (const bcov_progress *now, const char *advice, atomic_bool *shown)
{
  progress_clear (shown);
  write_line (now, advice, "", "\n");
}

void progress_clear (atomic_bool *shown)
{
  if (!atomic_load (shown) || !atomic_exchange (shown, false))
    return;
  fputs ("\r\033[K", stderr);
  fflush (stderr);
}
