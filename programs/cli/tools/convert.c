/* boardcover convert: the puzzle in another format. */

#include "tools.h"
#include "../session/input.h"
#include "../session/output.h"

#include <argp.h>

static bcov_status run (struct session *session)
{
  char *text = NULL;
  size_t length;
  bcov_status status = input_open (session);
  if (!status)
    status = bcov_convert (session->puzzle, session->settings.request, session->settings.to, &text,
                           &length, session->err);
  if (!status)
    output_add (session, text, length);
  bcov_free (text);
  return status;
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  if (!s->to)
    argp_error (state, "the output format is missing; add --to yaml, json, dlx or dimacs");
}

const struct command convert_command = {
    .name = "convert",
    .bit = CONVERT,
    .arguments = "PUZZLE --to FORMAT\n-b BOARD -p PIECES --to FORMAT",
    .summary = "write the puzzle as yaml, json, dlx or dimacs",
    .about = "Print the puzzle in another format: yaml or json, which boardcover can read; dlx, an "
             "exact cover problem for Knuth's programs; or dimacs, a formula for SAT solvers with "
             "one model per covering.\v"
             "Examples:\n"
             "  boardcover convert -b 6x10 -p pentominoes --to yaml\n"
             "  boardcover convert puzzles/soma-cube.yaml --to dlx > soma.dlx\n",
    .most_words = 1,
    .check = check_settings,
    .run = run,
};
