/* Each class of jobs has a limited number of threads.  Further jobs wait in a queue, first in,
   first out, for a few seconds.  A thread that has finished its job takes the next one from its
   queue.

   A job has two owners, its thread and its client; the last one to leave deletes it.  If the client
   closes the connection first, the request to the library is stopped. */

#include "job.h"
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  QUICK_AT_ONCE = 2,
  QUICK_WAITING = 256,
  WAITING_PER_LONG_JOB = 4 /* long jobs that wait, for each that may run */
};

static const double most_wait = 5; /* seconds in a queue */
static const double grace = 2;     /* lets the library's own time limit act first */
static const double quick_seconds =
    20; /* for quick jobs, which have no time limit in the library */
static const double longest_silence = 0.5; /* between two lines of a stream */

/* ---- the scheduler ---- */

void scheduler_init (struct scheduler *scheduler, unsigned most_long, double seconds, size_t memory)
{
  *scheduler = (struct scheduler){.most_long = most_long, .seconds = seconds, .memory = memory};
  scheduler->queues[QUICK] =
      (struct job_queue){.most_running = QUICK_AT_ONCE, .most_waiting = QUICK_WAITING};
  scheduler->queues[LONG] = (struct job_queue){.most_running = most_long,
                                               .most_waiting = WAITING_PER_LONG_JOB * most_long};
  pthread_mutex_init (&scheduler->lock, NULL);
  pthread_cond_init (&scheduler->idle, NULL);
}

bool scheduler_is_busy (const struct scheduler *scheduler)
{
  return scheduler->queues[QUICK].running || scheduler->queues[LONG].running;
}

bool scheduler_wait (struct scheduler *scheduler, long milliseconds)
{
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += milliseconds * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  int problem = 0;
  pthread_mutex_lock (&scheduler->lock);
  while (!problem && scheduler_is_busy (scheduler))
    problem = pthread_cond_timedwait (&scheduler->idle, &scheduler->lock, &until);
  pthread_mutex_unlock (&scheduler->lock);
  return !problem;
}

static struct job_queue *queue_of (const struct job *job)
{
  return &job->scheduler->queues[job->endpoint->is_long ? LONG : QUICK];
}

/* ---- the response ---- */

static struct job *job_of (struct request *request)
{
  return (struct job *)request;
}

/* Sending the response may take as long as the work itself. */
static void reply (struct request *request, const char *type, const char *text, size_t length)
{
  struct job *job = job_of (request);
  pthread_mutex_lock (&job->scheduler->lock);
  if (channel_begin (&job->channel, STATUS_OK, type, length)) {
    job->since = clock_seconds ();
    channel_write (&job->channel, text, length);
  }
  pthread_mutex_unlock (&job->scheduler->lock);
}

static void refuse (struct request *request, unsigned status, const char *text)
{
  struct job *job = job_of (request);
  pthread_mutex_lock (&job->scheduler->lock);
  channel_refuse (&job->channel, status, text);
  pthread_mutex_unlock (&job->scheduler->lock);
}

static void begin_stream (struct request *request)
{
  struct job *job = job_of (request);
  pthread_mutex_lock (&job->scheduler->lock);
  channel_begin_stream (&job->channel);
  pthread_mutex_unlock (&job->scheduler->lock);
}

static bool write_text (struct request *request, const char *text, size_t length)
{
  struct job *job = job_of (request);
  pthread_mutex_lock (&job->scheduler->lock);
  bool wanted = channel_write (&job->channel, text, length);
  pthread_mutex_unlock (&job->scheduler->lock);
  return wanted;
}

/* Drops the line if the client has not read everything before, because progress is soon outdated.
 */
static void note_progress (struct request *request, const bcov_progress *progress)
{
  struct job *job = job_of (request);
  char line[EVENT_LENGTH];
  struct progress copy = events_copy (progress);
  size_t length = events_progress (&copy, line);
  pthread_mutex_lock (&job->scheduler->lock);
  job->progress = copy;
  if (channel_is_empty (&job->channel))
    channel_add (&job->channel, line, length);
  pthread_mutex_unlock (&job->scheduler->lock);
}

static const struct responder responder = {
    .reply = reply,
    .refuse = refuse,
    .begin_stream = begin_stream,
    .write = write_text,
    .progress = note_progress,
};

/* ---- creation and deletion ---- */

/* Returns half of the number of cores; other jobs may need the rest. */
static unsigned threads_per_job (void)
{
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  return cores > 3 ? (unsigned)cores / 2 : 1;
}

/* Creates a request to the library with a memory limit; NULL: the machine is out of memory. */
static bcov_request *new_request (size_t bytes)
{
  bcov_request *request = bcov_request_new ();
  char digits[32];
  snprintf (digits, sizeof digits, "%zu", bytes);
  if (request && bytes)
    bcov_request_set (request, "memory", digits, NULL);
  return request;
}

struct job *job_new (struct scheduler *scheduler, const struct endpoint *endpoint,
                     struct client client, const struct job_input *input)
{
  struct job *job = calloc (1, sizeof *job);
  bcov_request *library = new_request (scheduler->memory);
  if (!job || !library) {
    bcov_request_free (library);
    free (job);
    return NULL;
  }
  job->scheduler = scheduler;
  job->endpoint = endpoint;
  job->input = *input;
  job->progress = (struct progress){.fraction = -1, .seconds_left = -1};
  channel_init (&job->channel, &scheduler->lock, client, library);
  job->request = (struct request){
      .responder = &responder,
      .body = input->body,
      .length = input->length,
      .lattice = input->lattice,
      .name = input->name,
      .seconds = scheduler->seconds,
      .threads = threads_per_job (),
      .library = library,
  };
  return job;
}

static void delete (struct job *job)
{
  pthread_mutex_lock (&job->scheduler->lock);
  job->scheduler->body_bytes -= job->input.room;
  pthread_mutex_unlock (&job->scheduler->lock);
  free (job->input.body);
  free (job->input.lattice);
  free (job->input.name);
  channel_free (&job->channel);
  bcov_request_free (job->request.library);
  free (job);
}

/* Removes an owner, with the lock held.  Returns true if the caller must delete the job, without
   the lock. */
static bool release (struct job *job)
{
  return --job->owners == 0;
}

/* ---- the thread ---- */

static void run (struct job *job)
{
  struct request *request = &job->request;
  request->err = bcov_error_new ();
  if (request->err)
    endpoint_run (job->endpoint, request);
  bcov_error_free (request->err);
  pthread_mutex_lock (&job->scheduler->lock);
  channel_refuse (&job->channel, STATUS_SERVICE_UNAVAILABLE, "the machine is out of memory\n");
  channel_finish (&job->channel);
  pthread_mutex_unlock (&job->scheduler->lock);
}

static struct job *take_first (struct job_queue *queue)
{
  struct job *job = queue->first;
  if (!job)
    return NULL;
  queue->first = job->next;
  queue->last = queue->first ? queue->last : NULL;
  queue->waiting--;
  return job;
}

static void begin (struct job *job)
{
  job->state = AT_WORK;
  job->since = clock_seconds ();
  job->owners++;
}

static void end (struct job *job)
{
  pthread_mutex_lock (&job->scheduler->lock);
  job->state = DONE;
  bool dead = release (job);
  pthread_mutex_unlock (&job->scheduler->lock);
  if (dead)
    delete (job);
}

/* Returns the next job of the queue, or NULL if the thread must end; then it must not touch the
   scheduler any more. */
static struct job *take_next (struct scheduler *scheduler, struct job_queue *queue)
{
  pthread_mutex_lock (&scheduler->lock);
  struct job *job = scheduler->stopping ? NULL : take_first (queue);
  if (job)
    begin (job);
  else {
    queue->running--;
    scheduler->was_busy = true;
    pthread_cond_signal (&scheduler->idle);
  }
  pthread_mutex_unlock (&scheduler->lock);
  return job;
}

static void *work (void *data)
{
  struct job *job = data;
  struct scheduler *scheduler = job->scheduler;
  struct job_queue *queue = queue_of (job);
  while (job) {
    run (job);
    end (job);
    job = take_next (scheduler, queue);
  }
  return NULL;
}

/* ---- the queue ---- */

static unsigned start_thread (struct job *job, struct job_queue *queue)
{
  pthread_t thread;
  begin (job);
  if (pthread_create (&thread, NULL, work, job)) {
    job->owners--;
    return STATUS_TOO_MANY_REQUESTS;
  }
  pthread_detach (thread);
  queue->running++;
  return 0;
}

static unsigned enqueue (struct job *job, struct job_queue *queue)
{
  if (queue->waiting >= queue->most_waiting)
    return STATUS_TOO_MANY_REQUESTS;
  job->since = clock_seconds ();
  *(queue->last ? &queue->last->next : &queue->first) = job;
  queue->last = job;
  queue->waiting++;
  return 0;
}

static void leave_queue (struct job *job)
{
  struct job_queue *queue = queue_of (job);
  struct job **at = &queue->first, *before = NULL;
  for (; *at != job; at = &before->next)
    before = *at;
  *at = job->next;
  if (queue->last == job)
    queue->last = before;
  queue->waiting--;
  job->state = DONE;
}

unsigned job_start (struct job *job, struct job **owned)
{
  struct scheduler *scheduler = job->scheduler;
  struct job_queue *queue = queue_of (job);
  pthread_mutex_lock (&scheduler->lock);
  unsigned refusal = STATUS_SERVICE_UNAVAILABLE;
  job->owners = 1;
  if (!scheduler->stopping)
    refusal =
        queue->running < queue->most_running ? start_thread (job, queue) : enqueue (job, queue);
  *owned = refusal ? NULL : job;
  bool dead = refusal && release (job);
  pthread_mutex_unlock (&scheduler->lock);
  if (dead)
    delete (job);
  return refusal;
}

void job_leave (struct job **owned)
{
  struct job *job = *owned;
  struct scheduler *scheduler = job->scheduler;
  pthread_mutex_lock (&scheduler->lock);
  *owned = NULL;
  channel_leave (&job->channel);
  if (job->state == WAITING)
    leave_queue (job);
  bool dead = release (job);
  pthread_mutex_unlock (&scheduler->lock);
  if (dead)
    delete (job);
}

/* ---- the clock ---- */

static void check_time (struct job *job, double now)
{
  double most = job->endpoint->is_long ? job->scheduler->seconds + grace : quick_seconds;
  if (job->state == WAITING && now - job->since > most_wait) {
    leave_queue (job);
    job->channel.finished = true;
    channel_refuse (&job->channel, STATUS_TOO_MANY_REQUESTS,
                    "too many questions are running; try again later\n");
  }
  if (job->state != AT_WORK || now - job->since <= most)
    return;
  channel_stop (&job->channel);
  channel_refuse (&job->channel, STATUS_UNPROCESSABLE_CONTENT, "this question takes too long\n");
}

/* Repeats the last progress in a stream that has been silent for a while. */
static void break_silence (struct job *job, double now)
{
  const struct channel *channel = &job->channel;
  if (!channel->head.streams || channel->finished || !channel_is_empty (channel) ||
      now - channel->written < longest_silence)
    return;
  char line[EVENT_LENGTH];
  job->progress.seconds = now - job->since;
  channel_add (&job->channel, line, events_progress (&job->progress, line));
}

void job_tick (struct job *job, double now)
{
  check_time (job, now);
  break_silence (job, now);
}
