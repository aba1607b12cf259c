/* Graphs and faces: on random boards of all lattices the graph has the cells' neighbours as edges,
   and the faces are those of a drawing, checked by Euler's formula, by areas, and by known tilings.
 */

#include "suite.h"

#include "failing.h"
#include "make.h"
#include "models.h"
#include "random_cases.h"
#include "engine/match/graph.h"
#include "model/compile/compile.h"
#include "model/reduce/component.h"
#include "model/reduce/reduce.h"
#include "model/symmetry/orbit.h"

enum { MOST_SIDE = 7, DRAWING = MOST_SIDE * (MOST_SIDE + 1) };

/* ---- puzzles ---- */

/* A drawing of ROWS x COLUMNS; one of HOLES cells is a hole (0: none). */
static void draw_board (bcov_random *random, uint32_t rows, uint32_t columns, uint32_t holes,
                        char *drawing)
{
  for (uint32_t r = 0; r < rows; r++) {
    for (uint32_t c = 0; c < columns; c++)
      *drawing++ = holes && !models_below (random, holes) ? '#'
                   : models_below (random, 9)             ? '.'
                                                          : '?';
    *drawing++ = '/';
  }
  drawing[-1] = 0;
}

static bcov_puzzle *open_board (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap,
                                const char *drawing, const char *piece)
{
  bcov_puzzle *puzzle = make_puzzle (mem, lattice, wrap, drawing);
  make_piece (puzzle, "p", piece, 0, BCOV_MANY);
  bcov_mem_free (mem, puzzle->board.letter);
  puzzle->board.letter = NULL;
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  return puzzle;
}

/* A random board on which the dominoes of its lattice may lie. */
static bcov_puzzle *draw_puzzle (bcov_mem *mem, bcov_random *random)
{
  char drawing[DRAWING];
  bcov_lattice lattice = (bcov_lattice)models_below (random, BCOV_LATTICES);
  bcov_wrap wrap = lattice == BCOV_SQUARE ? (bcov_wrap)models_below (random, 4) : BCOV_WRAP_NONE;
  draw_board (random, 1 + models_below (random, MOST_SIDE), 1 + models_below (random, MOST_SIDE),
              models_below (random, 8), drawing);
  return open_board (mem, lattice, wrap, drawing, "XX");
}

static bcov_compiled compile (const bcov_puzzle *puzzle)
{
  bcov_compiled compiled;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  return compiled;
}

/* ---- checks ---- */

/* Checks that each option is behind exactly one edge, which has its ends. */
static void check_edges (const bcov_model *model, const bcov_graph *g)
{
  uint32_t options = bcov_model_options (model), n;
  uint8_t *met = test_calloc (options + 1u, 1);
  for (uint32_t e = 0; e < g->edges; e++) {
    assert_true (bcov_graph_options (g, e) > 0);
    for (uint32_t k = g->first[e]; k < g->first[e + 1]; k++) {
      const bcov_touch *t = bcov_model_touches (model, g->option[k], &n);
      assert_int_equal (met[g->option[k]]++, 0);
      assert_int_equal (g->tail[2 * e], t[0].item);
      if (n == 2)
        assert_int_equal (g->tail[2 * e + 1], t[1].item);
      else
        assert_true (g->tail[2 * e + 1] >= g->items);
      assert_true (k == g->first[e] || g->option[k - 1] < g->option[k]);
    }
  }
  assert_int_equal (g->first[g->edges], options);
  test_free (met);
}

/* Checks the lists of darts, the components and the colours. */
static void check_vertices (const bcov_model *model, const bcov_graph *g)
{
  uint32_t darts = 0, parts = 0, clashes = 0;
  uint8_t *met = test_calloc (2 * g->edges + 1u, 1);
  for (uint32_t v = 0; v < g->vertices; v++) {
    bcov_item item = v < g->items ? model->items.data[v] : (bcov_item){0};
    assert_int_equal (g->must[v], item.lo);
    assert_int_equal (g->gain[v], item.gain);
    assert_true (g->part[v] <= parts);
    parts += g->part[v] == parts;
    assert_true (v < g->items || g->start[v + 1] - g->start[v] == 1);
    for (uint32_t k = g->start[v]; k < g->start[v + 1]; k++, darts++) {
      assert_int_equal (g->tail[g->dart[k]], v);
      assert_int_equal (met[g->dart[k]]++, 0);
      uint32_t other = bcov_graph_head (g, g->dart[k]);
      assert_int_equal (g->part[other], g->part[v]);
      clashes += g->colour[other] == g->colour[v];
    }
  }
  assert_int_equal (darts, 2 * g->edges);
  assert_int_equal (parts, g->parts);
  assert_int_equal (g->bipartite, clashes == 0);
  test_free (met);
}

/* Makes the graph of MODEL, which must have one, and checks it. */
static bcov_graph graph_of (const bcov_model *model)
{
  bcov_graph g;
  bool applies;
  assert_int_equal (bcov_graph_make (model, &g, &applies, NULL), 0);
  assert_true (applies);
  check_edges (model, &g);
  check_vertices (model, &g);
  return g;
}

/* Traces the faces and checks that each dart is on one, that each walk continues at the vertex
   where it arrives and turns as little as possible, and Euler's formula. */
static bcov_faces faces_of (const bcov_graph *g)
{
  bcov_faces faces;
  uint32_t alone = 0;
  assert_true (g->rotation);
  assert_int_equal (bcov_faces_trace (g, &faces, NULL), 0);
  assert_int_equal (faces.start[faces.count], 2 * g->edges);
  for (uint32_t d = 0; d < 2 * g->edges; d++)
    assert_true (faces.of[d] < faces.count);
  for (uint32_t f = 0; f < faces.count; f++)
    for (uint32_t first = faces.start[f], end = faces.start[f + 1], k = first; k < end; k++) {
      uint32_t next = faces.dart[k + 1 < end ? k + 1 : first];
      assert_int_equal (faces.of[faces.dart[k]], f);
      assert_int_equal (g->tail[next], bcov_graph_head (g, faces.dart[k]));
    }
  for (uint32_t v = 0; v < g->vertices; v++)
    alone += g->start[v] == g->start[v + 1];
  assert_int_equal ((int64_t)g->vertices - g->edges + faces.count + alone,
                    2 * (int64_t)g->parts - 2 * (int64_t)faces.genus);
  return faces;
}

/* ---- boards ---- */

/* Whether the vertices are cells with their neighbours, each once. */
static void check_neighbours (const bcov_board *board, const bcov_graph *g)
{
  assert_int_equal (g->items, board->n_cells);
  for (uint32_t v = 0; v < g->items; v++) {
    uint32_t near[BCOV_MOST_NEIGHBOURS];
    size_t n = bcov_board_neighbours (board, v, near), found = 0;
    assert_int_equal (g->start[v + 1] - g->start[v], n);
    for (size_t k = 0; k < n; k++)
      for (uint32_t d = g->start[v]; d < g->start[v + 1]; d++)
        found += bcov_graph_head (g, g->dart[d]) == near[k];
    assert_int_equal (found, n);
  }
}

/* Twice the area that the boundary of face F of a plane drawing encloses counterclockwise. */
static int64_t area (const bcov_board *board, const bcov_graph *g, const bcov_faces *faces,
                     uint32_t f)
{
  int64_t sum = 0;
  for (uint32_t k = faces->start[f]; k < faces->start[f + 1]; k++) {
    uint32_t d = faces->dart[k];
    bcov_point a = bcov_lattice_point (board->lattice, board->cells[g->tail[d]]);
    bcov_point b = bcov_lattice_point (board->lattice, board->cells[bcov_graph_head (g, d)]);
    sum += a.y * b.x - a.x * b.y; /* rows grow downwards */
  }
  return sum;
}

/* In each component of a plane drawing, one face surrounds all others clockwise. */
static void check_areas (const bcov_board *board, const bcov_graph *g, const bcov_faces *faces)
{
  for (uint32_t p = 0; p < g->parts; p++) {
    int64_t sum = 0;
    uint32_t outer = 0, listed = 0;
    for (uint32_t f = 0; f < faces->count; f++) {
      if (g->part[g->tail[faces->dart[faces->start[f]]]] != p)
        continue;
      sum += area (board, g, faces, f);
      outer += area (board, g, faces, f) <= 0;
      listed++;
    }
    assert_int_equal (sum, 0);
    assert_int_equal (outer, listed > 0);
  }
}

static void boards_become_graphs (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), plane = 0, tori = 0;
  for (uint64_t k = 0; k < cases (2000); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = draw_puzzle (mem, &random);
    const bcov_board *board = &puzzle->board;
    bcov_compiled compiled = compile (puzzle);
    bcov_graph g = graph_of (&compiled.model);
    check_neighbours (board, &g);
    if (board->lattice != BCOV_CUBE) {
      bcov_faces faces = faces_of (&g);
      assert_true (faces.genus <= (board->wrap == BCOV_WRAP_BOTH));
      if (board->wrap == BCOV_WRAP_NONE)
        check_areas (board, &g, &faces);
      plane += faces.genus == 0 && faces.count > 3;
      tori += faces.genus;
      bcov_faces_free (&faces);
    } else
      assert_true (g.rotation == (g.edges == 0));
    bcov_graph_free (&g);
    bcov_compiled_free (&compiled);
    make_end (mem, NULL, puzzle, NULL);
  }
  print_message ("%llu plane, %llu tori\n", (unsigned long long)plane, (unsigned long long)tori);
  assert_true (cases_enough (plane, 400) && cases_enough (tori, 30));
}

/* Full boards, whose faces are known. */
static void tilings_have_their_faces (void **state)
{
  (void)state;
  static const struct {
    bcov_lattice lattice;
    bcov_wrap wrap;
    uint32_t rows, columns;
    uint32_t length, faces; /* those of the most frequent length */
    uint32_t all, genus;
  } full[] = {
      {BCOV_SQUARE, BCOV_WRAP_NONE, 4, 6, 4, 15, 16, 0},
      {BCOV_SQUARE, BCOV_WRAP_COLUMNS, 4, 6, 4, 18, 20, 0},
      {BCOV_SQUARE, BCOV_WRAP_ROWS, 5, 3, 4, 10, 12, 0},
      {BCOV_SQUARE, BCOV_WRAP_BOTH, 3, 3, 4, 9, 9, 1},
      {BCOV_SQUARE, BCOV_WRAP_BOTH, 5, 6, 4, 30, 30, 1},
      {BCOV_SQUARE, BCOV_WRAP_BOTH, 2, 6, 4, 6, 8, 0}, /* two rows touch once: a tube */
      {BCOV_HEX, BCOV_WRAP_NONE, 3, 5, 3, 16, 17, 0},
      {BCOV_TRIANGLE, BCOV_WRAP_NONE, 4, 5, 6, 5, 6, 0},
  };
  for (size_t k = 0; k < sizeof full / sizeof *full; k++) {
    char drawing[DRAWING];
    bcov_random random = {k};
    bcov_mem *mem = bcov_mem_new (0);
    draw_board (&random, full[k].rows, full[k].columns, 0, drawing);
    bcov_puzzle *puzzle = open_board (mem, full[k].lattice, full[k].wrap, drawing, "XX");
    bcov_compiled compiled = compile (puzzle);
    bcov_graph g = graph_of (&compiled.model);
    bcov_faces faces = faces_of (&g);
    uint32_t found = 0;
    for (uint32_t f = 0; f < faces.count; f++)
      found += faces.start[f + 1] - faces.start[f] == full[k].length;
    assert_int_equal (found, full[k].faces);
    assert_int_equal (faces.count, full[k].all);
    assert_int_equal (faces.genus, full[k].genus);
    bcov_faces_free (&faces);
    bcov_graph_free (&g);
    bcov_compiled_free (&compiled);
    make_end (mem, NULL, puzzle, NULL);
  }
}

/* ---- reduced and symmetric models ---- */

/* Checks the components of MODEL after a reduction, which must have drawings of at most GENUS. */
static uint64_t check_reduced (const bcov_model *model, uint32_t genus)
{
  bcov_model reduced;
  bcov_components parts;
  uint64_t edges = 0;
  assert_int_equal (bcov_reduce_lightly (model, NULL, &reduced, NULL), 0);
  assert_int_equal (bcov_component_split (&reduced, &parts, NULL), 0);
  for (size_t k = 0; k < parts.count; k++) {
    bcov_graph g = graph_of (&parts.data[k]);
    bcov_faces faces = faces_of (&g);
    assert_true (faces.genus <= genus);
    edges += g.edges;
    bcov_faces_free (&faces);
    bcov_graph_free (&g);
  }
  bcov_components_free (model->mem, &parts);
  bcov_model_free (&reduced);
  return edges;
}

/* Reductions and components keep the drawing, and the coverings that a symmetry leaves unchanged
   are matchings in the plane too. */
static void drawings_survive (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (5000000), edges = 0, folded = 0;
  for (uint64_t k = 0; k < cases (600); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = draw_puzzle (mem, &random);
    bcov_compiled compiled = compile (puzzle);
    bcov_orbits orbits;
    bcov_wrap wrap = puzzle->board.wrap;
    if (puzzle->board.lattice != BCOV_CUBE) {
      edges += check_reduced (&compiled.model, wrap == BCOV_WRAP_BOTH);
      assert_int_equal (bcov_orbits_find (&compiled, NULL, &orbits, NULL), 0);
      for (uint32_t g = 1; g < orbits.count && wrap == BCOV_WRAP_NONE; g++) {
        bcov_model fixed;
        assert_int_equal (bcov_orbits_fixed_by (&orbits, &compiled.model, &g, 1, &fixed, NULL), 0);
        folded += check_reduced (&fixed, 0);
        bcov_model_free (&fixed);
      }
      bcov_orbits_free (&orbits);
    }
    bcov_compiled_free (&compiled);
    make_end (mem, NULL, puzzle, NULL);
  }
  print_message ("%llu edges, %llu folded\n", (unsigned long long)edges,
                 (unsigned long long)folded);
  assert_true (cases_enough (edges, 2000) && cases_enough (folded, 100));
}

/* ---- other models ---- */

/* A random model whose options touch one or two items. */
static bcov_model draw_model (bcov_mem *mem, bcov_random *random)
{
  uint32_t items = 1 + models_below (random, 12);
  bcov_model model = models_new (mem, items, 0, 1);
  for (uint32_t i = 0; i < items; i++) {
    model.items.data[i].lo = models_below (random, 2);
    model.items.data[i].gain = models_below (random, 2);
  }
  for (uint32_t n = models_below (random, 30); n; n--)
    models_add (&model, 1u << models_below (random, items) | 1u << models_below (random, items));
  return model;
}

static void any_pairs_are_edges (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (6000000), parallel = 0, pendant = 0;
  for (uint64_t k = 0; k < cases (1000); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = draw_model (mem, &random);
    bcov_graph g = graph_of (&model);
    for (uint32_t e = 1; e < g.edges; e++) /* sorted, and no two have the same ends */
      assert_true (g.tail[2 * e - 2] < g.tail[2 * e] ||
                   (g.tail[2 * e - 2] == g.tail[2 * e] && g.tail[2 * e - 1] < g.tail[2 * e + 1]));
    parallel += bcov_model_options (&model) - g.edges;
    pendant += g.vertices - g.items;
    bcov_graph_free (&g);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (parallel, 500) && cases_enough (pendant, 500));
}

static bool applies_to (const bcov_model *model, bool *rotation)
{
  bcov_graph g;
  bool applies;
  assert_int_equal (bcov_graph_make (model, &g, &applies, NULL), 0);
  *rotation = g.rotation;
  bcov_graph_free (&g);
  return applies;
}

static void other_models_are_not_graphs (void **state)
{
  (void)state;
  bool rotation;
  for (int k = 0; k < 6; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_new (mem, 4, k == 1 ? 2 : 0, k == 1 ? 2 : 1);
    models_add (&model, k == 2 ? 0 : k == 3 ? 7 : 3);
    if (k == 4)
      model.touches.data[1].times = 2;
    if (k == 5) {
      model.items.data[1] = (bcov_item){.hi = BCOV_MANY, .coloured = true};
      model.touches.data[1].colour = 1;
    }
    assert_int_equal (applies_to (&model, &rotation), k == 0);
    bcov_model_free (&model);
    bcov_mem_delete (mem);
  }
}

/* A piece whose cells do not touch is not drawn. */
static void split_pieces_have_no_drawing (void **state)
{
  (void)state;
  bool rotation;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = open_board (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..../....", "X.X");
  bcov_compiled compiled = compile (puzzle);
  assert_true (applies_to (&compiled.model, &rotation));
  assert_false (rotation);
  bcov_compiled_free (&compiled);
  make_end (mem, NULL, puzzle, NULL);
}

static void memory_may_run_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = open_board (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..../....", "XX");
  bcov_compiled compiled = compile (puzzle);
  bcov_graph g = {0};
  bool applies;
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    f.status = bcov_graph_make (&compiled.model, &g, &applies, NULL);
    bcov_graph_free (&g);
  }
  assert_true (f.failed > 10);
  g = graph_of (&compiled.model);
  f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_faces faces = {0};
    f.status = bcov_faces_trace (&g, &faces, NULL);
    bcov_faces_free (&faces);
  }
  assert_true (f.failed > 3);
  bcov_graph_free (&g);
  bcov_compiled_free (&compiled);
  make_end (mem, NULL, puzzle, NULL);
}

SUITE (graph)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (boards_become_graphs),
      cmocka_unit_test (tilings_have_their_faces),
      cmocka_unit_test (drawings_survive),
      cmocka_unit_test (any_pairs_are_edges),
      cmocka_unit_test (other_models_are_not_graphs),
      cmocka_unit_test (split_pieces_have_no_drawing),
      cmocka_unit_test (memory_may_run_out),
  };
  return cmocka_run_group_tests_name ("graph", tests, NULL, NULL);
}
