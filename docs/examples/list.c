/* Draws the ways, up to symmetry, to lay the twelve pentominoes on a 3 x 20 board. */
#include <boardcover.h>
#include <stdio.h>

/* Called for each covering; returning false would end the run. */
static bool show (const bcov_covering *covering, uint64_t index, void *data)
{
  bcov_error *err = data;
  char *text = NULL;
  size_t length = 0;
  bcov_status status = bcov_covering_draw (covering, BCOV_LETTERS, false, &text, &length, err);
  if (!status)
    printf ("covering %d\n%s\n", (int)index, text);
  bcov_text_free (text);
  return !status;
}

int main (void)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_brief brief = {.board = "3x20", .pieces = "pentominoes"};
  bcov_request request = {.up_to_symmetry = true};
  bcov_puzzle *puzzle = NULL;
  bcov_answer answer = {0};
  bcov_status status = bcov_puzzle_brief (mem, &brief, &puzzle, err);
  if (!status)
    status = bcov_list (puzzle, &request, show, err, &answer, err);
  puts (status ? bcov_error_text (err) : answer.count);
  bcov_answer_clear (&answer);
  bcov_puzzle_free (puzzle);
  bcov_error_free (err);
  bcov_mem_delete (mem);
  return (int)status;
}
