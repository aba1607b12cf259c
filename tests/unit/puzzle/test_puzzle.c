/* Building puzzles: which entries are merged, names and aliases. */

#include "suite.h"

#include "entries.h"
#include "random_cases.h"
#include "base/random.h"

#include <stdio.h>

static const bcov_piece *piece (const entries *f, size_t k)
{
  assert_true (k < f->puzzle->pieces.count);
  return f->puzzle->pieces.data + k;
}

static int32_t find (const entries *f, const char *name)
{
  return bcov_puzzle_piece (f->puzzle, name, strlen (name));
}

static const bcov_entry any_way = {.lo = 1, .hi = 1, .turn = true, .flip = true};
static const bcov_entry one_sided = {.lo = 1, .hi = 1, .turn = true};
static const bcov_entry fixed = {.lo = 1, .hi = 1};

/* ---- merging ---- */

static void turned_drawings_are_one_piece (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "hook", "X./X./XX", any_way);
  entries_add (&f, "crook", ".X/.X/XX", any_way);
  entries_add (&f, "hook", "XXX/X..", any_way);
  assert_int_equal (f.puzzle->pieces.count, 1);
  assert_int_equal (piece (&f, 0)->lo, 3);
  assert_int_equal (piece (&f, 0)->hi, 3);
  assert_int_equal (piece (&f, 0)->n_forms, 8);
  assert_int_equal (piece (&f, 0)->size, 4);
  assert_string_equal (piece (&f, 0)->name, "hook");
  assert_int_equal (f.puzzle->aliases.count, 1);
  assert_string_equal (f.puzzle->aliases.data[0], "crook");
  assert_int_equal (find (&f, "crook"), 0);
  assert_int_equal (find (&f, "nook"), -1);
  entries_end (&f);
}

static void mirror_images_stay_apart_unless_flipped (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "L", "X./X./XX", one_sided);
  entries_add (&f, "J", ".X/.X/XX", one_sided);
  entries_add (&f, "free", ".X/.X/XX", any_way);
  entries_add (&f, "F", "X./X./XX", fixed);
  assert_int_equal (f.puzzle->pieces.count, 4);
  assert_int_equal (piece (&f, 0)->n_forms, 4);
  assert_int_equal (piece (&f, 2)->n_forms, 8);
  assert_int_equal (piece (&f, 3)->n_forms, 1);
  entries_end (&f);
}

/* A square has the same form however it may be moved.  A domino that may be rotated and one that
   may not are different pieces. */
static void words_alone_do_not_keep_apart (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "O", "XX/XX", any_way);
  entries_add (&f, "P", "XX/XX", fixed);
  entries_add (&f, "P", "XX/XX", fixed);
  entries_add (&f, "Q", "XX/XX", one_sided);
  entries_add (&f, "I", "XX", any_way);
  entries_add (&f, "H", "XX", fixed);
  entries_add (&f, "K", "X/X", one_sided);
  assert_int_equal (f.puzzle->pieces.count, 3);
  assert_int_equal (piece (&f, 0)->lo, 4);
  assert_int_equal (piece (&f, 1)->lo, 2);
  assert_int_equal (piece (&f, 2)->lo, 1);
  assert_int_equal (f.puzzle->aliases.count, 3);
  entries_end (&f);
}

static void decorations_and_tags_keep_apart (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  bcov_entry tile = one_sided, turned = one_sided, tagged = one_sided;
  tile.decor = (bcov_decor){.sides = {1, 2, 3, 4}};
  turned.decor = (bcov_decor){.sides = {4, 1, 2, 3}};
  tagged.decor = tile.decor;
  tagged.tags = 1;
  entries_add (&f, "a", "X", tile);
  entries_add (&f, "b", "X", turned);
  entries_add (&f, "c", "X", tagged);
  tile.decor.sides[0] = 2;
  entries_add (&f, "d", "X", tile);
  assert_int_equal (f.puzzle->pieces.count, 3);
  assert_int_equal (piece (&f, 0)->lo, 2);
  assert_int_equal (find (&f, "b"), 0);
  assert_int_equal (find (&f, "c"), 1);
  entries_end (&f);
}

static void counts_add_up_to_many (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  bcov_entry entry = any_way;
  entry.hi = BCOV_MANY;
  entries_add (&f, "a", "X", any_way);
  entries_add (&f, "a", "X", entry);
  assert_int_equal (piece (&f, 0)->lo, 2);
  assert_int_equal (piece (&f, 0)->hi, BCOV_MANY);
  entry.lo = 0;
  entry.hi = BCOV_MOST_COUNT;
  entries_add (&f, "b", "XX", entry);
  assert_int_equal (piece (&f, 1)->hi, BCOV_MOST_COUNT);
  entries_add (&f, "b", "XX", entry);
  assert_int_equal (piece (&f, 1)->hi, BCOV_MANY);
  entries_end (&f);
}

static void too_many_asked_for_is_an_error (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  bcov_entry entry = any_way;
  entry.lo = entry.hi = BCOV_MOST_COUNT;
  entry.place = (bcov_place){"test.yaml", 7, 3};
  entries_add (&f, "a", "X", entry);
  assert_int_equal (make_entry (f.puzzle, "a", "X", entry, f.err), BCOV_INPUT);
  assert_string_equal (
      bcov_error_text (f.err),
      "test.yaml:7:3: the counts of piece 'a' add up to 2000000000; the maximum is 1000000000");
  entries_end (&f);
}

/* ---- names ---- */

static void names_are_unique (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "a", "X", any_way);
  entries_add (&f, "a", "XX", any_way);
  entries_add (&f, "a.3", "XXX", any_way);
  entries_add (&f, "a", "XXXX", any_way);
  entries_add (&f, "b", "XX/X.", any_way);
  assert_string_equal (piece (&f, 1)->name, "a.2");
  assert_string_equal (piece (&f, 3)->name, "a.4");
  assert_int_equal (find (&f, "a"), 0);
  assert_int_equal (find (&f, "a.4"), 3);
  assert_true (bcov_puzzle_ambiguous (f.puzzle, "a", 1));
  assert_false (bcov_puzzle_ambiguous (f.puzzle, "b", 1));
  assert_false (bcov_puzzle_ambiguous (f.puzzle, "c", 1));
  entries_end (&f);
}

static void aliases_can_be_ambiguous (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "a", "X", any_way);
  entries_add (&f, "b", "XX", any_way);
  entries_add (&f, "x", "X", any_way);
  entries_add (&f, "x", "X", any_way);
  assert_false (bcov_puzzle_ambiguous (f.puzzle, "x", 1));
  entries_add (&f, "x", "XX", any_way);
  assert_int_equal (f.puzzle->aliases.count, 2);
  assert_true (bcov_puzzle_ambiguous (f.puzzle, "x", 1));
  assert_int_equal (find (&f, "x"), 0);
  entries_add (&f, "a", "XX", any_way);
  assert_true (bcov_puzzle_ambiguous (f.puzzle, "a", 1));
  entries_add (&f, "x", "XXX", any_way);
  assert_int_equal (find (&f, "x"), 2);
  assert_true (bcov_puzzle_ambiguous (f.puzzle, "x", 1));
  entries_end (&f);
}

static void pieces_of_a_table_are_numbered (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "", "X", one_sided);
  entries_add (&f, "I", "XX", one_sided);
  entries_add (&f, "", "X/X", one_sided);
  entries_add (&f, "", "XX/X.", one_sided);
  assert_int_equal (f.puzzle->pieces.count, 3);
  assert_string_equal (piece (&f, 0)->name, "table.1");
  assert_int_equal (piece (&f, 1)->lo, 2);
  assert_string_equal (piece (&f, 2)->name, "table.2");
  assert_int_equal (f.puzzle->aliases.count, 0);
  entries_end (&f);
}

static void colours_and_tags_are_numbered (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  bcov_puzzle *p = f.puzzle;
  assert_int_equal (bcov_puzzle_name (p, &p->colours, "red", 3, 2, f.err), 0);
  assert_int_equal (bcov_puzzle_name (p, &p->colours, "blue", 4, 2, f.err), 1);
  assert_int_equal (bcov_puzzle_name (p, &p->colours, "redder", 3, 2, f.err), 0);
  assert_int_equal (bcov_puzzle_name (p, &p->tags, "blue", 4, 2, f.err), 0);
  assert_int_equal (bcov_error_count (f.err), 0);
  assert_int_equal (bcov_puzzle_name (p, &p->colours, "green", 5, 2, f.err), -1);
  assert_string_equal (bcov_error_text (f.err),
                       "test.yaml: too many names: 'green' exceeds the limit of 2 different names");
  entries_end (&f);
}

static void finish (entries *f)
{
  assert_int_equal (bcov_puzzle_finish (f->puzzle, NULL, NULL, f->err), 0);
}

/* ---- many entries, and lack of memory ---- */

/* The order and the orientation of the entries do not affect the counts. */
static void many_entries_of_few_shapes (void **state)
{
  (void)state;
  static const char *const drawings[5] = {"XXXX", "XXX/X..", "XX/XX", "XX./.XX", "XXX/.X."};
  bcov_random random = {cases_seed (20240611)};
  entries f = entries_start (BCOV_SQUARE, "....");
  uint32_t counts[5] = {0};
  bcov_shape shapes[5];
  for (int k = 0; k < 5; k++)
    assert_int_equal (make_shape (f.mem, BCOV_SQUARE, drawings[k], shapes + k, NULL), 0);
  for (int n = 0; n < 20000; n++) {
    size_t kind = bcov_random_below (&random, 5);
    bcov_symmetry symmetry = bcov_symmetry_get (BCOV_SQUARE, bcov_random_below (&random, 8));
    bcov_shape turned;
    assert_int_equal (bcov_shape_turn (f.mem, BCOV_SQUARE, shapes + kind, &symmetry, &turned, NULL),
                      0);
    bcov_entry entry = {.shape = &turned, .lo = 1, .hi = 1, .turn = true, .flip = true};
    assert_int_equal (bcov_puzzle_add (f.puzzle, &entry, NULL), 0);
    bcov_shape_free (f.mem, &turned);
    counts[kind]++;
  }
  assert_int_equal (f.puzzle->pieces.count, 5);
  for (size_t k = 0; k < 5; k++) {
    bcov_entry entry = {.shape = shapes + k, .turn = true, .flip = true, .name = drawings[k]};
    entry.name_length = strlen (drawings[k]);
    assert_int_equal (bcov_puzzle_add (f.puzzle, &entry, NULL), 0);
    assert_int_equal (piece (&f, (size_t)find (&f, drawings[k]))->lo, counts[k]);
    bcov_shape_free (f.mem, shapes + k);
  }
  entries_end (&f);
}

/* Adds a piece called "a" whose cells are the bits of NUMBER in a row of 16. */
static void add_bits (entries *f, uint32_t number)
{
  bcov_cell cells[16] = {{0, 0, 0}, {0, 0, 15}};
  size_t count = 2;
  for (int bit = 0; bit < 13; bit++)
    if (number >> bit & 1)
      cells[count++] = (bcov_cell){0, 0, bit + 1};
  bcov_shape shape;
  assert_int_equal (bcov_shape_make (f->mem, BCOV_SQUARE, cells, count, &shape, NULL), 0);
  bcov_entry entry = {.name = "a", .name_length = 1, .shape = &shape, .lo = 1, .hi = 1};
  assert_int_equal (bcov_puzzle_add (f->puzzle, &entry, NULL), 0);
  bcov_shape_free (f->mem, &shape);
}

static void many_different_shapes_of_one_name (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  for (uint32_t n = 0; n < 8192; n++)
    add_bits (&f, n);
  assert_int_equal (f.puzzle->pieces.count, 8192);
  assert_string_equal (piece (&f, 8191)->name, "a.8192");
  assert_int_equal (find (&f, "a.5000"), 4999);
  for (uint32_t n = 0; n < 8192; n++)
    add_bits (&f, n);
  assert_int_equal (f.puzzle->pieces.count, 8192);
  assert_int_equal (f.puzzle->aliases.count, 8191);
  assert_int_equal (find (&f, "a"), 0);
  finish (&f);
  entries_end (&f);
}

static void empty_ones_are_safe (void **state)
{
  (void)state;
  bcov_puzzle_free (NULL);
  entries f = entries_start (BCOV_SQUARE, "");
  assert_string_equal (bcov_puzzle_title (f.puzzle), "");
  f.puzzle->title = bcov_mem_copy (f.mem, "Box", 3, NULL);
  assert_string_equal (bcov_puzzle_title (f.puzzle), "Box");
  assert_int_equal (bcov_puzzle_cells (f.puzzle), 0);
  f.puzzle->exact = bcov_mem_alloc (f.mem, 1, sizeof (bcov_exact), NULL);
  assert_int_equal (bcov_puzzle_cells (f.puzzle), 0);
  finish (&f);
  entries_end (&f);
}

SUITE (puzzle)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (turned_drawings_are_one_piece),
      cmocka_unit_test (mirror_images_stay_apart_unless_flipped),
      cmocka_unit_test (words_alone_do_not_keep_apart),
      cmocka_unit_test (decorations_and_tags_keep_apart),
      cmocka_unit_test (counts_add_up_to_many),
      cmocka_unit_test (too_many_asked_for_is_an_error),
      cmocka_unit_test (names_are_unique),
      cmocka_unit_test (aliases_can_be_ambiguous),
      cmocka_unit_test (pieces_of_a_table_are_numbered),
      cmocka_unit_test (colours_and_tags_are_numbered),
      cmocka_unit_test (many_entries_of_few_shapes),
      cmocka_unit_test (many_different_shapes_of_one_name),
      cmocka_unit_test (empty_ones_are_safe),
  };
  return cmocka_run_group_tests_name ("puzzle", tests, NULL, NULL);
}
