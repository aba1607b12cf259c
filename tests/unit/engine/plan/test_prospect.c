/* Prospects: each part is found out once and is then the same; parts lend each other what they are
   made of; whatever fails leaves nothing behind and can be asked for again. */

#include "suite.h"

#include "ask.h"
#include "searches.h"
#include "engine/plan/plan.h"
#include "engine/plan/tuning.h"
#include "model/compile/compile.h"

#include <math.h>

/* A board that turns but has no mirror image. */
#define TURNING "#...../....../.....#"

/* A puzzle with a prospect of its reduced model, and its symmetries. */
typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_orbits orbits;
  bcov_represent represent;
  bcov_model reduced;
  bcov_control control;
  bcov_prospect prospect;
} scene;

static void start_prospect (scene *s, unsigned without)
{
  bcov_job job = engines_job (&s->reduced, &s->control);
  job.without = without;
  bcov_prospect_start (&job, &s->reduced, &s->prospect);
}

static void set_scene (scene *s, const char *board, const char *pieces, unsigned without)
{
  s->mem = bcov_mem_new (0);
  s->puzzle = ask_brief (s->mem, board, pieces, NULL, NULL);
  assert_int_equal (bcov_compile (s->puzzle, false, NULL, &s->compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&s->compiled, NULL, &s->orbits, NULL), 0);
  assert_int_equal (bcov_represent_find (&s->compiled.model, &s->orbits, bcov_plan_worth, NULL,
                                         &s->represent, NULL),
                    0);
  s->reduced = searches_reduce (&s->compiled.model);
  start_prospect (s, without);
}

/* What the prospect holds may be given back twice. */
static void end_scene (scene *s)
{
  bcov_prospect_end (&s->prospect);
  bcov_prospect_end (&s->prospect);
  bcov_model_free (&s->reduced);
  bcov_represent_free (&s->represent);
  bcov_orbits_free (&s->orbits);
  bcov_compiled_free (&s->compiled);
  ask_end (s->mem, s->puzzle);
}

/* From now on every part must be there: nothing is allocated any more. */
static void allow_nothing (scene *s)
{
  bcov_mem_fail_at (s->mem, 1);
}

static void allow_all (scene *s)
{
  bcov_mem_fail_at (s->mem, 0);
}

/* ---- once ---- */

static void the_order_and_the_program (void **state)
{
  (void)state;
  scene s;
  set_scene (&s, "6x6", "I2:any", 0);
  bcov_prospect *p = &s.prospect;
  const uint32_t *order = bcov_prospect_order (p);
  double bits = p->order_bits;
  assert_non_null (order);
  assert_int_equal (bcov_prospect_program (p, NULL), BCOV_OK);
  const bcov_level *levels = p->program.levels.data;
  assert_memory_equal (p->program.order.data, order, s.reduced.items.count * sizeof *order);
  allow_nothing (&s);
  assert_ptr_equal (bcov_prospect_order (p), order);
  assert_int_equal (bcov_prospect_program (p, NULL), BCOV_OK);
  assert_ptr_equal (bcov_prospect_order (p), order);
  assert_ptr_equal (p->program.levels.data, levels);
  assert_true (p->order_bits == bits && bits > 0);
  allow_all (&s);
  end_scene (&s);
}

/* The quick search for dominoes; for a model that it does not take, or that is to do without it,
   the other one. */
static void the_searches (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    unsigned without;
    bool quick;
  } known[] = {{"6x6", "I2:any", 0, true},
               {"6x6", "I2:any", BCOV_WITHOUT_QUICK, false},
               {"3x20", "pentominoes", 0, true},
               {"4x6", "I2:3..9,L3:any", 0, false}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    scene s;
    bcov_search_cost cost, again;
    double nodes, same;
    set_scene (&s, known[k].board, known[k].pieces, known[k].without);
    bcov_prospect *p = &s.prospect;
    assert_int_equal (bcov_prospect_choose_search (p, NULL), BCOV_OK);
    assert_int_equal (p->quick, known[k].quick);
    assert_int_equal (bcov_prospect_search (p, &cost, NULL), BCOV_OK);
    assert_int_equal (bcov_prospect_search_nodes (p, &nodes, NULL), BCOV_OK);
    const void *rows = p->plan.move_table.rows;
    assert_true (!p->quick || p->plan.program == &p->program);
    assert_true (p->quick || cost.nodes == nodes);
    assert_true (cost.nodes >= 1 && isfinite (cost.nodes) && nodes >= 1 && isfinite (nodes));
    assert_true (cost.seconds > 0 && isfinite (cost.seconds));
    allow_nothing (&s);
    assert_int_equal (bcov_prospect_choose_search (p, NULL), BCOV_OK);
    assert_int_equal (bcov_prospect_search (p, &again, NULL), BCOV_OK);
    assert_int_equal (bcov_prospect_search_nodes (p, &same, NULL), BCOV_OK);
    assert_ptr_equal (p->plan.move_table.rows, rows);
    assert_int_equal (p->quick, known[k].quick);
    assert_true (again.nodes == cost.nodes && again.seconds == cost.seconds && same == nodes);
    allow_all (&s);
    end_scene (&s);
  }
}

/* For few sums, trees that are not small and where nobody forbids it. */
static void the_parity (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    unsigned without;
    bool pays;
  } known[] = {{"6x7", "T4:2,I2:any", 0, true},
               {"6x7", "T4:2,I2:any", BCOV_WITHOUT_PARITY, false},
               {"6x10", "pentominoes", 0, false},
               {"6x6", "I2:any", 0, false},
               {"2x3", "I2,I1:any", 0, false}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    scene s;
    const bcov_parity *parity, *again;
    set_scene (&s, known[k].board, known[k].pieces, known[k].without);
    bcov_prospect *p = &s.prospect;
    assert_int_equal (bcov_prospect_choose_search (p, NULL), BCOV_OK);
    assert_int_equal (bcov_prospect_parity (p, &parity, NULL), BCOV_OK);
    assert_int_equal (parity != NULL, known[k].pays);
    assert_true (!parity || (parity == &p->parity && parity->sums_around <= BCOV_PARITY_SUMS));
    allow_nothing (&s);
    assert_int_equal (bcov_prospect_parity (p, &again, NULL), BCOV_OK);
    assert_ptr_equal (again, parity);
    allow_all (&s);
    end_scene (&s);
  }
}

static void the_frontier (void **state)
{
  (void)state;
  scene s;
  bcov_prospect *own, *again;
  set_scene (&s, "6x6", "I2:any", 0);
  bcov_prospect *p = &s.prospect;
  assert_int_equal (bcov_prospect_frontier (p, NULL, &own, NULL), BCOV_OK);
  assert_ptr_equal (own, p);
  assert_ptr_equal (p->frontier.program, &p->program);
  assert_int_equal (bcov_prospect_forecast (p, NULL), BCOV_OK);
  double states = p->forecast.states.total;
  assert_true (states >= 1 && isfinite (states) && bcov_prospect_transition (p) > 0);
  allow_nothing (&s);
  assert_int_equal (bcov_prospect_frontier (p, NULL, &again, NULL), BCOV_OK);
  assert_int_equal (bcov_prospect_forecast (p, NULL), BCOV_OK);
  assert_int_equal (bcov_prospect_choose_search (p, NULL) == BCOV_OK, false); /* it is to be made */
  allow_all (&s);
  assert_true (again == p && p->forecast.states.total == states);
  const bcov_level *levels = p->program.levels.data;
  assert_int_equal (bcov_prospect_choose_search (p, NULL), BCOV_OK);
  assert_ptr_equal (p->plan.program->levels.data, levels);
  assert_ptr_equal (p->frontier.program->levels.data, levels);
  end_scene (&s);
}

/* ---- with symmetry ---- */

/* Representatives alone: with the same order, once for the same symmetries. */
static void fewer_options (void **state)
{
  (void)state;
  scene s;
  bcov_prospect *fewer, *again;
  bcov_search_cost whole, saved;
  set_scene (&s, "6x10", "pentominoes", 0);
  bcov_prospect *p = &s.prospect;
  assert_int_equal (bcov_prospect_fewer (p, &s.represent, &fewer, NULL), BCOV_OK);
  assert_true (fewer != p && fewer->lent);
  assert_ptr_equal (bcov_prospect_order (fewer), bcov_prospect_order (p));
  assert_true (fewer->order_bits == p->order_bits);
  assert_true (bcov_model_options (fewer->job.model) < bcov_model_options (&s.reduced));
  assert_int_equal (fewer->job.model->items.count, s.reduced.items.count);
  allow_nothing (&s);
  assert_int_equal (bcov_prospect_fewer (p, &s.represent, &again, NULL), BCOV_OK);
  allow_all (&s);
  assert_ptr_equal (again, fewer);
  assert_int_equal (bcov_prospect_search (p, &whole, NULL), BCOV_OK);
  assert_int_equal (bcov_prospect_search_fewer (p, &s.represent, &saved, NULL), BCOV_OK);
  assert_true (fabs (saved.nodes * bcov_represent_saves (&s.represent) - whole.nodes) <
               1e-6 * whole.nodes);
  assert_int_equal (bcov_prospect_search_fewer (p, NULL, &saved, NULL), BCOV_OK);
  assert_true (saved.nodes == whole.nodes && saved.seconds == whole.seconds);
  end_scene (&s);
}

/* Gathered at representatives, unless the frontier folds its states, which it cannot where a board
   turns but has no mirror image; once for the same symmetries. */
static void gathered_options (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    bool gathered;
  } known[] = {{"3x20", "pentominoes", false},
               {"4x5", "I2:any,O4", false},
               {TURNING, "O4,I2:any", true},
               {"##..../....../....../....##", "L3,I1,I2:any", true}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    scene s;
    bcov_prospect *own, *again, *plain;
    set_scene (&s, known[k].board, known[k].pieces, 0);
    bcov_prospect *p = &s.prospect;
    assert_int_not_equal (s.represent.item, BCOV_NO_ITEM);
    assert_int_equal (bcov_prospect_frontier (p, &s.represent, &own, NULL), BCOV_OK);
    assert_ptr_equal (own, known[k].gathered ? p->gathered : p);
    assert_true (own->has_frontier && own->frontier.program == &own->program);
    assert_true (own == p || own->job.model == &p->gathered_model);
    allow_nothing (&s);
    assert_int_equal (bcov_prospect_frontier (p, &s.represent, &again, NULL), BCOV_OK);
    allow_all (&s);
    assert_ptr_equal (again, own);
    assert_int_equal (bcov_prospect_frontier (p, NULL, &plain, NULL), BCOV_OK);
    assert_true (plain == p && p->has_frontier);
    end_scene (&s);
  }
}

/* Of other symmetries nothing is kept. */
static void other_symmetries (void **state)
{
  (void)state;
  scene s;
  bcov_represent other;
  bcov_prospect *fewer, *own;
  set_scene (&s, "3x20", "pentominoes", 0);
  bcov_prospect *p = &s.prospect;
  assert_int_equal (
      bcov_represent_find (&s.compiled.model, &s.orbits, bcov_plan_worth, NULL, &other, NULL), 0);
  for (int k = 0; k < 4; k++) {
    const bcov_represent *represent = k % 2 ? &other : &s.represent;
    assert_int_equal (bcov_prospect_fewer (p, represent, &fewer, NULL), BCOV_OK);
    assert_ptr_equal (p->mirror.represent->orbits, represent->orbits);
    assert_ptr_equal (p->represent, represent);
    if (k < 2)
      assert_int_equal (bcov_prospect_frontier (p, represent, &own, NULL), BCOV_OK);
  }
  bcov_prospect_end (p);
  bcov_represent_free (&other);
  end_scene (&s);
}

/* ---- kinds of models ---- */

/* From trees of no time to trees without end: positive, finite, larger for larger boards, the same
   each time. */
static void estimates (void **state)
{
  (void)state;
  static const char *const boards[][2] = {{"4x4", "I2:any"},         {"6x6", "I2:any"},
                                          {"8x8", "I2:any"},         {"20x20", "I2:any"},
                                          {"3x20", "pentominoes"},   {"6x10", "pentominoes"},
                                          {"12x15", "pentominoes:3"}};
  for (unsigned without = 0; without <= BCOV_WITHOUT_QUICK; without += BCOV_WITHOUT_QUICK) {
    double before = 0;
    for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
      scene s;
      bcov_search_cost cost, again;
      set_scene (&s, boards[k][0], boards[k][1], without);
      assert_int_equal (bcov_prospect_search (&s.prospect, &cost, NULL), BCOV_OK);
      assert_true (isfinite (cost.nodes) && cost.nodes >= 1);
      assert_true (isfinite (cost.seconds) && cost.seconds > 0);
      bcov_prospect_end (&s.prospect);
      start_prospect (&s, without);
      assert_int_equal (bcov_prospect_search (&s.prospect, &again, NULL), BCOV_OK);
      assert_true (again.seconds == cost.seconds && again.nodes == cost.nodes);
      if (k < 4)
        assert_true (cost.seconds > before);
      before = cost.seconds;
      end_scene (&s);
    }
  }
}

/* Pieces that are used once are open for long; then few states are kept for a list, unless the
   search takes long. */
static void lists (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    bool local;
    uint64_t states;
  } known[] = {{"6x6", "I2:any", true, BCOV_LISTED_STATES},
               {"3x20", "pentominoes", false, BCOV_LISTED_ONCE},
               {"8x20", "pentominoes:0..3,I1:any", false, BCOV_LISTED_STATES}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    scene s;
    uint64_t states = 0;
    set_scene (&s, known[k].board, known[k].pieces, 0);
    assert_int_equal (bcov_prospect_program (&s.prospect, NULL), BCOV_OK);
    assert_int_equal (bcov_prospect_is_local (&s.prospect.program), known[k].local);
    assert_int_equal (bcov_prospect_listed_states (&s.prospect, &states, NULL), BCOV_OK);
    assert_int_equal (states, known[k].states);
    end_scene (&s);
  }
}

static void impossible_models (void **state)
{
  (void)state;
  scene s;
  bcov_prospect *own;
  bcov_search_cost cost = {-1, -1};
  set_scene (&s, "2x2", "I2:any", 0);
  s.reduced.impossible = true;
  bcov_prospect *p = &s.prospect;
  assert_null (bcov_prospect_order (p));
  assert_int_equal (bcov_prospect_search (p, &cost, NULL), BCOV_OK);
  assert_true (cost.nodes == 0 && cost.seconds == 0);
  assert_int_equal (bcov_prospect_frontier (p, NULL, &own, NULL), BCOV_OK);
  assert_true (own == p && !p->frontier.program);
  assert_int_equal (bcov_prospect_forecast (p, NULL), BCOV_OK);
  assert_true (p->forecast.states.total == 0);
  end_scene (&s);
}

/* A prospect takes over what does not change from question to question. */
static void the_setting (void **state)
{
  (void)state;
  scene s;
  uint64_t nothing = 0;
  set_scene (&s, "2x2", "I2:any", 0);
  bcov_job job = engines_job (&s.compiled.model, &s.control);
  job.share = (bcov_share){2, 3};
  job.workers = 3;
  job.sink = engines_sink;
  job.data = &nothing;
  job.without = BCOV_WITHOUT_PARITY;
  job.represent = &s.represent;
  bcov_prospect_start (&job, &s.reduced, &s.prospect);
  const bcov_job *own = &s.prospect.job;
  assert_ptr_equal (own->model, &s.reduced);
  assert_ptr_equal (own->control, &s.control);
  assert_true (own->workers == 3 && own->without == BCOV_WITHOUT_PARITY);
  assert_true (own->share.part == 1 && own->share.parts == 1 && !own->sink && !own->represent);
  end_scene (&s);
}

/* ---- failures ---- */

/* All that can be asked of a prospect; the first failure, and a digest of the answers. */
static bcov_status ask_all (scene *s, double *digest, bcov_error *err)
{
  bcov_prospect *p = &s->prospect, *own, *fewer;
  const bcov_parity *parity;
  bcov_search_cost cost = {0}, other = {0};
  double nodes = 0;
  bcov_status status = bcov_prospect_frontier (p, &s->represent, &own, err);
  if (!status)
    status = bcov_prospect_forecast (own, err);
  if (!status)
    status = bcov_prospect_choose_search (p, err);
  if (!status)
    status = bcov_prospect_search (p, &cost, err);
  if (!status)
    status = bcov_prospect_search_nodes (p, &nodes, err);
  if (!status)
    status = bcov_prospect_parity (p, &parity, err);
  if (!status)
    status = bcov_prospect_fewer (p, &s->represent, &fewer, err);
  if (!status)
    status = bcov_prospect_search (fewer, &other, err);
  if (!status)
    *digest = own->forecast.states.total + 3 * cost.nodes + 5 * nodes + 7 * other.nodes +
              (parity ? 1000 : 0) + (own == p ? 0 : 2000);
  return status;
}

/* Whatever failed can be asked again, and is then what it would have been, but for an order of the
   items, which is looked for once; in the end nothing is left. */
static void every_allocation_may_fail (void **state)
{
  (void)state;
  static const char *const boards[][2] = {
      {"4x5", "I2:any,O4"}, {TURNING, "O4,I2:any"}, {"4x4", "I2:any,L3,I1"}};
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
    scene s;
    double expected = 0, digest;
    set_scene (&s, boards[k][0], boards[k][1], 0);
    size_t before = bcov_mem_used (s.mem), n = 1;
    assert_int_not_equal (s.represent.item, BCOV_NO_ITEM);
    assert_int_equal (ask_all (&s, &expected, NULL), BCOV_OK);
    for (bcov_status status = BCOV_FAULT; status; n++) {
      bcov_error *err = bcov_error_new ();
      bcov_prospect_end (&s.prospect);
      assert_int_equal (bcov_mem_used (s.mem), before);
      start_prospect (&s, 0);
      bcov_mem_fail_at (s.mem, n);
      status = ask_all (&s, &digest, err);
      allow_all (&s);
      assert_true (status == BCOV_OK || status == BCOV_FAULT);
      assert_int_equal (bcov_error_status (err), status);
      assert_int_equal (ask_all (&s, &digest, NULL), BCOV_OK);
      assert_true (digest == expected || !s.prospect.order);
      bcov_error_free (err);
    }
    assert_true (n > 40);
    bcov_prospect_end (&s.prospect);
    assert_int_equal (bcov_mem_used (s.mem), before);
    end_scene (&s);
  }
}

/* A stop is reported with its reason, unless the part was finished before. */
static void stops_are_told (void **state)
{
  (void)state;
  volatile int stop = 1;
  bcov_watch watch = {.stop = &stop};
  for (uint32_t k = 0; k < 4; k++) {
    scene s;
    bcov_prospect *own;
    bcov_search_cost cost;
    bcov_error *err = bcov_error_new ();
    set_scene (&s, "12x12", "pentominoes:any", 0);
    bcov_control_start (&s.control, &watch);
    bcov_prospect *p = &s.prospect;
    bcov_status status = k == 0   ? bcov_prospect_program (p, err)
                         : k == 1 ? bcov_prospect_choose_search (p, err)
                         : k == 2 ? bcov_prospect_search (p, &cost, err)
                                  : bcov_prospect_frontier (p, NULL, &own, err);
    assert_true (status == BCOV_OK || status == BCOV_STOPPED);
    assert_int_equal (bcov_error_status (err), status);
    bcov_error_free (err);
    end_scene (&s);
  }
}

SUITE (prospect)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_order_and_the_program),
      cmocka_unit_test (the_searches),
      cmocka_unit_test (the_parity),
      cmocka_unit_test (the_frontier),
      cmocka_unit_test (fewer_options),
      cmocka_unit_test (gathered_options),
      cmocka_unit_test (other_symmetries),
      cmocka_unit_test (estimates),
      cmocka_unit_test (lists),
      cmocka_unit_test (impossible_models),
      cmocka_unit_test (the_setting),
      cmocka_unit_test (every_allocation_may_fail),
      cmocka_unit_test (stops_are_told),
  };
  return cmocka_run_group_tests_name ("prospect", tests, NULL, NULL);
}
