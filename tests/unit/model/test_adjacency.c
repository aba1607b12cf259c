/* Neighbours: on boards the cells that have a side in common, whatever the pieces; pieces and
   quotas reach everywhere; in exact cover problems hubs are set aside. */

#include "suite.h"

#include "ask.h"
#include "models.h"
#include "model/adjacency.h"
#include "model/compile/compile.h"

typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_adjacency graph;
} made;

static void make (made *m, bcov_puzzle *puzzle, bcov_mem *mem)
{
  bool worth = false;
  *m = (made){.mem = mem, .puzzle = puzzle};
  assert_int_equal (bcov_compile (puzzle, false, NULL, &m->compiled, NULL), 0);
  assert_int_equal (bcov_adjacency_make (&m->compiled.model, NULL, &m->graph, &worth, NULL), 0);
  assert_true (worth);
}

static void make_brief (made *m, const char *board, const char *pieces, const char *lattice)
{
  bcov_mem *mem = bcov_mem_new (0);
  make (m, ask_brief (mem, board, pieces, lattice, NULL), mem);
}

static void end (made *m)
{
  bcov_adjacency_free (&m->graph);
  bcov_compiled_free (&m->compiled);
  ask_end (m->mem, m->puzzle);
}

static bool beside (const bcov_adjacency *graph, uint32_t a, uint32_t b)
{
  for (uint32_t k = graph->beside.first[a]; k < graph->beside.first[a + 1]; k++)
    if (graph->beside.of.data[k] == b)
      return true;
  return false;
}

/* Rows x columns cells, neighbours exactly those with a side in common. */
static void check_grid (const char *pieces, int rows, int columns)
{
  char board[32];
  snprintf (board, sizeof board, "%dx%d", rows, columns);
  made m;
  make_brief (&m, board, pieces, NULL);
  for (int a = 0; a < rows * columns; a++)
    for (int b = 0; b < rows * columns; b++) {
      int apart = abs (a / columns - b / columns) + abs (a % columns - b % columns);
      if (beside (&m.graph, (uint32_t)a, (uint32_t)b) != (apart == 1))
        fail_msg ("%s on %s: cells %d and %d", pieces, board, a, b);
    }
  end (&m);
}

static void sides_in_common (void **state)
{
  (void)state;
  check_grid ("I2:any", 4, 5);
  check_grid ("I3:any", 6, 7);
  check_grid ("L3:any", 5, 9);
  check_grid ("O4:any", 6, 6);
  check_grid ("I5:any", 11, 12);
  check_grid ("trominoes:any", 6, 7);
  check_grid ("tetrominoes:any", 6, 8);
  check_grid ("pentominoes:any", 6, 10);
  check_grid ("pentominoes", 6, 10);
}

/* On the other lattices: six neighbours inside, three, six. */
static void other_lattices (void **state)
{
  (void)state;
  made hex;
  make_brief (&hex, "7x7", "trihexes:any", "hex");
  assert_int_equal (hex.graph.beside.first[25] - hex.graph.beside.first[24], 6);
  end (&hex);
  made triangle;
  make_brief (&triangle, "7x9", "tetriamonds:any", "triangle");
  assert_int_equal (triangle.graph.beside.first[32] - triangle.graph.beside.first[31], 3);
  end (&triangle);
  made cube;
  make_brief (&cube, "3x3x3", "tetracubes:any", NULL);
  assert_int_equal (cube.graph.beside.first[14] - cube.graph.beside.first[13], 6);
  end (&cube);
}

static void pieces_are_far (void **state)
{
  (void)state;
  made m;
  make_brief (&m, "6x10", "pentominoes", NULL);
  for (uint32_t i = 0; i < m.compiled.model.items.count; i++)
    assert_int_equal (m.graph.role[i], i < 60 ? BCOV_GUARD : BCOV_FAR);
  end (&m);
}

/* Tiles of one cell meet only at their sides. */
static void sides_are_links (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, "board: 3x4\n"
                                       "pieces:\n"
                                       "  - {name: t1, shape: X, sides: [a, a, b, b], "
                                       "count: any}\n");
  made m;
  make (&m, puzzle, mem);
  uint32_t links = 0;
  for (uint32_t i = 0; i < m.compiled.model.items.count; i++)
    links += m.graph.role[i] == BCOV_LINK;
  assert_int_equal (links, 3 * 3 + 2 * 4);
  assert_int_equal (m.graph.beside.first[1] - m.graph.beside.first[0], 2);
  end (&m);
}

/* Items without gain: a hub is told by its many neighbours. */
static void hubs_are_far (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 31, 1, 1);
  bcov_adjacency graph;
  bool worth;
  for (uint32_t i = 0; i + 1 < 30; i++)
    models_add (&model, 3u << i | (i % 2 ? 1u << 30 : 0));
  assert_int_equal (bcov_adjacency_make (&model, NULL, &graph, &worth, NULL), 0);
  assert_true (worth);
  for (uint32_t i = 0; i < 31; i++)
    assert_int_equal (graph.role[i], i < 30 ? BCOV_GUARD : BCOV_FAR);
  assert_true (beside (&graph, 7, 8));
  assert_false (beside (&graph, 7, 9));
  bcov_adjacency_free (&graph);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Options so long that pairs would be too many: each item to the next; or not worth it at all. */
static void long_options (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  enum { LONG = 8000 };
  static bcov_touch touches[LONG];
  for (uint32_t length = 40; length <= LONG; length *= 200) {
    bcov_model model = models_new (mem, LONG, 0, 1);
    bcov_adjacency graph;
    bool worth;
    for (uint32_t k = 0; k < length; k++)
      touches[k] = (bcov_touch){.item = k, .times = 1};
    assert_int_equal (bcov_model_option (&model, touches, length, 0, NULL), 0);
    assert_int_equal (bcov_adjacency_make (&model, NULL, &graph, &worth, NULL), 0);
    assert_int_equal (worth, length < LONG);
    if (worth)
      assert_true (beside (&graph, 5, 6) && !beside (&graph, 5, 7));
    bcov_adjacency_free (&graph);
    bcov_model_free (&model);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void no_memory (void **state)
{
  (void)state;
  made m;
  make_brief (&m, "4x5", "L3:1..4,I2:any", NULL);
  size_t used = bcov_mem_used (m.mem);
  for (size_t n = 1;; n++) {
    bcov_adjacency graph;
    bool worth;
    bcov_mem_fail_at (m.mem, n);
    bcov_status status = bcov_adjacency_make (&m.compiled.model, NULL, &graph, &worth, NULL);
    bcov_mem_fail_at (m.mem, 0);
    bcov_adjacency_free (&graph);
    assert_int_equal (bcov_mem_used (m.mem), used);
    if (!status)
      break;
    assert_int_equal (status, BCOV_FAULT);
  }
  end (&m);
}

SUITE (adjacency)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sides_in_common), cmocka_unit_test (other_lattices),
      cmocka_unit_test (pieces_are_far),  cmocka_unit_test (sides_are_links),
      cmocka_unit_test (hubs_are_far),    cmocka_unit_test (long_options),
      cmocka_unit_test (no_memory),
  };
  return cmocka_run_group_tests_name ("adjacency", tests, NULL, NULL);
}
