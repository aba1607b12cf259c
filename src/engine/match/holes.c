/* A maximum flow between classes of pieces and classes of holes.  A piece fills only holes of its
   own size, so in each connected part of the graph all edges have the same weight, and the maximum
   flow fills the most cells.

   Equal pieces and equal holes form one class each, so an edge usually has no neighbours, and the
   flow along it is the smaller of the two numbers.  A greedy pass fills such edges.  In other
   cases, for example if a piece that may be rotated and one that may not compete for the same
   holes, the flow is improved along augmenting paths, which are found breadth first.  Time: linear
   in the edges for the greedy pass; then the edges that each path examines. */

#include "engine/match/holes.h"

#include <assert.h>

typedef struct {
  const bcov_classes *classes;
  uint32_t *flow;
  uint32_t *piece_left, *hole_left; /* unused capacity */
  uint32_t *piece_start;            /* fits of piece p: piece_start[p] .. piece_start[p+1] */
  uint32_t *hole_start, *hole_fit;  /* fits by hole class */
  uint32_t *came;                   /* of each hole class: the fit by which the search reached it */
  uint32_t *seen_piece, *seen_hole; /* the last search that met it */
  uint32_t *queue;                  /* of pieces */
  uint32_t round;
} matcher;

/* Indexes the fits by piece or by hole: START gets the start of each row, LIST the fits in this
   order unless it is NULL. */
static void index_fits (const bcov_classes *classes, bool by_hole, uint32_t *start, uint32_t *list)
{
  size_t keys = by_hole ? classes->n_classes : classes->puzzle->pieces.count;
  for (size_t k = 0; k < classes->fits.count; k++)
    start[(by_hole ? classes->fits.data[k].hole : classes->fits.data[k].piece) + 1]++;
  for (size_t k = 0; k < keys; k++)
    start[k + 1] += start[k];
  assert (start[keys] == classes->fits.count);
  if (!list)
    return;
  for (uint32_t k = (uint32_t)classes->fits.count; k-- > 0;)
    list[--start[classes->fits.data[k].hole + 1]] = k;
  for (size_t k = 0; k < keys; k++)
    start[k] = start[k + 1];
  start[keys] = (uint32_t)classes->fits.count;
}

/* Returns whether the fits of each piece are consecutive. */
static __attribute__ ((unused)) bool fits_are_sorted (const bcov_classes *classes)
{
  for (size_t k = 1; k < classes->fits.count; k++)
    if (classes->fits.data[k - 1].piece > classes->fits.data[k].piece)
      return false;
  return true;
}

/* Returns whether the flow and the unused capacity of each class add up to its size. */
static __attribute__ ((unused)) bool flow_adds_up (const matcher *m)
{
  const bcov_classes *c = m->classes;
  bool fine = true;
  for (size_t p = 0; p < c->puzzle->pieces.count; p++) {
    uint64_t sum = m->piece_left[p];
    for (uint32_t k = m->piece_start[p]; k < m->piece_start[p + 1]; k++)
      sum += m->flow[k];
    fine = fine && sum == c->puzzle->pieces.data[p].hi;
  }
  for (uint32_t h = 0; h < c->n_classes; h++) {
    uint64_t sum = m->hole_left[h];
    for (uint32_t k = m->hole_start[h]; k < m->hole_start[h + 1]; k++)
      sum += m->flow[m->hole_fit[k]];
    fine = fine && sum == c->holes.data[h];
  }
  return fine;
}

static void push_flow (matcher *m)
{
  for (size_t k = 0; k < m->classes->fits.count; k++) {
    const bcov_fit *fit = &m->classes->fits.data[k];
    uint32_t *piece = &m->piece_left[fit->piece], *hole = &m->hole_left[fit->hole];
    uint32_t amount = *piece < *hole ? *piece : *hole;
    m->flow[k] = amount;
    *piece -= amount;
    *hole -= amount;
  }
}

/* Returns the capacity of the path from piece ROOT to HOLE. */
static uint32_t path_amount (const matcher *m, uint32_t root, uint32_t hole,
                             const uint32_t *back_of_piece)
{
  uint32_t amount = m->hole_left[hole];
  for (;;) {
    uint32_t piece = m->classes->fits.data[m->came[hole]].piece;
    if (piece == root)
      break;
    uint32_t back = back_of_piece[piece];
    amount = m->flow[back] < amount ? m->flow[back] : amount;
    hole = m->classes->fits.data[back].hole;
  }
  return m->piece_left[root] < amount ? m->piece_left[root] : amount;
}

static void augment (matcher *m, uint32_t root, uint32_t hole, const uint32_t *back_of_piece)
{
  uint32_t amount = path_amount (m, root, hole, back_of_piece);
  assert (amount);
  m->hole_left[hole] -= amount;
  m->piece_left[root] -= amount;
  for (;;) {
    m->flow[m->came[hole]] += amount;
    uint32_t piece = m->classes->fits.data[m->came[hole]].piece;
    if (piece == root)
      break;
    assert (m->flow[back_of_piece[piece]] >= amount);
    m->flow[back_of_piece[piece]] -= amount;
    hole = m->classes->fits.data[back_of_piece[piece]].hole;
  }
}

/* Searches for a path from ROOT, a piece with copies left, and augments the flow along it; returns
   whether there is one.  From a hole class without room, the search continues with the pieces that
   could release one of its holes. */
static bool find_path (matcher *m, uint32_t root, uint32_t *back_of_piece)
{
  uint32_t head = 0, tail = 0;
  assert (m->piece_left[root]);
  m->round++;
  m->queue[tail++] = root;
  m->seen_piece[root] = m->round;
  while (head < tail) {
    assert (tail <= m->classes->puzzle->pieces.count); /* each piece once */
    uint32_t piece = m->queue[head++];
    for (uint32_t k = m->piece_start[piece]; k < m->piece_start[piece + 1]; k++) {
      uint32_t hole = m->classes->fits.data[k].hole;
      if (m->seen_hole[hole] == m->round)
        continue;
      m->seen_hole[hole] = m->round;
      m->came[hole] = k;
      if (m->hole_left[hole]) {
        augment (m, root, hole, back_of_piece);
        return true;
      }
      for (uint32_t j = m->hole_start[hole]; j < m->hole_start[hole + 1]; j++) {
        uint32_t fit = m->hole_fit[j], other = m->classes->fits.data[fit].piece;
        if (!m->flow[fit] || m->seen_piece[other] == m->round)
          continue;
        m->seen_piece[other] = m->round;
        back_of_piece[other] = fit;
        m->queue[tail++] = other;
      }
    }
  }
  return false;
}

static bcov_status start_matcher (matcher *m, uint32_t **back_of_piece, bcov_error *err)
{
  const bcov_classes *c = m->classes;
  const bcov_puzzle *puzzle = c->puzzle;
  size_t pieces = puzzle->pieces.count + 2, holes = c->n_classes + 2u;
  uint32_t *room =
      bcov_mem_alloc (puzzle->mem, 5 * pieces + 4 * holes + c->fits.count, sizeof *room, err);
  if (!room)
    return bcov_mem_status (puzzle->mem);
  m->piece_left = room;
  m->piece_start = room + pieces;
  m->seen_piece = room + 2 * pieces;
  m->queue = room + 3 * pieces;
  *back_of_piece = room + 4 * pieces;
  m->hole_left = room + 5 * pieces;
  m->hole_start = m->hole_left + holes;
  m->came = m->hole_start + holes;
  m->seen_hole = m->came + holes;
  m->hole_fit = m->seen_hole + holes;
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    m->piece_left[p] = puzzle->pieces.data[p].hi;
  for (uint32_t h = 0; h < c->n_classes; h++)
    m->hole_left[h] = c->holes.data[h];
  index_fits (c, false, m->piece_start, NULL);
  index_fits (c, true, m->hole_start, m->hole_fit);
  return BCOV_OK;
}

bcov_status bcov_holes_match (const bcov_classes *classes, uint32_t *flow, uint64_t *cells,
                              bcov_error *err)
{
  assert (fits_are_sorted (classes));
  matcher m = {.classes = classes, .flow = flow};
  uint32_t *back_of_piece = NULL;
  bcov_status status = start_matcher (&m, &back_of_piece, err);
  if (status)
    return status;
  push_flow (&m);
  for (uint32_t p = 0; p < classes->puzzle->pieces.count; p++)
    while (m.piece_left[p] && m.piece_start[p] < m.piece_start[p + 1] &&
           find_path (&m, p, back_of_piece))
      ;
  assert (flow_adds_up (&m));
  *cells = 0;
  for (size_t k = 0; k < classes->fits.count; k++)
    *cells += (uint64_t)flow[k] * classes->sizes.data[classes->fits.data[k].hole];
  bcov_mem_free (classes->puzzle->mem, m.piece_left);
  return BCOV_OK;
}
