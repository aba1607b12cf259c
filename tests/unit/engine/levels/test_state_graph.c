/* Kept levels: the number of solutions and the most cells, against looking at every set of options;
   published counts of domino coverings; files, limits, stops. */

#include "suite.h"

#include "failing.h"
#include "keeping.h"
#include "random_cases.h"

#include <stdio.h>

enum { MODELS = 3000 };

static void totals_of_random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    models_kind kind = models_turn (n);
    bool most = n % 2;
    kind.partial = most;
    bcov_model model = models_draw (mem, &random, kind, MODELS_OPTIONS);
    uint64_t expected = most ? models_most (&model) + 1 : models_solve (&model, NULL);
    char text[32];
    keeping k;
    bcov_state_graph graph;
    snprintf (text, sizeof text, "%llu", (unsigned long long)expected);
    keeping_start (&k, &model, &random);
    assert_int_equal (keeping_make (&k, most, 0, &graph, NULL), BCOV_OK);
    keeping_expect_total (&graph, text);
    assert_true (graph.alive <= graph.met && (graph.alive > 0) == (expected > 0));
    bcov_state_graph_free (&graph);
    keeping_end (&k);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* OEIS A004003; 12988816 is Kasteleyn's and Fisher and Temperley's chessboard. */
static void totals_of_dominoes (void **state)
{
  (void)state;
  static const char *const known[][2] = {
      {"2x2", "2"},
      {"3x3", "0"},
      {"8x8", "12988816"},
      {"12x12", "53060477521960000"},
      {"16x16", "2444888770250892795802079170816"},
  };
  for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
    bcov_mem *mem = bcov_mem_new (0);
    keeping k;
    bcov_state_graph graph;
    keeping_dominoes (mem, known[t][0], &k, &graph);
    keeping_expect_total (&graph, known[t][1]);
    keeping_close (mem, &k, &graph);
  }
}

/* Numbers take as many limbs as they need, and fewer where fewer do. */
static void limbs_follow_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  keeping_dominoes (mem, "16x16", &k, &graph);
  assert_int_equal (graph.limbs, 2);
  assert_int_equal (graph.layers[0].limbs, 2);
  assert_int_equal (graph.layers[graph.levels].limbs, 1);
  assert_int_equal (graph.layers[graph.levels / 2].limbs, 1);
  keeping_close (mem, &k, &graph);
}

/* The same with less and less memory: files come in, and at last it is told. */
static void files_take_over (void **state)
{
  (void)state;
  bool in_memory = false, on_disk = false, refused = false;
  for (size_t limit = 1 << 12; limit <= 1 << 22; limit += limit / 4) {
    bcov_mem *mem = bcov_mem_new (0), *tight = bcov_mem_new (limit);
    bcov_error *err = bcov_error_new ();
    keeping k;
    bcov_state_graph graph;
    keeping_board (mem, "10x10", "I2:any", false, &k);
    k.model.mem = tight;
    bcov_status status = keeping_make (&k, false, 0, &graph, err);
    k.model.mem = mem;
    assert_true (bcov_mem_peak (tight) <= limit);
    if (status) {
      assert_int_equal (status, BCOV_STOPPED);
      assert_non_null (strstr (bcov_error_text (err), "allow more memory"));
      assert_false (on_disk || in_memory);
      refused = true;
    } else {
      keeping_expect_total (&graph, "258584046368");
      assert_string_equal (bcov_error_text (err), "");
      on_disk = on_disk || graph.on_disk;
      in_memory = in_memory || !graph.on_disk;
      bcov_state_graph_free (&graph);
    }
    assert_int_equal (bcov_mem_used (tight), 0);
    keeping_end (&k);
    bcov_error_free (err);
    bcov_mem_delete (tight);
    bcov_mem_delete (mem);
  }
  assert_true (in_memory && on_disk && refused);
}

static void too_many_states_are_given_up (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  keeping_dominoes (mem, "8x8", &k, &graph);
  uint64_t met = graph.met;
  bcov_state_graph_free (&graph);
  assert_int_equal (keeping_make (&k, false, met, &graph, NULL), BCOV_OK);
  assert_false (graph.given_up);
  bcov_state_graph_free (&graph);
  assert_int_equal (keeping_make (&k, false, met - 1, &graph, NULL), BCOV_OK);
  assert_true (graph.given_up);
  keeping_close (mem, &k, &graph);
}

static void a_stop_is_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  volatile int stop = 1;
  bcov_watch watch = {.stop = &stop};
  keeping_board (mem, "16x16", "I2:any", false, &k);
  bcov_control_start (&k.control, &watch);
  assert_int_equal (keeping_make (&k, false, 0, &graph, NULL), BCOV_STOPPED);
  assert_int_equal (bcov_control_status (&k.control, NULL), BCOV_STOPPED);
  keeping_end (&k);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  keeping_board (mem, "3x4", "I2:any", false, &k);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_state_graph graph = {0};
    f.status = keeping_make (&k, f.failed % 2 == 0, 0, &graph, NULL);
    if (!f.status)
      bcov_state_graph_free (&graph);
  }
  assert_true (f.failed > 10);
  keeping_end (&k);
  bcov_mem_delete (mem);
}

SUITE (state_graph)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (totals_of_random_models),      cmocka_unit_test (totals_of_dominoes),
      cmocka_unit_test (limbs_follow_numbers),         cmocka_unit_test (files_take_over),
      cmocka_unit_test (too_many_states_are_given_up), cmocka_unit_test (a_stop_is_seen),
      cmocka_unit_test (every_allocation_may_fail),
  };
  return cmocka_run_group_tests_name ("state_graph", tests, NULL, NULL);
}
