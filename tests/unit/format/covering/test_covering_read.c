/* Reading coverings from files, and options of exact cover problems. */

#include "suite.h"

#include "base/random.h"
#include "random_cases.h"
#include "readback.h"
#include "puzzle/lettering.h"
#include "base/text.h"
#include "format/covering/covering_write.h"
#include "format/puzzle/dlx_read.h"

/* ---- files ---- */

static bcov_puzzle *squares (bcov_mem *mem)
{
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..../..../..../....");
  make_piece (puzzle, "O4", "XX/XX", 0, 9);
  make_piece (puzzle, "I1", "X", 0, 99);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  return puzzle;
}

/* Writes COVERING as `list` does, in letters or as JSON. */
static void put_covering (const bcov_covering *covering, bool json, bcov_text *out)
{
  const bcov_board *board = &covering->puzzle->board;
  uint32_t letters[16] = {0}, drawing[16];
  if (json) {
    bcov_text_char (out, '{');
    assert_int_equal (bcov_covering_write_json (covering, out, NULL), BCOV_OK);
    bcov_text_put (out, "}\n");
    return;
  }
  assert_int_equal (bcov_lettering_once (covering, letters, NULL), BCOV_OK);
  for (size_t k = 0; k < 16; k++)
    drawing[k] = '.';
  for (size_t k = 0; k < covering->laid.count; k++)
    for (uint32_t c = 0; c < covering->laid.data[k].count; c++)
      drawing[covering->cells.data[covering->laid.data[k].first + c]] = letters[k];
  for (size_t k = 0; k < 16; k++) {
    bcov_text_rune (out, drawing[k]);
    if ((k + 1) % (size_t)board->columns == 0)
      bcov_text_char (out, '\n');
  }
  bcov_text_char (out, '\n');
}

/* Places squares and single cells at random on the 4 x 4 board. */
static void lay_at_random (bcov_covering *covering, bcov_random *random)
{
  bool taken[25] = {0};
  bcov_covering_clear (covering);
  for (uint32_t at = 0; at < 16; at++) {
    uint32_t square[4] = {at, at + 1, at + 4, at + 5};
    bool room = at % 4 < 3 && at < 12 && !taken[at] && !taken[at + 1];
    if (taken[at] || !bcov_random_below (random, 4))
      continue;
    if (room && bcov_random_below (random, 2)) {
      taken[at + 1] = taken[at + 4] = taken[at + 5] = true;
      assert_int_equal (bcov_covering_lay (covering, 0, 0, square, 4, NULL), 0);
    } else
      assert_int_equal (bcov_covering_lay (covering, 1, 0, &at, 1, NULL), 0);
  }
  bcov_covering_sort (covering);
}

static void what_is_written_is_read_back (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = squares (mem);
  bcov_covering *covering = NULL;
  bcov_random random = {cases_seed (0)};
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  for (int json = 0; json < 2; json++) {
    bcov_text text = {0}, expected = {0};
    for (uint64_t round = 0; round < cases (200); round++) {
      lay_at_random (covering, &random);
      bcov_place place = {"in", json ? round + 1 : 5 * round + 1, 0};
      put_covering (covering, json, &text);
      readback_see (covering, &place, false, &expected);
    }
    readback (puzzle, text.data, BCOV_OK, expected.data, "");
    bcov_text_drop (&text);
    bcov_text_drop (&expected);
  }
  make_end (mem, NULL, puzzle, covering);
}

static bool see_first (bcov_covering *covering, const bcov_place *place, bool partial, void *data)
{
  (void)covering;
  (void)place;
  (void)partial;
  return ++*(int *)data < 2;
}

static void the_reader_may_have_seen_enough (void **state)
{
  (void)state;
  const char *text = "{\"placements\":[]}\n{\"placements\":[]}\n{\"placements\":[]}\n";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = squares (mem);
  int seen = 0;
  assert_int_equal (bcov_covering_read (puzzle, "in", text, strlen (text), see_first, &seen, NULL),
                    BCOV_OK);
  assert_int_equal (seen, 2);
  make_end (mem, NULL, puzzle, NULL);
}

static void no_text (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = squares (mem);
  int seen = 0;
  assert_int_equal (bcov_covering_read (puzzle, "in", "\0", 1, see_first, &seen, NULL), BCOV_INPUT);
  assert_int_equal (bcov_covering_read (puzzle, "in", "\x89PNG", 4, see_first, &seen, NULL),
                    BCOV_INPUT);
  assert_int_equal (seen, 0);
  make_end (mem, NULL, puzzle, NULL);
}

/* A file that contains only mistakes: the first two hundred are reported, and the others are
   counted. */
static void many_mistakes (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = squares (mem);
  bcov_error *err = bcov_error_new ();
  bcov_text text = {0};
  int seen = -1000;
  for (int k = 0; k < 500; k++)
    bcov_text_put (&text, "{}\n");
  assert_int_equal (
      bcov_covering_read (puzzle, "in", text.data, text.length, see_first, &seen, err), BCOV_INPUT);
  assert_int_equal (seen, -500);
  assert_non_null (strstr (bcov_error_text (err), "\nin: and 300 more mistakes"));
  bcov_text_drop (&text);
  make_end (mem, err, puzzle, NULL);
}

static bool see_all (bcov_covering *covering, const bcov_place *place, bool partial, void *data)
{
  (void)covering;
  (void)place;
  (void)partial;
  ++*(int *)data;
  return true;
}

/* A valid text with some bytes changed is read, or refused with a message, without a crash. */
static void random_changes (void **state)
{
  (void)state;
  static const char letters[] = "IOA.#{}[]\":,01 \n\n\\piececells";
  static const char *const good[2] = {
      "OOAA\nOOAA\nI..I\n.II.\n\n....\n",
      "{\"cells\":5,\"placements\":[{\"piece\":\"O4\",\"cells\":[[0,0],[0,1],[1,0],[1,1]]},"
      "{\"piece\":\"I1\",\"cells\":[[3,3]]}]}\n"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = squares (mem);
  bcov_error *err = bcov_error_new ();
  bcov_random random = {cases_seed (0)};
  size_t used = bcov_mem_used (mem);
  for (uint64_t round = 0; round < cases (4000); round++) {
    char text[200];
    int seen = 0;
    size_t length = strlen (good[round & 1]);
    memcpy (text, good[round & 1], length);
    for (size_t k = 1 + bcov_random_below (&random, 4); k > 0; k--)
      text[bcov_random_below (&random, length)] =
          letters[bcov_random_below (&random, sizeof letters - 1)];
    bcov_error_reset (err);
    bcov_status status = bcov_covering_read (puzzle, "in", text, length, see_all, &seen, err);
    assert_true (status <= BCOV_INPUT);
    assert_int_equal (status == BCOV_OK, *bcov_error_text (err) == 0);
    assert_int_equal (bcov_mem_used (mem), used);
  }
  make_end (mem, err, puzzle, NULL);
}

/* ---- options ---- */

static void lines_of_items (void **state)
{
  (void)state;
  const char *text = "alpha beta gamma | x y\nalpha x:1\nbeta x:1\ngamma\nbeta gamma y\ngamma\n";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_dlx_read (mem, "t.dlx", text, strlen (text), &puzzle, NULL), BCOV_OK);
  readback (puzzle, "alpha x:1\nbeta x:1\ngamma\n\nx:1 alpha\n y  gamma beta\r\n", BCOV_OK,
            "1:0,1,2;5:0,3;", "");
  readback (puzzle, "gamma\ngamma\n", BCOV_OK, "1:2,4;", "");
  readback (puzzle, "gamma\ngamma\ngamma\n", BCOV_WRONG, "1!;",
            "in:3: 'gamma' appears twice in this covering");
  readback (puzzle, "alhpa x:1\n\ngamma\n", BCOV_WRONG, "1!;3:2;",
            "in:1:1: unknown item 'alhpa'; did you mean 'alpha'?");
  readback (puzzle, "alpha x:2\n\nalpha alpha\n\nalpha\n", BCOV_WRONG, "1!;3!;5!;",
            "in:1:7: 'x:2' has a colour that the problem does not have\nin:3:7: the item of "
            "'alpha' appears twice in this option\nin:5: 'alpha' is not an option of the problem; "
            "each line must list all items of one option");
  readback (puzzle, "", BCOV_OK, "", "");
  make_end (mem, NULL, puzzle, NULL);
}

SUITE (covering_read)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (what_is_written_is_read_back),
      cmocka_unit_test (the_reader_may_have_seen_enough),
      cmocka_unit_test (no_text),
      cmocka_unit_test (many_mistakes),
      cmocka_unit_test (random_changes),
      cmocka_unit_test (lines_of_items),
  };
  return cmocka_run_group_tests_name ("covering_read", tests, NULL, NULL);
}
