/* Runs the dense table.

   The table has a state for every key of the right class and is updated in place, block by block
   (dense_plan.h).  For each combination of the slots that a block does not touch, the entries are
   loaded into a buffer, taken through all levels of the block (dense_code.h), and stored where they
   came from.  Many combinations of one class are processed together (dense_chunk.h).

   The members of the team go through the blocks together and take parts of the high combinations as
   they become free.  Entries of different combinations have different keys, so no member writes
   where another reads, and the sums do not depend on the distribution.  Worker 0 prepares the next
   block while the others already work on the current one; so two blocks ("acts") are in use, in
   turn.  Most blocks reuse the code of an earlier block with the same text.

   After all blocks, the value at key 0 is the answer.  For half a board, the team multiplies pairs
   of states instead (dense_join.h).

   Numbers: a stored number is below 2^SHIFT + 2^(64-SHIFT) x LESS, which is one unit; the sum of
   ROOM units is below 2^64. */

#include "engine/dense/dense.h"

#include "base/threads.h"
#include "engine/dense/dense_join.h"
#include "engine/dense/dense_scene.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

enum {
  PARTS_PER_WORKER = 16,    /* so that all workers finish at about the same time */
  STATES_BETWEEN = 1 << 17, /* between two polls of the control */
  STEPS_BETWEEN = 1 << 6,   /* the same for the join */
  LARGE_PAGE = 1 << 21,     /* bytes */
  MOST_LANES = 4
};

static_assert (BCOV_DENSE_CHUNK % MOST_LANES == 0, "a chunk consists of whole states");

/* The sum of a worker's products. */
typedef struct {
  uint64_t wholes[MOST_LANES];
  double reals;
} total;

/* A block that is being processed or prepared. */
typedef struct {
  bcov_dense_scene scene;
  atomic_size_t next_part;
  void *buffers;         /* as allocated */
  uint64_t *buffer;      /* of worker 0; aligned */
  size_t buffer_numbers; /* per worker */
  bool over;             /* the run has ended */
} act;

typedef struct {
  bcov_mem *mem;
  bcov_dense_plan plan;
  bcov_dense_frame frame;
  uint32_t room;
  void *table; /* as allocated */
  size_t workers;
  bcov_dense_scenes scenes;
  act acts[2];
  const bcov_bridges *bridges; /* NULL: the answer is the value at key 0 */
  const uint64_t *primes;      /* NULL: the numbers are doubles */
  bcov_dense_join join;
  atomic_size_t next_step; /* of it */
  total *totals;           /* of each worker */
  double work;             /* states updated or multiplied in the whole run */
  atomic_bool ended;       /* a worker has seen a stop request */
  bcov_control *control;
  bcov_status status;
  bcov_error *err;
} run;

/* ---- memory ---- */

static uint64_t *aligned (void *p, uintptr_t to)
{
  return (uint64_t *)(((uintptr_t)p + to - 1) & ~(to - 1));
}

/* A large table consists of large pages. */
static size_t table_alignment (const bcov_dense_plan *plan, unsigned lanes)
{
  size_t bytes = bcov_dense_plan_states (plan) * lanes * sizeof (uint64_t);
  return bytes < 2 * LARGE_PAGE ? BCOV_DENSE_ALIGN : LARGE_PAGE;
}

static size_t table_bytes (const bcov_dense_plan *plan, unsigned lanes)
{
  size_t bytes = bcov_dense_plan_states (plan) * lanes * sizeof (uint64_t);
  size_t alignment = table_alignment (plan, lanes);
  return (bytes + 2 * alignment - 1) / alignment * alignment;
}

static bcov_status take_table (run *r)
{
  size_t bytes = table_bytes (&r->plan, r->frame.lanes);
  size_t alignment = table_alignment (&r->plan, r->frame.lanes);
  r->table = bcov_mem_alloc (r->mem, bytes, 1, r->err);
  if (!r->table)
    return bcov_mem_status (r->mem);
  r->frame.table = aligned (r->table, alignment);
  assert ((char *)(r->frame.table + bcov_dense_plan_states (&r->plan) * r->frame.lanes) <=
          (char *)r->table + bytes);
  if (alignment == LARGE_PAGE)
    madvise (r->frame.table, (size_t)((char *)r->table + bytes - (char *)r->frame.table),
             MADV_HUGEPAGE);
  return BCOV_OK;
}

/* Allocates a buffer for every worker. */
static bcov_status take_buffers (run *r, act *a)
{
  size_t numbers = (size_t)(a->scene.now->places + 1) * BCOV_DENSE_CHUNK;
  assert (numbers * sizeof (uint64_t) % BCOV_DENSE_ALIGN == 0); /* all buffers are aligned */
  if (numbers <= a->buffer_numbers)
    return BCOV_OK;
  bcov_mem_free (r->mem, a->buffers);
  a->buffers = bcov_mem_alloc (r->mem, r->workers * numbers * sizeof (uint64_t) + BCOV_DENSE_ALIGN,
                               1, r->err);
  a->buffer = aligned (a->buffers, BCOV_DENSE_ALIGN);
  a->buffer_numbers = a->buffers ? numbers : 0;
  return a->buffers ? BCOV_OK : bcov_mem_status (r->mem);
}

/* ---- work ---- */

/* A high combination or the beginning of one; undecided bits may be known already. */
typedef struct {
  uint64_t bits;
  uint32_t known[2]; /* places that must be 0, and 1 */
  uint32_t kind;
} branch;

/* The state of a worker. */
typedef struct {
  run *r;
  act *a; /* the current one */
  size_t worker;
  uint64_t *buffer;
  uint64_t states; /* updated since the last poll */
  uint32_t
      waiting[BCOV_DENSE_MODULUS]; /* high combinations of each class, until they fill a chunk */
  uint64_t bases[BCOV_DENSE_MODULUS][BCOV_DENSE_CHUNK];
  uint32_t known[BCOV_DENSE_MODULUS][BCOV_DENSE_CHUNK][2];
} hand;

static void look_up (hand *h)
{
  run *r = h->r;
  const bcov_dense_scene *s = &h->a->scene;
  atomic_fetch_add (&r->control->nodes, h->states * s->levels);
  h->states = 0;
  if (h->worker == 0) {
    double part = (double)atomic_load (&h->a->next_part) / (double)((uint64_t)1 << s->fixed);
    double done = s->work_before + s->work * (part < 1 ? part : 1);
    bcov_control_done (r->control, r->work > 0 ? done / r->work : 1);
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

/* Processes the rows of one high combination if all low bits are free: each row has one class. */
static void work_rows (hand *h, uint64_t base, uint32_t kind)
{
  run *r = h->r;
  const bcov_dense_scene *s = &h->a->scene;
  uint32_t chunk = BCOV_DENSE_CHUNK / r->frame.lanes;
  for (uint32_t low = 0; low < r->plan.classes.modulus; low++) {
    uint32_t all = (kind + low) % r->plan.classes.modulus;
    const bcov_dense_code *code = &s->now->code[all];
    for (uint32_t k = 0; k < r->plan.row && !r->ended; k += chunk) {
      bcov_dense_chunk_straight (&r->frame, code, s->first[all][0], base + k, h->buffer);
      count_chunk (h, code);
    }
  }
}

/* Returns true if the low bits LOW can occur with one of the waiting high combinations of class
 * KIND. */
static bool some_fit (const hand *h, uint32_t kind, uint32_t low)
{
  uint32_t others = ~low & h->a->scene.free_low;
  for (uint32_t k = 0; k < h->waiting[kind]; k++)
    if (!((h->known[kind][k][0] & low) | (h->known[kind][k][1] & others)))
      return true;
  return false;
}

/* Processes all low combinations of the waiting high ones of class KIND.  A chunk that is not full
   repeats its first combination. */
static void flush (hand *h, uint32_t kind)
{
  run *r = h->r;
  const bcov_dense_scene *s = &h->a->scene;
  uint64_t *bases = h->bases[kind];
  assert (h->waiting[kind] && h->waiting[kind] <= BCOV_DENSE_CHUNK / r->frame.lanes);
  for (uint32_t k = h->waiting[kind]; k < BCOV_DENSE_CHUNK / r->frame.lanes; k++)
    bases[k] = bases[0];
  for (uint32_t k = 0; k < s->lows && !r->ended; k++) {
    uint32_t all = (kind + s->low_class[k]) % r->plan.classes.modulus;
    const bcov_dense_code *code = &s->now->code[all];
    if (!some_fit (h, kind, s->low[k]))
      continue;
    bcov_dense_chunk_scattered (&r->frame, code, s->first[all][k], bases, h->buffer);
    count_chunk (h, code);
  }
  h->waiting[kind] = 0;
}

static void work_high (hand *h, const branch *b)
{
  run *r = h->r;
  uint64_t base = (b->bits >> r->plan.low) * r->plan.row;
  uint32_t kind = b->kind % r->plan.classes.modulus;
  if (h->a->scene.straight) {
    work_rows (h, base, kind);
    return;
  }
  uint32_t k = h->waiting[kind]++;
  assert (k < BCOV_DENSE_CHUNK / r->frame.lanes);
  h->bases[kind][k] = base;
  memcpy (h->known[kind][k], b->known, sizeof b->known);
  if (h->waiting[kind] == BCOV_DENSE_CHUNK / r->frame.lanes)
    flush (h, kind);
}

/* Sets PLACE to X; returns false if that never occurs together with the other bits. */
static bool decide (const hand *h, uint32_t place, uint32_t x, branch *b)
{
  const bcov_dense_scene *s = &h->a->scene;
  assert (place >= h->r->plan.low && place < h->r->plan.bits && !(b->bits >> place & 1));
  if ((b->known[!x] | s->pairs.never[x][x][place]) >> place & 1)
    return false;
  b->bits |= (uint64_t)x << place;
  b->kind += x ? h->r->plan.weight[place] : 0;
  b->known[0] |= s->pairs.never[x][1][place];
  b->known[1] |= s->pairs.never[x][0][place];
  return true;
}

/* Processes all high combinations that begin with B, in which DEPTH places are decided. */
static void descend (hand *h, uint32_t depth, const branch *b)
{
  const bcov_dense_scene *s = &h->a->scene;
  if (depth == s->highs) {
    work_high (h, b);
    return;
  }
  for (uint32_t x = 0; x < 2 && !h->r->ended; x++) {
    branch next = *b;
    if (decide (h, s->high[depth], x, &next))
      descend (h, depth + 1, &next);
  }
}

static void work_part (hand *h, size_t part)
{
  const bcov_dense_scene *s = &h->a->scene;
  const bcov_dense_plan *plan = &h->r->plan;
  branch b = {.kind = plan->classes.modulus - plan->home};
  bool occurs = true;
  for (uint32_t k = 0; occurs && k < s->fixed; k++)
    occurs = decide (h, s->high[k], part >> (s->fixed - 1 - k) & 1, &b);
  if (occurs)
    descend (h, s->fixed, &b);
}

/* Takes parts of the block until none is left. */
static void work_parts (hand *h)
{
  run *r = h->r;
  size_t parts = (size_t)1 << h->a->scene.fixed;
  h->buffer = h->a->buffer + h->worker * h->a->buffer_numbers;
  for (size_t part; (part = atomic_fetch_add (&h->a->next_part, 1)) < parts;)
    work_part (h, part);
  for (uint32_t kind = 0; kind < r->plan.classes.modulus; kind++)
    if (h->waiting[kind])
      flush (h, kind);
  look_up (h);
}

/* Returns the number of LANE at KEY, a key of the program. */
static uint64_t *value_at (run *r, uint64_t key, unsigned lane)
{
  assert (bcov_dense_class (r->plan.classes.weight, r->plan.classes.modulus, key) == r->plan.home);
  uint64_t at = bcov_dense_plan_at (&r->plan, bcov_dense_plan_places (&r->plan, key));
  return &r->frame.table[at * r->frame.lanes + lane];
}

/* Prepares A for BLOCK, unless the run has ended. */
static void prepare (run *r, const bcov_dense_block *block, act *a)
{
  if (!bcov_control_go_on (r->control, 0))
    atomic_store (&r->ended, true);
  if (!r->ended)
    r->status = bcov_dense_scene_set (&r->scenes, block, &a->scene, r->err);
  if (!r->ended && !r->status)
    r->status = take_buffers (r, a);
  atomic_store (&a->next_part, 0);
  a->over = r->ended || r->status;
}

/* Prepares the join while the last block is being processed. */
static void prepare_join (run *r)
{
  bcov_dense_pairs pairs;
  bcov_dense_plan_pairs (&r->plan, &r->scenes.pairs, &pairs);
  r->totals = bcov_mem_alloc (r->mem, r->workers, sizeof *r->totals, r->err);
  r->status = r->totals ? bcov_dense_join_start (&r->join, r->mem, &r->plan, &r->frame, &pairs,
                                                 r->bridges, r->err)
                        : bcov_mem_status (r->mem);
  r->join.steps = r->status ? 0 : r->join.steps;
}

/* Reports the progress of the join; returns false if the run must end. */
static bool look_ahead (const hand *h, size_t step)
{
  run *r = h->r;
  double part = (double)step / (double)r->join.steps;
  if (h->worker == 0)
    bcov_control_done (r->control, 1 - (1 - part) * (r->work - r->plan.work) / r->work);
  return bcov_control_go_on (r->control, h->worker);
}

/* Takes steps of the join until none is left. */
static void add_products (hand *h)
{
  run *r = h->r;
  for (size_t step; (step = atomic_fetch_add (&r->next_step, 1)) < r->join.steps;) {
    if (step % STEPS_BETWEEN == 0 && !look_ahead (h, step))
      atomic_store (&r->ended, true);
    if (r->ended)
      return;
    total *t = &r->totals[h->worker];
    if (r->primes)
      bcov_dense_join_wholes (&r->join, step, r->primes, t->wholes);
    else
      bcov_dense_join_reals (&r->join, step, &t->reals);
  }
}

/* The work of each member of the team.  When an act is prepared again, no member uses it any more:
   all have arrived at the barrier after it. */
static void work (void *data, bcov_team *team, size_t worker)
{
  run *r = data;
  size_t blocks = r->plan.blocks.count;
  hand h = {.r = r, .worker = worker};
  if (worker == 0 && blocks)
    prepare (r, &r->plan.blocks.data[0], &r->acts[0]);
  for (size_t k = 0; k < blocks; k++) {
    h.a = &r->acts[k % 2];
    bcov_team_wait (team);
    if (h.a->over)
      return;
    if (worker == 0 && k + 1 < blocks)
      prepare (r, &r->plan.blocks.data[k + 1], &r->acts[(k + 1) % 2]);
    else if (worker == 0 && r->bridges)
      prepare_join (r);
    work_parts (&h);
  }
  if (r->bridges) {
    bcov_team_wait (team);
    add_products (&h);
  }
}

/* ---- the run ---- */

static void free_run (run *r)
{
  for (int k = 0; k < 2; k++) {
    bcov_dense_scene_free (&r->scenes, &r->acts[k].scene);
    bcov_mem_free (r->mem, r->acts[k].buffers);
  }
  bcov_dense_scenes_free (&r->scenes);
  bcov_dense_join_free (&r->join);
  bcov_mem_free (r->mem, r->totals);
  bcov_mem_free (r->mem, r->table);
  bcov_dense_plan_free (&r->plan);
  bcov_mem_free (r->mem, r);
}

/* Adds one way to KEY. */
static void add_way (run *r, uint64_t key)
{
  for (unsigned lane = 0; lane < r->frame.lanes; lane++)
    if (r->frame.reduction)
      ++*value_at (r, key, lane);
    else
      ++*(double *)value_at (r, key, lane);
}

/* Takes KEY, a state before LEVEL, through the levels before the first block. */
static void go_ahead (run *r, uint32_t level, uint64_t key)
{
  if (level == r->plan.ahead) {
    add_way (r, key);
    return;
  }
  const bcov_level *l = &r->plan.program->levels.data[level];
  for (uint32_t k = 0; k <= l->moves; k++) {
    uint64_t next;
    if (bcov_program_step (r->plan.program, level, k < l->moves ? l->first_move + k : BCOV_NO_MOVE,
                           &key, &next))
      go_ahead (r, level + 1, next);
  }
}

/* Returns the number of products in the join. */
static double products (const bcov_dense_plan *plan, const bcov_bridges *bridges)
{
  double sum = 0;
  for (size_t k = 0; bridges && k < bridges->list.count; k++)
    sum += exp2 (__builtin_popcountll (bridges->list.data[k].free)) / plan->classes.modulus;
  return sum;
}

static bcov_status run_all (run *r)
{
  const bcov_dense_plan *plan = &r->plan;
  bcov_status status = bcov_dense_plan_make (plan->program, r->frame.lanes, &r->plan, r->err);
  if (!status)
    status = take_table (r);
  if (status)
    return status;
  r->work = plan->work + products (plan, r->bridges);
  go_ahead (r, 0, 0);
  bcov_dense_scenes_start (&r->scenes, plan, r->room, (uint32_t)r->workers * PARTS_PER_WORKER);
  bcov_team_run (r->workers, work, r);
  if (!r->status && r->ended)
    r->status = bcov_control_status (r->control, r->err);
  return r->status ? r->status : r->ended ? BCOV_STOPPED : BCOV_OK;
}

static run *new_run (const bcov_program *program, const bcov_bridges *bridges, unsigned lanes,
                     size_t workers, bcov_control *control, bcov_error *err)
{
  assert (bcov_dense_fits (program));
  run *r = bcov_mem_alloc (program->mem, 1, sizeof *r, err);
  if (!r)
    return NULL;
  r->mem = program->mem;
  r->plan.program = program;
  r->bridges = bridges;
  r->frame.lanes = lanes;
  r->workers = workers ? workers : 1;
  r->control = control;
  r->err = err;
  return r;
}

/* Sets the reduction of numbers and the room for units. */
static void set_reduction (run *r, const uint64_t *primes, bcov_dense_reduction *out)
{
  unsigned shift = 64 - (unsigned)__builtin_clzll (primes[0]);
  uint64_t most = 0;
  assert (shift >= 40 && shift <= 56);
  for (uint32_t k = 0; k < BCOV_DENSE_CHUNK; k++) {
    assert (primes[k % r->frame.lanes] >> (shift - 1) == 1); /* all of the same length */
    uint64_t less = ((uint64_t)1 << shift) - primes[k % r->frame.lanes];
    assert (less <= (uint64_t)1 << (shift - 32));
    out->less[k] = less;
    most = less > most ? less : most;
  }
  out->shift = shift;
  r->frame.reduction = out;
  r->room = (uint32_t)(UINT64_MAX / (((uint64_t)1 << shift) + (most << (64 - shift))));
}

/* Returns the answer modulo the prime of LANE. */
static uint64_t residue (run *r, unsigned lane)
{
  uint64_t prime = r->primes[lane], sum = 0;
  if (!r->bridges)
    return *value_at (r, 0, lane) % prime;
  for (size_t k = 0; k < r->workers; k++)
    sum = (sum + r->totals[k].wholes[lane]) % prime;
  return sum;
}

bcov_status bcov_dense_count (const bcov_program *program, const bcov_bridges *bridges,
                              const uint64_t *primes, unsigned lanes, size_t workers,
                              bcov_control *control, uint64_t *residues, bcov_error *err)
{
  bcov_dense_reduction reduction;
  assert (lanes == 1 || lanes == 2 || lanes == MOST_LANES);
  run *r = new_run (program, bridges, lanes, workers, control, err);
  if (!r)
    return bcov_mem_status (program->mem);
  r->primes = primes;
  set_reduction (r, primes, &reduction);
  bcov_status status = run_all (r);
  for (unsigned lane = 0; !status && lane < lanes; lane++)
    residues[lane] = residue (r, lane);
  free_run (r);
  return status;
}

static double real_answer (run *r)
{
  double sum = 0;
  if (!r->bridges)
    return *(double *)value_at (r, 0, 0);
  for (size_t k = 0; k < r->workers; k++)
    sum += r->totals[k].reals;
  return sum;
}

/* Each addition, and the final product, has a relative error of at most 2^-53, and no number
   results from more than 2^40 consecutive additions: the error is below 2^-12, which the 0.001 bits
   cover. */
bcov_status bcov_dense_bound (const bcov_program *program, const bcov_bridges *bridges,
                              size_t workers, bcov_control *control, double *bits, bcov_error *err)
{
  run *r = new_run (program, bridges, 1, workers, control, err);
  if (!r)
    return bcov_mem_status (program->mem);
  r->room = 1 << 24;
  bcov_status status = run_all (r);
  if (!status)
    *bits = log2 (real_answer (r)) + 0.001;
  free_run (r);
  return status;
}

bool bcov_dense_fits (const bcov_program *program)
{
  if (program->bits > BCOV_DENSE_BITS)
    return false;
  for (size_t f = 0; f < program->fields.count; f++)
    if (program->fields.data[f].kind != BCOV_FIELD_BIT)
      return false;
  for (uint32_t level = 0; level < program->levels.count; level++)
    if (__builtin_popcountll (bcov_dense_touched (program, level)) > BCOV_DENSE_TOUCH)
      return false;
  return true;
}

bcov_status bcov_dense_foresee (const bcov_program *program, const bcov_bridges *bridges,
                                unsigned lanes, size_t workers, bcov_dense_needs *out,
                                bcov_error *err)
{
  bcov_dense_plan plan;
  size_t places, members = workers ? workers : 1;
  bcov_status status = bcov_dense_plan_make (program, lanes, &plan, err);
  *out = (bcov_dense_needs){.modulus = plan.classes.modulus};
  if (!status) {
    out->work = plan.work + products (&plan, bridges);
    out->bytes =
        sizeof (run) + table_bytes (&plan, lanes) + bcov_dense_scene_bytes (&plan, &places);
    if (bridges)
      out->bytes += bridges->list.count * BCOV_DENSE_SPAN + members * sizeof (total);
    out->bytes += 2 * members * (places + 1) * BCOV_DENSE_CHUNK * sizeof (uint64_t);
  }
  bcov_dense_plan_free (&plan);
  return status;
}
