/* Finding symmetries.  A rotation or reflection of the lattice is a symmetry if it maps pieces to
   pieces with equal counts, quotas to quotas, and the board, after a shift, to itself.  On a flat
   board the least coordinates determine the shift; on a board that wraps, every shift along it is
   tried.  The image of each option is found by its cells.

   Counting up to symmetry is Burnside's lemma: the number of orbits is the sum, over the group, of
   the solutions that g leaves unchanged, divided by the order of the group.  It holds for any group
   action, even if two members act alike, as the two reflections of a single row of cells do.

   A solution that some symmetries leave unchanged is a union of their orbits on the options, so
   these solutions are those of a model whose options are the orbits: an orbit touches an item as
   often as its members do together.  An orbit whose members exclude each other exceeds the bound of
   some item, or its colours differ; it is left out.

   Time: order of the group x cells of all options. */

#include "model/symmetry/orbit.h"
#include "puzzle/images.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const bcov_compiled *compiled;
  bcov_control *control;
  uint64_t work;
  const bcov_puzzle *puzzle;
  bcov_table lookup;
  bcov_cell *turned;     /* each cell after the rotation or reflection, before the shift */
  uint32_t *cell_image;  /* of each cell; the following arrays are in the same block */
  uint32_t *piece_image; /* of each piece */
  uint32_t *form_start;  /* of each piece: where its forms begin in FORM_IMAGE */
  uint32_t *form_image;  /* of each form: the form of the image piece */
  uint32_t *cells;       /* scratch, for the largest piece */
  bcov_motion motion;    /* the current candidate */
  BCOV_VEC (uint32_t) image;
  BCOV_VEC (bcov_motion) motions;
  bcov_orbits *out;
} finder;

/* Whether quota B is the image of quota A: the bounds are equal, and a piece has the tag of A
   exactly if its image has the tag of B. */
static bool is_image (const finder *f, const bcov_quota *a, const bcov_quota *b)
{
  const bcov_piece *pieces = f->puzzle->pieces.data;
  if (a->lo != b->lo || a->hi != b->hi)
    return false;
  for (uint32_t p = 0; p < f->puzzle->pieces.count; p++)
    if ((pieces[p].tags >> a->tag & 1) != (pieces[f->piece_image[p]].tags >> b->tag & 1))
      return false;
  return true;
}

/* Whether every quota of FROM has an image in TO. */
static bool quotas_map (const finder *f, const bcov_quotas *from, const bcov_quotas *to)
{
  for (size_t i = 0; i < from->count; i++) {
    size_t j = 0;
    while (j < to->count && !is_image (f, &from->data[i], &to->data[j]))
      j++;
    if (j == to->count)
      return false;
  }
  return true;
}

/* Different quotas have different images.  So if all quotas of rows and columns have images, there
   are as many images as quotas, and every quota is an image. */
static bool rules_map (const finder *f, const bcov_symmetry *symmetry)
{
  const bcov_quotas *rows = &f->puzzle->row_quotas, *columns = &f->puzzle->column_quotas;
  bool swapped = symmetry->m[1][1] == 0;
  return quotas_map (f, rows, swapped ? columns : rows) &&
         quotas_map (f, columns, swapped ? rows : columns);
}

/* Sets MAP to whether every piece has an image. */
static bcov_status pieces_map (finder *f, const bcov_symmetry *symmetry, bool *map, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  *map = true;
  for (uint32_t p = 0; !status && *map && p < f->puzzle->pieces.count; p++)
    if (f->puzzle->pieces.data[p].unfit) /* it has no placements */
      f->piece_image[p] = p;
    else
      status = bcov_images_find (f->puzzle, symmetry, p, map, &f->piece_image[p],
                                 f->form_image + f->form_start[p], err);
  return status;
}

/* A direction in which the board wraps must be mapped to one of the same length. */
static bool wrap_maps (const bcov_board *board, const bcov_symmetry *symmetry)
{
  bool swapped = symmetry->m[1][1] == 0;
  return board->wrap == BCOV_WRAP_NONE || !swapped ||
         (board->wrap == BCOV_WRAP_BOTH && board->rows == board->columns);
}

static bcov_cell least (const bcov_cell *cells, size_t count)
{
  bcov_cell l = cells[0];
  for (size_t k = 1; k < count; k++) {
    l.layer = cells[k].layer < l.layer ? cells[k].layer : l.layer;
    l.row = cells[k].row < l.row ? cells[k].row : l.row;
    l.column = cells[k].column < l.column ? cells[k].column : l.column;
  }
  return l;
}

/* Whether SHIFT moves the turned board onto itself; fills CELL_IMAGE. */
static bool board_maps (finder *f, bcov_cell shift)
{
  const bcov_board *board = &f->puzzle->board;
  if (!bcov_lattice_may_move (board->lattice, shift))
    return false;
  for (uint32_t n = 0; n < board->n_cells; n++) {
    bcov_cell c = f->turned[n];
    c = (bcov_cell){c.layer + shift.layer, c.row + shift.row, c.column + shift.column};
    int32_t to = bcov_board_at (board, c);
    if (to == BCOV_NO_CELL)
      return false;
    f->cell_image[n] = (uint32_t)to;
    if ((board->mark[bcov_board_position (board, board->cells[n])] == BCOV_MAY) !=
        (board->mark[bcov_board_position (board, board->cells[to])] == BCOV_MAY))
      return false;
    if (!f->puzzle->cell_piece)
      continue;
    int32_t a = f->puzzle->cell_piece[n], b = f->puzzle->cell_piece[to];
    if ((a < 0) != (b < 0) || (a >= 0 && f->piece_image[a] != (uint32_t)b))
      return false;
  }
  return true;
}

static uint32_t image_of_option (finder *f, uint32_t option)
{
  const bcov_placement *placement = &f->compiled->placements.data[option];
  const uint32_t *cells = f->compiled->cells.data + placement->first;
  uint32_t piece = f->piece_image[placement->piece];
  uint32_t form = f->form_image[f->form_start[placement->piece] + placement->form];
  const bcov_piece *image = &f->puzzle->pieces.data[piece];
  assert (image->size == f->puzzle->pieces.data[placement->piece].size && form < image->n_forms);
  for (uint32_t k = 0; k < image->size; k++)
    f->cells[k] = f->cell_image[cells[k]];
  qsort (f->cells, image->size, sizeof *f->cells, bcov_vec_by_number);
  return bcov_compiled_find (&f->lookup, f->compiled, piece, &image->forms[form].decor, f->cells);
}

/* Adds the permutation of the options that the current maps define. */
static bcov_status add_symmetry (finder *f, bcov_error *err)
{
  bcov_mem *mem = f->puzzle->mem;
  bcov_status status = BCOV_OK;
  uint32_t n = bcov_model_options (&f->compiled->model);
  for (uint32_t o = 0; !status && o < n; o++) {
    uint32_t image = image_of_option (f, o);
    if (image == BCOV_NO_OPTION)
      return bcov_error_add (err, BCOV_FAULT, NULL,
                             "internal error: a symmetry of the board maps no option to option %u",
                             o);
    status = bcov_vec_push (mem, &f->image, image, err);
    if (!status)
      status = bcov_control_work (f->control, &f->work, 8, err);
  }
  if (!status)
    status = bcov_vec_push (mem, &f->motions, f->motion, err);
  f->out->count++;
  assert (status ||
          (f->image.count == (size_t)f->out->count * n && f->motions.count == f->out->count));
  return status;
}

/* Tries every shift that could move the turned board onto itself. */
static bcov_status try_shifts (finder *f, bcov_error *err)
{
  const bcov_board *board = &f->puzzle->board;
  int32_t rows = board->wrap & BCOV_WRAP_ROWS ? board->rows : 1;
  int32_t columns = board->wrap & BCOV_WRAP_COLUMNS ? board->columns : 1;
  bcov_cell to = least (board->cells, board->n_cells), from = least (f->turned, board->n_cells);
  bcov_cell shift = {to.layer - from.layer, to.row - from.row, to.column - from.column};
  bcov_status status = BCOV_OK;
  for (int32_t r = 0; r < rows; r++)
    for (int32_t c = 0; !status && c < columns; c++) {
      status = bcov_control_work (f->control, &f->work, board->n_cells, err);
      f->motion.shift = (bcov_cell){shift.layer, shift.row + r, shift.column + c};
      f->motion.row = r;
      f->motion.column = c;
      if (!status && board_maps (f, f->motion.shift))
        status = add_symmetry (f, err);
    }
  return status;
}

static bcov_status start_finder (finder *f, bcov_error *err)
{
  const bcov_puzzle *puzzle = f->puzzle;
  bcov_mem *mem = puzzle->mem;
  size_t forms = 0, largest = 0, pieces = puzzle->pieces.count, cells = puzzle->board.n_cells;
  bcov_status status = BCOV_OK;
  for (size_t p = 0; p < pieces; p++) {
    forms += puzzle->pieces.data[p].n_forms;
    largest = puzzle->pieces.data[p].size > largest ? puzzle->pieces.data[p].size : largest;
  }
  f->turned = bcov_mem_alloc (mem, cells + 1, sizeof *f->turned, err);
  f->cell_image =
      bcov_mem_alloc (mem, cells + 2 * pieces + forms + largest + 1, sizeof (uint32_t), err);
  if (!f->turned || !f->cell_image)
    return bcov_mem_status (mem);
  f->piece_image = f->cell_image + cells;
  f->form_start = f->piece_image + pieces;
  f->form_image = f->form_start + pieces;
  f->cells = f->form_image + forms;
  for (size_t p = 1; p < pieces; p++)
    f->form_start[p] = f->form_start[p - 1] + puzzle->pieces.data[p - 1].n_forms;
  for (uint32_t o = 0; !status && o < bcov_model_options (&f->compiled->model); o++)
    status = bcov_compiled_enter (&f->lookup, f->compiled, o, err);
  return status;
}

static void end_finder (finder *f)
{
  bcov_mem *mem = f->puzzle->mem;
  bcov_table_free (mem, &f->lookup);
  bcov_mem_free (mem, f->turned);
  bcov_mem_free (mem, f->cell_image);
  bcov_vec_free (mem, &f->image);
  bcov_vec_free (mem, &f->motions);
}

bcov_status bcov_orbits_identity (bcov_orbits *out, bcov_error *err)
{
  out->image = bcov_mem_alloc (out->mem, out->options + 1u, sizeof *out->image, err);
  out->motions = bcov_mem_alloc (out->mem, 1, sizeof *out->motions, err);
  if (!out->image || !out->motions) {
    bcov_mem *mem = out->mem;
    bcov_orbits_free (out);
    return bcov_mem_status (mem);
  }
  out->count = 1;
  for (uint32_t o = 0; o < out->options; o++)
    out->image[o] = o;
  return BCOV_OK;
}

bcov_status bcov_orbits_find (const bcov_compiled *compiled, bcov_control *control,
                              bcov_orbits *out, bcov_error *err)
{
  const bcov_puzzle *puzzle = compiled->puzzle;
  finder f = {.compiled = compiled, .control = control, .puzzle = puzzle, .out = out};
  *out = (bcov_orbits){.options = bcov_model_options (&compiled->model), .mem = puzzle->mem};
  if (puzzle->exact || !out->options)
    return bcov_orbits_identity (out, err);
  bcov_status status = start_finder (&f, err);
  for (size_t k = 0; !status && k < bcov_symmetry_count (puzzle->board.lattice); k++) {
    bcov_symmetry symmetry = bcov_symmetry_get (puzzle->board.lattice, k);
    bool map = false;
    if (wrap_maps (&puzzle->board, &symmetry))
      status = pieces_map (&f, &symmetry, &map, err);
    if (status || !map || !rules_map (&f, &symmetry))
      continue;
    f.motion.symmetry = (uint32_t)k;
    for (uint32_t n = 0; n < puzzle->board.n_cells; n++)
      f.turned[n] = bcov_symmetry_cell (puzzle->board.lattice, &symmetry, puzzle->board.cells[n]);
    status = try_shifts (&f, err);
  }
  if (!status) {
    assert (out->count >= 1 && f.image.data[0] == 0); /* the identity comes first */
    out->image = f.image.data;
    out->motions = f.motions.data;
    f.image.data = NULL;
    f.motions.data = NULL;
  }
  end_finder (&f);
  return status;
}

void bcov_orbits_free (bcov_orbits *orbits)
{
  if (orbits->mem) {
    bcov_mem_free (orbits->mem, orbits->image);
    bcov_mem_free (orbits->mem, orbits->motions);
  }
  *orbits = (bcov_orbits){0};
}

bool bcov_orbits_least (const bcov_orbits *orbits, const uint32_t *solution, size_t count,
                        uint32_t *scratch)
{
  uint32_t *sorted = scratch, *image = scratch + count;
  if (count)
    memcpy (sorted, solution, count * sizeof *sorted);
  qsort (sorted, count, sizeof *sorted, bcov_vec_by_number);
  for (uint32_t g = 1; g < orbits->count; g++) {
    const uint32_t *to = bcov_orbits_image (orbits, g);
    uint32_t least = UINT32_MAX;
    for (size_t k = 0; k < count; k++) {
      assert (sorted[k] < orbits->options);
      image[k] = to[sorted[k]];
      least = image[k] < least ? image[k] : least;
    }
    if (count && least != sorted[0]) { /* the common case, without sorting */
      if (least < sorted[0])
        return false;
      continue;
    }
    qsort (image, count, sizeof *image, bcov_vec_by_number);
    size_t k = 0;
    while (k < count && image[k] == sorted[k])
      k++;
    if (k < count && image[k] < sorted[k])
      return false;
  }
  return true;
}

/* ---- solutions that symmetries leave unchanged ---- */

typedef struct {
  const bcov_orbits *orbits;
  const bcov_model *model;
  const uint32_t *g; /* GS symmetries */
  size_t gs;
  uint8_t *seen;                 /* options whose orbit has been found */
  BCOV_VEC (uint32_t) members;   /* of the current orbit */
  BCOV_VEC (bcov_touch) touches; /* of its members, unsorted */
  bcov_model *out;
} weaver;

static int by_item (const void *a, const void *b)
{
  const bcov_touch *x = a, *y = b;
  return (x->item > y->item) - (x->item < y->item);
}

/* Combines touches on the same item; returns false if the members exclude each other. */
static bool join_touches (weaver *w)
{
  size_t n = 0;
  bcov_touch *t = w->touches.data;
  qsort (t, w->touches.count, sizeof *t, by_item);
  for (size_t k = 0; k < w->touches.count; k++) {
    if (n && t[n - 1].item == t[k].item) {
      if (t[n - 1].colour != t[k].colour)
        return false;
      t[n - 1].times += t[k].times;
    } else
      t[n++] = t[k];
    bcov_item item = w->model->items.data[t[n - 1].item];
    if (item.coloured)
      t[n - 1].times = 1;
    else if (t[n - 1].times > item.hi)
      return false;
  }
  w->touches.count = n;
  return true;
}

/* Adds OPTION to the current orbit. */
static bcov_status add_member (weaver *w, uint32_t option, bcov_error *err)
{
  const bcov_model *m = w->model;
  bcov_status status = bcov_vec_push (m->mem, &w->members, option, err);
  w->seen[option] = 1;
  for (uint32_t t = m->first.data[option]; !status && t < m->first.data[option + 1]; t++)
    status = bcov_vec_push (m->mem, &w->touches, m->touches.data[t], err);
  return status;
}

/* Adds the orbit of option FIRST. */
static bcov_status add_orbit (weaver *w, uint32_t first, bcov_error *err)
{
  assert (!w->seen[first]); /* orbits are disjoint */
  w->touches.count = w->members.count = 0;
  bcov_status status = add_member (w, first, err);
  for (size_t k = 0; !status && k < w->members.count; k++)
    for (size_t j = 0; !status && j < w->gs; j++) {
      assert (w->g[j] < w->orbits->count);
      uint32_t to = bcov_orbits_image (w->orbits, w->g[j])[w->members.data[k]];
      if (!w->seen[to])
        status = add_member (w, to, err);
    }
  if (!status && join_touches (w))
    status = bcov_model_option (w->out, w->touches.data, w->touches.count, first, err);
  return status;
}

bcov_status bcov_orbits_fixed_by (const bcov_orbits *orbits, const bcov_model *model,
                                  const uint32_t *g, size_t count, bcov_model *out, bcov_error *err)
{
  weaver w = {.orbits = orbits, .model = model, .g = g, .gs = count, .out = out};
  bcov_model_init (model->mem, out, err);
  bcov_model_copy_items (out, model, err);
  w.seen = bcov_mem_alloc (model->mem, orbits->options + 1u, 1, err);
  if (!w.seen)
    out->status = bcov_mem_status (model->mem);
  for (uint32_t o = 0; !out->status && o < orbits->options; o++)
    if (!w.seen[o])
      out->status = add_orbit (&w, o, err);
  bcov_mem_free (model->mem, w.seen);
  bcov_vec_free (model->mem, &w.touches);
  bcov_vec_free (model->mem, &w.members);
  return bcov_model_done (out);
}
