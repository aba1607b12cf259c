/* Cells of exact cover problems: puzzles that are written as such and read back have the same cells
   as before, however their items are arranged. */

#include "suite.h"

#include "ask.h"
#include "failing.h"
#include "tiny.h"

static uint32_t count_cells (const bcov_model *model)
{
  uint32_t cells = 0;
  for (size_t i = 0; i < model->items.count; i++)
    cells += model->items.data[i].gain;
  return cells;
}

/* Whether all items with gain come before, or after, the others. */
static bool are_together (const bcov_model *model)
{
  uint32_t changes = 0;
  for (size_t i = 1; i < model->items.count; i++)
    changes += model->items.data[i].gain != model->items.data[i - 1].gain;
  return changes <= 1;
}

/* Copies the first line of TEXT with its words in reverse order, and the rest as it is. */
static char *reverse_items (const char *text)
{
  const char *end = strchr (text, '\n');
  char *out = calloc (strlen (text) + 2, 1);
  assert_true (out && end && *text != '|');
  for (const char *from, *to = end; to > text; to = from - (from > text)) {
    for (from = to; from > text && from[-1] != ' ';)
      from--;
    strncat (out, from, (size_t)(to - from));
    strcat (out, " ");
  }
  return strcat (out, end);
}

static void expect_cells (const char *text, uint32_t cells)
{
  tiny back = tiny_read (text);
  assert_int_equal (count_cells (&back.compiled.model), cells);
  assert_true (are_together (&back.compiled.model));
  tiny_free (&back);
}

static void pieces_are_not_cells (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    bool optional; /* pieces, which become secondary items */
  } puzzles[] = {{"6x10", "pentominoes", false},    {"3x20", "pentominoes", false},
                 {"2x3x10", "pentominoes", false},  {"5x4", "tetrominoes", false},
                 {"4x5", "pentominoes:0..1", true}, {"8x8", "X5:1,F5:1,I2:any", false},
                 {"9x12", "L3:any", false},         {"6x8", "L4:5,T4:4,S4:3", false}};
  for (size_t k = 0; k < sizeof puzzles / sizeof *puzzles; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    tiny t = {.mem = mem,
              .puzzle = ask_brief (mem, puzzles[k].board, puzzles[k].pieces, NULL, NULL)};
    assert_int_equal (bcov_compile (t.puzzle, false, NULL, &t.compiled, NULL), BCOV_OK);
    char *text = tiny_write (&t, bcov_dlx_write);
    expect_cells (text, count_cells (&t.compiled.model));
    if (!puzzles[k].optional) {
      char *reversed = reverse_items (text);
      expect_cells (reversed, count_cells (&t.compiled.model));
      free (reversed);
    }
    bcov_free (text);
    tiny_free (&t);
  }
}

/* Writes a Latin square of order 4. */
static void latin (char *text, size_t room)
{
  size_t at = 0;
  for (int i = 0; i < 48; i++)
    at += (size_t)snprintf (text + at, room - at, "%c%d%d%s", "prc"[i / 16], i / 4 % 4, i % 4,
                            i < 47 ? " " : "\n");
  for (int o = 0; o < 64; o++)
    at += (size_t)snprintf (text + at, room - at, "p%d%d r%d%d c%d%d\n", o / 16, o / 4 % 4, o / 16,
                            o % 4, o / 4 % 4, o % 4);
  assert_true (at < room);
}

static void equal_items_are_cells (void **state)
{
  (void)state;
  char text[4096];
  latin (text, sizeof text);
  expect_cells (text, 48);
}

/* Coloured items and quotas are not cells. */
static void other_items_are_not_cells (void **state)
{
  (void)state;
  expect_cells ("a b c 2:3|d | x\na x:1 d\nb x:2 d\nc d\na b\nc\n", 3);
}

static void too_little_memory (void **state)
{
  (void)state;
  tiny t = tiny_read ("a b c p q\na b p\nb c p\na q\nc q\n");
  failing f = failing_start (t.mem);
  while (failing_next (&f)) {
    bcov_compiled again;
    f.status = bcov_compile (t.puzzle, false, NULL, &again, NULL);
    if (!f.status)
      bcov_compiled_free (&again);
  }
  assert_true (f.failed > 5);
  tiny_free (&t);
}

SUITE (cells)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (pieces_are_not_cells), cmocka_unit_test (equal_items_are_cells),
      cmocka_unit_test (other_items_are_not_cells), cmocka_unit_test (too_little_memory)};
  return cmocka_run_group_tests_name ("cells", tests, NULL, NULL);
}
