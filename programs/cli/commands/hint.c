/* boardcover hint: a placement that all coverings share or, if there is none, the most common one.
 */

#include "commands.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <string.h>

static const char usual_time[] = "5s";
enum { USUAL_SECONDS = 5 };

/* Prints "all 8 coverings", "4 of 8 coverings" or "all 37 coverings found in 5 s". */
static void put_share (struct session *session, const bcov_hint *hint, double seconds)
{
  const char *uses = bcov_hint_uses (hint), *coverings = bcov_hint_coverings (hint);
  const char *piece = bcov_covering_piece_name (bcov_hint_placement (hint), 0);
  bool all = !strcmp (uses, coverings), one = !strcmp (coverings, "1");
  if (all && one)
    output_put (session, "the only");
  else if (all)
    output_print (session, "all %s", coverings);
  else
    output_print (session, "%s of %s", uses, coverings);
  output_put (session, one ? " covering" : " coverings");
  if (!bcov_hint_complete (hint))
    output_print (session, " found in %.3g s", seconds);
  output_print (session, " %s %s%s:\n", one ? "has" : "have", *piece ? piece : "this option",
                *piece ? " here" : "");
}

static bcov_status show_json (struct session *session, const bcov_hint *hint)
{
  char *text = NULL;
  bcov_status status = bcov_hint_json (hint, &text, NULL, session->err);
  if (!status)
    output_print (session, "%s\n", text);
  bcov_free (text);
  return status;
}

static bcov_status show (struct session *session, const bcov_hint *hint, double seconds)
{
  double allowed = session->settings.seconds > 0 ? session->settings.seconds : USUAL_SECONDS;
  if (session->settings.json)
    return show_json (session, hint);
  if (bcov_hint_placement (hint)) {
    put_share (session, hint, seconds);
    return output_draw (session, bcov_hint_placement (hint));
  }
  if (!bcov_hint_complete (hint)) /* other reasons for a stop have their own messages */
    output_note (session, seconds < allowed ? "no covering found yet"
                                            : "no covering found yet; give more time with --time");
  else if (strcmp (bcov_hint_coverings (hint), "0") != 0)
    output_put (session, "nothing needs to be placed\n");
  else
    output_put (session, "there is no covering; `boardcover explain --exists` prints the reason\n");
  return BCOV_OK;
}

/* After a stop, shows what was found so far and keeps the status of the stop. */
static bcov_status run (struct session *session)
{
  bcov_answer *answer = NULL;
  bcov_hint *hint = NULL;
  if (!(session->settings.seconds > 0))
    bcov_request_set (session->settings.request, "time", usual_time, NULL);
  bcov_status status = input_open (session);
  if (!status)
    status = bcov_hint_new (session->puzzle, run_request (session), &hint, &answer, session->err);
  if (hint) {
    bcov_status shown = show (session, hint, answer ? bcov_answer_seconds (answer) : 0);
    status = shown ? shown : status;
  }
  output_answer (session, answer);
  bcov_hint_free (hint);
  return status;
}

const struct command hint_command = {
    .name = "hint",
    .bit = HINT,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "show a placement that all or most coverings share",
    .about =
        "Draw one placement that all coverings share or, if there is none, the most common one, "
        "and print how many coverings contain it. If there are too many coverings to examine "
        "within --time, the hint is based on those found so far, and the exit status is 3. To get "
        "the next hint, write the letter of the piece on these cells of the board and run `hint` "
        "again.\v"
        "Examples:\n"
        "  boardcover hint puzzles/pentominoes-3x20.yaml\n"
        "  boardcover hint -b 6x10 -p pentominoes --json\n"
        "  boardcover hint -b 12x12 -p L3:any --time 2s\n",
    .most_words = 1,
    .run = run,
};
