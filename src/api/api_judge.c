/* Contest formats: src/format reads them, the public calls answer them, and the output is written
   as each contest requires. */

#include "question/run.h"
#include "format/contest/algospot.h"
#include "format/contest/arrows.h"
#include "format/contest/programmers.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  bcov_request request;
  bcov_control whole; /* of all cases, which share the time limit */
  bcov_text *out;
} judging;

typedef bcov_status answer_call (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_answer *answer, bcov_error *err);

/* Answers one case in the time that is left.  A timeout is reported with the whole time limit. */
static bcov_status ask (judging *j, answer_call *call, const bcov_puzzle *puzzle,
                        bcov_answer *answer, bcov_error *err)
{
  bcov_request rest = j->request;
  bcov_error *own = bcov_error_new ();
  if (rest.seconds > 0)
    rest.seconds -= bcov_control_seconds (&j->whole);
  if (j->request.seconds > 0 && !(rest.seconds > 0))
    rest.seconds = 1e-9;
  bcov_status status = call (puzzle, &rest, answer, own);
  if (status == BCOV_STOPPED && !bcov_control_go_on (&j->whole, 0))
    status = bcov_control_status (&j->whole, err);
  else if (status)
    bcov_error_add (err, status, NULL, "%s", own ? bcov_error_text (own) : "no memory is left");
  bcov_error_free (own);
  return status;
}

static bcov_status judge_count (const bcov_puzzle *puzzle, size_t number, void *data,
                                bcov_error *err)
{
  judging *j = data;
  bcov_answer answer;
  bcov_status status = ask (j, bcov_count, puzzle, &answer, err);
  (void)number;
  if (!status)
    bcov_text_printf (j->out, "%s\n", answer.count);
  bcov_answer_clear (&answer);
  return status;
}

static bcov_status judge_copies (const bcov_puzzle *puzzle, size_t number, void *data,
                                 bcov_error *err)
{
  judging *j = data;
  bcov_answer answer;
  bcov_status status = ask (j, bcov_fill, puzzle, &answer, err);
  (void)number;
  if (!status)
    bcov_text_printf (j->out, "%llu\n",
                      (unsigned long long)(answer.cells / puzzle->pieces.data[0].size));
  bcov_answer_clear (&answer);
  return status;
}

static bcov_status judge_programmers (bcov_mem *mem, const char *input, size_t length, judging *j,
                                      bcov_error *err)
{
  bcov_puzzle *puzzle = NULL;
  bcov_answer answer = {0};
  bcov_status status = bcov_programmers_read (mem, input, length, &puzzle, err);
  if (!status)
    status = ask (j, bcov_fill, puzzle, &answer, err);
  if (!status)
    bcov_text_printf (j->out, "%llu\n", (unsigned long long)answer.cells);
  bcov_answer_clear (&answer);
  bcov_puzzle_free (puzzle);
  return status;
}

/* ---- arrows ---- */

typedef struct {
  bcov_mem *mem;
  uint32_t n;
  BCOV_VEC (uint8_t) boards; /* n x n digits for each solution, 0 to 3 in the order of the tiles */
  bcov_status status;
  bcov_error *err;
} arrows;

static bool gather_arrows (const bcov_covering *covering, uint64_t index, void *data)
{
  arrows *a = data;
  size_t cells = (size_t)a->n * a->n, at = a->boards.count;
  (void)index;
  a->status = bcov_vec_reserve (a->mem, &a->boards, at + cells, a->err);
  if (a->status)
    return false;
  for (size_t k = 0; k < covering->laid.count; k++)
    a->boards.data[at + covering->cells.data[covering->laid.data[k].first]] =
        (uint8_t)covering->laid.data[k].piece;
  a->boards.count += cells;
  return true;
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

static bcov_status judge_arrows (bcov_mem *mem, uint32_t n, judging *j, bcov_error *err)
{
  bcov_puzzle *puzzle = NULL;
  bcov_answer answer = {0};
  arrows a = {.mem = mem, .n = n ? n : 4, .err = err};
  bcov_status status = bcov_arrows_make (mem, a.n, &puzzle, err);
  if (!status)
    status = bcov_list (puzzle, &j->request, gather_arrows, &a, &answer, err);
  if (!status)
    status = a.status;
  if (!status || status == BCOV_STOPPED)
    write_arrows (&a, puzzle, answer.complete, j->out);
  bcov_vec_free (mem, &a.boards);
  bcov_answer_clear (&answer);
  bcov_puzzle_free (puzzle);
  return status;
}

bcov_status bcov_judge (bcov_mem *mem, const char *name, uint32_t size, const char *input,
                        size_t length, const bcov_request *request, char **output,
                        size_t *output_length, bcov_error *err)
{
  bcov_text out = {0};
  judging j = {.request = request ? *request : (bcov_request){0}, .out = &out};
  bcov_status status, end;
  *output = NULL;
  bcov_watch watch = bcov_watch_of (request);
  bcov_control_start (&j.whole, &watch);
  if (!strcmp (name, "algospot"))
    status = bcov_algospot_read (mem, input, length, judge_count, &j, err);
  else if (!strcmp (name, "algospot2"))
    status = bcov_algospot2_read (mem, input, length, judge_copies, &j, err);
  else if (!strcmp (name, "programmers"))
    status = judge_programmers (mem, input, length, &j, err);
  else if (!strcmp (name, "arrows"))
    status = judge_arrows (mem, size, &j, err);
  else
    status = bcov_error_add (err, BCOV_INPUT, NULL,
                             "unknown contest format '%s'; there are algospot, algospot2, "
                             "programmers and arrows",
                             name);
  if (status == BCOV_INPUT) {
    bcov_text_drop (&out);
    return status;
  }
  end = bcov_text_take (&out, output, output_length, err);
  return end ? end : status;
}
