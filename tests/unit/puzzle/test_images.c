/* Images of pieces under symmetries: which symmetries a set of pieces has, and who changes
   places. */

#include "suite.h"

#include "entries.h"
#include "puzzle/images.h"

static const bcov_entry any_way = {.lo = 1, .hi = 1, .turn = true, .flip = true};
static const bcov_entry one_sided = {.lo = 1, .hi = 1, .turn = true};
static const bcov_entry fixed = {.lo = 1, .hi = 1};

/* The images of all pieces; false when one has none. */
static bool image_all (const bcov_puzzle *puzzle, const bcov_symmetry *symmetry, uint32_t *images)
{
  for (uint32_t k = 0; k < puzzle->pieces.count; k++) {
    uint32_t forms[48];
    bool found;
    assert_int_equal (bcov_images_find (puzzle, symmetry, k, &found, images + k, forms, NULL),
                      BCOV_OK);
    if (!found)
      return false;
    const bcov_piece *from = puzzle->pieces.data + k, *to = puzzle->pieces.data + images[k];
    assert_int_equal (from->n_forms, to->n_forms);
    for (uint32_t i = 0; i < from->n_forms; i++) {
      bcov_shape turned;
      assert_int_equal (bcov_shape_turn (puzzle->mem, puzzle->board.lattice, &from->forms[i].shape,
                                         symmetry, &turned, NULL),
                        0);
      assert_int_equal (bcov_shape_compare (&turned, &to->forms[forms[i]].shape), 0);
      bcov_shape_free (puzzle->mem, &turned);
    }
  }
  return true;
}

/* How many symmetries give every piece an image. */
static size_t count_symmetries (const entries *f)
{
  size_t count = 0;
  for (size_t k = 0; k < bcov_symmetry_count (f->puzzle->board.lattice); k++) {
    bcov_symmetry symmetry = bcov_symmetry_get (f->puzzle->board.lattice, k);
    uint32_t images[16];
    count += image_all (f->puzzle, &symmetry, images);
  }
  return count;
}

static void finish (entries *f)
{
  assert_int_equal (bcov_puzzle_finish (f->puzzle, NULL, NULL, f->err), 0);
}

static void lone_one_sided_pieces_rule_reflections_out (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "L", "X./X./XX", one_sided);
  finish (&f);
  assert_int_equal (count_symmetries (&f), 4);
  entries_end (&f);
}

static void mirror_pairs_change_places (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "L", "X./X./XX", one_sided);
  entries_add (&f, "O", "XX/XX", any_way);
  entries_add (&f, "J", ".X/.X/XX", one_sided);
  finish (&f);
  assert_int_equal (count_symmetries (&f), 8);
  for (size_t k = 0; k < 8; k++) {
    bcov_symmetry symmetry = bcov_symmetry_get (BCOV_SQUARE, k);
    uint32_t images[3];
    assert_true (image_all (f.puzzle, &symmetry, images));
    assert_int_equal (images[0], symmetry.flip ? 2 : 0);
    assert_int_equal (images[1], 1);
    assert_int_equal (images[2], symmetry.flip ? 0 : 2);
  }
  entries_end (&f);
}

static void mirror_pairs_with_different_counts_do_not (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  bcov_entry twice = one_sided;
  twice.hi = 2;
  entries_add (&f, "L", "X./X./XX", one_sided);
  entries_add (&f, "J", ".X/.X/XX", twice);
  finish (&f);
  assert_int_equal (count_symmetries (&f), 4);
  entries_end (&f);
}

static void fixed_dominoes_change_places (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "H", "XX", fixed);
  finish (&f);
  assert_int_equal (count_symmetries (&f), 4);
  entries_end (&f);
  f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "H", "XX", fixed);
  entries_add (&f, "V", "X/X", fixed);
  finish (&f);
  assert_int_equal (count_symmetries (&f), 8);
  entries_end (&f);
}

static const uint8_t arrow_points[4] = {
    1 << BCOV_NORTH | 1 << BCOV_WEST | 1 << BCOV_NORTHWEST,
    1 << BCOV_NORTH | 1 << BCOV_EAST | 1 << BCOV_NORTHEAST,
    1 << BCOV_SOUTH | 1 << BCOV_EAST | 1 << BCOV_SOUTHEAST,
    1 << BCOV_SOUTH | 1 << BCOV_WEST | 1 << BCOV_SOUTHWEST,
};

static void add_arrows (entries *f)
{
  const char *const names[4] = {"1", "2", "3", "4"};
  const uint64_t tags[4] = {1 | 4, 1 | 8, 2 | 8, 2 | 4};
  for (int k = 0; k < 4; k++) {
    bcov_entry entry = fixed;
    entry.hi = BCOV_MANY;
    entry.decor.points = arrow_points[k];
    entry.tags = tags[k];
    entries_add (f, names[k], "X", entry);
  }
}

static void arrows_turn_into_each_other (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  add_arrows (&f);
  finish (&f);
  assert_int_equal (count_symmetries (&f), 8);
  for (size_t k = 0; k < 8; k++) {
    bcov_symmetry symmetry = bcov_symmetry_get (BCOV_SQUARE, k);
    uint32_t images[4];
    if (symmetry.flip || symmetry.side[BCOV_NORTH] != BCOV_EAST)
      continue;
    assert_true (image_all (f.puzzle, &symmetry, images));
    for (uint32_t i = 0; i < 4; i++)
      assert_int_equal (images[i], (i + 1) % 4);
  }
  entries_end (&f);
}

/* Tiles that differ in tags alone: every symmetry permutes them, and products stay products. */
static void tags_keep_images_apart (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  for (unsigned k = 0; k < 8; k++) {
    bcov_entry entry = fixed;
    char name[2] = {(char)('a' + k), 0};
    entry.decor.points = arrow_points[k % 4];
    entry.tags = k + 1;
    entries_add (&f, name, "X", entry);
  }
  finish (&f);
  uint32_t images[8][8];
  for (size_t k = 0; k < 8; k++) {
    bcov_symmetry symmetry = bcov_symmetry_get (BCOV_SQUARE, k);
    bool seen[8] = {false};
    assert_true (image_all (f.puzzle, &symmetry, images[k]));
    for (size_t i = 0; i < 8; i++) {
      assert_false (seen[images[k][i]]);
      seen[images[k][i]] = true;
    }
  }
  for (size_t a = 0; a < 8; a++)
    for (size_t b = 0; b < 8; b++) {
      bool found = false;
      for (size_t c = 0; c < 8 && !found; c++) {
        found = true;
        for (size_t i = 0; i < 8; i++)
          found &= images[c][i] == images[a][images[b][i]];
      }
      assert_true (found);
    }
  entries_end (&f);
}

/* Two tiles that differ in tags alone cannot both become the one tile that points the other way. */
static void classes_must_be_as_large (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  static const unsigned points[3] = {BCOV_NORTH, BCOV_NORTH, BCOV_SOUTH};
  for (unsigned k = 0; k < 3; k++) {
    bcov_entry entry = fixed;
    entry.decor.points = (uint8_t)(1u << points[k]);
    entry.tags = k;
    entries_add (&f, (char[]){(char)('a' + k), 0}, "X", entry);
  }
  finish (&f);
  assert_int_equal (count_symmetries (&f), 2);
  entries_end (&f);
}

static void soma_like_pairs_in_space (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_CUBE, "..../....|..../....");
  entries_add (&f, "L", "XX/X.|.X", one_sided);
  finish (&f);
  size_t alone = count_symmetries (&f);
  entries_end (&f);
  f = entries_start (BCOV_CUBE, "..../....|..../....");
  entries_add (&f, "A", "XX/X.|X.", one_sided);
  entries_add (&f, "B", "XX/X.|../X.", one_sided);
  entries_add (&f, "C", "XX/X.|.X", one_sided);
  finish (&f);
  assert_int_equal (alone, 24);
  assert_int_equal (count_symmetries (&f), 48);
  entries_end (&f);
}

static void images_survive_failures (void **state)
{
  (void)state;
  entries f = entries_start (BCOV_SQUARE, "....");
  entries_add (&f, "L", "X./X./XX", any_way);
  finish (&f);
  bcov_symmetry symmetry = bcov_symmetry_get (BCOV_SQUARE, 1);
  size_t before = bcov_mem_used (f.mem);
  for (size_t n = 1, done = 0; !done; n++) {
    uint32_t image, forms[8];
    bcov_error_reset (f.err);
    bcov_mem_fail_at (f.mem, n);
    bool found;
    done = !bcov_images_find (f.puzzle, &symmetry, 0, &found, &image, forms, f.err);
    bcov_mem_fail_at (f.mem, 0);
    assert_int_equal (bcov_error_status (f.err), done ? BCOV_OK : BCOV_FAULT);
    assert_int_equal (bcov_mem_used (f.mem), before);
  }
  entries_end (&f);
}

SUITE (images)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (lone_one_sided_pieces_rule_reflections_out),
      cmocka_unit_test (mirror_pairs_change_places),
      cmocka_unit_test (mirror_pairs_with_different_counts_do_not),
      cmocka_unit_test (fixed_dominoes_change_places),
      cmocka_unit_test (arrows_turn_into_each_other),
      cmocka_unit_test (tags_keep_images_apart),
      cmocka_unit_test (classes_must_be_as_large),
      cmocka_unit_test (soma_like_pairs_in_space),
      cmocka_unit_test (images_survive_failures),
  };
  return cmocka_run_group_tests_name ("images", tests, NULL, NULL);
}
