/* Contest formats: src/format reads them, the public calls answer them, and the output is written
   as each contest requires. */

#include "api/api.h"
#include "question/run.h"
#include "format/contest/algospot.h"
#include "format/contest/arrows.h"
#include "format/contest/programmers.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  bcov_mem *mem;
  bcov_request request;
  bcov_control whole; /* of all cases, which share the time limit */
  bcov_text *out;
} judging;

/* Counts the coverings of one case. */
static bcov_status judge_count (const bcov_puzzle *puzzle, size_t number, void *data,
                                bcov_error *err)
{
  judging *j = data;
  bcov_answer *answer = NULL;
  bcov_status status = bcov_api_ask (bcov_count, puzzle, &j->request, &j->whole, &answer, err);
  (void)number;
  if (!status)
    bcov_text_printf (j->out, "%s\n", answer->count);
  bcov_answer_free (answer);
  return status;
}

/* Fills the board of one case and writes the number of cells covered, divided by SIZE. */
static bcov_status judge_fill (judging *j, const bcov_puzzle *puzzle, uint32_t size,
                               bcov_error *err)
{
  bcov_answer *answer = NULL;
  bcov_status status = bcov_api_ask (bcov_fill, puzzle, &j->request, &j->whole, &answer, err);
  if (!status)
    bcov_text_printf (j->out, "%llu\n", (unsigned long long)(answer->cells / size));
  bcov_answer_free (answer);
  return status;
}

static bcov_status judge_copies (const bcov_puzzle *puzzle, size_t number, void *data,
                                 bcov_error *err)
{
  (void)number;
  return judge_fill (data, puzzle, puzzle->pieces.data[0].size, err);
}

static bcov_status judge_programmers (judging *j, const char *input, size_t length, bcov_error *err)
{
  bcov_puzzle *puzzle = NULL;
  bcov_status status = bcov_programmers_read (j->mem, input, length, &j->whole, &puzzle, err);
  if (!status)
    status = judge_fill (j, puzzle, 1, err);
  bcov_puzzle_free (puzzle);
  return status;
}

/* ---- arrows ---- */

typedef struct {
  bcov_mem *mem;
  uint32_t n;
  BCOV_VEC (uint8_t) boards; /* n x n digits for each solution, 0 to 3 in the order of the tiles */
  bcov_error *err;
} arrows;

static bcov_status gather_arrows (const bcov_covering *covering, uint64_t index, void *data)
{
  arrows *a = data;
  size_t cells = (size_t)a->n * a->n, at = a->boards.count;
  (void)index;
  bcov_status status = bcov_vec_reserve (a->mem, &a->boards, at + cells, a->err);
  if (status)
    return status;
  for (size_t k = 0; k < covering->laid.count; k++)
    a->boards.data[at + covering->cells.data[covering->laid.data[k].first]] =
        (uint8_t)covering->laid.data[k].piece;
  a->boards.count += cells;
  return BCOV_OK;
}

static int by_digits (const void *a, const void *b, void *cells)
{
  return memcmp (a, b, *(const size_t *)cells);
}

static void write_arrows (arrows *a, const bcov_puzzle *puzzle, bool complete, bcov_text *out)
{
  size_t cells = (size_t)a->n * a->n, count = a->boards.count / cells;
  if (count)
    qsort_r (a->boards.data, count, cells, by_digits, &cells);
  for (size_t k = 0; k < count; k++) {
    bcov_text_printf (out, "Solution: %zu\n", k + 1);
    for (size_t c = 0; c < cells; c++) {
      bcov_text_put (out, puzzle->pieces.data[a->boards.data[k * cells + c]].name);
      if ((c + 1) % a->n == 0)
        bcov_text_char (out, '\n');
    }
    bcov_text_char (out, '\n');
  }
  if (complete)
    bcov_text_printf (out, "total: %zu solutions.\n", count);
}

static bcov_status judge_arrows (judging *j, uint32_t n, bcov_error *err)
{
  bcov_puzzle *puzzle = NULL;
  bcov_answer *answer = NULL;
  arrows a = {.mem = j->mem, .n = n ? n : 4, .err = err};
  bcov_status status = bcov_arrows_make (j->mem, a.n, &puzzle, err);
  if (!status)
    status = bcov_list (puzzle, &j->request, gather_arrows, &a, &answer, err);
  if (!status || status == BCOV_STOPPED)
    write_arrows (&a, puzzle, answer && answer->complete, j->out);
  bcov_vec_free (j->mem, &a.boards);
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  return status;
}

/* ---- the call ---- */

static bcov_status judge (judging *j, const char *name, uint32_t size, const char *input,
                          size_t length, bcov_error *err)
{
  if (!strcmp (name, "algospot"))
    return bcov_algospot_read (j->mem, input, length, judge_count, j, err);
  if (!strcmp (name, "algospot2"))
    return bcov_algospot2_read (j->mem, input, length, judge_copies, j, err);
  if (!strcmp (name, "programmers"))
    return judge_programmers (j, input, length, err);
  if (!strcmp (name, "arrows"))
    return judge_arrows (j, size, err);
  return bcov_error_add (
      err, BCOV_INPUT, NULL,
      "unknown contest format '%s'; use algospot, algospot2, programmers or arrows", name);
}

bcov_status bcov_judge (const bcov_request *request, const char *name, uint32_t size,
                        const char *input, size_t length, char **output, size_t *output_length,
                        bcov_error *err)
{
  bcov_text out = {0};
  judging j = {.request = bcov_request_copy (request), .out = &out};
  bcov_watch watch = bcov_request_watch (request);
  *output = NULL;
  j.mem = bcov_request_memory (request, err);
  if (!j.mem)
    return BCOV_FAULT;
  bcov_control_start (&j.whole, &watch);
  bcov_status status = judge (&j, name, size, input, length, err), end = BCOV_OK;
  if (status == BCOV_INPUT)
    bcov_text_drop (&out);
  else
    end = bcov_text_take (&out, output, output_length, err);
  bcov_mem_delete (j.mem);
  return end ? end : status;
}

/* ---- contests without text input ---- */

bcov_status bcov_count_trominoes (const char *const *rows, size_t n, char **count, bcov_error *err)
{
  bcov_text board = {0};
  bcov_puzzle *puzzle = NULL;
  bcov_answer *answer = NULL;
  *count = NULL;
  for (size_t k = 0; k < n; k++)
    bcov_text_printf (&board, "%s%s", k ? "/" : "", rows[k]);
  bcov_status status = bcov_text_status (&board, err);
  if (!status)
    status = bcov_puzzle_brief (NULL, board.data, "L3:any", NULL, NULL, &puzzle, err);
  if (!status)
    status = bcov_count (puzzle, NULL, &answer, err);
  if (!status) {
    *count = answer->count;
    answer->count = NULL;
  }
  bcov_text_drop (&board);
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  return status;
}

static void put_matrix (const int *matrix, size_t n, bcov_text *out)
{
  for (size_t row = 0; row < n; row++)
    for (size_t column = 0; column < n; column++)
      bcov_text_printf (out, "%s%d", column ? "," : row ? "],[" : "[[", matrix[row * n + column]);
  bcov_text_put (out, n ? "]]" : "[]");
}

bcov_status bcov_fill_table (const int *game_board, const int *table, size_t n, uint64_t *cells,
                             bcov_error *err)
{
  bcov_text input = {0};
  char *output = NULL;
  put_matrix (game_board, n, &input);
  bcov_text_char (&input, ' ');
  put_matrix (table, n, &input);
  bcov_status status = bcov_text_status (&input, err);
  if (!status)
    status = bcov_judge (NULL, "programmers", 0, input.data, input.length, &output, NULL, err);
  *cells = status ? 0 : strtoull (output, NULL, 10);
  bcov_text_drop (&input);
  bcov_free (output);
  return status;
}
