/* boardcover sample: random coverings, all equally likely. */

#include "commands.h"
#include "../session/coverings.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <inttypes.h>

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  struct coverings shown = {.session = session};
  bcov_answer *answer = NULL;
  uint64_t seed = session_seed (session);
  bcov_status status = input_open (session);
  if (!status)
    status = bcov_sample (session->puzzle, run_request (session), settings->samples, coverings_show,
                          &shown, &answer, session->err);
  if (!status && !shown.shown)
    output_note (session, "there is no covering");
  if (shown.shown && !settings->seed && !settings->quiet)
    output_note (session, "to repeat this, add --seed %" PRIu64, seed);
  output_answer (session, answer);
  return status;
}

const struct command sample_command = {
    .name = "sample",
    .bit = SAMPLE,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "print random coverings",
    .about = "Print N random coverings, all equally likely, in the format of `list`. The same "
             "--seed gives the same coverings on every machine. Without --seed, boardcover chooses "
             "a seed and prints it on standard error.\v"
             "Examples:\n"
             "  boardcover sample -b 8x8 -p I2:any\n"
             "  boardcover sample -b 6x8 -p L3:any -n 3 --seed 7\n"
             "  boardcover sample puzzles/soma-cube.yaml -n 100 --seed 1 --json\n",
    .most_words = 1,
    .run = run,
};
