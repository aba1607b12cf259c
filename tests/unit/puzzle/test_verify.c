/* Verifying: right coverings pass, and each kind of mistake is told in its own words. */

#include "suite.h"

#include "make.h"
#include "random_cases.h"
#include "base/random.h"
#include "puzzle/verify.h"

#include <stdio.h>

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_puzzle *puzzle;
  bcov_covering *covering;
} fixture;

static fixture start (bcov_lattice lattice, bcov_wrap wrap, const char *board)
{
  bcov_mem *mem = bcov_mem_new (0);
  return (fixture){mem, bcov_error_new (), make_puzzle (mem, lattice, wrap, board), NULL};
}

static void ready (fixture *f)
{
  assert_int_equal (bcov_puzzle_finish (f->puzzle, NULL, NULL, f->err), 0);
  assert_int_equal (bcov_covering_new (f->puzzle, &f->covering, f->err), 0);
}

static void end (fixture *f)
{
  make_end (f->mem, f->err, f->puzzle, f->covering);
}

/* What is told, partial or not; "" for nothing. */
static void expect (fixture *f, bool partial, const char *told)
{
  bcov_place place = {"c.txt", 3, 0};
  size_t before = bcov_mem_used (f->mem);
  bcov_error_clear (f->err);
  bcov_status status = bcov_verify (f->puzzle, f->covering, partial, &place, f->err);
  assert_string_equal (bcov_error_text (f->err), told);
  assert_int_equal (status, *told ? BCOV_WRONG : BCOV_OK);
  assert_int_equal (bcov_mem_used (f->mem), before);
}

static void lay (fixture *f, const char *name, const char *drawing)
{
  make_lay (f->covering, name, BCOV_ANY_FORM, drawing);
}

/* ---- the plain rules ---- */

static void right_coverings_pass (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "..L./..?.");
  make_piece (f.puzzle, "L", "XX/X.", 1, 1);
  make_piece (f.puzzle, "I", "XX", 1, 2);
  ready (&f);
  lay (&f, "I", "X.../X...");
  lay (&f, "I", "...X/...X");
  lay (&f, "L", ".XX./.X..");
  expect (&f, false, "");
  expect (&f, true, "");
  end (&f);
}

static void cells_are_counted (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "..I./..?.");
  make_piece (f.puzzle, "L", "XX/X.", 1, 1);
  make_piece (f.puzzle, "I", "XX", 1, 2);
  ready (&f);
  lay (&f, "I", "X.../X...");
  lay (&f, "L", ".XX./.X..");
  lay (&f, "I", ".X../.X..");
  expect (&f, false,
          "c.txt:3: cell [0,1] is covered twice: by L and I\n"
          "c.txt:3: cell [1,1] is covered twice: by L and I\n"
          "c.txt:3: cell [0,2] must be covered by piece I; L lies there\n"
          "c.txt:3: cell [0,3] is not covered\n"
          "c.txt:3: cell [1,3] is not covered");
  expect (&f, true,
          "c.txt:3: cell [0,1] is covered twice: by L and I\n"
          "c.txt:3: cell [1,1] is covered twice: by L and I\n"
          "c.txt:3: cell [0,2] must be covered by piece I; L lies there");
  end (&f);
}

static void pieces_are_counted (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "......");
  make_piece (f.puzzle, "I1", "X", 0, 2);
  make_piece (f.puzzle, "I2", "XX", 1, 1);
  make_piece (f.puzzle, "I3", "XXX", 1, 3);
  make_piece (f.puzzle, "I4", "XXXX", 2, BCOV_MANY);
  ready (&f);
  lay (&f, "I1", "X.....");
  lay (&f, "I1", ".X....");
  lay (&f, "I1", "..X...");
  lay (&f, "I3", "...XXX");
  expect (&f, false,
          "c.txt:3: piece I1 is used 3 times; it must be used at most 2 times\n"
          "c.txt:3: piece I2 is used 0 times; it must be used 1 time\n"
          "c.txt:3: piece I4 is used 0 times; it must be used at least 2 times");
  expect (&f, true, "c.txt:3: piece I1 is used 3 times; it must be used at most 2 times");
  end (&f);
}

static void shapes_are_looked_at (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, ".../.../...");
  bcov_entry fixed = {.hi = 9};
  make_piece (f.puzzle, "L", "XX/X.", 0, 9);
  assert_int_equal (make_entry (f.puzzle, "H", "XX", fixed, NULL), 0);
  ready (&f);
  lay (&f, "L", "X../X../X..");
  lay (&f, "H", ".X./.X./...");
  lay (&f, "H", "..X/.../...");
  lay (&f, "L", ".../..X/.XX");
  expect (&f, false,
          "c.txt:3: the cells from [0,0] on do not have the shape of piece L\n"
          "c.txt:3: the cells from [0,1] on do not have the shape of piece H\n"
          "c.txt:3: piece H has 2 cells; 1 are covered from [0,2]");
  end (&f);
}

/* A form that is told must be the form that lies there. */
static void told_forms_are_looked_at (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "../..");
  make_piece (f.puzzle, "I", "XX", 0, 9);
  ready (&f);
  make_lay (f.covering, "I", 0, "XX/..");
  make_lay (f.covering, "I", 1, "../XX");
  bcov_place place = {"c.txt", 3, 0};
  assert_int_equal (bcov_verify (f.puzzle, f.covering, false, &place, f.err), BCOV_WRONG);
  assert_int_equal (bcov_error_count (f.err), 1);
  end (&f);
}

static void nonsense_is_told (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "../..");
  make_piece (f.puzzle, "I", "XX", 0, 9);
  ready (&f);
  const uint32_t off[2] = {3, 4}, on[2] = {0, 1};
  assert_int_equal (bcov_covering_lay (f.covering, 7, 0, on, 2, NULL), 0);
  assert_int_equal (bcov_covering_lay (f.covering, 0, BCOV_ANY_FORM, off, 2, NULL), 0);
  assert_int_equal (bcov_covering_lay (f.covering, 0, 2, on, 2, NULL), 0);
  expect (&f, true,
          "c.txt:3: there is no piece number 7\n"
          "c.txt:3: piece I lies on no cell of the board\n"
          "c.txt:3: piece I has no form number 2");
  bcov_covering_clear (f.covering);
  assert_int_equal (bcov_covering_lay (f.covering, 0, BCOV_ANY_FORM, on, 0, NULL), 0);
  expect (&f, true, "c.txt:3: piece I has 2 cells; 0 are covered");
  end (&f);
}

static void few_of_many_mistakes_are_told (void **state)
{
  (void)state;
  fixture f = start (BCOV_CUBE, BCOV_WRAP_NONE, "...../...../.....|...../...../.....");
  make_piece (f.puzzle, "I", "X", 0, 99);
  ready (&f);
  bcov_place place = {"c.txt", 3, 0};
  assert_int_equal (bcov_verify (f.puzzle, f.covering, false, &place, f.err), BCOV_WRONG);
  assert_int_equal (bcov_error_count (f.err), 21);
  assert_non_null (strstr (bcov_error_text (f.err), "cell [1,0,4] is not covered\n"));
  assert_non_null (strstr (bcov_error_text (f.err), "c.txt:3: and 10 more mistakes"));
  end (&f);
}

static void holes_are_filled_whole (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "..#./#.#./..#.");
  f.puzzle->fill_holes = true;
  make_piece (f.puzzle, "I", "XXX", 0, 9);
  make_piece (f.puzzle, "Z", "XX./.X./XX.", 0, 9);
  ready (&f);
  lay (&f, "I", "...X/...X/...X");
  expect (&f, true, "");
  lay (&f, "I", ".X../.X../.X..");
  expect (&f, true, "c.txt:3: piece I from [0,1] does not fill a whole hole");
  end (&f);
}

/* ---- boards that wrap ---- */

static void pieces_lie_around_the_torus (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_BOTH, ".../.../...");
  make_piece (f.puzzle, "L", "XX/X.", 0, 9);
  make_piece (f.puzzle, "X", ".X./XXX/.X.", 0, 9);
  ready (&f);
  lay (&f, "L", "X.X/.../X..");
  expect (&f, true, "");
  bcov_covering_clear (f.covering);
  lay (&f, "X", "XXX/X../X..");
  expect (&f, true, "");
  bcov_covering_clear (f.covering);
  lay (&f, "L", "X../.X./..X");
  expect (&f, true, "c.txt:3: the cells from [0,0] on do not have the shape of piece L");
  end (&f);
}

static void cylinders_wrap_one_way (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_COLUMNS, ".../.../...");
  make_piece (f.puzzle, "I", "XX", 0, 9);
  ready (&f);
  lay (&f, "I", "X.X/.../...");
  lay (&f, "I", ".X./.../.X.");
  expect (&f, true, "c.txt:3: the cells from [0,1] on do not have the shape of piece I");
  end (&f);
}

/* Four cells in a row do not fit around a ring of three, nor do they become three. */
static void pieces_do_not_meet_themselves (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_COLUMNS, ".../...");
  make_piece (f.puzzle, "I4", "XXXX", 0, 9);
  make_piece (f.puzzle, "L5", "XXXX/X...", 0, 9);
  ready (&f);
  lay (&f, "L5", "XXX/X.X");
  assert_int_equal (
      bcov_covering_lay (f.covering, 0, BCOV_ANY_FORM, (uint32_t[]){4, 0, 1, 2}, 4, NULL), 0);
  bcov_place place = {"c.txt", 3, 0};
  assert_int_equal (bcov_verify (f.puzzle, f.covering, true, &place, f.err), BCOV_WRONG);
  assert_non_null (strstr (bcov_error_text (f.err), "from [0,0] on do not have the shape"));
  assert_non_null (strstr (bcov_error_text (f.err), "from [1,1] on do not have the shape"));
  end (&f);
}

/* Pieces grown at random on a torus: wherever they are moved they are found, and not once a cell of
   theirs has been changed, unless the new cells are moved cells again. */
static void random_pieces_are_found_on_the_torus (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (4711)};
  size_t wrong = 0;
  for (uint64_t round = 0; round < cases (60); round++) {
    fixture f = start (BCOV_SQUARE, BCOV_WRAP_BOTH, "...../...../...../.....");
    bcov_cell cells[6] = {{0, 0, 0}};
    for (size_t n = 1; n < 6; n++) {
      bcov_cell near[BCOV_MOST_NEIGHBOURS];
      bcov_lattice_neighbours (BCOV_SQUARE, cells[bcov_random_below (&random, n)], near);
      cells[n] = near[bcov_random_below (&random, 4)];
      for (size_t k = 0; k < n; k++)
        if (bcov_board_at (&f.puzzle->board, cells[k]) ==
            bcov_board_at (&f.puzzle->board, cells[n])) {
          n--;
          break;
        }
    }
    bcov_shape shape;
    uint32_t laid[6];
    assert_int_equal (bcov_shape_make (f.mem, BCOV_SQUARE, cells, 6, &shape, NULL), 0);
    bcov_entry entry = {.name = "P", .name_length = 1, .shape = &shape, .hi = 1};
    assert_int_equal (bcov_puzzle_add (f.puzzle, &entry, NULL), 0);
    bcov_shape_free (f.mem, &shape);
    ready (&f);
    int32_t down = (int32_t)bcov_random_below (&random, 4);
    int32_t right = (int32_t)bcov_random_below (&random, 5);
    for (int k = 0; k < 6; k++)
      laid[k] = (uint32_t)bcov_board_at (
          &f.puzzle->board, (bcov_cell){0, cells[k].row + down, cells[k].column + right});
    assert_int_equal (bcov_covering_lay (f.covering, 0, 0, laid, 6, NULL), 0);
    expect (&f, true, "");
    f.covering->cells.data[0] = (f.covering->cells.data[0] + 7) % 20;
    wrong += bcov_verify (f.puzzle, f.covering, true, NULL, NULL) == BCOV_WRONG;
    end (&f);
  }
  assert_true (cases_enough (wrong, 50));
}

/* ---- quotas ---- */

static void add_tile (fixture *f, const char *name, uint64_t tags)
{
  bcov_entry entry = {.hi = BCOV_MANY, .tags = tags};
  assert_int_equal (make_entry (f->puzzle, name, "X", entry, NULL), 0);
}

static void quotas_are_counted (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_NONE, "../#./##");
  assert_int_equal (bcov_puzzle_name (f.puzzle, &f.puzzle->tags, "up", 2, 64, NULL), 0);
  assert_int_equal (bcov_puzzle_name (f.puzzle, &f.puzzle->tags, "left", 4, 64, NULL), 1);
  bcov_quota up = {0, 1, 1}, left = {1, 0, 1};
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->row_quotas, up, NULL), 0);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->column_quotas, left, NULL), 0);
  add_tile (&f, "a", 1);
  add_tile (&f, "b", 2);
  ready (&f);
  lay (&f, "b", "X./../..");
  lay (&f, "a", ".X/../..");
  lay (&f, "a", "../.X/..");
  expect (&f, false, "");
  bcov_covering_clear (f.covering);
  lay (&f, "a", "X./../..");
  lay (&f, "b", ".X/../..");
  lay (&f, "b", "../.X/..");
  expect (&f, false,
          "c.txt:3: row 1 (from 0) has 0 cells tagged 'up'; it must have 1 cell\n"
          "c.txt:3: column 1 (from 0) has 2 cells tagged 'left'; it must have at most 1 cell");
  expect (&f, true,
          "c.txt:3: column 1 (from 0) has 2 cells tagged 'left'; it must have at most 1 cell");
  end (&f);
}

/* ---- memory ---- */

static void failures_are_reported (void **state)
{
  (void)state;
  fixture f = start (BCOV_SQUARE, BCOV_WRAP_BOTH, "....");
  bcov_quota quota = {0, 0, 4};
  bcov_entry tile = {.hi = 2, .turn = true, .decor = {.sides = {1, 2, 1, 2}}};
  f.puzzle->fill_holes = true;
  assert_int_equal (bcov_puzzle_name (f.puzzle, &f.puzzle->tags, "t", 1, 64, NULL), 0);
  assert_int_equal (bcov_vec_push (f.mem, &f.puzzle->row_quotas, quota, NULL), 0);
  make_piece (f.puzzle, "I", "XXXX", 1, 1);
  assert_int_equal (make_entry (f.puzzle, "t", "X", tile, NULL), 0);
  ready (&f);
  lay (&f, "I", "XXXX");
  size_t before = bcov_mem_used (f.mem);
  for (size_t n = 1, done = 0; !done; n++) {
    bcov_mem_fail_at (f.mem, n);
    bcov_status status = bcov_verify (f.puzzle, f.covering, true, NULL, NULL);
    bcov_mem_fail_at (f.mem, 0);
    done = !status;
    assert_true (done || status == BCOV_FAULT);
    assert_int_equal (bcov_mem_used (f.mem), before);
    assert_true (n < 100);
  }
  end (&f);
}

SUITE (verify)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (right_coverings_pass),
      cmocka_unit_test (cells_are_counted),
      cmocka_unit_test (pieces_are_counted),
      cmocka_unit_test (shapes_are_looked_at),
      cmocka_unit_test (told_forms_are_looked_at),
      cmocka_unit_test (nonsense_is_told),
      cmocka_unit_test (few_of_many_mistakes_are_told),
      cmocka_unit_test (holes_are_filled_whole),
      cmocka_unit_test (pieces_lie_around_the_torus),
      cmocka_unit_test (cylinders_wrap_one_way),
      cmocka_unit_test (pieces_do_not_meet_themselves),
      cmocka_unit_test (random_pieces_are_found_on_the_torus),
      cmocka_unit_test (quotas_are_counted),
      cmocka_unit_test (failures_are_reported),
  };
  return cmocka_run_group_tests_name ("verify", tests, NULL, NULL);
}
