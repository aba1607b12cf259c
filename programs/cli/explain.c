/* boardcover explain: how large the problem is, what would be done, and why nothing fits. */

#include "commands.h"
#include "output.h"

static bcov_status run (struct session *session)
{
  char *report = NULL;
  bcov_status status = session_open (session);
  if (!status)
    status = bcov_explain (session->puzzle, session_request (session), session->settings.json,
                           &report, session->err);
  if (report)
    output_put (session, report);
  bcov_text_free (report);
  return status;
}

const struct command explain_command = {
    .name = "explain",
    .bit = EXPLAIN,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "how large it is, what would run, and why nothing fits",
    .about =
        "Prints the cells, pieces, items and options of the puzzle, the engine that would run and "
        "what it would cost and, where that can be proved, why there is no covering at "
        "all.\v"
        "Examples:\n"
        "  boardcover explain puzzles/mutilated-chessboard.yaml\n"
        "  boardcover explain -b 6x10 -p pentominoes --json\n",
    .most_words = 1,
    .run = run,
};
