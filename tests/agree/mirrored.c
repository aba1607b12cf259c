/* Lists are stored as lines of JSON.  The same engines without symmetry give the expected answers.
 */

#include "format/puzzle/brief.h"
#include "mirrored.h"

#include "engine/engine.h"
#include "question/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3, MOST_LISTED = 1500 };

typedef struct {
  char **lines;
  size_t count, room;
} lines;

static bcov_status gather (const bcov_covering *covering, uint64_t index, void *data)
{
  lines *l = data;
  (void)index;
  if (l->count == l->room) {
    l->room = l->room * 2 + 16;
    l->lines = realloc (l->lines, l->room * sizeof *l->lines);
  }
  return bcov_covering_json (covering, 0, &l->lines[l->count++], NULL, NULL);
}

static void drop (lines *l)
{
  for (size_t k = 0; k < l->count; k++)
    bcov_free (l->lines[k]);
  free (l->lines);
  *l = (lines){0};
}

static int by_text (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static void sort (lines *l)
{
  if (l->count)
    qsort (l->lines, l->count, sizeof *l->lines, by_text);
}

static bool complain (char *why, const bcov_request *request, const char *what, const char *a,
                      const char *b)
{
  snprintf (why, MIRRORED_WHY, "%s%s, %s: %.400s against %.400s", request->engine,
            request->up_to_symmetry ? " up to symmetry" : "", what, a, b);
  return false;
}

/* ---- counts ---- */

/* The count; NULL if the time limit stopped the run. */
static char *count (const bcov_puzzle *puzzle, bcov_request request, unsigned without,
                    uint64_t *used)
{
  bcov_answer *answer = NULL;
  char *text = NULL;
  request.without = without;
  request.seconds = 0.5;
  if (!bcov_count (puzzle, &request, &answer, NULL))
    text = strdup (bcov_answer_count (answer));
  const char *saved = answer ? bcov_answer_statistic (answer, "symmetry") : NULL;
  *used += saved && *saved == 'x';
  bcov_answer_free (answer);
  return text;
}

static bool compare_counts (const bcov_puzzle *puzzle, bcov_request request, uint64_t *used,
                            uint64_t *number, char *why)
{
  char *a = count (puzzle, request, 0, used);
  char *b = count (puzzle, request, BCOV_WITHOUT_SYMMETRY, used);
  bool same = !a || !b || !strcmp (a, b);
  if (!same)
    complain (why, &request, "count", a, b);
  *number = a && b ? strtoull (a, NULL, 10) : UINT64_MAX;
  free (a);
  free (b);
  return same;
}

/* ---- lists ---- */

static lines list (const bcov_puzzle *puzzle, bcov_request request, unsigned without)
{
  lines l = {0};
  bcov_answer *answer = NULL;
  request.without = without;
  if (bcov_list (puzzle, &request, gather, &l, &answer, NULL))
    drop (&l);
  bcov_answer_free (answer);
  return l;
}

static bool compare_lines (const bcov_request *request, const char *what, const lines *a,
                           const lines *b, char *why)
{
  char m[32], n[32];
  snprintf (m, sizeof m, "%zu", a->count);
  snprintf (n, sizeof n, "%zu", b->count);
  if (a->count != b->count)
    return complain (why, request, what, m, n);
  for (size_t k = 0; k < a->count; k++)
    if (strcmp (a->lines[k], b->lines[k]))
      return complain (why, request, what, a->lines[k], b->lines[k]);
  return true;
}

/* Whether a list limited to a third of the coverings is the beginning of WHOLE. */
static bool compare_beginning (const bcov_puzzle *puzzle, bcov_request request, const lines *whole,
                               char *why)
{
  request.limit = whole->count / 3 + 1;
  lines few = list (puzzle, request, 0), part = *whole;
  part.count = whole->count < request.limit ? whole->count : request.limit;
  bool same = compare_lines (&request, "how the list begins", &few, &part, why);
  drop (&few);
  return same;
}

/* Whether the parts together are WHOLE, which is sorted, and their counts add up to its size.  (If
   the model has several components, a part of the count and a part of the list contain different
   coverings.) */
static bool compare_parts (const bcov_puzzle *puzzle, bcov_request request, const lines *whole,
                           char *why)
{
  lines all = {0};
  bool same = true;
  uint64_t sum = 0;
  request.parts = PARTS;
  for (request.part = 1; same && request.part <= PARTS; request.part++) {
    bcov_answer *answer = NULL;
    same = !bcov_list (puzzle, &request, gather, &all, &answer, NULL);
    bcov_answer_free (answer);
    same = same && !bcov_count (puzzle, &request, &answer, NULL);
    sum += same ? strtoull (bcov_answer_count (answer), NULL, 10) : 0;
    bcov_answer_free (answer);
  }
  sort (&all);
  if (same && sum != whole->count)
    same = complain (why, &request, "counts of parts", "their sum", "the whole");
  same = same && compare_lines (&request, "parts", &all, whole, why);
  drop (&all);
  return same;
}

/* Whether the rank of the covering in the middle of WHOLE is its position. */
static bool compare_number (const bcov_puzzle *puzzle, bcov_request request, const lines *whole,
                            char *why)
{
  lines one = {0};
  char number[32];
  bcov_answer *answer = NULL;
  if (request.up_to_symmetry || !whole->count)
    return true;
  size_t middle = whole->count / 2;
  snprintf (number, sizeof number, "%zu", middle + 1);
  bool same = !bcov_unrank (puzzle, &request, number, gather, &one, &answer, NULL) &&
              one.count == 1 && !strcmp (one.lines[0], whole->lines[middle]);
  if (!same)
    complain (why, &request, "the number of a covering", number, whole->lines[middle]);
  bcov_answer_free (answer);
  drop (&one);
  return same;
}

static bool compare_lists (const bcov_puzzle *puzzle, bcov_request request, char *why)
{
  lines a = list (puzzle, request, 0), b = list (puzzle, request, BCOV_WITHOUT_SYMMETRY);
  bool same =
      compare_beginning (puzzle, request, &a, why) && compare_number (puzzle, request, &a, why);
  sort (&a);
  sort (&b);
  same = same && compare_lines (&request, "list", &a, &b, why) &&
         compare_parts (puzzle, request, &a, why);
  drop (&a);
  drop (&b);
  return same;
}

bool mirrored_check (const bcov_puzzle *puzzle, uint64_t *used, char why[MIRRORED_WHY])
{
  static const char *const engines[] = {"search", "auto", "frontier"};
  for (size_t k = 0; k < 6; k++) {
    bcov_request request = {
        .engine = engines[k % 3], .threads = 1 + k % 2, .up_to_symmetry = k >= 3};
    uint64_t number;
    if (!compare_counts (puzzle, request, used, &number, why))
      return false;
    if (number <= MOST_LISTED && !compare_lists (puzzle, request, why))
      return false;
  }
  return true;
}

/* ---- facts ---- */

static const struct {
  bcov_brief brief;
  const char *all, *orbits;
} facts[] = {
    {{"6x10", "pentominoes", NULL, NULL}, "9356", "2339"},
    {{"5x12", "pentominoes", NULL, NULL}, "4040", "1010"},
    {{"4x15", "pentominoes", NULL, NULL}, "1472", "368"},
    {{"3x20", "pentominoes", NULL, NULL}, "8", "2"},
    {{"......../......../......../...##.../...##.../......../......../........", "pentominoes",
      NULL, NULL},
     "520",
     "65"},
    {{"#......#/......../......../......../......../......../......../#......#", "pentominoes",
      NULL, NULL},
     "17360",
     "2170"},
    {{"3x3x3", "soma", NULL, NULL}, "11520", "240"},
};

/* Whether symmetry reduced the search to less than half: "x 4 (I5)". */
static bool saves_much (const bcov_answer *answer)
{
  const char *saved = bcov_answer_statistic (answer, "symmetry");
  return saved && *saved == 'x' && strtod (saved + 1, NULL) > 2;
}

static bool check_fact (const bcov_puzzle *puzzle, bcov_request request, const char *known,
                        char *why)
{
  bcov_answer *answer = NULL;
  bool same =
      !bcov_count (puzzle, &request, &answer, NULL) && !strcmp (bcov_answer_count (answer), known);
  if (!same)
    complain (why, &request, "a known count", answer ? bcov_answer_count (answer) : "none", known);
  else if (!saves_much (answer))
    same = complain (why, &request, known, "made no use of symmetry", "");
  bcov_answer_free (answer);
  return same;
}

bool mirrored_facts (char why[MIRRORED_WHY])
{
  bool same = true;
  for (size_t k = 0; same && k < sizeof facts / sizeof *facts; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = NULL;
    if (bcov_brief_read (mem, &facts[k].brief, &puzzle, NULL))
      abort ();
    bcov_request request = {.engine = "search"};
    same = check_fact (puzzle, request, facts[k].all, why);
    request.up_to_symmetry = true;
    same = same && check_fact (puzzle, request, facts[k].orbits, why);
    bcov_puzzle_free (puzzle);
    bcov_mem_delete (mem);
  }
  return same;
}
