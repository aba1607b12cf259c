/* All three numbers share the exponent of the estimate if they are less than a factor of a hundred
   above or ten below it, and have as many decimals as it takes to show that they differ. */

#include "report/estimate_text.h"

#include <math.h>

enum { MOST_DECIMALS = 6 };

/* Natural logarithms: numbers below the first are written in full, and exact ones below the
   second.  Beyond it, a logarithm does not determine all digits. */
static const double full_below = 13.815510557964274, exact_below = 29.933606208922594;

static const double log_ten = 2.302585092994046;

typedef enum { NEAREST, DOWN, UP } rounding;

static double rounded (double x, rounding how)
{
  return how == DOWN ? floor (x + 1e-9) : how == UP ? ceil (x - 1e-9) : round (x);
}

/* Returns the exponent with which LOG has a mantissa from 1 on, below 10 even when it is rounded.
 */
static int exponent_of (double log, int decimals)
{
  int e = (int)floor (log / log_ten);
  double mantissa = exp (log - e * log_ten);
  return e + (mantissa >= 10 - 0.5 * pow (10, -decimals));
}

/* Writes a number, with EXPONENT if its mantissa is then from 0.1 to 100. */
static void put_number (double log, rounding how, int exponent, int decimals, bcov_text *out)
{
  if (isinf (log)) {
    bcov_text_put (out, "0");
    return;
  }
  if (log < full_below) {
    bcov_text_printf (out, "%.0f", rounded (exp (log), how));
    return;
  }
  double mantissa = exp (log - exponent * log_ten);
  if (!(mantissa >= 0.1 && mantissa < 99)) {
    exponent = exponent_of (log, decimals);
    mantissa = exp (log - exponent * log_ten);
  }
  double unit = pow (10, decimals);
  bcov_text_printf (out, "%.*fe+%02d", decimals, rounded (mantissa * unit, how) / unit, exponent);
}

/* Returns the number of decimals that show the width of the interval. */
static int decimals_of (const bcov_guess *i)
{
  int decimals = 1;
  double width = exp (fmin (i->high - i->log, 9)) - exp (i->low - i->log);
  while (decimals < MOST_DECIMALS && width < 2 * pow (10, -decimals))
    decimals++;
  return decimals;
}

static void put_exactly (double log, bcov_text *out)
{
  if (log < exact_below)
    bcov_text_printf (out, "%.0f", isinf (log) ? 0 : round (exp (log)));
  else
    put_number (log, NEAREST, exponent_of (log, MOST_DECIMALS), MOST_DECIMALS, out);
}

typedef struct {
  double log;
  rounding how;
} end;

static void put_end (const bcov_guess *i, end which, bcov_text *out)
{
  int decimals = decimals_of (i);
  double reference = isinf (i->log) ? i->high : i->log;
  if (i->exact && i->log < exact_below)
    put_exactly (i->log, out);
  else
    put_number (which.log, which.how, isinf (reference) ? 0 : exponent_of (reference, decimals),
                decimals, out);
}

void bcov_estimate_put (const bcov_guess *i, bcov_text *out)
{
  bcov_text_put (out, "about ");
  put_end (i, (end){i->log, NEAREST}, out);
  bcov_text_put (out, " (");
  put_end (i, (end){i->low, DOWN}, out);
  bcov_text_put (out, " to ");
  put_end (i, (end){i->high, UP}, out);
  bcov_text_put (out, ")");
}

void bcov_estimate_put_json (const bcov_guess *i, const char *prefix, bcov_text *out)
{
  const struct {
    const char *name;
    end which;
  } members[] = {{"estimate", {i->log, NEAREST}}, {"low", {i->low, DOWN}}, {"high", {i->high, UP}}};
  for (size_t k = 0; k < sizeof members / sizeof *members; k++) {
    bcov_text_printf (out, "%s\"%s%s\":\"", k ? "," : "", prefix, members[k].name);
    put_end (i, members[k].which, out);
    bcov_text_put (out, "\"");
  }
  bcov_text_printf (out, ",\"%sexact\":%s,\"%sprobes\":%llu", prefix, i->exact ? "true" : "false",
                    prefix, (unsigned long long)i->probes);
}
