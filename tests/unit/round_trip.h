/* Shared by the tests of the writers: a comparison of puzzles, and random puzzle files. */

#ifndef BCOV_ROUND_TRIP_H
#define BCOV_ROUND_TRIP_H

#include "format_help.h"
#include "base/random.h"
#include "puzzle/form.h"
#include "base/text.h"

static inline void assert_same_text (const char *a, const char *b)
{
  assert_int_equal (a == NULL, b == NULL);
  if (a)
    assert_string_equal (a, b);
}

static inline void assert_same_board (const bcov_board *a, const bcov_board *b)
{
  assert_true (a->lattice == b->lattice && a->wrap == b->wrap);
  assert_true (a->layers == b->layers && a->rows == b->rows && a->columns == b->columns);
  size_t positions = (size_t)a->layers * (size_t)a->rows * (size_t)a->columns;
  assert_memory_equal (a->mark, b->mark, positions);
  assert_int_equal (a->letter == NULL, b->letter == NULL);
  if (a->letter)
    assert_memory_equal (a->letter, b->letter, positions * sizeof *a->letter);
}

/* Compares tags and colours by name. */
static inline void assert_same_tags (const bcov_puzzle *a, uint64_t tags, const bcov_puzzle *b,
                                     uint64_t others)
{
  assert_int_equal (__builtin_popcountll (tags), __builtin_popcountll (others));
  for (size_t k = 0; k < a->tags.count; k++)
    for (size_t j = 0; j < b->tags.count; j++)
      if (!strcmp (a->tags.data[k], b->tags.data[j]))
        assert_int_equal (tags >> k & 1, others >> j & 1);
}

static inline const char *colour_of (const bcov_puzzle *puzzle, uint16_t number)
{
  return number ? puzzle->colours.data[number - 1] : "";
}

static inline bool is_same_form (const bcov_puzzle *a, const bcov_form *p, const bcov_puzzle *b,
                                 const bcov_form *q)
{
  bool same = !bcov_shape_compare (&p->shape, &q->shape) && p->decor.points == q->decor.points;
  for (unsigned k = 0; k < 4; k++)
    same = same && !strcmp (colour_of (a, p->decor.sides[k]), colour_of (b, q->decor.sides[k]));
  return same;
}

static inline void assert_same_piece (const bcov_puzzle *a, const bcov_piece *p,
                                      const bcov_puzzle *b, const bcov_piece *q)
{
  assert_string_equal (p->name, q->name);
  assert_true (p->letter == q->letter && p->lo == q->lo && p->hi == q->hi && p->size == q->size);
  assert_true (p->turn == q->turn && p->flip == q->flip);
  assert_same_tags (a, p->tags, b, q->tags);
  assert_int_equal (p->n_forms, q->n_forms);
  for (uint32_t k = 0; k < p->n_forms; k++) {
    bool found = false;
    for (uint32_t j = 0; j < q->n_forms; j++)
      found = found || is_same_form (a, &p->forms[k], b, &q->forms[j]);
    assert_true (found);
  }
}

static inline void assert_same_quotas (const bcov_puzzle *a, const bcov_quota *p,
                                       const bcov_puzzle *b, const bcov_quota *q, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    assert_true (p[k].lo == q[k].lo && p[k].hi == q[k].hi);
    assert_string_equal (a->tags.data[p[k].tag], b->tags.data[q[k].tag]);
  }
}

static inline void assert_same_puzzle (const bcov_puzzle *a, const bcov_puzzle *b)
{
  assert_same_text (a->title, b->title);
  assert_same_text (a->source, b->source);
  assert_same_board (&a->board, &b->board);
  assert_int_equal (a->pieces.count, b->pieces.count);
  for (size_t k = 0; k < a->pieces.count; k++)
    assert_same_piece (a, &a->pieces.data[k], b, &b->pieces.data[k]);
  assert_int_equal (a->aliases.count, b->aliases.count);
  for (size_t k = 0; k < a->aliases.count; k++) {
    assert_string_equal (a->aliases.data[k], b->aliases.data[k]);
    assert_int_equal (a->aliases_of.data[k], b->aliases_of.data[k]);
  }
  assert_int_equal (a->row_quotas.count, b->row_quotas.count);
  assert_int_equal (a->column_quotas.count, b->column_quotas.count);
  assert_same_quotas (a, a->row_quotas.data, b, b->row_quotas.data, a->row_quotas.count);
  assert_same_quotas (a, a->column_quotas.data, b, b->column_quotas.data, a->column_quotas.count);
  assert_string_equal (colour_of (a, a->border), colour_of (b, b->border));
  assert_int_equal (a->fill_holes, b->fill_holes);
  assert_int_equal (a->stated.count, b->stated.count);
  for (size_t k = 0; k < a->stated.count; k++) {
    assert_string_equal (a->stated.data[k].question, b->stated.data[k].question);
    assert_string_equal (a->stated.data[k].value, b->stated.data[k].value);
  }
  if (a->cell_piece)
    assert_memory_equal (a->cell_piece, b->cell_piece, a->board.n_cells * sizeof *a->cell_piece);
}

/* ---- random files ---- */

static inline const char *pick (bcov_random *random, const char *const *words, size_t count)
{
  return words[bcov_random_below (random, count)];
}

#define PICK(random, ...)                                                                          \
  pick (random, (const char *const[]){__VA_ARGS__},                                                \
        sizeof ((const char *const[]){__VA_ARGS__}) / sizeof (char *))

/* A quoted drawing with characters from SIGNS, among them the first one. */
static inline void put_drawing (bcov_random *random, const char *signs, bcov_text *out)
{
  size_t rows = 1 + bcov_random_below (random, 3), columns = 1 + bcov_random_below (random, 4);
  bcov_text_char (out, '"');
  for (size_t row = 0; row < rows; row++) {
    for (size_t column = 0; column < columns; column++)
      bcov_text_char (out, signs[bcov_random_below (random, strlen (signs))]);
    bcov_text_put (out, row + 1 < rows ? PICK (random, "\\n", "/") : "");
  }
  bcov_text_put (out, rows > 1 ? PICK (random, "/", "\\n") : "/");
  bcov_text_char (out, signs[0]);
  bcov_text_char (out, '"');
}

static inline void put_layers (bcov_random *random, bcov_lattice lattice, const char *signs,
                               bcov_text *out)
{
  if (lattice != BCOV_CUBE || bcov_random_below (random, 2)) {
    put_drawing (random, signs, out);
    return;
  }
  bcov_text_char (out, '[');
  for (size_t k = bcov_random_below (random, 3) + 1; k--;) {
    put_drawing (random, signs, out);
    bcov_text_put (out, k ? ", " : "]");
  }
}

static inline void put_attributes (bcov_random *random, bcov_text *out)
{
  if (bcov_random_below (random, 2))
    bcov_text_printf (out, ", count: %s", PICK (random, "0", "1", "2", "1..3", "2..", "any"));
  if (bcov_random_below (random, 3) == 0)
    bcov_text_printf (out, ", turn: %s", PICK (random, "true", "false"));
  if (bcov_random_below (random, 3) == 0)
    bcov_text_printf (out, ", flip: %s", PICK (random, "true", "false"));
}

static inline void put_tile (bcov_random *random, bcov_text *out)
{
  bcov_text_put (out, "shape: X");
  if (bcov_random_below (random, 2))
    bcov_text_printf (out, ", points: [%s, %s]", PICK (random, "north", "east", "southwest"),
                      PICK (random, "west", "northwest", "north"));
  if (bcov_random_below (random, 2))
    bcov_text_printf (out, ", sides: [%s, %s, %s, a]", PICK (random, "a", "b", "'~'"),
                      PICK (random, "a", "c", "rot und grün"), PICK (random, "b", "'null'"));
  bcov_text_printf (out, ", tags: [%s, %s]", PICK (random, "up", "left", "'12'"),
                    PICK (random, "up", "down"));
}

static inline void put_entry (bcov_random *random, bcov_lattice lattice, size_t number,
                              bcov_text *out)
{
  static const char *const sets[] = {"L3", "soma", "tetrahexes", "hexiamonds"};
  static const char *const members[] = {"F5'", "pentacubes.7", "trihexes.2", "tetriamonds.1"};
  switch (bcov_random_below (random, 5)) {
  case 0:
    bcov_text_printf (out, "  - %s: %s\n", sets[lattice], PICK (random, "1", "any", "0..3"));
    return;
  case 1:
    bcov_text_printf (out, "  - {name: \"%s\"", members[lattice]);
    break;
  case 2:
    if (lattice == BCOV_SQUARE) {
      bcov_text_printf (out, "  - {name: t%zu, ", number);
      put_tile (random, out);
      break;
    } /* fall through */
  default:
    bcov_text_printf (out, "  - {name: \"%s%zu\", shape: ", PICK (random, "a", "~", "q'\\\"", "↖"),
                      bcov_random_below (random, 4));
    put_layers (random, lattice, "X.", out);
  }
  put_attributes (random, out);
  bcov_text_put (out, "}\n");
}

/* A valid puzzle file on LATTICE. */
static inline void put_file (bcov_random *random, bcov_lattice lattice, bcov_text *out)
{
  if (bcov_random_below (random, 2))
    bcov_text_put (out,
                   PICK (random, "title: plain\n", "title: 'null'\n", "title: \": # - é \\n\"\n",
                         "title: \"tab\\there\"\n", "source: \"\\U0001F600\\\\\"\n"));
  bcov_text_printf (out, "lattice: %s\nboard: ", bcov_lattice_name (lattice));
  put_layers (random, lattice, PICK (random, ".", ".#", ".? #"), out);
  if (lattice == BCOV_SQUARE && bcov_random_below (random, 2))
    bcov_text_printf (out, "\nwrap: %s", PICK (random, "none", "columns", "rows", "both"));
  bcov_text_put (out, "\npieces:\n  - name: first\n    shape: XX\n");
  for (size_t k = bcov_random_below (random, 6); k--;)
    put_entry (random, lattice, k, out);
  if (lattice == BCOV_SQUARE)
    bcov_text_put (out, "  - {name: last, shape: X, sides: [a, a, b, b], tags: [up, left]}\n");
  if (bcov_random_below (random, 2)) {
    bcov_text_put (out, "table: ");
    put_layers (random, lattice, "X.", out);
    bcov_text_char (out, '\n');
  }
  if (lattice == BCOV_SQUARE && bcov_random_below (random, 2))
    bcov_text_printf (out,
                      "rules: {rows: {up: %s, left: 0..2}, columns: {left: 1..}, border: %s}\n",
                      PICK (random, "2", "1..3"), PICK (random, "a", "b"));
  if (bcov_random_below (random, 2))
    bcov_text_printf (out, "answers: {count: %s}\n", PICK (random, "0", "12345678901234567890123"));
}

#endif
