/* boardcover hint: a placement that every covering has, or else the most shared one. */

#include "commands.h"
#include "../session/output.h"
#include "../session/run.h"

#include <stdio.h>
#include <string.h>

static const double usual_seconds = 5;

/* "all 8 coverings", "4 of 8 coverings", "all 37 coverings found in 5 s". */
static void put_share (struct session *session, const bcov_tip *tip, double seconds)
{
  bool all = !strcmp (tip->uses, tip->coverings), one = !strcmp (tip->coverings, "1");
  char found[64] = "";
  output_put (session, all && one ? "the only" : all ? "all " : tip->uses);
  output_put (session, all && one ? "" : all ? tip->coverings : " of ");
  output_put (session, all ? "" : tip->coverings);
  output_put (session, one ? " covering" : " coverings");
  if (!tip->complete)
    snprintf (found, sizeof found, " found in %.3g s", seconds);
  output_put (session, found);
  output_put (session, one ? " has " : " have ");
  output_put (session, tip->piece ? tip->piece : "this option");
  output_put (session, tip->piece ? " here:\n" : ":\n");
}

static bcov_status show_json (struct session *session, const bcov_tip *tip)
{
  char *text = NULL;
  size_t length = 0;
  bcov_status status = bcov_tip_json (tip, &text, &length, session->err);
  if (!status) {
    output_add (session, text, length);
    output_put (session, "\n");
  }
  bcov_text_free (text);
  return status;
}

static bcov_status show (struct session *session, const bcov_tip *tip, double seconds)
{
  if (session->settings.json)
    return show_json (session, tip);
  if (tip->placement) {
    put_share (session, tip, seconds);
    return output_draw (session, tip->placement);
  }
  if (!tip->complete) /* what else ended the run has a message of its own */
    output_note (session, seconds < session->settings.request.seconds
                              ? "no covering was found so far"
                              : "no covering was found so far; give more time with --time");
  else if (strcmp (tip->coverings, "0") != 0)
    output_put (session, "nothing needs to be placed\n");
  else
    output_put (session,
                "there is no covering; `boardcover explain --exists` tells how that is known\n");
  return BCOV_OK;
}

/* After a stop, shows what was found so far and keeps the status of the stop. */
static bcov_status run (struct session *session)
{
  bcov_answer answer = {0};
  bcov_tip tip = {0};
  if (!(session->settings.request.seconds > 0))
    session->settings.request.seconds = usual_seconds;
  bcov_status status = session_open (session);
  if (!status)
    status = bcov_hint (session->puzzle, run_request (session), &tip, &answer, session->err);
  if (!status || status == BCOV_STOPPED) {
    bcov_status shown = show (session, &tip, answer.seconds);
    status = shown ? shown : status;
  }
  if (answer.engine)
    output_stats (session, &answer);
  bcov_tip_clear (&tip);
  bcov_answer_clear (&answer);
  return status;
}

const struct command hint_command = {
    .name = "hint",
    .bit = HINT,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "a placement that all or most coverings share",
    .about =
        "Draws one piece where every covering has it or, if there is no such place, where most "
        "have it, and tells how many of how many. It looks for --time (5 s): if coverings are too "
        "many for that, those found are told of, with status 3. Put the piece's letter on these "
        "cells of the board and ask again for the next hint.\v"
        "Examples:\n"
        "  boardcover hint puzzles/pentominoes-3x20.yaml\n"
        "  boardcover hint -b 6x10 -p pentominoes --json\n"
        "  boardcover hint -b 12x12 -p L3:any --time 2s\n",
    .most_words = 1,
    .run = run,
};
