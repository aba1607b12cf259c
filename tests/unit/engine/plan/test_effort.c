/* How much effort a run gets: none for small trees, threads and units for large ones, and for parts
   the same units everywhere. */

#include "suite.h"

#include "models.h"
#include "engine/plan/effort.h"
#include "engine/plan/tuning.h"

typedef struct {
  bcov_mem *mem;
  bcov_model model;
  bcov_control control;
  bcov_job job;
} scene;

static bool sink (void *data, const uint32_t *options, size_t count)
{
  (void)data, (void)options, (void)count;
  return true;
}

/* MEMORY in bytes, 0: any. */
static void set_scene (scene *s, size_t memory, uint32_t workers)
{
  s->mem = bcov_mem_new (memory);
  s->model = models_new (s->mem, 2, 1, 1);
  bcov_control_start (&s->control, NULL);
  s->job =
      (bcov_job){.model = &s->model, .share = {1, 1}, .workers = workers, .control = &s->control};
}

static void end_scene (scene *s)
{
  bcov_model_free (&s->model);
  assert_int_equal (bcov_mem_used (s->mem), 0);
  bcov_mem_delete (s->mem);
}

/* ---- the search ---- */

/* What a tree of NODES gets. */
static void expect_search (const scene *s, double nodes, bool divided, bool team, bool joined)
{
  bcov_search_effort effort = bcov_effort_search (&s->job, nodes, NULL);
  assert_int_equal (effort.units, divided ? BCOV_WHOLE_PARTS * BCOV_UNITS_A_PART : 0);
  assert_int_equal (effort.team, team);
  assert_int_equal (effort.alone, joined ? BCOV_SEARCH_ALONE : 0);
  assert_int_equal (effort.team_units, BCOV_UNITS_A_PART);
  assert_null (effort.parity);
  assert_false (effort.restarts);
}

static void trees_of_the_search (void **state)
{
  (void)state;
  for (uint32_t workers = 1; workers <= 3; workers++) {
    scene s;
    bool many = workers > 1;
    set_scene (&s, 0, workers);
    for (int listed = 0; listed < 2; listed++) {
      s.job.sink = listed ? sink : NULL;
      expect_search (&s, 0, false, false, many && !listed);
      expect_search (&s, BCOV_SEARCH_LARGE, false, false, many && !listed);
      expect_search (&s, BCOV_SEARCH_LARGE + 1, true, many, false);
      expect_search (&s, 1e300, true, many, false);
    }
    s.job.sink = NULL;
    s.job.objective = BCOV_MOST; /* never by a team */
    expect_search (&s, 0, false, false, false);
    end_scene (&s);
  }
}

/* Part K of N must be the same on every machine, for counts and lists. */
static void parts_of_the_search (void **state)
{
  (void)state;
  static const double trees[] = {0, 1000, BCOV_SEARCH_LARGE + 1, 1e12};
  scene s;
  set_scene (&s, 0, 1);
  for (uint32_t parts = 2; parts < 1u << 31; parts = 3 * parts + 1)
    for (uint32_t k = 0; k < 32; k++) {
      s.job.share = (bcov_share){1 + k % 2, parts};
      s.job.workers = 1 + k / 2 % 2;
      s.job.sink = k / 4 % 2 ? sink : NULL;
      s.job.limit = 1;
      bcov_search_effort effort = bcov_effort_search (&s.job, trees[k / 8], NULL);
      assert_int_equal (effort.units, (uint64_t)parts * BCOV_UNITS_A_PART);
      assert_false (effort.restarts);
    }
  end_scene (&s);
}

/* Where one solution is enough, all of it are wanted from one run, and it is no best one. */
static void restarts (void **state)
{
  (void)state;
  scene s;
  set_scene (&s, 0, 2);
  for (uint32_t k = 0; k < 16; k++) {
    s.job.sink = k & 1 ? sink : NULL;
    s.job.limit = k & 2 ? 1 : 2;
    s.job.share = (bcov_share){1, k & 4 ? 1 : 2};
    s.job.objective = k & 8 ? BCOV_EACH : BCOV_MOST;
    assert_int_equal (bcov_effort_restarts (&s.job), k == 15);
    assert_int_equal (bcov_effort_search (&s.job, 0, NULL).restarts, k == 15);
  }
  s.job.limit = 0;
  assert_false (bcov_effort_restarts (&s.job));
  end_scene (&s);
}

/* ---- the quick search ---- */

static void trees_of_the_quick_search (void **state)
{
  (void)state;
  for (uint32_t workers = 1; workers <= 3; workers++) {
    double most = workers > 1 ? BCOV_QUICK_SMALL : BCOV_QUICK_SHORT;
    scene s;
    set_scene (&s, 0, workers);
    assert_int_equal (bcov_effort_quick (&s.job, 0, NULL).units, 0);
    assert_int_equal (bcov_effort_quick (&s.job, most, NULL).units, 0);
    assert_int_equal (bcov_effort_quick (&s.job, most + 1, NULL).units, BCOV_QUICK_UNITS);
    assert_int_equal (bcov_effort_quick (&s.job, 1e300, NULL).units, BCOV_QUICK_UNITS);
    end_scene (&s);
  }
}

static void parts_of_the_quick_search (void **state)
{
  (void)state;
  static const double trees[] = {0, 1000, BCOV_QUICK_SMALL + 1, 1e12};
  scene s;
  set_scene (&s, 0, 1);
  for (uint32_t parts = 2; parts < 1u << 31; parts = 3 * parts + 1)
    for (uint32_t k = 0; k < 8; k++) {
      uint64_t units = (uint64_t)parts * BCOV_UNITS_A_PART;
      s.job.share = (bcov_share){parts, parts};
      s.job.workers = 1 + k % 2;
      assert_int_equal (bcov_effort_quick (&s.job, trees[k / 2], NULL).units,
                        units > BCOV_QUICK_UNITS ? units : BCOV_QUICK_UNITS);
    }
  end_scene (&s);
}

/* Larger trees get no smaller tables, up to those that fit into caches, and all of them no more
   than an eighth of the memory. */
static void tables_of_the_quick_search (void **state)
{
  (void)state;
  for (uint32_t workers = 1; workers <= 8; workers *= 2)
    for (size_t memory = 0; memory < 1 << 28; memory += (size_t)1 << 26) {
      scene s;
      size_t dead = 0, cache = 0;
      set_scene (&s, memory, workers);
      size_t left = bcov_mem_left (s.mem) / 8 / workers;
      for (double nodes = 0; nodes < 1e12; nodes = 4 * nodes + 1) {
        bcov_quick_effort effort = bcov_effort_quick (&s.job, nodes, NULL);
        assert_true (effort.dead_bytes >= dead && effort.cache_bytes >= cache);
        assert_true (effort.dead_bytes <= left && effort.cache_bytes <= left);
        assert_true (effort.dead_bytes <= BCOV_QUICK_MOST_DEAD);
        assert_true (effort.dead_bytes >= BCOV_QUICK_LEAST_DEAD || effort.dead_bytes >= left);
        assert_true (effort.cache_bytes <= BCOV_QUICK_MOST_CACHE);
        dead = effort.dead_bytes;
        cache = effort.cache_bytes;
      }
      assert_true (dead == BCOV_QUICK_MOST_DEAD || dead == left);
      assert_true (cache == BCOV_QUICK_MOST_CACHE || cache == left);
      s.job.without = BCOV_WITHOUT_SHAPES;
      assert_int_equal (bcov_effort_quick (&s.job, 1e6, NULL).cache_bytes, 0);
      assert_true (bcov_effort_quick (&s.job, 1e6, NULL).dead_bytes > 0);
      end_scene (&s);
    }
}

static void parity_is_passed_on (void **state)
{
  (void)state;
  scene s;
  bcov_parity parity = {0};
  set_scene (&s, 0, 1);
  assert_ptr_equal (bcov_effort_search (&s.job, 5, &parity).parity, &parity);
  assert_ptr_equal (bcov_effort_quick (&s.job, 5, &parity).parity, &parity);
  end_scene (&s);
}

SUITE (effort)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (trees_of_the_search),
      cmocka_unit_test (parts_of_the_search),
      cmocka_unit_test (restarts),
      cmocka_unit_test (trees_of_the_quick_search),
      cmocka_unit_test (parts_of_the_quick_search),
      cmocka_unit_test (tables_of_the_quick_search),
      cmocka_unit_test (parity_is_passed_on),
  };
  return cmocka_run_group_tests_name ("effort", tests, NULL, NULL);
}
