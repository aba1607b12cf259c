/* boardcover heat: the number of coverings that use each placement. */

#include "commands.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

static bcov_status run (struct session *session)
{
  bcov_answer *answer = NULL;
  bcov_heat *heat = NULL;
  char *report = NULL;
  bcov_status status = input_open (session);
  if (!status)
    status = bcov_heat_new (session->puzzle, run_request (session), &heat, &answer, session->err);
  if (!status)
    status = session->settings.json ? bcov_heat_json (heat, &report, NULL, session->err)
                                    : bcov_heat_text (heat, &report, NULL, session->err);
  if (report)
    output_report (session, report);
  output_answer (session, answer);
  bcov_free (report);
  bcov_heat_free (heat);
  return status;
}

const struct command heat_command = {
    .name = "heat",
    .bit = HEAT,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "count the coverings that use each placement",
    .about = "Count the coverings that use each placement. Print the placements that all coverings "
             "use, those that none uses, and two percentages: how often each piece covers each "
             "cell, and how often two neighbouring cells belong to different pieces. --json prints "
             "the exact numbers.\v"
             "Examples:\n"
             "  boardcover heat -b 4x6 -p I2:any\n"
             "  boardcover heat puzzles/pentominoes-3x20.yaml\n"
             "  boardcover heat -b 8x8 -p I2:any --json\n",
    .most_words = 1,
    .run = run,
};
