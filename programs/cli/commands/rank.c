/* boardcover rank: the positions of coverings in the list. */

#include "commands.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <argp.h>
#include <stdlib.h>

static bcov_status show (const char *rank, void *data)
{
  struct session *session = data;
  output_print (session, session->settings.json ? "{\"rank\":\"%s\"}\n" : "%s\n", rank);
  return BCOV_OK;
}

static bcov_status run (struct session *session)
{
  const char *name = session->settings.words[0];
  bcov_answer *answer = NULL;
  char *text = NULL;
  size_t length = 0;
  bcov_status status = input_open (session);
  if (!status)
    status = input_read (session, name, &text, &length);
  if (!status)
    status = bcov_rank (session->puzzle, run_request (session), input_name (name), text, length,
                        show, session, &answer, session->err);
  output_answer (session, answer);
  free (text);
  return status;
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  if (!s->n_words)
    argp_error (state, "the covering is missing; after the puzzle, give a file in the format of "
                       "`list`, or - for standard input");
}

const struct command rank_command = {
    .name = "rank",
    .bit = RANK,
    .arguments = "PUZZLE COVERING\n-b BOARD -p PIECES COVERING",
    .summary = "print the position of a covering in the list",
    .about = "Print the position of a covering in the output of `list`, counted from 1. COVERING "
             "is a file (- for standard input) in the format of `list`, letters or JSON. If it "
             "contains several coverings, each position is on its own line. `list --rank K` is the "
             "inverse.\v"
             "Examples:\n"
             "  boardcover sample -b 4x6 -p I2:any | boardcover rank -b 4x6 -p I2:any -\n"
             "  boardcover rank puzzles/boardcover.yaml found.txt\n",
    .most_words = 2,
    .check = check_settings,
    .run = run,
};
