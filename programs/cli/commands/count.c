/* boardcover count: the number of coverings, alone on a line. */

#include "commands.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A count that reached --limit is not complete.  --unique stops at the second covering. */
static void print_count (struct session *session, const bcov_answer *answer)
{
  const struct settings *settings = &session->settings;
  const char *number = bcov_answer_count (answer), *unique = "";
  bool complete = bcov_answer_complete (answer);
  if (settings->unique)
    unique = strcmp (number, "1") ? ",\"unique\":false" : ",\"unique\":true";
  if (settings->json)
    output_print (session, "{\"count\":\"%s\",\"complete\":%s%s}\n", number,
                  complete ? "true" : "false", unique);
  else
    output_print (session, "%s\n", settings->unique && !complete ? "more than 1" : number);
}

/* Prints a symmetry type, such as `rotation 180: 12 x 2`: 12 coverings up to symmetry, each of
   which represents 2. */
static bcov_status print_type (const char *type, uint32_t order, const char *coverings,
                               uint32_t each, void *data)
{
  struct session *session = data;
  if (!session->settings.json) {
    output_print (session, "%s: %s x %" PRIu32 "\n", type, coverings, each);
    return BCOV_OK;
  }
  output_put (session, "{\"symmetry\":");
  output_json_string (session, type);
  output_print (session, ",\"order\":%" PRIu32 ",\"count\":\"%s\",\"each\":%" PRIu32 "}\n", order,
                coverings, each);
  return BCOV_OK;
}

/* Prints a choice of pieces, such as `2 I2, 3 L3: 120`. */
static bcov_status print_uses (const uint32_t *times, const char *coverings, void *data)
{
  struct session *session = data;
  bool json = session->settings.json, first = true;
  output_put (session, json ? "{\"pieces\":{" : "");
  for (size_t k = 0; k < bcov_puzzle_pieces (session->puzzle); k++) {
    const char *piece = bcov_puzzle_piece_name (session->puzzle, k);
    if (!times[k])
      continue;
    output_put (session, first ? "" : json ? "," : ", ");
    first = false;
    if (json) {
      output_json_string (session, piece);
      output_print (session, ":%" PRIu32, times[k]);
    } else
      output_print (session, "%" PRIu32 " %s", times[k], piece);
  }
  output_print (session,
                json    ? "},\"count\":\"%s\"}\n"
                : first ? "none: %s\n"
                        : ": %s\n",
                coverings);
  return BCOV_OK;
}

static bcov_status count (struct session *session, bcov_answer **answer)
{
  const struct settings *settings = &session->settings;
  const bcov_request *request = run_request (session);
  if (settings->by_symmetry)
    return bcov_count_by_symmetry (session->puzzle, request, print_type, session, answer,
                                   session->err);
  if (settings->by_piece)
    return bcov_count_by_piece (session->puzzle, request, print_uses, session, answer,
                                session->err);
  return bcov_count (session->puzzle, request, answer, session->err);
}

/* A board without cells has a correct count, but is hardly what the user meant. */
static void warn_empty_board (struct session *session)
{
  if (!bcov_puzzle_cells (session->puzzle) && !session->settings.quiet)
    output_note (session, "the board has no cells to cover");
}

static bcov_status estimate (struct session *session)
{
  bcov_report *report = NULL;
  bcov_status status =
      bcov_count_estimate (session->puzzle, run_request (session), &report, session->err);
  if (!report)
    return status;
  output_report (session,
                 session->settings.json ? bcov_report_json (report) : bcov_report_text (report));
  if (!strcmp (bcov_report_find (report, "estimate"), "0") &&
      !strcmp (bcov_report_find (report, "exact"), "no") && !session->settings.quiet)
    output_note (session, "no probe found a covering; there may be none");
  if (session->settings.stats)
    output_note (session, "probes %s", bcov_report_find (report, "probes"));
  bcov_report_free (report);
  return status;
}

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  bcov_answer *answer = NULL;
  bcov_status status = input_open (session);
  if (settings->estimate)
    return status ? status : estimate (session);
  if (!status)
    status = count (session, &answer);
  if (!status && !settings->json && (settings->by_symmetry || settings->by_piece))
    output_put (session, "total: ");
  if (!status) {
    print_count (session, answer);
    warn_empty_board (session);
    if (settings->stats)
      output_proof (session, bcov_answer_why (answer));
  } else if (status == BCOV_STOPPED)
    output_note (session, "at least %s", answer ? bcov_answer_count (answer) : "0");
  output_answer (session, answer);
  return status;
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  if (s->by_symmetry && s->by_piece)
    argp_error (state, "give either --by-symmetry or --by-piece, not both");
  if (s->by_piece && s->up_to_symmetry)
    argp_error (state, "--by-piece counts all coverings; leave out --up-to-symmetry");
  if ((s->by_symmetry || s->by_piece) && s->parts > 1)
    argp_error (state, "--by-symmetry and --by-piece cannot be divided into parts");
  if ((s->by_symmetry || s->by_piece) && (s->limit || s->unique))
    argp_error (state, "--by-symmetry and --by-piece count all coverings; leave out %s",
                s->unique ? "--unique" : "--limit");
  if (s->estimate &&
      (s->by_symmetry || s->by_piece || s->unique || s->up_to_symmetry || s->limit || s->parts > 1))
    argp_error (state, "--estimate is about all coverings; leave out %s",
                s->by_symmetry      ? "--by-symmetry"
                : s->by_piece       ? "--by-piece"
                : s->unique         ? "--unique"
                : s->up_to_symmetry ? "--up-to-symmetry"
                : s->limit          ? "--limit"
                                    : "--part");
  if (!s->estimate && (s->seed || s->probes))
    argp_error (state, "--%s applies only to --estimate; add --estimate",
                s->seed ? "seed" : "probes");
  if (s->probes && s->time)
    argp_error (state, "give either --probes or --time, not both");
  if (s->unique && s->limit)
    argp_error (state, "give either --unique or --limit, not both");
  if (s->unique)
    bcov_request_set (s->request, "limit", "2", NULL);
}

const struct command count_command = {
    .name = "count",
    .bit = COUNT,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "count the coverings",
    .about =
        "Print the exact number of ways to cover the board of PUZZLE with its pieces. PUZZLE is a "
        "file name, - for standard input, or the options -b and -p. If a limit or a signal stops "
        "the count, boardcover prints 'at least N' on standard error and nothing on standard "
        "output, and exits with status 3. --by-symmetry and --by-piece break the number down; the "
        "last line is the total. --limit N stops at N coverings. --estimate prints 'about N (LOW "
        "to HIGH)' instead, after a second of random probes; the interval is intended to "
        "contain the exact number in 95 of 100 cases.\v"
        "Examples:\n"
        "  boardcover count -b 6x8 -p L3:any\n"
        "  boardcover count puzzles/pentominoes-6x10.yaml --up-to-symmetry\n"
        "  boardcover count puzzles/pentominoes-6x10.yaml --part 1/4 --stats\n"
        "  boardcover count -b 8x8 -p I2:any --by-symmetry\n"
        "  boardcover count puzzles/pentominoes-6x10.yaml --unique\n"
        "  boardcover count -b 12x12 -p tetrominoes:any --estimate\n",
    .most_words = 1,
    .check = check_settings,
    .run = run,
};
