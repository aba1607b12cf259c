/* boardcover explain: the size of the problem, the engine and its cost, and why there is no
   covering; or a search step by step. */

#include "commands.h"
#include "../session/atomic_file.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <argp.h>
#include <string.h>

enum { USUAL_STEPS = 60 };

/* ---- the search step by step ---- */

static bcov_status show_step (const char *line, void *data)
{
  struct session *session = data;
  output_report (session, line);
  output_put (session, "\n");
  return BCOV_OK;
}

static unsigned trace_flags (const struct session *session)
{
  const struct settings *settings = &session->settings;
  return (settings->json ? BCOV_TRACE_JSON : 0) | (session->has_colour ? BCOV_TRACE_COLOUR : 0) |
         (settings->style == BCOV_BOXES ? BCOV_TRACE_BOXES : 0) |
         (settings->style == BCOV_BLOCKS ? BCOV_TRACE_BLOCKS : 0);
}

/* After a stop, writes the steps so far and keeps the status of the stop. */
static bcov_status write_animation (struct session *session, const bcov_request *request,
                                    uint64_t steps)
{
  char *bytes = NULL;
  size_t length = 0;
  if (!bcov_puzzle_coordinates (session->puzzle)) {
    output_note (session, "an exact cover problem has no board to draw; leave -o out");
    return BCOV_INPUT;
  }
  bcov_status status = atomic_file_check (session, session->settings.to_file);
  if (!status)
    status =
        bcov_trace_picture (session->puzzle, request, steps, &bytes, &length, NULL, session->err);
  if (bytes) {
    bcov_status written = atomic_file_write (session, session->settings.to_file, bytes, length);
    status = written ? written : status;
  }
  bcov_free (bytes);
  return status;
}

static bcov_status trace (struct session *session)
{
  const struct settings *settings = &session->settings;
  const bcov_request *request = run_request (session);
  uint64_t steps = settings->limit ? settings->limit : settings->json ? 0 : USUAL_STEPS;
  if (settings->to_file)
    return write_animation (session, request, steps);
  return bcov_trace (session->puzzle, request, steps, trace_flags (session), show_step, session,
                     NULL, session->err);
}

/* ---- reports ---- */

static bcov_status explain (struct session *session)
{
  const bcov_request *request = run_request (session);
  bcov_report *report = NULL;
  bcov_status status = session->settings.exists
                           ? bcov_exists (session->puzzle, request, &report, NULL, session->err)
                           : bcov_explain (session->puzzle, request, &report, session->err);
  if (report)
    output_report (session,
                   session->settings.json ? bcov_report_json (report) : bcov_report_text (report));
  bcov_report_free (report);
  return status;
}

static bcov_status run (struct session *session)
{
  bcov_status status = input_open (session);
  if (status)
    return status;
  return session->settings.trace ? trace (session) : explain (session);
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  if (s->exists && (s->up_to_symmetry || s->parts > 1))
    argp_error (state, "--exists is about all coverings; leave out --up-to-symmetry and --part");
  if (!s->trace && (s->limit || s->style >= 0 || s->to_file))
    argp_error (state, "--limit, --style and -o apply only to --trace; add --trace");
  if (s->to_file && strcmp (s->medium, "svg") != 0)
    argp_error (state, "-o: '%s' is not allowed; an animation needs a name that ends in .svg, or -",
                s->to_file);
  if (s->to_file && (s->json || s->style >= 0))
    argp_error (state, "-o writes a picture; leave out --json and --style");
  if (s->trace && s->exists)
    argp_error (state, "give either --trace or --exists, not both");
  if (s->trace && (s->up_to_symmetry || s->parts > 1 || s->engine))
    argp_error (
        state,
        "--trace shows its own simple search; leave out --engine, --up-to-symmetry and --part");
}

const struct command explain_command = {
    .name = "explain",
    .bit = EXPLAIN,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "show the size of the problem, and why there is no covering",
    .about =
        "Print the number of cells, pieces, items and options of the puzzle, the engine that "
        "`count` would use and its estimated cost and, if a proof shows that there is no covering, "
        "the reason. With --exists, look for a covering and print yes or no and the reason. With "
        "--trace, show a simple search step by step: the cells that it chooses, the placements "
        "that it tries, and the branches that it cuts, with the reasons. Cells are [row,column], "
        "counted from 0. Add -o FILE.svg to write the trace as an animated picture.\v"
        "Examples:\n"
        "  boardcover explain puzzles/mutilated-chessboard.yaml\n"
        "  boardcover explain -b 6x10 -p pentominoes --json\n"
        "  boardcover explain -b 7x9 -p L3:any --exists\n"
        "  boardcover explain -b 3x4 -p L3:any --trace\n"
        "  boardcover explain -b 3x4 -p L3:any --trace -o search.svg\n",
    .most_words = 1,
    .check = check_settings,
    .run = run,
};
