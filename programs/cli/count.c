/* boardcover count: the number of coverings, alone on a line. */

#include "commands.h"
#include "output.h"

static void print_count (struct session *session, const bcov_answer *answer)
{
  bool json = session->settings.json;
  output_put (session, json ? "{\"count\":\"" : "");
  output_put (session, answer->count);
  output_put (session, json ? "\",\"complete\":true}\n" : "\n");
}

static bcov_status run (struct session *session)
{
  bcov_answer answer = {0};
  bcov_status status = session_open (session);
  if (!status)
    status = bcov_count (session->puzzle, session_request (session), &answer, session->err);
  if (!status)
    print_count (session, &answer);
  else if (status == BCOV_STOPPED)
    output_note (session, "at least %s", answer.count ? answer.count : "0");
  if (answer.engine)
    output_stats (session, &answer);
  bcov_answer_clear (&answer);
  return status;
}

const struct command count_command = {
    .name = "count",
    .bit = COUNT,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "how many coverings there are",
    .about =
        "Prints how many ways there are to cover the board of PUZZLE with its pieces: exactly, "
        "however large the number. PUZZLE is a file, or - for standard input; -b and -p say it "
        "in two words. A count that is stopped prints 'at least N' on stderr and nothing on "
        "stdout, with status 3.\v"
        "Examples:\n"
        "  boardcover count -b 6x8 -p L3:any\n"
        "  boardcover count puzzles/pentominoes-6x10.yaml --up-to-symmetry\n"
        "  boardcover count puzzles/pentominoes-6x10.yaml --part 1/4 --stats\n",
    .most_words = 1,
    .run = run,
};
