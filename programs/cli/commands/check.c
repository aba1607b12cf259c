/* boardcover check: coverings against the puzzle, or the answers that the puzzle states. */

#include "commands.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <stdlib.h>

/* Reads COVERINGS, if there is such an argument. */
static bcov_status read_coverings (struct session *session, char **text, size_t *length)
{
  const struct settings *settings = &session->settings;
  if (!settings->n_words)
    return BCOV_OK;
  return input_read (session, settings->words[0], text, length);
}

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  const char *name = settings->n_words ? settings->words[0] : NULL;
  bcov_report *report = NULL;
  char *text = NULL;
  size_t length = 0;
  bcov_status status = input_open (session);
  if (!status)
    status = read_coverings (session, &text, &length);
  if (!status)
    status = bcov_check (session->puzzle, run_request (session), name ? input_name (name) : NULL,
                         text, length, &report, session->err);
  if (report)
    output_put (session, settings->json ? bcov_report_json (report) : bcov_report_text (report));
  bcov_report_free (report);
  free (text);
  return status;
}

const struct command check_command = {
    .name = "check",
    .bit = CHECK,
    .arguments = "PUZZLE [COVERINGS]\n-b BOARD -p PIECES COVERINGS",
    .summary = "verify coverings, or the answers stated in a puzzle file",
    .about = "Verify the coverings in the file COVERINGS (- for standard input), which has the "
             "format of `list`, letters or JSON. Without COVERINGS, recompute the answers and "
             "compare them with those stated in the puzzle file. The exit status is 1 if anything "
             "is wrong.\v"
             "Examples:\n"
             "  boardcover check puzzles/soma-cube.yaml\n"
             "  boardcover list -b 6x8 -p L3:any | boardcover check -b 6x8 -p L3:any -\n",
    .most_words = 2,
    .run = run,
};
