/* Reads coverings from text and passes them to the caller, or checks them against the puzzle
   without any engine code.  Without a text, computes the answers stated in the puzzle again. */

#include "report/report_make.h"
#include "base/hash.h"
#include "format/covering/covering_read.h"
#include "puzzle/verify.h"
#include "question/run.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_see *see;
  void *data;
  uint64_t index;
  bcov_status status; /* of the last wrong covering, or of SEE */
  bcov_error *err;
} handing;

/* Passes a covering to the caller, unless it is wrong.  COVERING is NULL if it could not be read,
   which the reader has reported. */
static bool hand_over (bcov_covering *covering, const bcov_place *place, bool partial, void *data)
{
  handing *h = data;
  (void)partial;
  h->index++;
  bcov_status status =
      covering ? bcov_verify (h->puzzle, covering, true, place, h->err) : BCOV_WRONG;
  bcov_status seen = status ? BCOV_OK : h->see (covering, h->index, h->data);
  status = status ? status : bcov_run_seen (seen);
  h->status = status ? status : h->status;
  return !seen && (!status || status == BCOV_WRONG);
}

bcov_status bcov_covering_parse (const bcov_puzzle *puzzle, const bcov_request *request,
                                 const char *name, const char *text, size_t length, bcov_see *see,
                                 void *data, bcov_error *err)
{
  bcov_puzzle view = bcov_puzzle_view (puzzle, bcov_request_mem (request, puzzle));
  handing h = {.puzzle = &view, .see = see, .data = data, .err = err};
  bcov_status status = bcov_covering_read (&view, name, text, length, hand_over, &h, err);
  return status ? status : h.status;
}

/* ---- coverings ---- */

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_error *wrong;        /* mistakes in the coverings */
  BCOV_VEC (uint64_t) seen; /* a hash of each */
  uint64_t good, bad;
  bcov_status status;
  bcov_error *err;
} checking;

/* Coverings are compared only by this hash.  Its initial value is not 0, because mixing small
   numbers into 0 would not change it. */
static uint64_t hash_covering (const bcov_covering *covering)
{
  uint64_t hash = bcov_hash_end (covering->laid.count + 1);
  for (size_t k = 0; k < covering->laid.count; k++) {
    const bcov_laid *laid = &covering->laid.data[k];
    hash = bcov_hash_mix (bcov_hash_mix (hash, laid->piece), laid->form);
    hash = bcov_hash_mix (hash, laid->count);
    for (uint32_t c = 0; c < laid->count; c++)
      hash = bcov_hash_mix (hash, covering->cells.data[laid->first + c]);
  }
  return bcov_hash_end (hash);
}

static bool check_one (bcov_covering *covering, const bcov_place *place, bool partial, void *data)
{
  checking *c = data;
  if (!covering) {
    c->bad++;
    return true;
  }
  bcov_covering_sort (covering);
  bcov_status status = bcov_verify (c->puzzle, covering, partial, place, c->wrong);
  if (status == BCOV_WRONG)
    c->bad++;
  else if (status) {
    c->status = status;
    return false;
  } else
    c->good++;
  c->status = bcov_vec_push (c->puzzle->mem, &c->seen, hash_covering (covering), c->err);
  return !c->status;
}

static int by_hash (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint64_t count_different (checking *c)
{
  uint64_t n = 0;
  if (c->seen.count)
    qsort (c->seen.data, c->seen.count, sizeof *c->seen.data, by_hash);
  for (size_t k = 0; k < c->seen.count; k++)
    n += k == 0 || c->seen.data[k - 1] != c->seen.data[k];
  return n;
}

static void put_json_coverings (checking *c, uint64_t different, bcov_text *out)
{
  json_t *object = json_pack ("{s:I, s:I, s:I, s:s}", "coverings", (json_int_t)(c->good + c->bad),
                              "different", (json_int_t)different, "wrong", (json_int_t)c->bad,
                              "messages", bcov_error_text (c->wrong));
  char *text = object ? json_dumps (object, JSON_COMPACT) : NULL;
  json_decref (object);
  bcov_text_printf (out, "%s\n", text ? text : "{}");
  free (text);
}

static void put_coverings (checking *c, bcov_report_parts *out)
{
  uint64_t different = count_different (c), all = c->good + c->bad;
  put_json_coverings (c, different, &out->json);
  if (c->bad)
    bcov_text_printf (&out->text, "%s\n", bcov_error_text (c->wrong));
  bcov_text_printf (&out->text, "%llu covering%s", (unsigned long long)all, all == 1 ? "" : "s");
  if (different < c->seen.count)
    bcov_text_printf (&out->text, ", %llu different", (unsigned long long)different);
  if (c->bad)
    bcov_text_printf (&out->text, ": %llu wrong\n", (unsigned long long)c->bad);
  else
    bcov_text_put (&out->text, ": all correct\n");
}

static bcov_status check_coverings (const bcov_puzzle *puzzle, const char *name, const char *text,
                                    size_t length, bcov_report_parts *out, bcov_error *err)
{
  checking c = {.puzzle = puzzle, .wrong = bcov_error_new (), .err = err};
  if (!c.wrong)
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  bcov_status status = bcov_covering_read (puzzle, name, text, length, check_one, &c, c.wrong);
  if (!status || status == BCOV_WRONG)
    status = c.status;
  if (status)
    bcov_error_append (err, c.wrong);
  else {
    put_coverings (&c, out);
    status = c.bad ? BCOV_WRONG : BCOV_OK;
  }
  bcov_vec_free (puzzle->mem, &c.seen);
  bcov_error_free (c.wrong);
  return status;
}

/* ---- stated answers ---- */

static bcov_status count_again (const bcov_puzzle *puzzle, const bcov_request *request,
                                bcov_answer **answer, bcov_error *err)
{
  bool chosen = request->engine && strcmp (request->engine, "auto");
  for (size_t k = 0; !chosen && k < BCOV_RECOUNTS; k++) {
    bcov_request asked = *request;
    asked.engine = bcov_engine_name (bcov_plan_recounts[k].engine);
    asked.without = BCOV_WITHOUT_SYMMETRY; /* a simple count, to be independent */
    if (!asked.seconds || asked.seconds > bcov_plan_recounts[k].seconds)
      asked.seconds = bcov_plan_recounts[k].seconds;
    asked.progress = NULL;
    if (!bcov_count (puzzle, &asked, answer, NULL))
      return BCOV_OK;
    bcov_answer_free (*answer);
  }
  return bcov_count (puzzle, request, answer, err);
}

/* Computes one stated answer again. */
static bcov_status answer_again (const bcov_puzzle *puzzle, const bcov_request *request,
                                 const char *question, bcov_answer **answer, bcov_error *err)
{
  bcov_request asked = bcov_request_copy (request);
  asked.up_to_symmetry = !strcmp (question, "count-up-to-symmetry");
  if (strcmp (question, "fill"))
    return count_again (puzzle, &asked, answer, err);
  bcov_status status = bcov_fill (puzzle, &asked, answer, err);
  if (!status)
    status = bcov_verify (puzzle, (*answer)->covering, true, NULL, err);
  return status;
}

static bool same_value (const bcov_stated *stated, const bcov_answer *answer)
{
  bcov_number value;
  bool fill = !strcmp (stated->question, "fill");
  bcov_number_init (&value, fill ? answer->cells : 0);
  if (!fill)
    mpz_set_str (value.value, answer->count, 10);
  bool same = bcov_number_equals (&value, stated->value);
  bcov_number_clear (&value);
  return same;
}

static void put_stated (const bcov_stated *stated, const bcov_answer *answer, bool same,
                        bcov_report_parts *out)
{
  char cells[32];
  snprintf (cells, sizeof cells, "%llu", (unsigned long long)answer->cells);
  const char *value = strcmp (stated->question, "fill") ? answer->count : cells;
  bcov_text_printf (&out->json,
                    "{\"question\":\"%s\",\"stated\":\"%s\",\"found\":\"%s\",\"right\":%s,"
                    "\"engine\":\"%s\"}\n",
                    stated->question, stated->value, value, same ? "true" : "false",
                    answer->engine);
  if (same)
    bcov_text_printf (&out->text, "%s: %s, as stated (%s)\n", stated->question, value,
                      answer->engine);
  else
    bcov_text_printf (&out->text, "%s: the puzzle states %s, but the answer is %s (%s)\n",
                      stated->question, stated->value, value, answer->engine);
}

static bcov_status check_stated (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_report_parts *out, bcov_error *err)
{
  bcov_status status = BCOV_OK, wrong = BCOV_OK;
  if (!puzzle->stated.count)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the puzzle states no answers to check; add `answers:` to it, or give a "
                           "file of coverings");
  for (size_t k = 0; !status && k < puzzle->stated.count; k++) {
    const bcov_stated *stated = &puzzle->stated.data[k];
    bcov_answer *answer = NULL;
    status = answer_again (puzzle, request, stated->question, &answer, err);
    if (!status) {
      bool same = same_value (stated, answer);
      put_stated (stated, answer, same, out);
      wrong = same ? wrong : BCOV_WRONG;
    }
    bcov_answer_free (answer);
  }
  return status ? status : wrong;
}

bcov_status bcov_check (const bcov_puzzle *puzzle, const bcov_request *request, const char *name,
                        const char *text, size_t length, bcov_report **out, bcov_error *err)
{
  bcov_report_parts parts = {0};
  bcov_puzzle view = bcov_puzzle_view (puzzle, bcov_request_mem (request, puzzle));
  bcov_status status = text ? check_coverings (&view, name, text, length, &parts, err)
                            : check_stated (puzzle, request, &parts, err);
  return bcov_report_make (view.mem, status, &parts, out, err);
}
