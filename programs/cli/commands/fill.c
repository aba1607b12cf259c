/* boardcover fill: the largest number of cells that can be covered, and one way to cover them. */

#include "commands.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <inttypes.h>

static bcov_status show (struct session *session, const bcov_answer *answer)
{
  char *text = NULL;
  if (!session->settings.json) {
    output_print (session, "%" PRIu64 "\n", bcov_answer_cells (answer));
    return output_draw (session, bcov_answer_covering (answer));
  }
  bcov_status status = bcov_answer_json (answer, &text, NULL, session->err);
  if (!status)
    output_print (session, "%s\n", text);
  bcov_free (text);
  return status;
}

/* Reports what a stopped run knows. */
static void note_stop (struct session *session, const bcov_answer *answer)
{
  const char *bound = bcov_answer_statistic (answer, "bound");
  output_note (session, "at least %" PRIu64 ", the best filling found so far",
               bcov_answer_cells (answer));
  if (bound)
    output_note (session, "at most %s cells can be covered", bound);
}

/* After a stop, shows what was found so far and keeps the status of the stop. */
static bcov_status run (struct session *session)
{
  bcov_answer *answer = NULL;
  bcov_status status = input_open (session);
  if (!status)
    status = bcov_fill (session->puzzle, run_request (session), &answer, session->err);
  if (answer && (!status || status == BCOV_STOPPED)) {
    bcov_status shown = show (session, answer);
    status = shown ? shown : status;
  }
  if (status == BCOV_STOPPED && answer)
    note_stop (session, answer);
  output_answer (session, answer);
  return status;
}

const struct command fill_command = {
    .name = "fill",
    .bit = FILL,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "cover as many cells as possible",
    .about =
        "Print the largest number of cells that the pieces can cover without overlapping, and one "
        "way to cover them ('.' is an empty cell). For this command, the count of each piece is an "
        "upper bound.\v"
        "Examples:\n"
        "  boardcover fill -b 5x5 -p T4:any\n"
        "  boardcover fill puzzles/puzzle-pieces.yaml --json\n"
        "  boardcover fill -b 8x8 -p X5:any --time 10s\n",
    .most_words = 1,
    .run = run,
};
