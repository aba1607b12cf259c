/* Counts by choice of pieces and by type of symmetry.

   The frontier's states hold the number of copies of a piece only if the number varies.  The puzzle
   fixes most of these numbers and, if no cell may stay empty, one more follows from the cells that
   the other pieces leave.  The search and brute engines list the coverings instead, so they check
   these counts independently. */

#include "question/by_piece.h"
#include "question/by_symmetry.h"
#include "question/run.h"

#include <string.h>

typedef struct {
  bcov_run *run;
  bool *kept;         /* for each item: whether it is a piece whose count the states hold */
  uint32_t *uses;     /* the copies of each piece in the current row */
  uint32_t *piece;    /* the piece of each option */
  uint32_t dependent; /* the piece whose count follows from the others, or BCOV_NO_ITEM */
  bcov_by_piece census;
} counting;

/* Returns whether every covering covers all cells. */
static bool all_covered (const bcov_board *board)
{
  for (uint32_t n = 0; n < board->n_cells; n++)
    if (board->mark[bcov_board_position (board, board->cells[n])] == BCOV_MAY)
      return false;
  return true;
}

static bool is_settled (const bcov_piece *piece)
{
  return piece->lo == piece->hi;
}

/* Returns the smallest piece whose count varies, since its count would need the most memory. */
static uint32_t find_dependent (const bcov_puzzle *puzzle)
{
  uint32_t best = BCOV_NO_ITEM;
  for (uint32_t p = 0; all_covered (&puzzle->board) && p < puzzle->pieces.count; p++) {
    const bcov_piece *piece = &puzzle->pieces.data[p];
    if (!is_settled (piece) &&
        (best == BCOV_NO_ITEM || piece->size < puzzle->pieces.data[best].size))
      best = p;
  }
  return best;
}

static bcov_status start_counting (counting *c, bcov_error *err)
{
  const bcov_compiled *compiled = &c->run->compiled;
  const bcov_puzzle *puzzle = c->run->puzzle;
  bcov_mem *mem = c->run->mem;
  size_t items = compiled->model.items.count, options = bcov_model_options (&compiled->model);
  c->kept = bcov_mem_alloc (mem, items + 1, sizeof *c->kept, err);
  c->uses = bcov_mem_alloc (mem, puzzle->pieces.count + 1, sizeof *c->uses, err);
  c->piece = bcov_mem_alloc (mem, options + 1, sizeof *c->piece, err);
  if (!c->kept || !c->uses || !c->piece)
    return bcov_mem_status (mem);
  c->dependent = find_dependent (puzzle);
  for (size_t i = 0; i < items; i++) {
    const bcov_meaning *meaning = &compiled->meanings.data[i];
    c->kept[i] = meaning->kind == BCOV_IS_PIECE && meaning->index != c->dependent &&
                 !is_settled (&puzzle->pieces.data[meaning->index]);
  }
  for (size_t o = 0; o < options; o++)
    c->piece[o] = compiled->placements.data[o].piece;
  bcov_by_piece_start (mem, (uint32_t)puzzle->pieces.count, &c->census);
  return BCOV_OK;
}

static void end_counting (counting *c)
{
  bcov_mem *mem = c->run->mem;
  bcov_mem_free (mem, c->kept);
  bcov_mem_free (mem, c->uses);
  bcov_mem_free (mem, c->piece);
  bcov_by_piece_free (&c->census);
}

/* Computes USES from the counts in a state; returns false if a count is not allowed. */
static bool fill_uses (counting *c, const uint64_t *touches)
{
  const bcov_puzzle *puzzle = c->run->puzzle;
  uint64_t left = puzzle->board.n_cells;
  bool allowed = true;
  for (uint32_t p = 0; p < puzzle->pieces.count; p++) {
    const bcov_piece *piece = &puzzle->pieces.data[p];
    if (p == c->dependent)
      continue;
    c->uses[p] = is_settled (piece) ? piece->lo : (uint32_t)*touches++;
    allowed = allowed && c->uses[p] >= piece->lo && c->uses[p] <= piece->hi;
    left -= (uint64_t)c->uses[p] * piece->size;
  }
  if (c->dependent != BCOV_NO_ITEM)
    c->uses[c->dependent] = (uint32_t)(left / puzzle->pieces.data[c->dependent].size);
  return allowed;
}

static bcov_status take_row (void *data, const uint64_t *touches, const bcov_number *number,
                             bcov_error *err)
{
  counting *c = data;
  return fill_uses (c, touches) ? bcov_by_piece_add (&c->census, c->uses, number, err) : BCOV_OK;
}

static bcov_status count_rows (counting *c, bcov_error *err)
{
  bcov_run *run = c->run;
  bcov_job job = bcov_run_job (run, false);
  if (run->engine != BCOV_FRONTIER)
    return bcov_by_piece_list (run->engine, &job, c->piece, &c->census, &run->result, err);
  return bcov_by_piece_count (&job, c->kept, take_row, c, &run->result.complete, err);
}

static bcov_status show_rows (const counting *c, bcov_see_uses *see, void *data)
{
  bcov_status status = BCOV_OK;
  size_t n = c->run->puzzle->pieces.count;
  for (size_t row = 0; !status && row < c->census.numbers.count; row++) {
    char *number = bcov_number_text (&c->census.numbers.data[row]);
    status = see (c->census.uses.data + row * n, number, data);
    bcov_free (number);
  }
  return bcov_run_seen (status);
}

static void add_up (counting *c)
{
  bcov_number *found = &c->run->result.found;
  mpz_set_ui (found->value, 0);
  for (size_t row = 0; row < c->census.numbers.count; row++)
    bcov_number_add_number (found, &c->census.numbers.data[row]);
}

/* Counts, adds the counts up and, unless the run was stopped, shows them. */
static bcov_status count_uses (bcov_run *run, bcov_see_uses *see, void *data, bcov_error *err)
{
  counting c = {.run = run};
  bcov_status status = start_counting (&c, err);
  if (!status)
    status = count_rows (&c, err);
  if (!status && run->result.complete)
    status = bcov_by_piece_sort (&c.census, err);
  if (!status && run->result.complete)
    status = show_rows (&c, see, data);
  add_up (&c);
  end_counting (&c);
  return status;
}

static bcov_status check_request (const bcov_puzzle *puzzle, const bcov_request *request,
                                  bcov_error *err)
{
  if (puzzle->exact)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "an exact cover problem has no pieces to count by");
  if (request->parts > 1)
    return bcov_error_add (err, BCOV_INPUT, NULL, "a count by piece cannot be divided into parts");
  if (request->up_to_symmetry)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a count by piece cannot be combined with up-to-symmetry");
  return BCOV_OK;
}

bcov_status bcov_count_by_piece (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_see_uses *see, void *data, bcov_answer **answer,
                                 bcov_error *err)
{
  bcov_run run;
  bcov_request whole = bcov_request_copy (request);
  bcov_answer_start (answer);
  if (!whole.engine || !strcmp (whole.engine, "auto"))
    whole.engine = bcov_engine_name (bcov_plan_by_piece);
  bcov_status status = check_request (puzzle, &whole, err);
  if (!status)
    status = bcov_run_start (&run, puzzle, &whole, false, err);
  if (status)
    return status;
  bool none = false;
  status = bcov_run_look (&run, &none, err);
  bcov_compiled_free (&run.compiled);
  if (!status)
    status = bcov_compile_pieces (run.puzzle, &run.control, &run.compiled, err);
  if (none)
    mpz_set_ui (run.result.found.value, 0);
  if (!status && !none)
    status = count_uses (&run, see, data, err);
  return bcov_run_answer (&run, status, answer, err);
}

/* ---- by symmetry ---- */

static bcov_status show_types (const bcov_subgroups *s, const bcov_number *of_type,
                               bcov_see_type *see, void *data, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && k < s->first.count; k++) {
    bcov_members members = s->all.data[s->first.data[k]];
    uint32_t order = (uint32_t)__builtin_popcountll (members);
    bcov_text name = {0};
    if (!mpz_sgn (of_type[k].value))
      continue;
    bcov_subgroups_name (s, members, &name);
    status = bcov_text_status (&name, err);
    char *number = bcov_number_text (&of_type[k]);
    if (!status)
      status = see (name.data, order, number, s->order / order, data);
    bcov_free (number);
    bcov_text_drop (&name);
  }
  return bcov_run_seen (status);
}

static bcov_status count_types (bcov_run *run, const bcov_subgroups *s, bcov_see_type *see,
                                void *data, bcov_error *err)
{
  bcov_mem *mem = run->mem;
  size_t types = s->first.count;
  bcov_job job = bcov_run_job (run, false);
  bcov_number *of_type = bcov_mem_alloc (mem, types, sizeof *of_type, err);
  if (!of_type)
    return bcov_mem_status (mem);
  for (size_t k = 0; k < types; k++)
    bcov_number_init (&of_type[k], 0);
  bcov_status status =
      bcov_by_symmetry_count (run->engine, &job, &run->orbits, s, of_type, &run->result, err);
  if (!status && run->result.complete)
    status = show_types (s, of_type, see, data, err);
  for (size_t k = 0; k < types; k++)
    bcov_number_clear (&of_type[k]);
  bcov_mem_free (mem, of_type);
  return status;
}

bcov_status bcov_count_by_symmetry (const bcov_puzzle *puzzle, const bcov_request *request,
                                    bcov_see_type *see, void *data, bcov_answer **answer,
                                    bcov_error *err)
{
  bcov_run run;
  bcov_subgroups subgroups = {0};
  bcov_request whole = bcov_request_copy (request);
  bcov_answer_start (answer);
  if (whole.parts > 1)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a count by symmetry cannot be divided into parts");
  whole.up_to_symmetry = true;
  bcov_status status = bcov_run_start (&run, puzzle, &whole, false, err);
  if (status)
    return status;
  status = bcov_subgroups_find (&run.compiled, &run.orbits, &subgroups, err);
  bool none = false;
  if (!status)
    status = bcov_run_look (&run, &none, err);
  if (none)
    mpz_set_ui (run.result.found.value, 0);
  if (!status && !none)
    status = count_types (&run, &subgroups, see, data, err);
  bcov_subgroups_free (&subgroups);
  return bcov_run_answer (&run, status, answer, err);
}
