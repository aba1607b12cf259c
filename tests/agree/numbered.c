/* Lists are stored as lines of JSON; equal lines are equal coverings. */

#include "format/puzzle/brief.h"
#include "numbered.h"

#include "base/text.h"
#include "question/request.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNRANKED = 4, DRAWS_EACH = 40 };

typedef struct {
  char **lines;
  size_t count, room;
  bool indexed; /* lines begin with their index */
} lines;

static bcov_status gather (const bcov_covering *covering, uint64_t index, void *data)
{
  lines *l = data;
  if (l->count == l->room) {
    l->room = l->room * 2 + 16;
    l->lines = realloc (l->lines, l->room * sizeof *l->lines);
  }
  return bcov_covering_json (covering, l->indexed ? index : 0, &l->lines[l->count++], NULL, NULL);
}

static void drop (lines *l)
{
  for (size_t k = 0; k < l->count; k++)
    bcov_free (l->lines[k]);
  free (l->lines);
  *l = (lines){0};
}

static bool complain (char *why, const char *what, const char *a, const char *b)
{
  snprintf (why, NUMBERED_WHY, "%s: %.400s against %.400s", what, a, b);
  return false;
}

/* ---- heat ---- */

static bool compare_heat (const bcov_puzzle *puzzle, char *why)
{
  bcov_request kept = {.engine = "frontier"}, listed = {.engine = "brute"};
  bcov_heat *a = NULL, *b = NULL;
  bcov_error *err = bcov_error_new ();
  char *first = NULL, *second = NULL;
  bool same = !bcov_heat_new (puzzle, &kept, &a, NULL, err) &&
              !bcov_heat_new (puzzle, &listed, &b, NULL, err) &&
              !bcov_heat_json (a, &first, NULL, err) && !bcov_heat_json (b, &second, NULL, err);
  if (!same)
    complain (why, "heat failed", bcov_error_text (err), "");
  else if (strcmp (first, second)) {
    size_t at = 0;
    while (first[at] == second[at])
      at++;
    at = at > 100 ? at - 100 : 0;
    same = complain (why, "heat", first + at, second + at);
  }
  bcov_free (first);
  bcov_free (second);
  bcov_heat_free (a);
  bcov_heat_free (b);
  bcov_error_free (err);
  return same;
}

/* ---- numbers ---- */

/* The numbers must be 1, 2, 3 ... */
static bcov_status count_up (const char *rank, void *data)
{
  uint64_t *next = data;
  char wanted[32];
  snprintf (wanted, sizeof wanted, "%" PRIu64, *next);
  if (strcmp (rank, wanted))
    return BCOV_ENOUGH;
  ++*next;
  return BCOV_OK;
}

static bool compare_ranks (const bcov_puzzle *puzzle, const bcov_request *request, const lines *l,
                           char *why)
{
  bcov_text all = {0};
  bcov_answer *answer = NULL;
  bcov_error *err = bcov_error_new ();
  uint64_t next = 1;
  char number[32];
  for (size_t k = 0; k < l->count; k++)
    bcov_text_printf (&all, "%s\n", l->lines[k]);
  bcov_status status =
      bcov_rank (puzzle, request, "list", all.data, all.length, count_up, &next, &answer, err);
  snprintf (number, sizeof number, "%" PRIu64, next);
  bool right = !status && next == l->count + 1;
  if (!right)
    complain (why, "rank", number, bcov_error_text (err));
  bcov_answer_free (answer);
  bcov_error_free (err);
  bcov_text_drop (&all);
  return right;
}

static bool compare_unranked (const bcov_puzzle *puzzle, const bcov_request *request,
                              const lines *l, uint64_t number, char *why)
{
  lines one = {.indexed = true};
  bcov_answer *answer = NULL;
  bcov_error *err = bcov_error_new ();
  char text[32];
  snprintf (text, sizeof text, "%" PRIu64, number);
  bcov_status status = bcov_unrank (puzzle, request, text, gather, &one, &answer, err);
  bool right = number > l->count
                   ? status == BCOV_INPUT && !one.count
                   : !status && one.count == 1 && !strcmp (one.lines[0], l->lines[number - 1]);
  if (!right)
    complain (why, "unrank", text, one.count ? one.lines[0] : bcov_error_text (err));
  drop (&one);
  bcov_answer_free (answer);
  bcov_error_free (err);
  return right;
}

static bool compare_numbers (const bcov_puzzle *puzzle, uint64_t count, bcov_random *random,
                             char *why)
{
  lines l = {.indexed = true};
  bcov_request request = {.engine = "frontier"};
  bcov_answer *answer = NULL;
  bool right = !bcov_list (puzzle, &request, gather, &l, &answer, NULL) && l.count == count;
  if (!right)
    complain (why, "length of the list from kept levels", answer ? bcov_answer_count (answer) : "?",
              "");
  if (right && count)
    right = compare_ranks (puzzle, &request, &l, why);
  for (int k = 0; right && k < UNRANKED; k++) {
    uint64_t number = k == 0   ? count + 1
                      : k == 1 ? count
                               : 1 + bcov_random_below (random, count + 1);
    right = !number || compare_unranked (puzzle, &request, &l, number, why);
  }
  bcov_answer_free (answer);
  drop (&l);
  return right;
}

bool numbered_check (const bcov_puzzle *puzzle, uint64_t count, bcov_random *random,
                     char why[NUMBERED_WHY])
{
  return compare_heat (puzzle, why) && compare_numbers (puzzle, count, random, why);
}

/* ---- samples ---- */

static int by_text (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* Counts how often each covering of the sorted list L was drawn.  Returns false if one is not in
 * it. */
static bool tally (const lines *l, const lines *drawn, uint32_t *times)
{
  for (size_t k = 0; k < drawn->count; k++) {
    char **at = bsearch (&drawn->lines[k], l->lines, l->count, sizeof *l->lines, by_text);
    if (!at)
      return false;
    times[at - l->lines]++;
  }
  return true;
}

/* The sum has N-1 degrees of freedom: mean N-1, variance 2(N-1).  A uniform sampler exceeds five
   standard deviations about once in a million runs, and the seeds are fixed.  A sampler that
   prefers some coverings by a third fails on each of these boards. */
static bool is_even (const uint32_t *times, size_t n, char *why, const char *board)
{
  double chi = 0, mean = (double)n - 1;
  char sum[32], wanted[64];
  for (size_t k = 0; k < n; k++)
    chi += pow (times[k] - (double)DRAWS_EACH, 2) / DRAWS_EACH;
  if (fabs (chi - mean) <= 5 * sqrt (2 * mean))
    return true;
  snprintf (sum, sizeof sum, "%.1f", chi);
  snprintf (wanted, sizeof wanted, "%.0f +- %.0f, %s", mean, 5 * sqrt (2 * mean), board);
  return complain (why, "chi-square of samples", sum, wanted);
}

static bool try_samples (const char *board, const char *pieces, const char *engine, uint64_t seed,
                         char *why)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_brief brief = {.board = board, .pieces = pieces};
  bcov_puzzle *puzzle = NULL;
  bcov_request request = {.engine = engine, .seed = seed};
  bcov_answer *answer = NULL;
  lines l = {0}, drawn = {0};
  bool right = !bcov_brief_read (mem, &brief, &puzzle, NULL) &&
               !bcov_list (puzzle, NULL, gather, &l, &answer, NULL) && l.count;
  bcov_answer_free (answer);
  if (right)
    right = !bcov_sample (puzzle, &request, DRAWS_EACH * l.count, gather, &drawn, &answer, NULL) &&
            drawn.count == DRAWS_EACH * l.count;
  if (!right)
    complain (why, "sampling failed", board, pieces);
  uint32_t *times = calloc (l.count + 1, sizeof *times);
  if (l.count)
    qsort (l.lines, l.count, sizeof *l.lines, by_text);
  if (right && !(right = tally (&l, &drawn, times)))
    complain (why, "a sample is not in the list", board, pieces);
  right = right && is_even (times, l.count, why, board);
  free (times);
  drop (&l);
  drop (&drawn);
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  bcov_mem_delete (mem);
  return right;
}

bool numbered_samples (char why[NUMBERED_WHY])
{
  static const char *const boards[][2] = {
      {"4x6", "I2:any"},       {"2x7", "I2:any,I1:0..2"}, {"3x4", "L3:any,I2:any,I1:0..3"},
      {"2x3x4", "I2:any"},     {"?.?/.?./?.?", "L3:any"}, {"4x5", "L3:any,I2:1..4,O4:0..1"},
      {"3x3x3", "2x2:6,I1:3"},
  };
  static const char *const matched[][2] = {
      {"4x6", "I2:any"},
      {"...../...../..#../...../.....", "I2:any"},
      {"##..##/#....#/....../....../#....#/##..##", "I2:any"},
  };
  static const char *const engines[] = {"auto", "frontier", "search"};
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++)
    for (size_t e = 0; e < 3; e++)
      if (!try_samples (boards[b][0], boards[b][1], engines[e], 7 * b + e, why))
        return false;
  for (size_t b = 0; b < sizeof matched / sizeof *matched; b++)
    if (!try_samples (matched[b][0], matched[b][1], "match", b, why))
      return false;
  return true;
}
