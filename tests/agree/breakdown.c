/* Results are collected and compared as text.  The puzzles are small, and so are the sums. */

#include "breakdown.h"

#include "question/request.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wrong (char *why, const char *what, const char *a, const char *b)
{
  snprintf (why, BREAKDOWN_WHY, "%s: %.900s against %.900s", what, a, b);
  return false;
}

/* ---- by symmetry ---- */

typedef struct {
  unsigned long long coverings, orbits;
} sums;

static bcov_status add_type (const char *type, uint32_t order, const char *coverings, uint32_t each,
                             void *data)
{
  sums *s = data;
  (void)type, (void)order;
  s->orbits += strtoull (coverings, NULL, 10);
  s->coverings += strtoull (coverings, NULL, 10) * each;
  return BCOV_OK;
}

static bool types_add_up (const bcov_puzzle *puzzle, const char *engine, const char *count,
                          const char *orbits, char *why)
{
  bcov_request request = {.engine = engine, .threads = 1};
  bcov_answer *answer = NULL;
  sums s = {0};
  char found[64], wanted[64];
  bcov_status status = bcov_count_by_symmetry (puzzle, &request, add_type, &s, &answer, NULL);
  snprintf (found, sizeof found, "%llu, %llu, %s", s.coverings, s.orbits,
            answer ? bcov_answer_count (answer) : "none");
  snprintf (wanted, sizeof wanted, "%s, %s, %s", count, orbits, orbits);
  bcov_answer_free (answer);
  if (status == BCOV_INPUT) /* too many symmetries */
    return true;
  return !strcmp (found, wanted) || wrong (why, "types of symmetry", found, wanted);
}

/* ---- by piece ---- */

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_text lines;
} uses;

static bcov_status add_uses (const uint32_t *times, const char *coverings, void *data)
{
  uses *u = data;
  bcov_text *lines = &u->lines;
  for (size_t k = 0; k < bcov_puzzle_pieces (u->puzzle); k++)
    bcov_text_printf (lines, "%u ", times[k]);
  bcov_text_printf (lines, "= %s; ", coverings);
  return BCOV_OK;
}

/* The lines, followed by the total. */
static char *list_uses (const bcov_puzzle *puzzle, const char *engine)
{
  bcov_request request = {.engine = engine, .threads = 1};
  bcov_answer *answer = NULL;
  uses u = {.puzzle = puzzle};
  char *text = NULL;
  bcov_status status = bcov_count_by_piece (puzzle, &request, add_uses, &u, &answer, NULL);
  bcov_text_printf (&u.lines, "%s", status ? "failed" : bcov_answer_count (answer));
  bcov_answer_free (answer);
  if (bcov_text_take (&u.lines, &text, NULL, NULL))
    abort ();
  return text;
}

static bool pieces_agree (const bcov_puzzle *puzzle, const char *count, char *why)
{
  char *counted = list_uses (puzzle, "frontier"), *listed = list_uses (puzzle, "brute");
  const char *space = strrchr (counted, ' ');
  bool same = !strcmp (counted, listed) || wrong (why, "by piece", counted, listed);
  if (same && strcmp (space ? space + 1 : counted, count))
    same = wrong (why, "by piece, added up", counted, count);
  bcov_free (counted);
  bcov_free (listed);
  return same;
}

/* ---- by size ---- */

static bcov_status add_term (uint32_t n, const char *count, void *data)
{
  bcov_text_printf (data, "%u %s; ", n, count);
  return BCOV_OK;
}

static char *list_terms (const bcov_puzzle *puzzle, const char *grow, const char *engine)
{
  bcov_request request = {.engine = engine, .threads = 1, .seconds = 0.2};
  bcov_text lines = {0};
  bcov_answer *answer = NULL;
  bcov_law *law = NULL;
  char *text = NULL;
  bcov_status status =
      bcov_sequence (puzzle, &request, grow, 1, 4, add_term, &lines, &law, &answer, NULL);
  bcov_text_put (&lines, status && status != BCOV_STOPPED ? "failed" : "");
  bcov_answer_free (answer);
  bcov_law_free (law);
  if (bcov_text_take (&lines, &text, NULL, NULL))
    abort ();
  return text;
}

/* The time limit may have stopped both; compares what both have computed. */
static bool terms_agree (const bcov_puzzle *puzzle, const char *grow, char *why)
{
  char *passed = list_terms (puzzle, grow, "auto"), *counted = list_terms (puzzle, grow, "search");
  size_t a = strlen (passed), b = strlen (counted);
  bool same = !strncmp (passed, counted, a < b ? a : b) || wrong (why, grow, passed, counted);
  bcov_free (passed);
  bcov_free (counted);
  return same;
}

bool breakdown_check (const bcov_puzzle *puzzle, const char *count, const char *orbits,
                      char why[BREAKDOWN_WHY])
{
  return types_add_up (puzzle, "search", count, orbits, why) &&
         types_add_up (puzzle, "frontier", count, orbits, why) &&
         pieces_agree (puzzle, count, why) && terms_agree (puzzle, "rows", why) &&
         terms_agree (puzzle, "columns", why);
}
