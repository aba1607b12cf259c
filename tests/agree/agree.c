/* Compares engines and questions with each other on random puzzles.  For each puzzle:
   - brute, search, frontier, auto and match give the same counts and lists, with one thread or two;
   - sat finds a covering if there is one and, of few coverings, the same counts and lists;
   - solve finds a covering if there is one, with every engine, the same with one thread or two;
   - counts up to symmetry by Burnside's lemma and by filtering agree, as a whole and in parts;
   - the puzzle turned, mirrored or with its pieces in another order has the same counts;
   - answers do not depend on the use of symmetry;
   - a similar puzzle with pieces of two cells has the same answers by matching;
   - every listed covering passes the verifier;
   - heat, ranks and samples from stored levels agree with lists;
   - counts by symmetry, by piece and by size of the board agree with lists, sums and single counts;
   - the puzzle written in each format and read back has the same count.

     agree --puzzles 3000 --seed 1 --samples 1

   Long checks are made for every second or third puzzle; --samples 0 omits the samples.  A failure
   prints the puzzle and its seed.  BCOV_CASES multiplies the number of puzzles and BCOV_SEED
   selects other puzzles. */

#include "breakdown.h"
#include "mirrored.h"
#include "numbered.h"
#include "random_puzzle.h"

#include "unit/random_cases.h"
#include "engine/sat/sat.h"
#include "model/compile/classes.h"
#include "puzzle/verify.h"
#include "question/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3, MOST_DIGITS = 4, LISTED_DIGITS = 3, ENOUGH = 100 };
enum { MIRRORED = 4, PAIRED = 2 }; /* every fourth puzzle, every second one */

typedef struct {
  uint64_t seed;
  const random_puzzle *drawn;
  bcov_mem *mem;
  bcov_error *err;
  unsigned threads, without;
  uint64_t failures;
  bool reported;
} trial;

static void fail (trial *t, const char *what, const char *a, const char *b)
{
  printf ("seed %llu: %s: %s against %s\n", (unsigned long long)t->seed, what, a, b);
  if (!t->reported)
    random_puzzle_print (t->drawn);
  t->reported = true;
  t->failures++;
}

/* The answer to a question as text; NULL if the time limit stopped the run. */
static char *ask (trial *t, const bcov_puzzle *puzzle, const char *engine, bool fill, bool symmetry,
                  uint32_t part, uint32_t parts)
{
  bcov_request request = {.engine = engine,
                          .threads = t->threads,
                          .without = t->without,
                          .seconds = 0.5,
                          .part = part,
                          .parts = parts,
                          .up_to_symmetry = symmetry};
  bcov_answer *answer = NULL;
  char *text = NULL;
  bcov_status status = fill ? bcov_fill (puzzle, &request, &answer, t->err)
                            : bcov_count (puzzle, &request, &answer, t->err);
  if (!status && fill && bcov_verify (puzzle, bcov_answer_covering (answer), true, NULL, t->err))
    fail (t, "the verifier rejects what fill found", engine, bcov_error_text (t->err));
  char cells[32];
  snprintf (cells, sizeof cells, "%llu",
            answer ? (unsigned long long)bcov_answer_cells (answer) : 0);
  if (!status)
    text = strdup (fill ? cells : bcov_answer_count (answer));
  if (status && status != BCOV_STOPPED)
    fail (t, "a run failed", engine, bcov_error_text (t->err));
  bcov_error_reset (t->err);
  bcov_answer_free (answer);
  return text;
}

static void compare (trial *t, const char *what, char *a, char *b)
{
  if (a && b && strcmp (a, b))
    fail (t, what, a, b);
  free (b);
}

/* All cuts of the search on, each one off, and all off. */
static void compare_without (trial *t, const bcov_puzzle *puzzle, char *count, char *orbits)
{
  for (unsigned k = 0; bcov_option_word ("without", k); k++) {
    const char *word = bcov_option_word ("without", k);
    t->without = 1u << k;
    compare (t, word, count, ask (t, puzzle, "search", false, false, 0, 0));
    compare (t, word, orbits, ask (t, puzzle, "search", false, true, 0, 0));
  }
  t->without = ~0u;
  compare (t, "without any cut", count, ask (t, puzzle, "search", false, false, 0, 0));
  t->without = 0;
}

/* ---- lists ---- */

typedef struct {
  trial *t;
  const bcov_puzzle *puzzle;
  char **lines;
  size_t count, room;
} gathered;

static bcov_status gather (const bcov_covering *covering, uint64_t index, void *data)
{
  gathered *g = data;
  char *text;
  if (bcov_verify (g->puzzle, covering, false, NULL, g->t->err))
    fail (g->t, "the verifier rejects a covering", "list", bcov_error_text (g->t->err));
  if (bcov_covering_json (covering, 0, &text, NULL, g->t->err))
    abort ();
  if (g->count == g->room) {
    g->room = g->room * 2 + 16;
    g->lines = realloc (g->lines, g->room * sizeof *g->lines);
  }
  g->lines[g->count++] = text;
  return index < 200000 ? BCOV_OK : BCOV_ENOUGH;
}

static int by_text (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static gathered list (trial *t, const bcov_puzzle *puzzle, const char *engine, bool symmetry,
                      uint32_t part, uint32_t parts)
{
  gathered g = {.t = t, .puzzle = puzzle};
  bcov_request request = {
      .engine = engine, .up_to_symmetry = symmetry, .part = part, .parts = parts};
  bcov_answer *answer = NULL;
  if (bcov_list (puzzle, &request, gather, &g, &answer, t->err))
    fail (t, "a list failed", engine, bcov_error_text (t->err));
  bcov_answer_free (answer);
  if (g.count)
    qsort (g.lines, g.count, sizeof *g.lines, by_text);
  for (size_t k = 1; k < g.count; k++)
    if (!strcmp (g.lines[k - 1], g.lines[k]))
      fail (t, "a covering is listed twice", engine, g.lines[k]);
  return g;
}

static void drop (gathered *g)
{
  for (size_t k = 0; k < g->count; k++)
    bcov_free (g->lines[k]);
  free (g->lines);
}

static void compare_length (trial *t, const char *what, size_t length, const char *number)
{
  char text[32];
  snprintf (text, sizeof text, "%zu", length);
  if (number && strcmp (text, number))
    fail (t, what, text, number);
}

static void compare_same (trial *t, const char *what, const gathered *a, const gathered *b)
{
  for (size_t k = 0; k < a->count && k < b->count; k++)
    if (strcmp (a->lines[k], b->lines[k])) {
      fail (t, what, a->lines[k], b->lines[k]);
      break;
    }
}

/* The SAT solver, as far as it lists COUNT coverings in time. */
static void compare_sat (trial *t, const bcov_puzzle *puzzle, const char *count, char *orbits)
{
  bcov_request one = {.engine = "sat", .limit = 1};
  bcov_answer *answer = NULL;
  if (!bcov_sat_exists ())
    return;
  if (bcov_count (puzzle, &one, &answer, t->err))
    fail (t, "sat failed", "sat", bcov_error_text (t->err));
  else if (strcmp (bcov_answer_count (answer), strcmp (count, "0") ? "1" : "0"))
    fail (t, "sat and existence", bcov_answer_count (answer), count);
  bcov_answer_free (answer);
  if (strlen (count) > LISTED_DIGITS)
    return;
  gathered a = list (t, puzzle, "sat", false, 0, 0), b = list (t, puzzle, "brute", false, 0, 0);
  compare_length (t, "length of sat's list", a.count, count);
  compare_same (t, "sat and brute list different coverings", &a, &b);
  compare (t, "sat, up to symmetry", orbits, ask (t, puzzle, "sat", false, true, 0, 0));
  drop (&a);
  drop (&b);
}

/* One covering as text, or `none`; NULL if the time limit stopped the run.  bcov_free frees it. */
static char *solve (trial *t, const bcov_puzzle *puzzle, const char *engine, unsigned threads)
{
  bcov_request request = {.engine = engine, .threads = threads, .seconds = 5};
  bcov_answer *answer = NULL;
  char *text = NULL;
  bcov_status status = bcov_solve (puzzle, &request, &answer, t->err);
  const bcov_covering *covering = status ? NULL : bcov_answer_covering (answer);
  if (covering && bcov_verify (puzzle, covering, false, NULL, t->err))
    fail (t, "the verifier rejects what solve found", engine, bcov_error_text (t->err));
  if (covering && bcov_covering_json (covering, 0, &text, NULL, t->err))
    abort ();
  if (status && status != BCOV_STOPPED)
    fail (t, "solve failed", engine, bcov_error_text (t->err));
  bcov_error_reset (t->err);
  bcov_answer_free (answer);
  return status || text ? text : strdup ("none");
}

/* Whether solve finds a covering with ENGINE, and the same one for any number of threads. */
static void compare_solve_by (trial *t, const bcov_puzzle *puzzle, const char *engine,
                              const char *count)
{
  char *one = solve (t, puzzle, engine, 1), *two = solve (t, puzzle, engine, 2);
  if (one && !strcmp (one, "none") != !strcmp (count, "0"))
    fail (t, "solve and count", one, count);
  if (one && two && strcmp (one, two))
    fail (t, "solve with one thread and with two", one, two);
  bcov_free (one);
  bcov_free (two);
}

static void compare_solve (trial *t, const bcov_puzzle *puzzle, const char *count)
{
  const char *engines[] = {"auto", "brute", "search", "frontier", "sat"};
  size_t n = bcov_sat_exists () ? 5 : 4;
  for (size_t k = 0; k < n; k++)
    compare_solve_by (t, puzzle, engines[k], count);
}

static void compare_lists (trial *t, const bcov_puzzle *puzzle, const char *count,
                           const char *orbits)
{
  gathered a = list (t, puzzle, "brute", false, 0, 0), b = list (t, puzzle, "search", false, 0, 0);
  gathered c = list (t, puzzle, "search", true, 0, 0), d = list (t, puzzle, "auto", false, 0, 0);
  size_t in_parts = 0;
  compare_length (t, "length of brute's list", a.count, count);
  compare_length (t, "length of search's list", b.count, count);
  compare_length (t, "length of the list up to symmetry", c.count, orbits);
  compare_length (t, "length of auto's list", d.count, count);
  compare_same (t, "brute and search list different coverings", &a, &b);
  compare_same (t, "brute and auto list different coverings", &a, &d);
  for (uint32_t part = 1; part <= PARTS; part++) {
    gathered p = list (t, puzzle, "search", false, part, PARTS);
    in_parts += p.count;
    drop (&p);
  }
  compare_length (t, "the lists of the parts together", in_parts, count);
  drop (&a);
  drop (&b);
  drop (&c);
  drop (&d);
}

/* ---- independent methods ---- */

static void compare_parts (trial *t, const bcov_puzzle *puzzle, const char *engine, bool symmetry,
                           const char *whole)
{
  unsigned long long sum = 0;
  char text[32];
  for (uint32_t part = 1; part <= PARTS; part++) {
    char *piece = ask (t, puzzle, engine, false, symmetry, part, PARTS);
    sum += piece ? strtoull (piece, NULL, 10) : 0;
    free (piece);
  }
  snprintf (text, sizeof text, "%llu", sum);
  if (strcmp (text, whole))
    fail (t, symmetry ? "parts up to symmetry" : "parts", text, whole);
}

static void compare_turned (trial *t, bcov_random *random, char *count, char *orbits, char *most)
{
  random_puzzle turned;
  if (!random_puzzle_turn (t->drawn, random, &turned))
    return;
  bcov_puzzle *puzzle = random_puzzle_build (t->mem, &turned);
  compare (t, "count of the turned board", count, ask (t, puzzle, "search", false, false, 0, 0));
  compare (t, "up to symmetry, turned", orbits, ask (t, puzzle, "search", false, true, 0, 0));
  compare (t, "fill, turned", most, ask (t, puzzle, "search", true, false, 0, 0));
  bcov_puzzle_free (puzzle);
}

/* Writes the puzzle in FORMAT, reads it back and counts. */
static void compare_format (trial *t, const bcov_puzzle *puzzle, const char *format,
                            const char *name, char *count)
{
  char *text;
  size_t length;
  bcov_puzzle *back = NULL;
  if (bcov_convert (puzzle, NULL, format, &text, &length, t->err))
    fail (t, "convert failed", format, bcov_error_text (t->err));
  else if (bcov_puzzle_parse (NULL, name, text, length, &back, t->err))
    fail (t, "cannot be read back", text, bcov_error_text (t->err));
  else
    compare (t, format, count, ask (t, back, "search", false, false, 0, 0));
  bcov_error_reset (t->err);
  bcov_puzzle_free (back);
  bcov_free (text);
}

static void compare_numbered (trial *t, const bcov_puzzle *puzzle, const char *count,
                              bcov_random *random)
{
  char why[NUMBERED_WHY];
  if (!numbered_check (puzzle, strtoull (count, NULL, 10), random, why))
    fail (t, "coverings by their numbers", why, "the list");
}

static void compare_breakdown (trial *t, const bcov_puzzle *puzzle, const char *count,
                               const char *orbits)
{
  char why[BREAKDOWN_WHY];
  if (!breakdown_check (puzzle, count, orbits, why))
    fail (t, "counts in detail", why, "the count");
}

/* The frontier and auto, with one thread or two. */
static void compare_frontier (trial *t, const bcov_puzzle *puzzle, char *count, char *orbits,
                              char *most)
{
  compare (t, "frontier, symmetry", orbits, ask (t, puzzle, "frontier", false, true, 0, 0));
  t->threads = 2;
  compare (t, "frontier, two threads", count, ask (t, puzzle, "frontier", false, false, 0, 0));
  compare (t, "auto", count, ask (t, puzzle, "auto", false, false, 0, 0));
  t->threads = 1;
  compare (t, "auto, symmetry", orbits, ask (t, puzzle, "auto", false, true, 0, 0));
  compare (t, "auto, fill", most, ask (t, puzzle, "auto", true, false, 0, 0));
  compare_parts (t, puzzle, "frontier", false, count);
  compare_parts (t, puzzle, "frontier", true, orbits);
  compare_parts (t, puzzle, "auto", false, count);
}

/* Checks the random puzzle, and a similar one with more symmetries. */
static void compare_mirrored (trial *t, bcov_random *random, uint64_t *used)
{
  random_puzzle even = *t->drawn;
  const random_puzzle *drawn = t->drawn;
  char why[MIRRORED_WHY];
  random_puzzle_even_out (&even, random);
  for (int k = 0; k < 2; k++) {
    t->drawn = k ? &even : drawn;
    bcov_puzzle *puzzle = random_puzzle_build (t->mem, t->drawn);
    if (!mirrored_check (puzzle, used, why))
      fail (t, "use of symmetry", why, "without");
    bcov_puzzle_free (puzzle);
  }
  t->drawn = drawn;
}

/* Checks a similar puzzle whose pieces have one or two cells, so that they are matched. */
static void compare_pairs (trial *t, bcov_random *random)
{
  random_puzzle pairs = *t->drawn;
  const random_puzzle *drawn = t->drawn;
  random_puzzle_pair_up (&pairs, random);
  t->drawn = &pairs;
  bcov_puzzle *puzzle = random_puzzle_build (t->mem, t->drawn);
  char *count = ask (t, puzzle, "brute", false, false, 0, 0);
  char *most = ask (t, puzzle, "frontier", true, false, 0, 0);
  if (count) {
    compare_solve_by (t, puzzle, "match", count);
    compare_solve_by (t, puzzle, "auto", count);
    compare (t, "count of matchings", count, ask (t, puzzle, "auto", false, false, 0, 0));
  }
  char *orbits = ask (t, puzzle, "brute", false, true, 0, 0);
  if (orbits)
    compare (t, "matchings up to symmetry", orbits, ask (t, puzzle, "auto", false, true, 0, 0));
  free (orbits);
  if (most) {
    compare (t, "fill by matching", most, ask (t, puzzle, "match", true, false, 0, 0));
    compare (t, "auto, fill by matching", most, ask (t, puzzle, "auto", true, false, 0, 0));
  }
  free (count);
  free (most);
  bcov_puzzle_free (puzzle);
  t->drawn = drawn;
}

static void try_puzzle (trial *t, bcov_random *random, uint64_t *stopped)
{
  bcov_puzzle *puzzle = random_puzzle_build (t->mem, t->drawn);
  char *count = ask (t, puzzle, "frontier", false, false, 0, 0), *most = NULL;
  if (count && strlen (count) <= MOST_DIGITS)
    most = ask (t, puzzle, "brute", true, false, 0, 0);
  if (!most)
    ++*stopped;
  else {
    char *orbits = ask (t, puzzle, "brute", false, true, 0, 0);
    compare (t, "count", count, ask (t, puzzle, "brute", false, false, 0, 0));
    compare (t, "search", count, ask (t, puzzle, "search", false, false, 0, 0));
    compare (t, "up to symmetry", orbits, ask (t, puzzle, "search", false, true, 0, 0));
    compare_without (t, puzzle, count, orbits);
    compare_sat (t, puzzle, count, orbits);
    compare_solve (t, puzzle, count);
    compare (t, "fill", most, ask (t, puzzle, "search", true, false, 0, 0));
    compare (t, "fill by kept levels", most, ask (t, puzzle, "frontier", true, false, 0, 0));
    compare_frontier (t, puzzle, count, orbits, most);
    if (bcov_classes_apply (puzzle))
      compare (t, "match", most, ask (t, puzzle, "match", true, false, 0, 0));
    compare_parts (t, puzzle, "search", false, count);
    compare_parts (t, puzzle, "brute", false, count);
    compare_parts (t, puzzle, "search", true, orbits);
    if (strlen (count) <= LISTED_DIGITS) {
      compare_lists (t, puzzle, count, orbits);
      if (t->seed % 2 == 0)
        compare_numbered (t, puzzle, count, random);
      if (t->seed % 3 == 0)
        compare_breakdown (t, puzzle, count, orbits);
    }
    compare_turned (t, random, count, orbits, most);
    compare_format (t, puzzle, "yaml", "random.yaml", count);
    compare_format (t, puzzle, "json", "random.json", count);
    compare_format (t, puzzle, "dlx", "random.dlx", count);
    free (orbits);
  }
  free (count);
  free (most);
  bcov_puzzle_free (puzzle);
}

int main (int argc, char **argv)
{
  uint64_t puzzles = 3000, seed = 1, samples = 1, stopped = 0, mirrored = 0, passed = 0, failed = 0;
  for (int k = 1; k + 1 < argc; k += 2)
    *(!strcmp (argv[k], "--seed")      ? &seed
      : !strcmp (argv[k], "--samples") ? &samples
                                       : &puzzles) = strtoull (argv[k + 1], NULL, 10);
  cases_announce ();
  puzzles = cases (puzzles);
  seed = cases_seed (seed);
  bcov_error *err = bcov_error_new ();
  for (uint64_t k = 0; k < puzzles && failed < 10; k++) {
    random_puzzle drawn;
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    trial t = {.seed = seed + k, .drawn = &drawn, .mem = mem, .err = err, .threads = 1};
    random_puzzle_draw (&drawn, &random);
    try_puzzle (&t, &random, &stopped);
    if (k % PAIRED == 0)
      compare_pairs (&t, &random);
    if (k % MIRRORED == 0)
      compare_mirrored (&t, &random, &mirrored);
    if (bcov_mem_used (mem))
      fail (&t, "memory is left", "some", "none");
    failed += t.failures > 0;
    passed += t.failures == 0;
    bcov_mem_delete (mem);
  }
  bcov_error_free (err);
  char why[NUMBERED_WHY];
  if (samples && !numbered_samples (why)) {
    printf ("%s\n", why);
    failed++;
  }
  char wrong[MIRRORED_WHY];
  if (samples && !mirrored_facts (wrong)) {
    printf ("%s\n", wrong);
    failed++;
  }
  printf (
      "%llu puzzles from seed %llu on, %llu of them too large to compare; %llu searches made use "
      "of symmetry\n",
      (unsigned long long)puzzles, (unsigned long long)seed, (unsigned long long)stopped,
      (unsigned long long)mirrored);
  printf ("%llu passed, %llu failed\n", (unsigned long long)(passed - stopped),
          (unsigned long long)failed);
  bool few = puzzles < ENOUGH; /* random */
  return failed || (!few && (stopped * 10 > puzzles || mirrored * 4 * MIRRORED < puzzles));
}
