/* Draws the coverings of a 3 x 20 board by the twelve pentominoes, up to symmetry. */
#include <boardcover.h>
#include <stdio.h>

/* Prints a covering.  Called for each covering; returning BCOV_ENOUGH would end the run. */
static bcov_status show (const bcov_covering *covering, uint64_t index, void *data)
{
  char *text = NULL;
  bcov_status status = bcov_covering_draw (covering, BCOV_LETTERS, false, &text, NULL, data);
  if (!status)
    printf ("covering %d\n%s\n", (int)index, text);
  bcov_free (text);
  return status;
}

int main (void)
{
  bcov_error *err = bcov_error_new ();
  bcov_request *request = bcov_request_new ();
  bcov_puzzle *puzzle = NULL;
  bcov_answer *answer = NULL;
  if (!err || !request)
    return BCOV_FAULT;
  bcov_status status = bcov_request_set (request, "up-to-symmetry", "yes", err);
  if (!status)
    status = bcov_puzzle_brief (request, "3x20", "pentominoes", NULL, NULL, &puzzle, err);
  if (!status)
    status = bcov_list (puzzle, request, show, err, &answer, err);
  puts (status ? bcov_error_text (err) : bcov_answer_count (answer));
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  bcov_request_free (request);
  bcov_error_free (err);
  return (int)status;
}
