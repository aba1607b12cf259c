/* boardcover explain: how large the problem is, what would be done, and why nothing fits. */

#include "commands.h"
#include "output.h"

static bcov_status explain (struct session *session, char **report, bcov_answer *answer)
{
  const bcov_request *request = session_request (session);
  bool json = session->settings.json;
  return session->settings.exists
             ? bcov_exists (session->puzzle, request, json, report, answer, session->err)
             : bcov_explain (session->puzzle, request, json, report, session->err);
}

static bcov_status run (struct session *session)
{
  char *report = NULL;
  bcov_answer answer = {0};
  bcov_status status = session_open (session);
  if (!status)
    status = explain (session, &report, &answer);
  if (report)
    output_put (session, report);
  bcov_text_free (report);
  bcov_answer_clear (&answer);
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
        "all. With --exists it looks for a covering, and says yes or no and how that is known.\v"
        "Examples:\n"
        "  boardcover explain puzzles/mutilated-chessboard.yaml\n"
        "  boardcover explain -b 6x10 -p pentominoes --json\n"
        "  boardcover explain -b 7x9 -p L3:any --exists\n",
    .most_words = 1,
    .run = run,
};
