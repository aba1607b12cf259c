/* boardcover list: the coverings, each as soon as it is found, or one of them by its number. */

#include "commands.h"
#include "../session/coverings.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

static bcov_status list (struct session *session, struct coverings *shown, bcov_answer **answer)
{
  const bcov_request *request = run_request (session);
  const char *rank = session->settings.rank;
  return rank ? bcov_unrank (session->puzzle, request, rank, coverings_show, shown, answer,
                             session->err)
              : bcov_list (session->puzzle, request, coverings_show, shown, answer, session->err);
}

static void show_none (struct session *session, const bcov_answer *answer)
{
  if (bcov_answer_why (answer))
    output_proof (session, bcov_answer_why (answer));
  else
    output_note (session, "there is no covering; `boardcover explain` may show the reason");
}

static bcov_status run (struct session *session)
{
  struct coverings shown = {.session = session, .rank = session->settings.rank};
  bcov_answer *answer = NULL;
  bcov_status status = input_open (session);
  if (session->settings.limit == 1 && !session->settings.parts)
    session->advice = "`solve` is usually faster";
  if (!status)
    status = list (session, &shown, &answer);
  if (!status && !shown.shown && !session->settings.parts)
    show_none (session, answer);
  output_answer (session, answer);
  return status;
}

const struct command list_command = {
    .name = "list",
    .bit = LIST,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "print the coverings",
    .about = "Print all coverings, the first N with --limit N, or only the one at position K with "
             "--rank K. If any covering will do, `solve` is usually faster. A "
             "covering is printed as rows of letters, or as outlines on a terminal, with an "
             "empty line between coverings. `check` and `rank` read the output of `list`.\v"
             "Examples:\n"
             "  boardcover list -b 6x10 -p pentominoes --limit 3\n"
             "  boardcover list puzzles/soma-cube.yaml --limit 1 --style boxes\n"
             "  boardcover list -b 2x3 -p L3:any --json\n"
             "  boardcover list -b 4x6 -p I2:any --rank 100\n",
    .most_words = 1,
    .run = run,
};
