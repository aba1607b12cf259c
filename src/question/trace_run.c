/* Converts the steps of the engine, in numbers of items and options, to cells, pieces and names. */

#include "question/trace_run.h"
#include "engine/search/trace.h"
#include "format/covering/covering_write.h"
#include "model/reduce/obstacle.h"

#include <string.h>

/* The number of steps counted beyond those reported; fewer if a step examines many items. */
enum { MORE_STEPS = 100000, MORE_WORK = 400000000 };

typedef struct {
  bcov_run *run;
  uint64_t limit; /* steps to report; 0: all */
  uint64_t more;  /* steps to count beyond these */
  bcov_see_step *see;
  void *data;
  uint64_t steps, found;
  bcov_covering *piece, *lying;
  bcov_text name;
  bool proved;
  bool enough; /* SEE wants no more steps */
  bcov_status status;
  bcov_error *err;
} tracing;

/* ---- names ---- */

static void put_side (tracing *t, bcov_meaning meaning)
{
  bcov_text_printf (&t->name, "the %s %s of ", bcov_direction_names[meaning.detail],
                    meaning.detail < 4 ? "side" : "corner");
  bcov_cell_write_json (&t->run->puzzle->board, meaning.index, &t->name);
}

/* Names an item that is neither a cell nor a piece. */
static void put_name (tracing *t, uint32_t item)
{
  bcov_meaning meaning = t->run->compiled.meanings.data[item];
  if (meaning.kind == BCOV_IS_ROW || meaning.kind == BCOV_IS_COLUMN)
    bcov_text_printf (&t->name, "%s %u: %s", meaning.kind == BCOV_IS_ROW ? "row" : "column",
                      meaning.index, t->run->puzzle->tags.data[meaning.detail]);
  else if (meaning.kind == BCOV_IS_POINTED || meaning.kind == BCOV_IS_SIDE)
    put_side (t, meaning);
  else
    bcov_compiled_item_name (&t->run->compiled, item, &t->name);
}

static void name_item (tracing *t, uint32_t item, bcov_step_facts *facts)
{
  bcov_meaning meaning = t->run->compiled.meanings.data[item];
  facts->index = meaning.index;
  facts->about = meaning.kind == BCOV_IS_CELL    ? BCOV_ABOUT_CELL
                 : meaning.kind == BCOV_IS_PIECE ? BCOV_ABOUT_PIECE
                                                 : BCOV_ABOUT_ITEM;
  if (facts->about != BCOV_ABOUT_ITEM)
    return;
  t->name.length = 0;
  put_name (t, item);
  t->status = bcov_text_status (&t->name, t->err);
  facts->name = t->name.data;
}

/* ---- steps ---- */

static void hand_over (tracing *t, bcov_step_facts facts)
{
  facts.puzzle = t->run->puzzle;
  if (t->status)
    return;
  bcov_status status = t->see (t->data, &facts);
  t->enough = status != BCOV_OK;
  t->status = bcov_run_seen (status);
}

/* Sets the placement that is laid or taken back, and all pieces on the board in the order in which
   they were laid, so that earlier pieces keep their letters. */
static void lay (tracing *t, const bcov_trace_step *step, bcov_step_facts *facts)
{
  const bcov_compiled *compiled = &t->run->compiled;
  t->status = bcov_decode (compiled, &step->option, 1, t->piece, t->err);
  bcov_covering_clear (t->lying);
  for (size_t k = 0; !t->status && k < step->n_taken; k++)
    t->status = bcov_decode_lay (compiled, step->taken[k], t->lying, t->err);
  facts->piece = t->piece;
  facts->lying = t->lying;
}

static void report_step (tracing *t, const bcov_trace_step *step)
{
  bcov_step_facts facts = {.kind = step->kind,
                           .number = t->steps,
                           .depth = step->depth,
                           .ways = step->ways,
                           .needed = step->needed,
                           .tried = step->number,
                           .without = step->without,
                           .found = t->found};
  if (step->kind == BCOV_TRY || step->kind == BCOV_BACK)
    lay (t, step, &facts);
  else if (step->kind == BCOV_CUT && step->item == BCOV_NO_ITEM) {
    facts.about = BCOV_ABOUT_REGION;
    facts.cells = step->region.cells;
    facts.n_cells = step->region.count;
    facts.only = step->region.only;
  } else if (step->kind != BCOV_COVERED)
    name_item (t, step->item, &facts);
  hand_over (t, facts);
}

static bool see_step (void *data, const bcov_trace_step *step)
{
  tracing *t = data;
  t->steps++;
  t->found += step->kind == BCOV_COVERED;
  if (!t->limit || t->steps <= t->limit)
    report_step (t, step);
  return !t->enough && !t->status &&
         (!t->limit || t->steps <= t->limit || t->steps - t->limit < t->more);
}

/* ---- proofs and the end ---- */

static void report_proofs (tracing *t, bcov_text *why)
{
  char *rest = NULL;
  t->proved = true;
  for (char *line = strtok_r (why->data, "\n", &rest); line && !t->enough;
       line = strtok_r (NULL, "\n", &rest)) {
    t->steps++;
    hand_over (t,
               (bcov_step_facts){
                   .kind = BCOV_CUT, .number = t->steps, .about = BCOV_ABOUT_PROOF, .name = line});
  }
}

static void report_end (tracing *t)
{
  uint64_t shown = t->limit && t->limit < t->steps ? t->limit : t->steps;
  if (!t->enough)
    hand_over (t, (bcov_step_facts){.kind = BCOV_ENDED,
                                    .number = shown + 1,
                                    .found = t->found,
                                    .steps = t->steps,
                                    .complete = t->run->result.complete,
                                    .proved = t->proved});
}

/* ---- a run ---- */

static uint64_t steps_beyond (const bcov_model *model)
{
  uint64_t steps = MORE_WORK / (model->items.count + 1);
  return steps < MORE_STEPS ? steps + 1 : MORE_STEPS;
}

static void report_all (tracing *t)
{
  bcov_run *run = t->run;
  t->more = steps_beyond (&run->compiled.model);
  bcov_text why = {0};
  bool none = false;
  t->status = bcov_obstacle_find (&run->compiled, &run->control, &why, &none, t->err);
  if (!t->status)
    t->status = bcov_text_status (&why, t->err);
  if (!t->status && none) {
    mpz_set_ui (run->result.found.value, 0);
    report_proofs (t, &why);
  } else if (!t->status) {
    bool regions = !(run->request.without & BCOV_WITHOUT_POCKETS);
    bcov_status status =
        bcov_trace_run (&run->compiled, regions, &run->control, see_step, t, &run->result, t->err);
    t->status = t->status ? t->status : status;
  }
  bcov_text_drop (&why);
  if (!t->status)
    report_end (t);
}

bcov_status bcov_trace_puzzle (const bcov_puzzle *puzzle, const bcov_request *request,
                               uint64_t steps, bcov_see_step *see, void *data, bcov_answer **answer,
                               bcov_error *err)
{
  bcov_run run;
  bcov_request asked = bcov_request_copy (request);
  tracing t = {.run = &run, .limit = steps, .see = see, .data = data, .err = err};
  asked.engine = "search";
  asked.up_to_symmetry = false;
  bcov_answer_start (answer);
  bcov_status status = bcov_run_start (&run, puzzle, &asked, false, err);
  if (status)
    return status;
  t.status = bcov_covering_new (run.puzzle, &t.piece, err);
  if (!t.status)
    t.status = bcov_covering_new (run.puzzle, &t.lying, err);
  if (!t.status)
    report_all (&t);
  bcov_covering_free (t.piece);
  bcov_covering_free (t.lying);
  bcov_text_drop (&t.name);
  return bcov_run_answer (&run, t.status, answer, err);
}
