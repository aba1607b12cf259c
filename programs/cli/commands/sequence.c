/* boardcover sequence: prints the count for each size of a growing board as soon as it is known,
   one per line, and then the recurrence that the counts satisfy. */

#include "commands.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <argp.h>
#include <inttypes.h>
#include <string.h>

enum { USUAL_TERMS = 20 };

struct showing {
  struct session *session;
  bool has_coverings; /* a term is not 0 */
};

static bcov_status show_term (uint32_t n, const char *count, void *data)
{
  struct showing *showing = data;
  struct session *session = showing->session;
  output_print (session,
                session->settings.json ? "{\"n\":%" PRIu32 ",\"count\":\"%s\"}\n"
                                       : "%" PRIu32 " %s\n",
                n, count);
  output_flush (session);
  showing->has_coverings |= strcmp (count, "0") != 0;
  return BCOV_OK;
}

/* Prints the lines after the terms: `# signature: ...` and so on. */
static void show_law (const struct showing *showing, const bcov_law *law)
{
  struct session *session = showing->session;
  uint64_t order = bcov_law_order (law), terms = bcov_law_terms (law);
  if (!showing->has_coverings)
    output_print (session, "# recurrence: none is needed; all %" PRIu64 " terms are 0\n", terms);
  else if (bcov_law_found (law))
    output_print (session,
                  "# signature: %s\n# generating function: %s\n"
                  "# recurrence: order %" PRIu64 ", from n = %" PRIu64 " on; all %" PRIu64
                  " terms agree, %" PRIu64 " more than needed to determine it\n",
                  bcov_law_signature (law), bcov_law_generating_function (law), order,
                  bcov_law_start (law), terms, bcov_law_spare (law));
  else if (order)
    output_print (session,
                  "# recurrence: none of order %" PRIu64 " or less; %" PRIu64
                  " terms cannot show a longer one\n",
                  order, terms);
  else
    output_print (session, "# recurrence: none known; %" PRIu64 " terms are too few\n", terms);
}

static void show_law_json (struct session *session, const bcov_law *law)
{
  if (!bcov_law_found (law)) {
    output_print (session, "{\"signature\":null,\"terms\":%" PRIu64 "}\n", bcov_law_terms (law));
    return;
  }
  output_put (session, "{\"signature\":[\"");
  for (const char *p = bcov_law_signature (law); *p; p++)
    output_add (session, *p == ',' ? "\",\"" : p, *p == ',' ? 3 : 1);
  output_print (session,
                "\"],\"generating_function\":\"%s\",\"order\":%" PRIu64 ",\"start\":%" PRIu64
                ",\"terms\":%" PRIu64 ",\"spare\":%" PRIu64 "}\n",
                bcov_law_generating_function (law), bcov_law_order (law), bcov_law_start (law),
                bcov_law_terms (law), bcov_law_spare (law));
}

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  bcov_answer *answer = NULL;
  bcov_law *law = NULL;
  struct showing showing = {.session = session};
  bcov_status status = input_open (session);
  if (!status)
    status = bcov_sequence (session->puzzle, run_request (session), settings->grow,
                            (uint32_t)settings->from_size, (uint32_t)settings->to_size, show_term,
                            &showing, &law, &answer, session->err);
  if (!status && settings->json)
    show_law_json (session, law);
  else if (!status && !settings->bfile)
    show_law (&showing, law);
  output_answer (session, answer);
  bcov_law_free (law);
  return status;
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  if (!s->grow)
    argp_error (state, "--grow is missing; add --grow rows, columns or layers");
  if (!s->from_size)
    s->from_size = 1;
  if (!s->to_size)
    s->to_size = s->from_size + USUAL_TERMS - 1;
  if (s->from_size > s->to_size)
    argp_error (state,
                "--from %" PRIu64 " is larger than --to %" PRIu64 "; give the smaller size first",
                s->from_size, s->to_size);
  if (s->bfile && s->json)
    argp_error (state, "give either --bfile or --json, not both");
}

const struct command sequence_command = {
    .name = "sequence",
    .bit = SEQUENCE,
    .arguments = "PUZZLE\n-b BOARD -p PIECES",
    .summary = "count the coverings of a growing board, and find a recurrence",
    .about =
        "Count the coverings for each number of rows (or columns, or layers) from --from to --to, "
        "and print one line 'n value' per size as soon as it is known. The board of size n has the "
        "first n rows of the puzzle's board; beyond its end, the last row is repeated. If all "
        "terms satisfy a linear recurrence, its signature and its generating function follow.\v"
        "Examples:\n"
        "  boardcover sequence -b 6x1 -p L3:any --grow columns --from 1 --to 40\n"
        "  boardcover sequence -b 1x4 -p I2:any --grow rows --to 12 --bfile\n"
        "  boardcover sequence -b 1x2x2 -p I2:any --grow layers --json\n",
    .most_words = 1,
    .check = check_settings,
    .run = run,
};
