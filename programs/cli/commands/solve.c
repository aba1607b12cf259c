/* boardcover solve: one covering, as fast as possible. */

#include "commands.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

static bcov_status show_json (struct session *session, const bcov_covering *covering)
{
  char *text = NULL;
  if (!covering) {
    output_print (session, "{\"placements\":null}\n");
    return BCOV_OK;
  }
  bcov_status status = bcov_covering_json (covering, 0, &text, NULL, session->err);
  if (!status)
    output_print (session, "%s\n", text);
  bcov_free (text);
  return status;
}

static bcov_status show (struct session *session, const bcov_answer *answer)
{
  const bcov_covering *covering = bcov_answer_covering (answer);
  if (!covering)
    output_proof (session, bcov_answer_why (answer));
  if (session->settings.json)
    return show_json (session, covering);
  if (covering)
    return output_draw (session, covering);
  output_print (session, "none\n");
  return BCOV_OK;
}

static bcov_status run (struct session *session)
{
  bcov_answer *answer = NULL;
  bcov_status status = input_open (session);
  if (!status)
    status = bcov_solve (session->puzzle, run_request (session), &answer, session->err);
  if (!status)
    status = show (session, answer);
  output_answer (session, answer);
  return status;
}

const struct command solve_command = {
    .name = "solve",
    .bit = SOLVE,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "print one covering, as fast as possible",
    .about =
        "Print one covering, or `none` if there is none. Several methods take turns until one of "
        "them finds the answer; --stats names it. The covering is always the same, for any number "
        "of threads, but it is usually not the first one of `list`.\v"
        "Examples:\n"
        "  boardcover solve -b 6x10 -p pentominoes\n"
        "  boardcover solve puzzles/soma-cube.yaml --style boxes\n"
        "  boardcover solve -b 8x9 -p T4:any --json\n",
    .most_words = 1,
    .run = run,
};
