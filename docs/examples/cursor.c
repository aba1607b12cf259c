/* Builds a puzzle step by step and prints its coverings one at a time.  For each cell, it prints
   the number of the placement that covers the cell. */
#include <boardcover.h>
#include <stdio.h>

/* Builds a board of 2 x 4 without one corner, to be covered by an L-tromino and two dominoes. */
static bcov_status build (bcov_puzzle **puzzle, bcov_error *err)
{
  static const int32_t board[] = {0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2, 1, 3};
  static const int32_t corner[] = {0, 0, 1, 0, 1, 1};
  bcov_builder *builder = bcov_builder_new ();
  if (!builder)
    return BCOV_FAULT;
  bcov_builder_board (builder, 2, board, 7, 0);
  bcov_builder_piece_cells (builder, "corner", 2, corner, 3, 1, 1);
  bcov_builder_piece (builder, "I2", 2, 2);
  bcov_status status = bcov_builder_puzzle (builder, NULL, puzzle, err);
  bcov_builder_free (builder);
  return status;
}

int main (void)
{
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = NULL;
  bcov_cursor *cursor = NULL;
  const bcov_covering *covering = NULL;
  bcov_status status = build (&puzzle, err);
  if (!status)
    status = bcov_cursor_new (puzzle, NULL, &cursor, err);
  while (!status && !(status = bcov_cursor_next (cursor, &covering, err)) && covering) {
    int32_t map[7];
    bcov_covering_map (covering, map);
    for (int k = 0; k < 7; k++)
      printf ("%d%c", map[k], k < 6 ? ' ' : '\n');
  }
  if (status && err)
    fprintf (stderr, "%s\n", bcov_error_text (err));
  bcov_cursor_free (cursor);
  bcov_puzzle_free (puzzle);
  bcov_error_free (err);
  return (int)status;
}
