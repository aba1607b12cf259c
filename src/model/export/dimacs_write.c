/* DIMACS CNF from a model: a header and the clauses of model/cnf.h.  The header gives the numbers
   of variables and clauses, so the model is encoded twice: once to count them, once to write them.
 */

#include "model/export/dimacs_write.h"
#include "model/cnf.h"

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

static bool put_clause (void *data, const bcov_literal *literals, size_t count)
{
  bcov_text *out = data;
  for (size_t k = 0; k < count; k++)
    put_number (out, literals[k]);
  bcov_text_add (out, "0\n", 2);
  return !out->failed;
}

static void put_header (const bcov_compiled *compiled, bcov_cnf_size size, bcov_text *out)
{
  bcov_compiled_title (compiled, "c ", out);
  bcov_text_printf (out,
                    "c t mc\n"
                    "c Variables 1 to %u are the options; the others are determined by them.\n"
                    "p cnf %lld %lld\n",
                    bcov_model_options (&compiled->model), (long long)size.variables,
                    (long long)size.clauses);
}

bcov_status bcov_dimacs_write (const bcov_compiled *compiled, bcov_text *out, bcov_error *err)
{
  bcov_cnf_size size;
  bcov_status status = bcov_cnf_encode (&compiled->model, NULL, NULL, &size, err);
  if (status)
    return status;
  put_header (compiled, size, out);
  status = bcov_cnf_encode (&compiled->model, put_clause, out, &size, err);
  return status ? status : bcov_text_status (out, err);
}
