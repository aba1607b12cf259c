/* Shared by the tests of src/format: memory and messages for each test, and checks that a text is
   refused with a certain message. */

#ifndef BCOV_FORMAT_HELP_H
#define BCOV_FORMAT_HELP_H

#include "suite.h"

#include "format/puzzle/yaml_read.h"

#include <stdlib.h>
#include <string.h>

/* The state of a test. */
typedef struct {
  bcov_mem *mem;
  bcov_error *err;
} fixture;

static inline int setup (void **state)
{
  fixture *f = calloc (1, sizeof *f);
  f->mem = bcov_mem_new (0);
  f->err = bcov_error_new ();
  *state = f;
  return 0;
}

static inline int teardown (void **state)
{
  fixture *f = *state;
  size_t left = bcov_mem_used (f->mem);
  bcov_mem_delete (f->mem);
  bcov_error_free (f->err);
  free (f);
  assert_int_equal (left, 0);
  return 0;
}

#define format_test(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

/* Checks that the message of the fixture contains PART. */
#define assert_says(f, part)                                                                       \
  do {                                                                                             \
    if (!strstr (bcov_error_text ((f)->err), part))                                                \
      fail_msg ("'%s' is not in: %s", part, bcov_error_text ((f)->err));                           \
  } while (0)

#define assert_silent(f) assert_string_equal (bcov_error_text ((f)->err), "")

/* Reads TEXT as box.yaml.  Returns NULL if it is refused, and checks that the status is BCOV_INPUT.
 */
static inline bcov_puzzle *read_yaml (fixture *f, const char *text)
{
  bcov_puzzle *puzzle = NULL;
  bcov_error_reset (f->err);
  bcov_status status = bcov_yaml_read (f->mem, "box.yaml", text, strlen (text), &puzzle, f->err);
  assert_true (status == BCOV_OK || status == BCOV_INPUT);
  assert_int_equal (status == BCOV_OK, puzzle != NULL);
  const char *said = bcov_error_text (f->err);
  assert_true (status == BCOV_OK ? !*said || strstr (said, "warning: ") : *said);
  return puzzle;
}

static inline bcov_puzzle *must_read (fixture *f, const char *text)
{
  bcov_puzzle *puzzle = read_yaml (f, text);
  if (!puzzle)
    fail_msg ("refused: %s", bcov_error_text (f->err));
  return puzzle;
}

/* Checks that TEXT is refused with MESSAGE and no other message. */
#define assert_refuses(f, text, message)                                                           \
  do {                                                                                             \
    bcov_puzzle *refused_ = read_yaml (f, text);                                                   \
    bcov_puzzle_free (refused_);                                                                   \
    assert_null (refused_);                                                                        \
    assert_says (f, message);                                                                      \
    assert_int_equal (bcov_error_count ((f)->err), 1);                                             \
  } while (0)

/* Checks that TEXT is refused and that MESSAGE is one of the messages. */
#define assert_complains(f, text, message)                                                         \
  do {                                                                                             \
    bcov_puzzle *refused_ = read_yaml (f, text);                                                   \
    bcov_puzzle_free (refused_);                                                                   \
    assert_null (refused_);                                                                        \
    assert_says (f, message);                                                                      \
  } while (0)

static inline const bcov_piece *piece_named (const bcov_puzzle *puzzle, const char *name)
{
  int32_t number = bcov_puzzle_piece (puzzle, name, strlen (name));
  assert_true (number >= 0);
  return &puzzle->pieces.data[number];
}

#endif
