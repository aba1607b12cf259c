/* The dense table at work.

   The table has a state for every key of the right class and is updated in place, block by block
   (dense_plan.h).  For each combination of the slots that a block does not touch, its entries are
   loaded into a buffer, taken through all levels of the block there (dense_code.h) and stored where
   they came from; combinations of one class are taken many at a time (dense_chunk.h).

   The members of the team go through the blocks together.  The first prepares a block: most have
   the same text as an earlier one, whose code is kept.  Then all take parts of the high
   combinations as they become free.  Entries of different combinations are different keys, so
   nobody writes where another reads, and the sums do not depend on who does what.

   Numbers: stored ones are below 2^SHIFT + 2^(64-SHIFT) x LESS, which is one unit; ROOM units stay
   below 2^64. */

#include "engine/dense.h"

#include "base/team.h"
#include "engine/dense_chunk.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

enum {
  KEPT_CODES = 64,         /* blocks whose code is kept */
  MOST_CLASSES = 8,        /* as in the plan */
  PARTS_PER_WORKER = 16,   /* so that the last ones finish at about the same time */
  STATES_BETWEEN = 1 << 17 /* looks at the clock */
};

/* The code of a block, for each class. */
typedef struct {
  bcov_dense_text text;
  bcov_dense_code code[MOST_CLASSES];
  uint32_t places; /* of the largest */
} kept_code;

/* Which combinations a block has, and where its entries are. */
typedef struct {
  const kept_code *kept;
  uint32_t never[2][2][BCOV_DENSE_BITS]; /* as in bcov_dense_pairs, but by place */
  uint32_t highs;                        /* high places that the block does not touch, */
  uint8_t high[BCOV_DENSE_BITS];         /* from the top */
  uint32_t fixed;                        /* so many of them are the same through a part */
  uint32_t free_low;                     /* low places that it does not touch */
  bool straight;                         /* all of them, and a row is made of whole chunks */
  uint32_t low_count;
  uint16_t low[1 << BCOV_DENSE_LOW]; /* combinations of the low ones */
  uint8_t low_class[1 << BCOV_DENSE_LOW];
  BCOV_VEC (uint32_t) offsets; /* for each low combination and each class, as a chunk wants them */
  uint64_t places[1 << BCOV_DENSE_TOUCH]; /* bits of each entry */
  uint32_t *first[MOST_CLASSES][1 << BCOV_DENSE_LOW];
  uint32_t levels;
  double work_before, work; /* of the blocks before and of this one */
} scene;

typedef struct {
  bcov_mem *mem;
  bcov_dense_plan plan;
  bcov_dense_frame frame;
  uint32_t room;
  uint64_t one;          /* the bits of the number 1 */
  void *table, *buffers; /* as allocated */
  uint64_t *buffer;      /* the first worker's; aligned */
  size_t buffer_numbers; /* of one worker */
  size_t workers;
  kept_code kept[KEPT_CODES];
  uint32_t made;          /* codes so far */
  bcov_dense_pairs pairs; /* before the next block */
  scene now;
  atomic_size_t next_part;
  atomic_bool ended; /* somebody saw that the run is to end */
  bool over;         /* and everybody knows */
  bcov_control *control;
  bcov_status status;
  bcov_error *err;
} run;

/* ---- memory -----------------------------------------------------------------------------------
 */

static uint64_t *aligned (void *p)
{
  return (uint64_t *)(((uintptr_t)p + BCOV_DENSE_ALIGN - 1) & ~(uintptr_t)(BCOV_DENSE_ALIGN - 1));
}

static size_t table_bytes (const bcov_dense_plan *plan, unsigned lanes)
{
  return bcov_dense_plan_states (plan) * lanes * sizeof (uint64_t) + BCOV_DENSE_ALIGN;
}

static bcov_status take_table (run *r)
{
  size_t bytes = table_bytes (&r->plan, r->frame.lanes);
  r->table = bcov_mem_alloc (r->mem, bytes, 1, r->err);
  if (!r->table)
    return bcov_mem_status (r->mem);
  r->frame.table = aligned (r->table);
  uintptr_t page = 4096, from = ((uintptr_t)r->table + page - 1) & ~(page - 1);
  uintptr_t to = ((uintptr_t)r->table + bytes) & ~(page - 1);
  if (to > from)
    madvise ((void *)from, to - from, MADV_HUGEPAGE);
  return BCOV_OK;
}

/* Buffers that hold PLACES chunks for every worker. */
static bcov_status take_buffers (run *r, uint32_t places)
{
  size_t numbers = (size_t)places * BCOV_DENSE_CHUNK;
  if (numbers <= r->buffer_numbers)
    return BCOV_OK;
  void *buffers = bcov_mem_alloc (
      r->mem, r->workers * numbers * sizeof (uint64_t) + BCOV_DENSE_ALIGN, 1, r->err);
  if (!buffers)
    return bcov_mem_status (r->mem);
  bcov_mem_free (r->mem, r->buffers);
  r->buffers = buffers;
  r->buffer = aligned (buffers);
  r->buffer_numbers = numbers;
  return BCOV_OK;
}

/* ---- code, made or kept -----------------------------------------------------------------------
 */

static void forget_code (run *r, kept_code *k)
{
  bcov_vec_free (r->mem, &k->text.words);
  for (uint32_t class = 0; class < MOST_CLASSES; class ++)
    bcov_dense_code_free (r->mem, &k->code[class]);
  k->places = 0;
}

static bcov_status make_code (run *r, kept_code *k)
{
  bcov_status status = BCOV_OK;
  for (uint32_t class = 0; !status && class < r->plan.classes.modulus; class ++) {
    status = bcov_dense_code_make (r->mem, &k->text, class, r->room, &k->code[class], r->err);
    k->places = k->code[class].places > k->places ? k->code[class].places : k->places;
  }
  return status;
}

static const kept_code *find_code (const run *r, const bcov_dense_text *text)
{
  size_t bytes = text->words.count * sizeof *text->words.data;
  for (uint32_t k = 0; k < KEPT_CODES && k < r->made; k++)
    if (r->kept[k].text.words.count == text->words.count &&
        !memcmp (r->kept[k].text.words.data, text->words.data, bytes))
      return &r->kept[k];
  return NULL;
}

/* The code of TEXT.  What was made earliest gives way to what is new. */
static bcov_status get_code (run *r, bcov_dense_text *text, const kept_code **out)
{
  *out = find_code (r, text);
  if (*out) {
    bcov_vec_free (r->mem, &text->words);
    return BCOV_OK;
  }
  kept_code *k = &r->kept[r->made++ % KEPT_CODES];
  forget_code (r, k);
  k->text = *text;
  *out = k;
  return make_code (r, k);
}

/* ---- the scene of a block ---------------------------------------------------------------------
 */

static uint32_t class_of (const run *r, uint64_t places)
{
  return bcov_dense_class (r->plan.weight, r->plan.classes.modulus, places);
}

static void place_pairs (run *r)
{
  memset (r->now.never, 0, sizeof r->now.never);
  for (int x = 0; x < 2; x++)
    for (int y = 0; y < 2; y++)
      for (uint32_t s = 0; s < r->plan.bits; s++)
        r->now.never[x][y][r->plan.place[s]] =
            (uint32_t)bcov_dense_plan_places (&r->plan, r->pairs.never[x][y][s]);
}

static void list_highs (run *r, uint32_t free)
{
  scene *s = &r->now;
  s->highs = s->fixed = 0;
  for (uint32_t place = r->plan.bits; place-- > r->plan.low;)
    if (free >> place & 1)
      s->high[s->highs++] = (uint8_t)place;
  while (s->fixed < s->highs && (size_t)1 << s->fixed < r->workers * PARTS_PER_WORKER)
    s->fixed++;
}

/* Whether the low bits VALUE of a combination can occur. */
static bool low_occurs (const scene *s, uint32_t value)
{
  uint32_t others = ~value & s->free_low, excluded = 0;
  for (uint32_t left = s->free_low; left; left &= left - 1) {
    uint32_t place = (uint32_t)__builtin_ctz (left), x = value >> place & 1;
    excluded |= (s->never[x][1][place] & value) | (s->never[x][0][place] & others);
  }
  return !excluded;
}

/* The low combinations.  Where all low places are free and most of their values occur, a chunk
   takes several at once. */
static void list_lows (run *r)
{
  scene *s = &r->now;
  uint32_t value = 0, all = (1u << r->plan.low) - 1;
  s->low_count = 0;
  do {
    if (low_occurs (s, value)) {
      s->low[s->low_count] = (uint16_t)value;
      s->low_class[s->low_count++] = (uint8_t)class_of (r, value);
    }
    value = (value - s->free_low) & s->free_low;
  } while (value);
  s->straight = s->free_low == all && 8 * s->low_count > 7 * all;
  if (s->straight) {
    s->low_count = 1;
    s->low[0] = 0;
  }
}

/* Where the entries are, apart from the low bits of the combination. */
static void place_entries (const run *r, const bcov_dense_text *text, uint64_t *places)
{
  places[0] = 0;
  for (uint32_t b = 0; b < text->touch; b++)
    for (uint32_t e = 0; e < 1u << b; e++)
      places[1u << b | e] = places[e] | (uint64_t)1 << r->plan.place[text->slot[b]];
}

static bcov_status list_offsets (run *r, const bcov_dense_text *text)
{
  const bcov_dense_plan *plan = &r->plan;
  scene *s = &r->now;
  uint64_t mask = ((uint64_t)1 << plan->low) - 1;
  size_t total = 0, used = 0;
  for (uint32_t class = 0; class < plan->classes.modulus; class ++)
    total += s->kept->code[class].entries.count * s->low_count;
  bcov_status status = bcov_vec_reserve (r->mem, &s->offsets, total + 1, r->err);
  place_entries (r, text, s->places);
  for (uint32_t class = 0; !status && class < plan->classes.modulus; class ++)
    for (uint32_t k = 0; k < s->low_count; k++) {
      const bcov_dense_code *code = &s->kept->code[class];
      s->first[class][k] = &s->offsets.data[used];
      for (size_t n = 0; n < code->entries.count; n++) {
        uint64_t at = s->places[code->entries.data[n]];
        s->offsets.data[used++] =
            (uint32_t)((at >> plan->low) * plan->row + plan->rank[(at & mask) | s->low[k]]);
      }
    }
  return status;
}

static void set_scene (run *r, const bcov_dense_block *block)
{
  scene *s = &r->now;
  uint32_t places = (uint32_t)bcov_dense_plan_places (&r->plan, block->slots);
  place_pairs (r);
  list_highs (r, ~places);
  s->free_low = ~places & ((1u << r->plan.low) - 1);
  list_lows (r);
  s->levels = block->levels;
  s->work_before += s->work;
  s->work = bcov_dense_block_work (&r->plan, block);
  for (uint32_t k = 0; k < block->levels; k++)
    bcov_dense_pairs_step (&r->pairs, r->plan.program, block->first + k);
  atomic_store (&r->next_part, 0);
}

static bcov_status prepare (run *r, const bcov_dense_block *block)
{
  bcov_dense_text text = {0};
  bcov_status status = bcov_dense_text_make (&r->plan, block, &r->pairs, &text, r->err);
  if (status) {
    bcov_vec_free (r->mem, &text.words);
    return status;
  }
  set_scene (r, block);
  status = get_code (r, &text, &r->now.kept);
  if (!status)
    status = list_offsets (r, &text);
  if (!status)
    status = take_buffers (r, r->now.kept->places);
  return status;
}

/* ---- work -------------------------------------------------------------------------------------
 */

/* A high combination, or the beginning of one: bits that are not decided may be known already. */
typedef struct {
  uint64_t bits;
  uint32_t known[2]; /* places that must be 0, and 1 */
  uint32_t class;
} branch;

/* What a worker has at hand. */
typedef struct {
  run *r;
  size_t worker;
  uint64_t *buffer;
  uint64_t states;                /* updated since the last look at the clock */
  uint32_t waiting[MOST_CLASSES]; /* high combinations of each class, until they fill a chunk */
  uint64_t bases[MOST_CLASSES][BCOV_DENSE_CHUNK];
  uint32_t known[MOST_CLASSES][BCOV_DENSE_CHUNK][2];
} hand;

static void look_up (hand *h)
{
  run *r = h->r;
  const scene *s = &r->now;
  atomic_fetch_add (&r->control->nodes, h->states * s->levels);
  h->states = 0;
  if (h->worker == 0) {
    double part = (double)atomic_load (&r->next_part) / (double)((uint64_t)1 << s->fixed);
    double done = s->work_before + s->work * (part < 1 ? part : 1);
    atomic_store (&r->control->fraction, r->plan.work > 0 ? done / r->plan.work : 1);
  }
  if (!bcov_control_go_on (r->control, h->worker))
    atomic_store (&r->ended, true);
}

static void count_chunk (hand *h, const bcov_dense_code *code)
{
  size_t entries = code->entries.count - code->loads.count;
  entries = entries < code->loads.count ? code->loads.count : entries;
  h->states += entries * (BCOV_DENSE_CHUNK / h->r->frame.lanes);
  if (h->states >= STATES_BETWEEN)
    look_up (h);
}

/* The rows of one high combination, when all low combinations are free: each row is of one class.
 */
static void work_rows (hand *h, uint64_t base, uint32_t class)
{
  run *r = h->r;
  uint32_t chunk = BCOV_DENSE_CHUNK / r->frame.lanes;
  for (uint32_t low = 0; low < r->plan.classes.modulus; low++) {
    uint32_t all = (class + low) % r->plan.classes.modulus;
    const bcov_dense_code *code = &r->now.kept->code[all];
    for (uint32_t k = 0; k < r->plan.row && !r->ended; k += chunk) {
      bcov_dense_chunk_straight (&r->frame, code, r->now.first[all][0], base + k, h->buffer);
      count_chunk (h, code);
    }
  }
}

/* Whether the low bits LOW can go with one of the high combinations of CLASS that are waiting. */
static bool some_fit (const hand *h, uint32_t class, uint32_t low)
{
  uint32_t others = ~low & h->r->now.free_low;
  for (uint32_t k = 0; k < h->waiting[class]; k++)
    if (!((h->known[class][k][0] & low) | (h->known[class][k][1] & others)))
      return true;
  return false;
}

/* All low combinations of the high ones of CLASS that are waiting.  A chunk that is not full is
   filled up with a combination that it has already. */
static void flush (hand *h, uint32_t class)
{
  run *r = h->r;
  uint64_t *bases = h->bases[class];
  for (uint32_t k = h->waiting[class]; k < BCOV_DENSE_CHUNK / r->frame.lanes; k++)
    bases[k] = bases[0];
  for (uint32_t k = 0; k < r->now.low_count && !r->ended; k++) {
    uint32_t all = (class + r->now.low_class[k]) % r->plan.classes.modulus;
    const bcov_dense_code *code = &r->now.kept->code[all];
    if (!some_fit (h, class, r->now.low[k]))
      continue;
    bcov_dense_chunk_scattered (&r->frame, code, r->now.first[all][k], bases, h->buffer);
    count_chunk (h, code);
  }
  h->waiting[class] = 0;
}

static void work_high (hand *h, const branch *b)
{
  run *r = h->r;
  uint64_t base = (b->bits >> r->plan.low) * r->plan.row;
  uint32_t class = b->class % r->plan.classes.modulus;
  if (r->now.straight) {
    work_rows (h, base, class);
    return;
  }
  uint32_t k = h->waiting[class]++;
  h->bases[class][k] = base;
  memcpy (h->known[class][k], b->known, sizeof b->known);
  if (h->waiting[class] == BCOV_DENSE_CHUNK / r->frame.lanes)
    flush (h, class);
}

/* Gives PLACE the value X; false when that never occurs together with the rest. */
static bool decide (const run *r, uint32_t place, uint32_t x, branch *b)
{
  const scene *s = &r->now;
  if ((b->known[!x] | s->never[x][x][place]) >> place & 1)
    return false;
  b->bits |= (uint64_t)x << place;
  b->class += x ? r->plan.weight[place] : 0;
  b->known[0] |= s->never[x][1][place];
  b->known[1] |= s->never[x][0][place];
  return true;
}

/* All high combinations that begin with B, where DEPTH places are decided. */
static void descend (hand *h, uint32_t depth, const branch *b)
{
  const scene *s = &h->r->now;
  if (depth == s->highs) {
    work_high (h, b);
    return;
  }
  for (uint32_t x = 0; x < 2 && !h->r->ended; x++) {
    branch next = *b;
    if (decide (h->r, s->high[depth], x, &next))
      descend (h, depth + 1, &next);
  }
}

static void work_part (hand *h, size_t part)
{
  run *r = h->r;
  const scene *s = &r->now;
  branch b = {0};
  bool occurs = true;
  for (uint32_t k = 0; occurs && k < s->fixed; k++)
    occurs = decide (r, s->high[k], part >> (s->fixed - 1 - k) & 1, &b);
  if (occurs)
    descend (h, s->fixed, &b);
}

/* As many parts of the block as this worker gets. */
static void work_parts (hand *h)
{
  run *r = h->r;
  h->buffer = r->buffer + h->worker * r->buffer_numbers;
  for (size_t part; (part = atomic_fetch_add (&r->next_part, 1)) < (size_t)1 << r->now.fixed;)
    work_part (h, part);
  for (uint32_t class = 0; class < r->plan.classes.modulus; class ++)
    if (h->waiting[class])
      flush (h, class);
  look_up (h);
}

/* The value of LANE at key 0. */
static uint64_t *result (run *r, unsigned lane)
{
  return &r->frame.table[r->plan.rank[0] * r->frame.lanes + lane];
}

/* Whether there is a next block to work on; the first member of the team decides for all. */
static bool go_on (run *r, const bcov_dense_block *block)
{
  if (!bcov_control_go_on (r->control, 0))
    atomic_store (&r->ended, true);
  if (!r->ended)
    r->status = prepare (r, block);
  return !r->ended && !r->status;
}

/* What each member of the team does. */
static void work (void *data, bcov_team *team, size_t worker)
{
  run *r = data;
  hand h = {.r = r, .worker = worker};
  for (size_t k = 0; k < r->plan.blocks.count; k++) {
    if (worker == 0)
      r->over = !go_on (r, &r->plan.blocks.data[k]);
    bcov_team_wait (team);
    if (r->over)
      return;
    work_parts (&h);
    bcov_team_wait (team);
  }
}

/* ---- all together -----------------------------------------------------------------------------
 */

static void free_run (run *r)
{
  for (uint32_t k = 0; k < KEPT_CODES; k++)
    forget_code (r, &r->kept[k]);
  bcov_mem_free (r->mem, r->table);
  bcov_mem_free (r->mem, r->buffers);
  bcov_vec_free (r->mem, &r->now.offsets);
  bcov_dense_plan_free (&r->plan);
  bcov_mem_free (r->mem, r);
}

/* Runs the program; the first state is key 0 with ONE (the bits of a number 1) in every lane. */
static bcov_status run_all (run *r, uint64_t one)
{
  const bcov_dense_plan *plan = &r->plan;
  bcov_status status = bcov_dense_plan_make (plan->program, r->frame.lanes, &r->plan, r->err);
  if (!status)
    status = take_table (r);
  if (status)
    return status;
  for (unsigned lane = 0; lane < r->frame.lanes; lane++)
    *result (r, lane) = one;
  bcov_dense_pairs_start (&r->pairs, plan->bits);
  atomic_store (&r->control->fraction, 0);
  bcov_team_run (r->workers, work, r);
  if (!r->status && r->ended)
    r->status = bcov_control_status (r->control, r->err);
  return r->status ? r->status : r->ended ? BCOV_STOPPED : BCOV_OK;
}

static run *new_run (const bcov_program *program, unsigned lanes, size_t workers,
                     bcov_control *control, bcov_error *err)
{
  run *r = bcov_mem_alloc (program->mem, 1, sizeof *r, err);
  if (!r)
    return NULL;
  r->mem = program->mem;
  r->plan.program = program;
  r->frame.lanes = lanes;
  r->workers = workers ? workers : 1;
  r->control = control;
  r->err = err;
  return r;
}

/* How the numbers are reduced, and how many units have room. */
static void set_reduction (run *r, const uint64_t *primes, bcov_dense_reduction *out)
{
  unsigned shift = 64 - (unsigned)__builtin_clzll (primes[0]);
  uint64_t most = 0;
  for (uint32_t k = 0; k < BCOV_DENSE_CHUNK; k++) {
    uint64_t less = ((uint64_t)1 << shift) - primes[k % r->frame.lanes];
    assert (less <= (uint64_t)1 << (shift - 32));
    out->less[k] = less;
    most = less > most ? less : most;
  }
  out->shift = shift;
  r->frame.reduction = out;
  r->room = (uint32_t)(UINT64_MAX / (((uint64_t)1 << shift) + (most << (64 - shift))));
}

bcov_status bcov_dense_count (const bcov_program *program, const uint64_t *primes, unsigned lanes,
                              size_t workers, bcov_control *control, uint64_t *residues,
                              bcov_error *err)
{
  bcov_dense_reduction reduction;
  run *r = new_run (program, lanes, workers, control, err);
  if (!r)
    return bcov_mem_status (program->mem);
  set_reduction (r, primes, &reduction);
  bcov_status status = run_all (r, 1);
  for (unsigned lane = 0; !status && lane < lanes; lane++)
    residues[lane] = *result (r, lane) % primes[lane];
  free_run (r);
  return status;
}

/* Each of the additions on the way to a number loses at most 2^-53 of it, and no number takes more
   than 2^40 additions one after the other: together less than 2^-12 of it. */
bcov_status bcov_dense_bound (const bcov_program *program, size_t workers, bcov_control *control,
                              double *bits, bcov_error *err)
{
  double one = 1, value;
  uint64_t image;
  run *r = new_run (program, 1, workers, control, err);
  if (!r)
    return bcov_mem_status (program->mem);
  r->room = 1 << 24;
  memcpy (&image, &one, sizeof image);
  bcov_status status = run_all (r, image);
  if (!status) {
    memcpy (&value, result (r, 0), sizeof value);
    *bits = log2 (value) + 0.001;
  }
  free_run (r);
  return status;
}

bool bcov_dense_fits (const bcov_program *program)
{
  if (!program->plain || program->bits > BCOV_DENSE_BITS)
    return false;
  for (uint32_t level = 0; level < program->levels.count; level++)
    if (__builtin_popcountll (bcov_dense_touched (program, level)) > BCOV_DENSE_TOUCH)
      return false;
  return true;
}

/* What the code of BLOCK takes at most, kept or (with SCRATCH) while it is made. */
static size_t code_bytes (const bcov_program *program, const bcov_dense_block *block, bool scratch)
{
  size_t choices = 0;
  for (uint32_t k = 0; k < block->levels; k++)
    choices += program->levels.data[block->first + k].moves + 1;
  size_t entries = (size_t)1 << __builtin_popcountll (block->slots);
  return entries * (scratch ? 128 + 48 * choices : 64 + 4 * choices);
}

bcov_status bcov_dense_bytes (const bcov_program *program, unsigned lanes, size_t workers,
                              size_t *bytes, bcov_error *err)
{
  bcov_dense_plan plan;
  bcov_status status = bcov_dense_plan_make (program, lanes, &plan, err);
  size_t kept = 0, scratch = 0, entries = 0;
  for (size_t k = 0; k < plan.blocks.count; k++) {
    const bcov_dense_block *b = &plan.blocks.data[k];
    size_t most[3] = {code_bytes (program, b, false), code_bytes (program, b, true),
                      (size_t)1 << __builtin_popcountll (b->slots)};
    kept = most[0] > kept ? most[0] : kept;
    scratch = most[1] > scratch ? most[1] : scratch;
    entries = most[2] > entries ? most[2] : entries;
  }
  size_t codes = plan.blocks.count < KEPT_CODES ? plan.blocks.count : KEPT_CODES;
  size_t offsets = entries << (plan.low + 4), buffers = (workers + 1) * entries * 256;
  if (!status)
    *bytes = sizeof (run) + table_bytes (&plan, lanes) + codes * kept + scratch + offsets + buffers;
  bcov_dense_plan_free (&plan);
  return status;
}
