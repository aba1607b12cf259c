/* Counts the ways to cover boards of 6 x 1, 6 x 2, ... with L-trominoes. */
#include <boardcover.h>
#include <stdio.h>

/* Prints the count for a board of ROWS x COLUMNS. */
static bcov_status count_board (int rows, int columns, bcov_error *err)
{
  char board[32];
  snprintf (board, sizeof board, "%dx%d", rows, columns);
  bcov_puzzle *puzzle = NULL;
  bcov_answer *answer = NULL;
  bcov_status status = bcov_puzzle_brief (NULL, board, "L3:any", NULL, NULL, &puzzle, err);
  if (!status)
    status = bcov_count (puzzle, NULL, &answer, err);
  if (!status)
    printf ("%s: %s\n", board, bcov_answer_count (answer));
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  return status;
}

int main (void)
{
  bcov_error *err = bcov_error_new ();
  bcov_status status = err ? BCOV_OK : BCOV_FAULT;
  for (int columns = 1; !status && columns <= 8; columns++)
    status = count_board (6, columns, err);
  if (status && err)
    fprintf (stderr, "%s\n", bcov_error_text (err));
  bcov_error_free (err);
  return (int)status;
}
