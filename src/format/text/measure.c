/* Sizes are checked before anything is allocated. */

#include "format/text/measure.h"
#include "base/text.h"
#include "format/text/quote.h"
#include "geometry/board.h"

enum { MOST_NUMBERS = 3 };

static size_t count_digits (const char *text, size_t length)
{
  size_t n = 0;
  while (n < length && text[n] >= '0' && text[n] <= '9')
    n++;
  return n;
}

size_t bcov_measure_numbers (const char *text, size_t length)
{
  size_t at = 0, numbers = 0;
  while (at < length) {
    size_t digits = count_digits (text + at, length - at);
    if (!digits || ++numbers > MOST_NUMBERS)
      return 0;
    at += digits;
    if (at == length)
      return numbers > 1 ? numbers : 0;
    if (text[at] != 'x' && text[at] != 'X')
      return 0;
    at++;
  }
  return 0;
}

/* Returns the product of the numbers, or some number above BCOV_MOST_CELLS if it is larger. */
static int64_t multiply (const int64_t *numbers, size_t count)
{
  int64_t product = 1;
  for (size_t k = 0; k < count; k++) {
    product *= numbers[k];
    if (product > BCOV_MOST_CELLS)
      break;
  }
  return product;
}

/* Reads the numbers; one that is too large becomes BCOV_MOST_CELLS + 1.  Returns their number. */
static size_t read_numbers (bcov_span span, int64_t numbers[MOST_NUMBERS])
{
  size_t at = 0, count = bcov_measure_numbers (span.text, span.length);
  for (size_t k = 0; k < count; k++) {
    size_t digits = count_digits (span.text + at, span.length - at);
    uint64_t value = BCOV_MOST_CELLS + 1;
    bcov_text_number (span.text + at, digits, BCOV_MOST_CELLS, &value);
    numbers[k] = (int64_t)value;
    at += digits + 1;
  }
  return count;
}

bcov_status bcov_measure_read (bcov_span span, const char *what, bcov_measure *out, bcov_error *err)
{
  bcov_place place = bcov_span_place (span, 0);
  bcov_quote quote = bcov_quote_make (span.text, span.length);
  int64_t numbers[MOST_NUMBERS] = {1, 1, 1};
  size_t count = read_numbers (span, numbers);
  if (!numbers[0] || !numbers[1] || !numbers[2])
    return bcov_error_add (err, BCOV_INPUT, &place, "%s %s has a 0; each number must be at least 1",
                           what, quote.text);
  if (multiply (numbers, count) > BCOV_MOST_CELLS)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "%s %s is too large; at most %d cells are allowed", what, quote.text,
                           BCOV_MOST_CELLS);
  *out = (bcov_measure){.layers = count == 3 ? numbers[0] : 1,
                        .rows = numbers[count - 2],
                        .columns = numbers[count - 1],
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
