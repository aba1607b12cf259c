/* CNF as text.  The clauses are encoded twice: once to count variables and clauses for the header,
   which stands first, then to write them. */

#include "model/export/dimacs_write.h"
#include "model/export/cnf.h"

static void put_number (bcov_text *out, bcov_literal n)
{
  char buffer[24], *end = buffer + sizeof buffer, *at = end;
  uint64_t rest = (uint64_t)(n < 0 ? -n : n);
  *--at = ' ';
  do
    *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (n < 0)
    *--at = '-';
  bcov_text_add (out, at, (size_t)(end - at));
}

/* A clause as a line; stops when the text can take no more. */
static bool put_clause (void *data, const bcov_literal *literals, size_t count)
{
  bcov_text *out = data;
  for (size_t k = 0; k < count; k++)
    put_number (out, literals[k]);
  bcov_text_add (out, "0\n", 2);
  return !out->failed;
}

static void put_header (const bcov_compiled *compiled, const bcov_cnf *cnf, bcov_text *out)
{
  const char *title = bcov_puzzle_title (compiled->puzzle);
  if (*title) {
    bcov_text_put (out, "c ");
    for (const char *p = title; *p; p++)
      bcov_text_char (out, (unsigned char)*p < ' ' ? ' ' : *p);
    bcov_text_char (out, '\n');
  }
  bcov_text_printf (out,
                    "c t mc\n"
                    "c Variables 1 to %u are the options; the others are determined by them.\n"
                    "p cnf %lld %lld\n",
                    bcov_model_options (&compiled->model), (long long)cnf->variables,
                    (long long)cnf->clauses);
}

bcov_status bcov_dimacs_write (const bcov_compiled *compiled, bcov_text *out, bcov_error *err)
{
  bcov_cnf cnf;
  bcov_status status = bcov_cnf_start (&compiled->model, &cnf, err);
  if (!status)
    status = bcov_cnf_encode (&cnf, NULL, NULL, err);
  if (!status) {
    put_header (compiled, &cnf, out);
    status = bcov_cnf_encode (&cnf, put_clause, out, err);
  }
  bcov_cnf_end (&cnf);
  return status ? status : bcov_text_status (out, err);
}
