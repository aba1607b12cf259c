/* Mistakes beyond MOST_MISTAKES are only counted.  A board puzzle and an exact cover problem find
   what is meant in different ways; the readers see the one that is there. */

#include "format/covering/reading.h"

#include <stdarg.h>
#include <stdio.h>

enum { MOST_MISTAKES = 200 };

void bcov_reading_tell (bcov_reading *reading, bcov_status status, size_t line, size_t column,
                        const char *format, ...)
{
  if (status > reading->worst)
    reading->worst = status;
  if (reading->mistakes++ >= MOST_MISTAKES)
    return;
  char message[512];
  bcov_place place = {reading->file, line, column};
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  bcov_error_add (reading->err, status, &place, "%s", message);
}

bcov_status bcov_reading_sum_up (bcov_reading *reading)
{
  bcov_place place = {.file = reading->file};
  if (reading->mistakes > MOST_MISTAKES)
    bcov_error_add (reading->err, reading->worst, &place, "and %zu more mistakes",
                    reading->mistakes - MOST_MISTAKES);
  return reading->worst;
}

bcov_status bcov_reading_start (bcov_reading *reading)
{
  const bcov_puzzle *puzzle = reading->puzzle;
  bcov_status status = bcov_covering_new (puzzle, &reading->covering, reading->err);
  if (status)
    return status;
  if (puzzle->exact)
    return bcov_option_finder_start (puzzle->mem, puzzle->exact, &reading->options, reading->err);
  return bcov_piece_finder_start (puzzle, &reading->finder, reading->err);
}

void bcov_reading_end (bcov_reading *reading)
{
  if (!reading->covering)
    return;
  bcov_covering_free (reading->covering);
  if (reading->puzzle->exact)
    bcov_option_finder_end (reading->puzzle->mem, &reading->options);
  else
    bcov_piece_finder_end (&reading->finder);
}

void bcov_reading_restart (bcov_reading *reading)
{
  bcov_covering_clear (reading->covering);
  reading->partial = false;
  if (reading->puzzle->exact)
    bcov_option_finder_restart (&reading->options);
  else
    bcov_piece_finder_restart (&reading->finder);
}
