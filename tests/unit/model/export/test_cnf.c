/* Clauses of models: the same ones each time, counted with and without a taker, and a stop at any
   clause.  What they mean is tested with the DIMACS writer, which writes them down. */

#include "suite.h"

#include "tiny.h"
#include "model/export/cnf.h"

enum { MOST_LITERALS = 4096 };

/* Clauses taken, each behind its length. */
typedef struct {
  bcov_literal data[MOST_LITERALS];
  size_t count, clauses;
  size_t stop_at; /* the clause at which it stops, from 1; 0: none */
} taken;

static bool take (void *data, const bcov_literal *literals, size_t count)
{
  taken *t = data;
  assert_true (t->count + count < MOST_LITERALS);
  t->data[t->count++] = (bcov_literal)count;
  for (size_t k = 0; k < count; k++)
    t->data[t->count++] = literals[k];
  return ++t->clauses != t->stop_at;
}

static void clauses_come_again (void **state)
{
  (void)state;
  static taken first, second;
  tiny t = tiny_read ("a 2:3|b | x\na x:1\nb x:2\na b\nb x:1\nb\n");
  bcov_cnf cnf;
  assert_int_equal (bcov_cnf_start (&t.compiled.model, &cnf, NULL), BCOV_OK);
  assert_int_equal (bcov_cnf_encode (&cnf, NULL, NULL, NULL), BCOV_OK);
  int64_t variables = cnf.variables, clauses = cnf.clauses;
  assert_true (variables >= bcov_model_options (&t.compiled.model));
  assert_int_equal (bcov_cnf_encode (&cnf, take, &first, NULL), BCOV_OK);
  assert_int_equal (bcov_cnf_encode (&cnf, take, &second, NULL), BCOV_OK);
  assert_int_equal (cnf.variables, variables);
  assert_int_equal (cnf.clauses, clauses);
  assert_int_equal (first.clauses, clauses);
  assert_int_equal (first.count, second.count);
  assert_memory_equal (first.data, second.data, first.count * sizeof *first.data);
  assert_false (cnf.stopped);
  bcov_cnf_end (&cnf);
  tiny_free (&t);
}

static void a_taker_may_stop (void **state)
{
  (void)state;
  tiny t = tiny_read ("a b c\na b\nb c\na c\na\nb\nc\n");
  bcov_cnf cnf;
  assert_int_equal (bcov_cnf_start (&t.compiled.model, &cnf, NULL), BCOV_OK);
  assert_int_equal (bcov_cnf_encode (&cnf, NULL, NULL, NULL), BCOV_OK);
  size_t all = (size_t)cnf.clauses;
  for (size_t stop = 1; stop <= all; stop++) {
    static taken some;
    some = (taken){.stop_at = stop};
    assert_int_equal (bcov_cnf_encode (&cnf, take, &some, NULL), BCOV_OK);
    assert_true (cnf.stopped);
    assert_int_equal (some.clauses, stop);
  }
  bcov_cnf_end (&cnf);
  tiny_free (&t);
}

static void an_impossible_model_has_the_empty_clause (void **state)
{
  (void)state;
  static taken all;
  tiny t = tiny_read ("a\na\n");
  bcov_cnf cnf;
  t.compiled.model.impossible = true;
  assert_int_equal (bcov_cnf_start (&t.compiled.model, &cnf, NULL), BCOV_OK);
  assert_int_equal (bcov_cnf_encode (&cnf, take, &all, NULL), BCOV_OK);
  assert_int_equal (all.data[all.count - 1], 0);
  bcov_cnf_end (&cnf);
  tiny_free (&t);
}

SUITE (cnf)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (clauses_come_again),
      cmocka_unit_test (a_taker_may_stop),
      cmocka_unit_test (an_impossible_model_has_the_empty_clause),
  };
  return cmocka_run_group_tests_name ("cnf", tests, NULL, NULL);
}
