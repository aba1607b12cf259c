/* Sizes are checked before anything is allocated. */

#include "format/text/measure.h"
#include "base/text.h"
#include "format/text/quote.h"
#include "geometry/board.h"

static size_t count_digits (const char *text, size_t length)
{
  size_t n = 0;
  while (n < length && text[n] >= '0' && text[n] <= '9')
    n++;
  return n;
}

size_t bcov_measure_numbers (const char *text, size_t length)
{
  uint64_t numbers[3];
  return bcov_text_measures (text, length, BCOV_MOST_CELLS, numbers);
}

/* Returns the product of the numbers, or some number above BCOV_MOST_CELLS if it is larger. */
static uint64_t multiply (const uint64_t *numbers, size_t count)
{
  uint64_t product = 1;
  for (size_t k = 0; k < count; k++) {
    product *= numbers[k];
    if (product > BCOV_MOST_CELLS)
      break;
  }
  return product;
}

bcov_status bcov_measure_read (bcov_span span, const char *what, bcov_measure *out, bcov_error *err)
{
  bcov_place place = bcov_span_place (span, 0);
  bcov_quote quote = bcov_quote_make (span.text, span.length);
  uint64_t numbers[3] = {1, 1, 1};
  size_t count = bcov_text_measures (span.text, span.length, BCOV_MOST_CELLS, numbers);
  if (!numbers[0] || !numbers[1] || !numbers[2])
    return bcov_error_add (err, BCOV_INPUT, &place, "%s %s has a 0; each number must be at least 1",
                           what, quote.text);
  if (multiply (numbers, count) > BCOV_MOST_CELLS)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "%s %s is too large; at most %d cells are allowed", what, quote.text,
                           BCOV_MOST_CELLS);
  *out = (bcov_measure){.layers = count == 3 ? (int64_t)numbers[0] : 1,
                        .rows = (int64_t)numbers[count - 2],
                        .columns = (int64_t)numbers[count - 1],
                        .numbers = count};
  return BCOV_OK;
}

/* Returns the length of an x, X, * or multiplication sign at TEXT, or 0. */
static size_t count_times (const char *text, size_t length)
{
  uint32_t rune;
  size_t bytes = bcov_utf8_decode (text, length, &rune);
  return bytes && (rune == 'x' || rune == 'X' || rune == '*' || rune == 0xd7) ? bytes : 0;
}

static size_t count_blanks (const char *text, size_t length)
{
  size_t n = 0;
  while (n < length && text[n] == ' ')
    n++;
  return n;
}

bool bcov_measure_is_near (const char *text, size_t length)
{
  for (size_t at = 0, numbers = 1; at < length; numbers++) {
    size_t digits = count_digits (text + at, length - at);
    if (!digits)
      return false;
    at += digits;
    at += count_blanks (text + at, length - at);
    if (at == length)
      return numbers > 1;
    size_t times = count_times (text + at, length - at);
    if (!times)
      return false;
    at += times;
    at += count_blanks (text + at, length - at);
  }
  return false;
}
