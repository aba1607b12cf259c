/* boardcover list: the coverings, each as soon as it is found, a blank line between two. */

#include "commands.h"
#include "output.h"

/* What the callback needs. */
struct listing {
  struct session *session;
  bcov_status status; /* of showing */
};

static bcov_status show_json (struct session *session, const bcov_covering *covering,
                              uint64_t index)
{
  char *text = NULL;
  size_t length;
  bcov_status status = bcov_covering_json (covering, index, &text, &length, session->err);
  if (!status) {
    output_add (session, text, length);
    output_put (session, "\n");
  }
  bcov_text_free (text);
  return status;
}

static bool show (const bcov_covering *covering, uint64_t index, void *data)
{
  struct listing *listing = data;
  struct session *session = listing->session;
  if (session->settings.json)
    listing->status = show_json (session, covering, index);
  else {
    if (index > 1)
      output_put (session, "\n");
    listing->status = output_draw (session, covering);
  }
  if (output_is_terminal ())
    output_flush (session);
  return listing->status == BCOV_OK;
}

static bcov_status run (struct session *session)
{
  struct listing listing = {.session = session};
  bcov_answer answer = {0};
  bcov_status status = session_open (session);
  if (!status)
    status = bcov_list (session->puzzle, session_request (session), show, &listing, &answer,
                        session->err);
  if (!status)
    status = listing.status;
  if (answer.engine)
    output_stats (session, &answer);
  bcov_answer_clear (&answer);
  return status;
}

const struct command list_command = {
    .name = "list",
    .bit = LIST,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "the coverings themselves",
    .about =
        "Prints every covering, or --limit N of them, as rows of letters, a blank line between "
        "two; on a terminal as outlines. `check` reads what this prints.\v"
        "Examples:\n"
        "  boardcover list -b 6x10 -p pentominoes --limit 3\n"
        "  boardcover list puzzles/soma-cube.yaml --limit 1 --style boxes\n"
        "  boardcover list -b 2x3 -p L3:any --json\n",
    .most_words = 1,
    .run = run,
};
