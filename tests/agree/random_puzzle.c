/* Boards have up to about a dozen cells, so that the brute engine is fast.  Each feature of the
   puzzle format is chosen independently, so that all of them occur often. */

#include "random_puzzle.h"
#include "puzzle/puzzle_finish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below (bcov_random *random, uint32_t bound)
{
  return (uint32_t)bcov_random_below (random, bound);
}

static bool chance (bcov_random *random, uint32_t in)
{
  return below (random, in) == 0;
}

static void draw_board (random_puzzle *p, bcov_random *random)
{
  p->lattice = chance (random, 2) ? BCOV_SQUARE : (bcov_lattice)below (random, BCOV_LATTICES);
  p->layers = p->lattice == BCOV_CUBE ? 1 + (int32_t)below (random, 3) : 1;
  p->rows = 1 + (int32_t)below (random, p->layers > 1 ? 2 : 4);
  p->columns = 1 + (int32_t)below (random, p->layers > 1 ? 3 : 4);
  if (p->rows * p->columns > 12 && !chance (random, 4))
    p->rows--;
  if (p->lattice == BCOV_SQUARE && chance (random, 3))
    p->wrap = (bcov_wrap)(1 + below (random, 3));
  uint32_t holes = below (random, 5), may = chance (random, 3) ? 3 : 1000;
  for (int32_t k = 0; k < p->layers * p->rows * p->columns; k++)
    p->mark[k] = holes && chance (random, 2 + 3 * holes) ? BCOV_HOLE
                 : chance (random, may)                  ? BCOV_MAY
                                                         : BCOV_MUST;
}

/* Grows a shape by adding a random neighbour of a random cell.  Sometimes it adds a distant cell,
   so that the shape has several parts. */
static void draw_shape (random_puzzle *p, random_piece *piece, bcov_random *random)
{
  uint32_t size = 1 + below (random, 1 + below (random, MOST_PIECE_CELLS));
  bcov_cell first = {0, 4, 4 + (p->lattice == BCOV_TRIANGLE ? (int32_t)below (random, 2) : 0)};
  piece->cells[0] = first;
  piece->count = 1;
  while (piece->count < size) {
    bcov_cell next[BCOV_MOST_NEIGHBOURS], from = piece->cells[below (random, piece->count)];
    size_t n = bcov_lattice_neighbours (p->lattice, from, next);
    bcov_cell cell = next[below (random, (uint32_t)n)];
    if (chance (random, 40))
      cell.column++;
    bool met = false;
    for (uint32_t k = 0; k < piece->count; k++)
      met |= !bcov_cell_compare (piece->cells[k], cell);
    if (!met)
      piece->cells[piece->count++] = cell;
  }
}

static void draw_count (random_piece *piece, bcov_random *random)
{
  piece->lo = below (random, 3) ? 0 : below (random, 3);
  piece->hi = chance (random, 2) ? BCOV_MANY : piece->lo + below (random, 4);
}

/* A copy of the previous piece, or its mirror image with the same counts. */
static void draw_relative (const random_puzzle *p, random_piece *piece, bcov_random *random)
{
  bcov_symmetry mirror = bcov_symmetry_get (p->lattice, bcov_symmetry_count (p->lattice) / 2);
  *piece = piece[-1];
  if (chance (random, 3))
    return;
  piece->flip = piece[-1].flip = false;
  for (uint32_t c = 0; c < piece->count; c++)
    piece->cells[c] = bcov_symmetry_cell (p->lattice, &mirror, piece->cells[c]);
}

static void draw_decor (random_piece *piece, bcov_random *random, bool sides, bool points)
{
  piece->count = 1;
  if (sides)
    for (int k = 0; k < 4; k++)
      piece->decor.sides[k] = (uint16_t)(1 + below (random, 2));
  if (points)
    piece->decor.points = (uint8_t)(below (random, 256) & below (random, 256));
  piece->tags = below (random, 1 << TAGS);
}

/* Quotas for tags of tiles; a puzzle file may name no others. */
static void draw_quotas (const random_puzzle *p, bcov_quota *quotas, uint32_t *count,
                         bcov_random *random)
{
  uint64_t tags = 0;
  for (uint32_t k = 0; k < p->n_pieces; k++)
    tags |= p->pieces[k].count == 1 ? p->pieces[k].tags : 0;
  for (uint32_t tag = 0; tag < TAGS; tag++)
    if ((tags >> tag & 1) && !chance (random, 3))
      quotas[(*count)++] = (bcov_quota){tag, below (random, 2), 1 + below (random, 3)};
}

static void draw_tiles (random_puzzle *p, bcov_random *random)
{
  bool sides = chance (random, 2), points = !sides || chance (random, 3);
  for (uint32_t k = 0; k < p->n_pieces; k++)
    if (!chance (random, 4))
      draw_decor (&p->pieces[k], random, sides, points);
  if (sides && chance (random, 2)) /* a colour of some tile, if the first one has colours */
    p->border = p->pieces[0].decor.sides[below (random, 4)];
  if (chance (random, 2)) {
    draw_quotas (p, p->rows_quota, &p->n_rows_quota, random);
    draw_quotas (p, p->columns_quota, &p->n_columns_quota, random);
  }
}

static void draw_letters (random_puzzle *p, bcov_random *random)
{
  for (int32_t k = 0; k < p->layers * p->rows * p->columns; k++)
    if (p->mark[k] != BCOV_HOLE && chance (random, 6)) {
      p->mark[k] = BCOV_LETTER;
      p->letter[k] = (uint8_t)below (random, p->n_pieces);
    }
}

void random_puzzle_draw (random_puzzle *p, bcov_random *random)
{
  memset (p, 0, sizeof *p);
  draw_board (p, random);
  p->n_pieces = 1 + below (random, MOST_PIECES);
  for (uint32_t k = 0; k < p->n_pieces; k++) {
    random_piece *piece = &p->pieces[k];
    draw_shape (p, piece, random);
    draw_count (piece, random);
    piece->turn = !chance (random, 4);
    piece->flip = chance (random, 2) && (piece->turn || chance (random, 3));
    p->order[k] = k;
    if (k && chance (random, 4))
      draw_relative (p, piece, random);
  }
  if (p->lattice == BCOV_SQUARE && chance (random, 4))
    draw_tiles (p, random);
  p->fill_holes = chance (random, 8);
  if (chance (random, 6))
    draw_letters (p, random);
}

/* A piece of one or two cells, used any number of times. */
static void make_filler (random_puzzle *p, random_piece *piece, bcov_random *random)
{
  bcov_cell next[BCOV_MOST_NEIGHBOURS], first = {0, 4, 4};
  bcov_lattice_neighbours (p->lattice, first, next);
  *piece = (random_piece){.cells = {first, next[0]},
                          .count = 1 + below (random, 2),
                          .hi = BCOV_MANY,
                          .turn = true,
                          .flip = true};
}

void random_puzzle_even_out (random_puzzle *p, bcov_random *random)
{
  int32_t size = p->layers * p->rows * p->columns;
  memset (p->mark, chance (random, 6) ? BCOV_MAY : BCOV_MUST, sizeof p->mark);
  if (chance (random, 4) && size > 4)
    p->mark[0] = p->mark[size - 1] = BCOV_HOLE;
  p->n_pieces = 2 + below (random, 2);
  p->n_rows_quota = p->n_columns_quota = p->border = 0;
  p->fill_holes = false;
  p->pieces[0].lo = p->pieces[0].hi = 1;
  p->pieces[0].turn = p->pieces[0].flip = true;
  p->pieces[0].decor = (bcov_decor){0};
  make_filler (p, &p->pieces[1], random);
  p->pieces[2] = p->pieces[0];
  if (chance (random, 2))
    make_filler (p, &p->pieces[2], random);
  for (uint32_t k = 0; k < p->n_pieces; k++)
    p->order[k] = k;
}

void random_puzzle_pair_up (random_puzzle *p, bcov_random *random)
{
  for (size_t k = 0; k < sizeof p->mark; k++)
    p->mark[k] = p->mark[k] == BCOV_LETTER ? BCOV_MUST : p->mark[k];
  p->n_rows_quota = p->n_columns_quota = p->border = 0;
  p->fill_holes = false;
  p->n_pieces = 1 + chance (random, 3);
  for (uint32_t k = 0; k < p->n_pieces; k++) {
    make_filler (p, &p->pieces[k], random);
    if (!k)
      p->pieces[k].count = 2;
    p->pieces[k].turn = p->pieces[k].flip = !chance (random, 4);
    p->order[k] = k;
  }
}

/* ---- turning ---- */

static void turn_pieces (const random_puzzle *p, const bcov_symmetry *symmetry, random_puzzle *t)
{
  for (uint32_t k = 0; k < p->n_pieces; k++) {
    for (uint32_t c = 0; c < p->pieces[k].count; c++)
      t->pieces[k].cells[c] = bcov_symmetry_cell (p->lattice, symmetry, p->pieces[k].cells[c]);
    if (p->lattice == BCOV_SQUARE)
      t->pieces[k].decor = bcov_decor_turn (p->pieces[k].decor, symmetry);
  }
}

static bcov_cell cell_at (const random_puzzle *p, int32_t k)
{
  return (bcov_cell){k / (p->rows * p->columns), k / p->columns % p->rows, k % p->columns};
}

/* The size of the turned grid and the translation that moves it to the corner.  On triangles only
   some translations are allowed, so the first column may stay empty. */
static bcov_cell measure (const random_puzzle *p, const bcov_symmetry *symmetry, random_puzzle *t)
{
  bcov_cell least = bcov_symmetry_cell (p->lattice, symmetry, cell_at (p, 0)), most = least;
  for (int32_t k = 1; k < p->layers * p->rows * p->columns; k++) {
    bcov_cell c = bcov_symmetry_cell (p->lattice, symmetry, cell_at (p, k));
    least.layer = c.layer < least.layer ? c.layer : least.layer;
    least.row = c.row < least.row ? c.row : least.row;
    least.column = c.column < least.column ? c.column : least.column;
    most.layer = c.layer > most.layer ? c.layer : most.layer;
    most.row = c.row > most.row ? c.row : most.row;
    most.column = c.column > most.column ? c.column : most.column;
  }
  if (!bcov_lattice_may_move (p->lattice, least))
    least.column--;
  t->layers = most.layer - least.layer + 1;
  t->rows = most.row - least.row + 1;
  t->columns = most.column - least.column + 1;
  return least;
}

static bool turn_board (const random_puzzle *p, const bcov_symmetry *symmetry, random_puzzle *t)
{
  bcov_cell least = measure (p, symmetry, t);
  if ((size_t)t->layers * (size_t)t->rows * (size_t)t->columns > sizeof t->mark)
    return false;
  memset (t->mark, BCOV_HOLE, sizeof t->mark);
  for (int32_t k = 0; k < p->layers * p->rows * p->columns; k++) {
    bcov_cell c = bcov_symmetry_cell (p->lattice, symmetry, cell_at (p, k));
    int32_t to = ((c.layer - least.layer) * t->rows + c.row - least.row) * t->columns + c.column -
                 least.column;
    t->mark[to] = p->mark[k];
    t->letter[to] = p->letter[k];
  }
  return true;
}

static void turn_rules (const random_puzzle *p, const bcov_symmetry *symmetry, random_puzzle *t)
{
  if (p->lattice != BCOV_SQUARE || symmetry->m[1][1] != 0)
    return;
  memcpy (t->rows_quota, p->columns_quota, sizeof t->rows_quota);
  memcpy (t->columns_quota, p->rows_quota, sizeof t->columns_quota);
  t->n_rows_quota = p->n_columns_quota;
  t->n_columns_quota = p->n_rows_quota;
  if (p->wrap == BCOV_WRAP_ROWS || p->wrap == BCOV_WRAP_COLUMNS)
    t->wrap = p->wrap == BCOV_WRAP_ROWS ? BCOV_WRAP_COLUMNS : BCOV_WRAP_ROWS;
}

bool random_puzzle_turn (const random_puzzle *p, bcov_random *random, random_puzzle *t)
{
  bcov_symmetry symmetry =
      bcov_symmetry_get (p->lattice, below (random, (uint32_t)bcov_symmetry_count (p->lattice)));
  for (uint32_t k = 0; k < p->n_pieces; k++)
    if (p->pieces[k].flip && !p->pieces[k].turn)
      return false;
  *t = *p;
  turn_pieces (p, &symmetry, t);
  turn_rules (p, &symmetry, t);
  for (uint32_t k = t->n_pieces; k > 1; k--) {
    uint32_t other = below (random, k), kept = t->order[k - 1];
    t->order[k - 1] = t->order[other];
    t->order[other] = kept;
  }
  return turn_board (p, &symmetry, t);
}

/* ---- building ---- */

static void must (bcov_status status, const bcov_error *err)
{
  if (!status)
    return;
  printf ("a random puzzle could not be built: %s\n", bcov_error_text (err));
  abort ();
}

static void name_all (bcov_puzzle *puzzle, bcov_error *err)
{
  static const char *const colours[] = {"red", "blue"}, *const tags[] = {"up", "left"};
  for (int k = 0; k < 2; k++) {
    bcov_puzzle_name (puzzle, &puzzle->colours, colours[k], strlen (colours[k]), BCOV_MOST_COLOURS,
                      err);
    bcov_puzzle_name (puzzle, &puzzle->tags, tags[k], strlen (tags[k]), BCOV_MOST_TAGS, err);
  }
}

static void add_piece (bcov_puzzle *puzzle, const random_puzzle *p, uint32_t k, bcov_error *err)
{
  const random_piece *piece = &p->pieces[k];
  char name = (char)('A' + k);
  bcov_shape shape;
  must (bcov_shape_make (puzzle->mem, p->lattice, piece->cells, piece->count, &shape, err), err);
  bcov_entry entry = {.name = &name,
                      .name_length = 1,
                      .shape = &shape,
                      .lo = piece->lo,
                      .hi = piece->hi,
                      .turn = piece->turn,
                      .flip = piece->flip,
                      .decor = piece->decor,
                      .tags = piece->count == 1 ? piece->tags : 0};
  must (bcov_puzzle_add (puzzle, &entry, err), err);
  bcov_shape_free (puzzle->mem, &shape);
}

static void add_board (bcov_puzzle *puzzle, const random_puzzle *p, bcov_error *err)
{
  bcov_board *board = &puzzle->board;
  size_t positions = (size_t)p->layers * (size_t)p->rows * (size_t)p->columns;
  must (bcov_board_make (puzzle->mem, p->lattice, p->layers, p->rows, p->columns, board, err), err);
  board->wrap = p->wrap;
  board->letter = bcov_mem_alloc (puzzle->mem, positions, sizeof *board->letter, err);
  for (size_t k = 0; k < positions; k++) {
    board->mark[k] = p->mark[k];
    if (p->mark[k] == BCOV_LETTER)
      board->letter[k] = (uint32_t)'A' + p->letter[k];
  }
  must (bcov_board_number (puzzle->mem, board, err), err);
}

bcov_puzzle *random_puzzle_build (bcov_mem *mem, const random_puzzle *p)
{
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = NULL;
  must (bcov_puzzle_new (mem, "random", &puzzle, err), err);
  name_all (puzzle, err);
  add_board (puzzle, p, err);
  for (uint32_t k = 0; k < p->n_pieces; k++)
    add_piece (puzzle, p, p->order[k], err);
  for (uint32_t k = 0; k < p->n_rows_quota; k++)
    must (bcov_vec_push (mem, &puzzle->row_quotas, p->rows_quota[k], err), err);
  for (uint32_t k = 0; k < p->n_columns_quota; k++)
    must (bcov_vec_push (mem, &puzzle->column_quotas, p->columns_quota[k], err), err);
  puzzle->border = p->border;
  puzzle->fill_holes = p->fill_holes;
  must (bcov_puzzle_finish (puzzle, NULL, NULL, err), err);
  bcov_error_free (err);
  return puzzle;
}

void random_puzzle_print (const random_puzzle *p)
{
  printf ("lattice %s, wrap %d, border %u, fill holes %d\n", bcov_lattice_name (p->lattice),
          p->wrap, p->border, p->fill_holes);
  for (int32_t k = 0; k < p->layers * p->rows * p->columns; k++) {
    putchar (p->mark[k] == BCOV_LETTER ? 'A' + p->letter[k] : "#.?"[p->mark[k]]);
    if ((k + 1) % p->columns == 0)
      putchar ('\n');
  }
  for (uint32_t k = 0; k < p->n_pieces; k++) {
    const random_piece *piece = &p->pieces[k];
    printf ("%c %u..%u turn %d flip %d points %u sides %u%u%u%u tags %u cells", 'A' + k, piece->lo,
            piece->hi, piece->turn, piece->flip, piece->decor.points, piece->decor.sides[0],
            piece->decor.sides[1], piece->decor.sides[2], piece->decor.sides[3],
            (unsigned)piece->tags);
    for (uint32_t c = 0; c < piece->count; c++)
      printf (" %d,%d,%d", piece->cells[c].layer, piece->cells[c].row, piece->cells[c].column);
    putchar ('\n');
  }
  for (uint32_t k = 0; k < p->n_rows_quota; k++)
    printf ("rows: tag %u %u..%u\n", p->rows_quota[k].tag, p->rows_quota[k].lo,
            p->rows_quota[k].hi);
  for (uint32_t k = 0; k < p->n_columns_quota; k++)
    printf ("columns: tag %u %u..%u\n", p->columns_quota[k].tag, p->columns_quota[k].lo,
            p->columns_quota[k].hi);
}
