/* Every member of a team works, and none passes a barrier before all have arrived. */

#include "suite.h"

#include "base/threads.h"

#include <stdbool.h>

enum { MOST = 300, STEPS = 2000, LARGEST = 256 };

/* Each member writes its step, waits, and reads the steps of the others. */
typedef struct {
  unsigned step[MOST];
  atomic_size_t calls, wrong, size;
  unsigned steps;
} meeting;

static void meet (void *data, bcov_team *team, size_t worker)
{
  meeting *m = data;
  atomic_fetch_add (&m->calls, 1);
  atomic_store (&m->size, team->size);
  for (unsigned s = 1; s <= m->steps; s++) {
    m->step[worker] = s;
    bcov_team_wait (team);
    for (size_t k = 0; k < team->size; k++)
      if (m->step[k] != s)
        atomic_fetch_add (&m->wrong, 1);
    bcov_team_wait (team);
  }
}

static void all_wait_for_all (void **state)
{
  (void)state;
  for (size_t workers = 1; workers <= 4; workers++) {
    meeting m = {.steps = STEPS};
    bcov_team_run (workers, meet, &m);
    assert_int_equal (m.calls, workers);
    assert_int_equal (m.size, workers);
    assert_int_equal (m.wrong, 0);
    for (size_t k = 0; k < MOST; k++)
      assert_int_equal (m.step[k], k < workers ? STEPS : 0);
  }
}

/* A team of no workers consists of the caller. */
static void alone (void **state)
{
  (void)state;
  meeting m = {.steps = 3};
  bcov_team_run (0, meet, &m);
  assert_int_equal (m.calls, 1);
  assert_int_equal (m.size, 1);
}

static void more_than_there_can_be (void **state)
{
  (void)state;
  meeting m = {.steps = 2};
  bcov_team_run (MOST, meet, &m);
  assert_in_range (m.size, 2, LARGEST);
  assert_int_equal (m.calls, m.size);
  assert_int_equal (m.wrong, 0);
}

/* Steps of very different lengths: members that wait for long yield. */
static void unequal (void *data, bcov_team *team, size_t worker)
{
  meeting *m = data;
  for (unsigned s = 1; s <= m->steps; s++) {
    for (volatile unsigned k = 0; k < (worker == s % team->size ? 300000u : 10u);)
      k = k + 1;
    m->step[worker] = s;
    bcov_team_wait (team);
    if (m->step[s % team->size] != s)
      atomic_fetch_add (&m->wrong, 1);
    bcov_team_wait (team);
  }
}

static void long_steps (void **state)
{
  (void)state;
  meeting m = {.steps = 20};
  bcov_team_run (3, unequal, &m);
  assert_int_equal (m.wrong, 0);
  for (size_t k = 0; k < 3; k++)
    assert_int_equal (m.step[k], 20);
}

SUITE (team)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (all_wait_for_all),
      cmocka_unit_test (alone),
      cmocka_unit_test (more_than_there_can_be),
      cmocka_unit_test (long_steps),
  };
  return cmocka_run_group_tests_name ("team", tests, NULL, NULL);
}
