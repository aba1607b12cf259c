/* explain --exists: is there a covering, and how is that known? */

#include "question/count_limit.h"
#include "draw/terminal/terminal.h"
#include "format/covering/covering_write.h"
#include "model/reduce/obstacle.h"

#include <inttypes.h>
#include <string.h>

/* What is known in the end. */
typedef struct {
  bcov_run *run;
  bcov_covering *covering; /* one of the puzzle; with nothing on it before one is met */
  bool met;
  bool exists;
  bcov_text why; /* lines that tell how it is known */
  bcov_status status;
  bcov_error *err;
} inquiry;

static bool take_covering (void *data, const uint32_t *options, size_t count)
{
  inquiry *q = data;
  q->met = true;
  q->status = bcov_decode (&q->run->compiled, options, count, q->covering, q->err);
  return !q->status;
}

/* How an engine came to its answer. */
static void tell_engine (inquiry *q)
{
  bcov_run *run = q->run;
  bcov_engine engine = run->engine == BCOV_AUTO ? (bcov_engine)run->result.engine : run->engine;
  if (q->met)
    bcov_text_put (&q->why, "a covering was found\n");
  else if (engine == BCOV_FRONTIER)
    bcov_text_printf (&q->why, "the frontier engine has counted %s\n",
                      q->exists ? "some, without listing them" : "0");
  else
    bcov_text_printf (&q->why,
                      "the %s engine has gone through all possibilities: %" PRIu64 " nodes\n",
                      bcov_engine_name (engine), run->result.nodes);
}

/* Asks for a short proof, then an engine. */
static bcov_status inquire (inquiry *q)
{
  bcov_run *run = q->run;
  bool none = false;
  bcov_status status = bcov_obstacle_find (&run->compiled, &run->control, &q->why, &none, q->err);
  if (status || none) {
    mpz_set_ui (run->result.found.value, 0);
    return status;
  }
  run->request.limit = 1; /* engines look for one in another way than for all */
  status = bcov_count_limit_run (run, 1, take_covering, q, q->err);
  if (!status)
    status = q->status;
  q->exists = mpz_sgn (run->result.found.value) > 0;
  tell_engine (q);
  return status;
}

/* The lines, each behind the answer, or as strings with commas between. */
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

static bcov_status write_report (const inquiry *q, bool json, bcov_text *out, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (!json) {
    write_reasons (q, false, out);
    return q->met ? bcov_terminal_draw (q->covering, BCOV_LETTERS, false, out, err) : BCOV_OK;
  }
  bcov_text_printf (out, "{\"exists\":%s,\"why\":[", q->exists ? "true" : "false");
  write_reasons (q, true, out);
  bcov_text_put (out, "]");
  if (q->met) {
    bcov_text_put (out, ",");
    status = bcov_covering_write_json (q->covering, out, err);
  }
  bcov_text_put (out, "}\n");
  return status;
}

static bcov_status answer_inquiry (inquiry *q, bool json, bcov_text *out, bcov_answer *answer)
{
  bcov_status status = bcov_covering_new (q->run->puzzle, &q->covering, q->err);
  if (!status)
    status = inquire (q);
  if (!status)
    status = bcov_run_answer (q->run, answer, q->err);
  if (!status)
    status = bcov_text_status (&q->why, q->err);
  if (!status)
    status = write_report (q, json, out, q->err);
  return status;
}

bcov_status bcov_exists (const bcov_puzzle *puzzle, const bcov_request *request, bool json,
                         char **report, bcov_answer *answer, bcov_error *err)
{
  bcov_run run;
  bcov_request asked = request ? *request : (bcov_request){0};
  bcov_text out = bcov_text_within (puzzle->mem);
  inquiry q = {.run = &run, .err = err};
  asked.up_to_symmetry = false;
  *report = NULL;
  *answer = (bcov_answer){0};
  bcov_status status = bcov_run_start (&run, puzzle, &asked, false, err);
  if (status)
    return status;
  status = answer_inquiry (&q, json, &out, answer);
  bcov_covering_free (q.covering);
  bcov_text_drop (&q.why);
  bcov_run_end (&run);
  if (!status)
    return bcov_text_take (&out, report, NULL, err);
  bcov_text_drop (&out);
  return status;
}
