/* explain: what is known about a puzzle before it is solved, including proofs that there is no
   covering.  exists: whether there is a covering, and how the answer was found.  estimate: about
   how many coverings there are. */

#include "report/report_make.h"
#include "draw/terminal/terminal.h"
#include "format/covering/covering_write.h"
#include "question/count_limit.h"
#include "question/estimate_run.h"
#include "question/run.h"
#include "report/estimate_text.h"
#include "report/explain.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Reduces the model and counts its components. */
static bcov_status look_at_model (bcov_run *run, bcov_explain_facts *facts, bcov_error *err)
{
  bcov_model reduced;
  bcov_components parts = {0};
  bcov_status status = bcov_plan_reduce_fully (&run->compiled.model, &run->control, &reduced, err);
  if (status)
    return status;
  status = bcov_component_split (&reduced, &parts, err);
  facts->reduced_items = reduced.items.count;
  facts->reduced_options = bcov_model_options (&reduced);
  facts->components = parts.count;
  facts->none = facts->none || reduced.impossible;
  bcov_components_free (reduced.mem, &parts);
  bcov_model_free (&reduced);
  return status;
}

/* The natural logarithm of the widest interval that `explain` shows: six orders of magnitude. */
static const double widest_shown = 13.815510557964274;

/* If the count is expected to take SECONDS, which is long, estimates the number of coverings.  The
   estimate is left out if it says next to nothing.  A search visits each of them, so it has at
   least that many nodes. */
static bcov_status estimate (bcov_run *run, double seconds, bcov_explain_facts *facts,
                             bcov_error *err)
{
  bcov_probing how = bcov_plan_probing (run->engine, seconds);
  if (!how.work)
    return BCOV_OK;
  bcov_status status = bcov_plan_probe (&run->plan, &how, &facts->guess, err);
  facts->estimated =
      !status && (facts->guess.exact ||
                  (facts->guess.found && facts->guess.high - facts->guess.low <= widest_shown));
  if (!status && !strcmp (facts->engine, "search"))
    facts->nodes = fmax (facts->nodes, exp (facts->guess.low));
  return status;
}

/* Determines the engine that would count, and its cost. */
static bcov_status foresee (bcov_run *run, bcov_explain_facts *facts, bcov_error *err)
{
  bcov_job job = bcov_run_job (run, false);
  bcov_outcome outcome = {.engine = run->engine};
  bcov_status status = BCOV_OK;
  if (bcov_plan_estimates (run->engine) && !facts->none)
    status = bcov_run_mirror (run, &job, err);
  if (!status && bcov_plan_estimates (run->engine) && !facts->none)
    status = bcov_plan_foresee (&run->plan, run->engine, bcov_mirror_ask (&job), &outcome, err);
  facts->engine = bcov_engine_name (outcome.engine == BCOV_AUTO ? BCOV_FRONTIER : outcome.engine);
  facts->seconds = outcome.cost.seconds;
  facts->nodes = outcome.cost.nodes;
  facts->states = outcome.cost.states;
  facts->widest = outcome.cost.widest;
  facts->bytes = outcome.cost.bytes;
  facts->fits = outcome.fits;
  return status ? status : estimate (run, outcome.cost.seconds, facts, err);
}

static bcov_status find_symmetries (bcov_run *run, bcov_explain_facts *facts, bcov_error *err)
{
  facts->items = run->compiled.model.items.count;
  facts->options = bcov_model_options (&run->compiled.model);
  facts->stopped = BCOV_EXPLAIN_SYMMETRIES;
  bcov_status status = BCOV_OK;
  if (!run->puzzle->exact)
    status = bcov_orbits_find (&run->compiled, &run->control, &run->orbits, err);
  facts->symmetries = run->puzzle->exact ? 1 : run->orbits.count;
  return status;
}

static bcov_status find_reduced (bcov_run *run, bcov_explain_facts *facts, bcov_error *err)
{
  facts->stopped = BCOV_EXPLAIN_REDUCED;
  bcov_status status = bcov_run_prove (run, &facts->none, err);
  if (!status && !facts->none)
    status = bcov_run_refute (run, 0, &facts->none, err);
  return status ? status : look_at_model (run, facts, err);
}

/* Determines the cost, and looks for a proof for a share of that. */
static bcov_status find_cost (bcov_run *run, bcov_explain_facts *facts, bcov_error *err)
{
  facts->stopped = BCOV_EXPLAIN_COST;
  bcov_status status = foresee (run, facts, err);
  if (!status && !facts->none)
    status = bcov_run_refute (run, facts->seconds, &facts->none, err);
  return status;
}

/* After a failure, facts->stopped tells which facts are missing. */
static bcov_status gather_facts (bcov_run *run, bcov_explain_facts *facts, bcov_error *err)
{
  bcov_status status = find_symmetries (run, facts, err);
  if (!status)
    status = find_reduced (run, facts, err);
  if (!status)
    status = find_cost (run, facts, err);
  if (!status)
    facts->stopped = BCOV_EXPLAIN_ALL;
  facts->why = run->why ? run->why : "";
  return status;
}

static bcov_status write_facts (const bcov_explain_facts *facts, bcov_report_parts *parts,
                                bcov_error *err)
{
  bcov_explain_text (facts, &parts->text);
  return bcov_explain_json (facts, &parts->json, err);
}

bcov_status bcov_explain (const bcov_puzzle *puzzle, const bcov_request *request, bcov_report **out,
                          bcov_error *err)
{
  bcov_run run;
  bcov_request asked = bcov_request_copy (request);
  bcov_explain_facts facts = {.puzzle = puzzle, .stopped = BCOV_EXPLAIN_MODEL};
  bcov_report_parts parts = {0};
  *out = NULL;
  asked.up_to_symmetry =
      asked.up_to_symmetry &&
      puzzle->exact; /* an error for exact cover problems; otherwise of no effect */
  bcov_status status = bcov_run_start (&run, puzzle, &asked, false, err);
  bool started = !status;
  if (started)
    status = gather_facts (&run, &facts, err);
  if (!status)
    status = write_facts (&facts, &parts, err);
  else if (status == BCOV_STOPPED)
    write_facts (&facts, &parts, NULL);
  bcov_mem *mem = run.mem;
  if (started)
    bcov_run_end (&run);
  return bcov_report_make (mem, status, &parts, out, err);
}

/* ---- exists ---- */

/* The question whether a covering exists, and its answer. */
typedef struct {
  bcov_run *run;
  bcov_covering *covering; /* empty until one is found */
  bool found;
  bool exists;
  bcov_text why; /* the reasons, one per line */
  bcov_status status;
  bcov_error *err;
} inquiry;

static bool take_covering (void *data, const uint32_t *options, size_t count)
{
  inquiry *q = data;
  q->found = true;
  q->status = bcov_decode (&q->run->compiled, options, count, q->covering, q->err);
  return !q->status;
}

/* Adds a line that states how the engine found the answer. */
static void name_engine (inquiry *q)
{
  bcov_run *run = q->run;
  bcov_engine engine = run->engine == BCOV_AUTO ? (bcov_engine)run->result.engine : run->engine;
  const char *method = run->result.winner;
  if (q->found)
    bcov_text_put (&q->why, "a covering was found\n");
  else if (method)
    bcov_text_printf (&q->why, "proved by the method `%s` (%" PRIu64 " nodes in all)\n", method,
                      run->result.nodes);
  else if (engine == BCOV_FRONTIER)
    bcov_text_printf (&q->why, "the frontier engine counted %s\n",
                      q->exists ? "at least one covering, without listing any" : "0");
  else if (engine == BCOV_SAT)
    bcov_text_printf (&q->why, "the sat engine proved it (%" PRIu64 " conflicts)\n",
                      run->result.nodes);
  else
    bcov_text_printf (&q->why, "the %s engine tried all possibilities (%" PRIu64 " nodes)\n",
                      bcov_engine_name (engine), run->result.nodes);
}

/* Looks for a short proof, then asks an engine. */
static bcov_status find_answer (inquiry *q)
{
  bcov_run *run = q->run;
  bool none = false;
  bcov_status status = bcov_run_prove (run, &none, q->err);
  run->request.limit = 1; /* engines find one covering and all coverings by different methods */
  if (!status && !none)
    status = run->engine == BCOV_AUTO || run->engine == BCOV_MATCH
                 ? bcov_run_solve (run, take_covering, q, q->err)
                 : bcov_count_limit_run (run, 1, take_covering, q, q->err);
  if (!status)
    status = q->status;
  q->exists = mpz_sgn (run->result.found.value) > 0;
  if (run->why)
    bcov_text_put (&q->why, run->why);
  else
    name_engine (q);
  return status;
}

/* Writes the reasons: each on a line after "yes" or "no", or as JSON strings separated by commas.
 */
static void write_reasons (const inquiry *q, bool json, bcov_text *out)
{
  bcov_text line = {0};
  for (const char *at = q->why.data, *end; at && *at; at = end + 1) {
    end = strchr (at, '\n');
    line.length = 0;
    bcov_text_add (&line, at, (size_t)(end - at));
    if (!json)
      bcov_text_printf (out, "%s: %s\n", q->exists ? "yes" : "no", line.data ? line.data : "");
    else {
      bcov_text_put (out, at == q->why.data ? "" : ",");
      bcov_string_write_json (line.data ? line.data : "", out);
    }
  }
  out->failed = out->failed || line.failed;
  bcov_text_drop (&line);
}

/* Writes the answer, the reasons and, if there is one, the covering. */
static bcov_status write_report (inquiry *q, bcov_report_parts *parts)
{
  bcov_status status = BCOV_OK;
  write_reasons (q, false, &parts->text);
  bcov_text_printf (&parts->json, "{\"exists\":%s,\"why\":[", q->exists ? "true" : "false");
  write_reasons (q, true, &parts->json);
  bcov_text_put (&parts->json, "]");
  if (q->found) {
    status = bcov_terminal_draw (q->covering, BCOV_LETTERS, false, &parts->text, q->err);
    bcov_text_put (&parts->json, ",");
    if (!status)
      status = bcov_covering_write_json (q->covering, &parts->json, q->err);
    parts->covering = q->covering;
    q->covering = NULL;
  }
  bcov_text_put (&parts->json, "}\n");
  return status;
}

static bcov_status answer_inquiry (inquiry *q, bcov_report_parts *parts)
{
  bcov_status status = bcov_covering_new (q->run->puzzle, &q->covering, q->err);
  if (!status)
    status = find_answer (q);
  if (!status)
    status = bcov_text_status (&q->why, q->err);
  if (!status && !bcov_control_status (&q->run->control, NULL))
    status = write_report (q, parts);
  return status;
}

bcov_status bcov_exists (const bcov_puzzle *puzzle, const bcov_request *request, bcov_report **out,
                         bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  bcov_request asked = bcov_request_copy (request);
  inquiry q = {.run = &run, .err = err};
  asked.up_to_symmetry = false;
  *out = NULL;
  bcov_answer_start (answer);
  bcov_status status = bcov_run_start (&run, puzzle, &asked, false, err);
  if (status)
    return status;
  bcov_report_parts parts = {0};
  bcov_mem *mem = run.mem;
  status = answer_inquiry (&q, &parts);
  bcov_covering_free (q.covering);
  bcov_text_drop (&q.why);
  status = bcov_run_answer (&run, status, answer, err);
  return bcov_report_make (mem, status, &parts, out, err);
}

/* ---- estimates ---- */

static void write_estimate (const bcov_guess *interval, bcov_report_parts *parts)
{
  bcov_estimate_put (interval, &parts->text);
  bcov_text_char (&parts->text, '\n');
  bcov_text_char (&parts->json, '{');
  bcov_estimate_put_json (interval, "", &parts->json);
  bcov_text_put (&parts->json, "}\n");
}

bcov_status bcov_count_estimate (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_report **out, bcov_error *err)
{
  bcov_run run;
  bcov_probing how;
  bcov_guess interval;
  bcov_report_parts parts = {0};
  bcov_request asked = bcov_request_copy (request);
  *out = NULL;
  bcov_status status = bcov_estimate_effort (&asked, &how, err);
  if (status)
    return status;
  asked.seconds = 0; /* the time of the probes, not a limit */
  status = bcov_run_start (&run, puzzle, &asked, false, err);
  if (status)
    return status;
  status = bcov_estimate_run (&run, &how, &interval, err);
  if (!status)
    status = bcov_control_status (&run.control, err);
  if (!status)
    write_estimate (&interval, &parts);
  bcov_mem *mem = run.mem;
  bcov_run_end (&run);
  return bcov_report_make (mem, status, &parts, out, err);
}
