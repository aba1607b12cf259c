/* Requests: named options whose values are texts, a stop flag, progress.

   One table lists all options.  Values are read strictly: no signs, no blanks, nothing after them.
 */

#include "question/request.h"
#include "base/accessor.h"
#include "base/text.h"
#include "engine/engine.h"
#include "puzzle/puzzle.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 256 };

/* A request of the user.  The flag is outside the request, so that one thread can copy the request
   while another one stops it. */
typedef struct {
  bcov_request request;
  atomic_bool stop;
} made_request;

bcov_request *bcov_request_new (void)
{
  bcov_mem *mem = bcov_mem_new (0);
  made_request *made = mem ? bcov_mem_alloc (mem, 1, sizeof *made, NULL) : NULL;
  if (!made) {
    bcov_mem_delete (mem);
    return NULL;
  }
  made->request.mem = mem;
  made->request.stop = &made->stop;
  return &made->request;
}

void bcov_request_free (bcov_request *request)
{
  if (!request)
    return;
  bcov_mem *mem = request->mem;
  bcov_mem_free (mem, request);
  bcov_mem_delete (mem);
}

/* ---- what a run needs ---- */

bcov_request bcov_request_copy (const bcov_request *request)
{
  return request ? *request : (bcov_request){0};
}

bcov_watch bcov_request_watch (const bcov_request *request)
{
  return request ? (bcov_watch){.seconds = request->seconds,
                                .stop = request->stop,
                                .closing = request->closing,
                                .progress = request->progress,
                                .progress_data = request->progress_data,
                                .progress_every = request->progress_every}
                 : (bcov_watch){0};
}

bcov_mem *bcov_request_mem (const bcov_request *request, const bcov_puzzle *puzzle)
{
  return request && request->mem ? request->mem : puzzle->mem;
}

bcov_mem *bcov_request_memory (const bcov_request *request, bcov_error *err)
{
  bcov_mem *mem = request && request->mem ? bcov_mem_hold (request->mem) : bcov_mem_new (0);
  if (!mem)
    bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  return mem;
}

/* ---- values ---- */

static bool read_number (const char *text, uint64_t most, uint64_t *out)
{
  uint64_t number;
  if (!bcov_text_number (text, strlen (text), most, &number) || !number)
    return false;
  *out = number;
  return true;
}

static bool set_threads (bcov_request *request, const char *value)
{
  uint64_t number = 0;
  bool fine = !value || read_number (value, MOST_THREADS, &number);
  request->threads = fine ? (unsigned)number : request->threads;
  return fine;
}

static bool set_limit (bcov_request *request, const char *value)
{
  request->limit = value ? request->limit : 0;
  return !value || read_number (value, UINT64_MAX, &request->limit);
}

static bool set_probes (bcov_request *request, const char *value)
{
  request->probes = value ? request->probes : 0;
  return !value || read_number (value, UINT64_MAX / 16, &request->probes);
}

static bool set_seed (bcov_request *request, const char *value)
{
  value = value ? value : "0";
  return bcov_text_number (value, strlen (value), UINT64_MAX, &request->seed);
}

static bool set_time (bcov_request *request, const char *value)
{
  static const struct {
    const char *name;
    double seconds;
  } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"h", 3600}};
  char *end;
  request->seconds = value ? request->seconds : 0;
  if (!value)
    return true;
  size_t length = strspn (value, "0123456789.");
  double number = strtod (value, &end);
  for (size_t k = 0; k < sizeof units / sizeof *units; k++)
    if (length && end == value + length && number > 0 && !strcmp (end, units[k].name)) {
      request->seconds = number * units[k].seconds;
      return true;
    }
  return false;
}

static bool set_memory (bcov_request *request, const char *value)
{
  static const char units[] = "KkMmGgTt";
  uint64_t number = 0;
  size_t length = value ? strspn (value, "0123456789") : 0;
  const char *unit = value && value[length] ? strchr (units, value[length]) : NULL;
  unsigned shift = unit ? 10 * (unsigned)((unit - units) / 2 + 1) : 0;
  if (value && (strlen (value) != length + (unit != NULL) ||
                !bcov_text_number (value, length, SIZE_MAX >> shift, &number) || !number))
    return false;
  bcov_mem_set_limit (request->mem, (size_t)number << shift);
  return true;
}

static bool set_part (bcov_request *request, const char *value)
{
  uint64_t part = 0, parts = 0;
  const char *slash = value ? strchr (value, '/') : NULL;
  if (value && (!slash || !read_number (slash + 1, UINT32_MAX, &parts) ||
                !bcov_text_number (value, (size_t)(slash - value), parts, &part) || !part))
    return false;
  request->part = (uint32_t)part;
  request->parts = (uint32_t)parts;
  return true;
}

/* ---- words ---- */

static const char *const engines[] = {"auto", "brute", "search", "frontier", "sat", "match", NULL};
static const char *const answers[] = {"yes", "no", NULL};
static const char *const withouts[] = {"symmetry", "quick",  "pockets", "memory",
                                       "shapes",   "parity", "halves",  NULL}; /* by their bits */

/* The index in WORDS of the word of LENGTH bytes; the index of NULL if it is not there. */
static size_t find_word (const char *const *words, const char *word, size_t length)
{
  size_t k = 0;
  while (words[k] && (strlen (words[k]) != length || memcmp (words[k], word, length)))
    k++;
  return k;
}

static bool set_engine (bcov_request *request, const char *value)
{
  const char *engine = value ? engines[find_word (engines, value, strlen (value))] : NULL;
  if (value && !engine)
    return false;
  request->engine = engine;
  return true;
}

static bool set_symmetry (bcov_request *request, const char *value)
{
  size_t k = find_word (answers, value ? value : "no", strlen (value ? value : "no"));
  request->up_to_symmetry = answers[k] ? k == 0 : request->up_to_symmetry;
  return answers[k];
}

static bool set_without (bcov_request *request, const char *value)
{
  unsigned bits = 0;
  for (const char *word = value; word;) {
    size_t length = strcspn (word, ","), k = find_word (withouts, word, length);
    if (!withouts[k])
      return false;
    bits |= 1u << k;
    word = word[length] ? word + length + 1 : NULL;
  }
  request->without = bits;
  return true;
}

/* ---- the table ---- */

static const struct {
  const char *name, *about, *allowed;
  const char *const *words;
  bool (*set) (bcov_request *request, const char *value);
} options[] = {
    {"engine", "engine that answers the question", "auto, brute, search, frontier, sat or match",
     engines, set_engine},
    {"threads", "number of threads (default: one for each processor core)",
     "a whole number from 1 to 256", NULL, set_threads},
    {"time", "time limit of the question", "a time such as 500ms, 60s, 2m or 1h", NULL, set_time},
    {"memory", "memory limit", "a size such as 500M or 4G (K, M, G, T)", NULL, set_memory},
    {"limit", "maximum number of coverings", "a whole number, at least 1", NULL, set_limit},
    {"part", "only part K of N; the counts of all parts add up to the total",
     "K/N with K from 1 to N, such as 2/8", NULL, set_part},
    {"up-to-symmetry", "coverings that are rotations or reflections of each other count as one",
     "yes or no", answers, set_symmetry},
    {"without", "optimisations to disable", NULL, withouts, set_without},
    {"seed", "seed of the random numbers; the same seed gives the same coverings",
     "a whole number from 0 to 2^64 - 1", NULL, set_seed},
    {"probes", "estimate: number of partial coverings to examine, instead of a time",
     "a whole number, at least 1", NULL, set_probes},
};

enum { OPTIONS = sizeof options / sizeof *options };

static size_t find_option (const char *name)
{
  size_t k = 0;
  while (k < OPTIONS && strcmp (name, options[k].name))
    k++;
  return k;
}

size_t bcov_option_count (void)
{
  return OPTIONS;
}

const char *bcov_option_name (size_t k)
{
  return options[k].name;
}

const char *bcov_option_about (size_t k)
{
  return options[k].about;
}

const char *bcov_option_word (const char *name, size_t k)
{
  size_t option = find_option (name);
  const char *const *words = option < OPTIONS ? options[option].words : NULL;
  for (size_t before = 0; words && before < k; before++)
    if (!words[before])
      return NULL;
  return words ? words[k] : NULL;
}

/* Reports the words that option K accepts, of which several may be given. */
static bcov_status refuse_words (size_t k, const char *value, bcov_error *err)
{
  bcov_text all = {0};
  for (const char *const *word = options[k].words; *word; word++)
    bcov_text_printf (&all, "%s%s", all.length ? ", " : "", *word);
  bcov_error_add (err, BCOV_INPUT, NULL,
                  "'%s' is not allowed; give one or more of these words, separated by commas: %s",
                  value, all.failed ? "" : all.data);
  bcov_text_drop (&all);
  return BCOV_INPUT;
}

bcov_status bcov_request_set (bcov_request *request, const char *name, const char *value,
                              bcov_error *err)
{
  size_t k = find_option (name);
  if (k == OPTIONS)
    return bcov_error_add (err, BCOV_INPUT, NULL, "unknown request option '%s'", name);
  if (options[k].set (request, value))
    return BCOV_OK;
  return options[k].allowed ? bcov_error_add (err, BCOV_INPUT, NULL, "'%s' is not allowed; give %s",
                                              value, options[k].allowed)
                            : refuse_words (k, value, err);
}

/* ---- stopping and progress ---- */

void bcov_request_stop (bcov_request *request)
{
  atomic_store_explicit (request->stop, true, memory_order_relaxed);
}

void bcov_request_resume (bcov_request *request)
{
  atomic_store_explicit (request->stop, false, memory_order_relaxed);
}

void bcov_request_progress (bcov_request *request, bcov_see_progress *callback, void *data)
{
  request->progress = callback;
  request->progress_data = data;
}

BCOV_ACCESSOR (size_t, request, used, bcov_mem_used (request->mem))
BCOV_ACCESSOR (size_t, request, peak, bcov_mem_peak (request->mem))
BCOV_ACCESSOR (double, progress, seconds, progress->seconds)
BCOV_ACCESSOR (double, progress, fraction, progress->fraction)
BCOV_ACCESSOR (double, progress, seconds_left, progress->seconds_left)
BCOV_ACCESSOR (uint64_t, progress, found, progress->found)

double bcov_progress_value (const bcov_progress *now, const char *name)
{
  const struct {
    const char *name;
    double value;
  } values[] = {{"nodes", (double)now->nodes},   {"level", (double)now->level},
                {"levels", (double)now->levels}, {"states", (double)now->states},
                {"widest", now->widest},         {"bytes", now->bytes},
                {"best", (double)now->best},     {"bound", (double)now->bound}};
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    if (!strcmp (name, values[k].name))
      return values[k].value;
  return 0;
}
