/* Tests of src/format/surrogate.c. */

#include "suite.h"
#include "format_help.h"
#include "format/tree/surrogate.h"

#define MARKS BCOV_SURROGATE_MARK BCOV_SURROGATE_MARK

/* WANTED NULL: nothing is to be joined. */
static void check (fixture *f, const char *text, const char *wanted)
{
  char *joined = NULL;
  size_t length = 0;
  assert_int_equal (bcov_surrogate_join (f->mem, text, strlen (text), &joined, &length, f->err),
                    BCOV_OK);
  assert_int_equal (joined != NULL, wanted != NULL);
  if (wanted) {
    assert_int_equal (length, strlen (wanted));
    assert_memory_equal (joined, wanted, length);
  }
  bcov_mem_free (f->mem, joined);
}

static void joins_pairs (void **state)
{
  fixture *f = *state;
  check (f, "{\"a\\ud83d\\ude00b\"}", "{\"a\\U0001f600" MARKS "b\"}");
  check (f, " [\"\\uD83D\\uDE00\\n\"]", " [\"\\U0001f600" MARKS "\\n\"]");
  check (f, "[\"\\udbff\\udfff\"]", "[\"\\U0010ffff" MARKS "\"]");
}

static void leaves_others (void **state)
{
  fixture *f = *state;
  check (f, "title: \"\\ud83d\\ude00\"", NULL);  /* no JSON */
  check (f, "[\"\\\\ud83d\\\\ude00\"]", NULL);   /* escaped backslashes */
  check (f, "[\"\\ud83d\", \"\\ude00\"]", NULL); /* apart */
  check (f, "[\"\\ude00\\ud83d\"]", NULL);       /* the wrong way round */
  check (f, "[\"\\u2196 \\ud83d\\ude0", NULL);   /* the end is missing */
  check (f, "[\"\\ud83d\\u", NULL);
  check (f, "[\"\\", NULL);
  check (f, "", NULL);
}

static void cleans_texts (void **state)
{
  (void)state;
  char text[] = "\xf0\x9f\x98\x80" MARKS "b" MARKS;
  size_t length = bcov_surrogate_clean (text, sizeof text - 1);
  assert_int_equal (length, 5);
  assert_memory_equal (text,
                       "\xf0\x9f\x98\x80"
                       "b",
                       5);
}

SUITE (surrogate)
{
  const struct CMUnitTest tests[] = {
      format_test (joins_pairs),
      format_test (leaves_others),
      format_test (cleans_texts),
  };
  return cmocka_run_group_tests_name ("surrogate", tests, NULL, NULL);
}
