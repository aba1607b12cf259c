/* Jobs are done by threads, at most so many of each kind at once; a few more wait, in the order in
   which they came, for a few seconds.  A thread that has done its job takes the next one that
   waits.

   What a job writes goes through a buffer of bounded size.  When it is full the job waits: a list
   does not run ahead of a slow reader.  When it is empty libmicrohttpd is told to forget the
   connection until there is more.  A job has two owners, the thread that does it and the client
   that asked; the last to go frees it.  The client goes first when it closes the connection:
   then STOP is raised, which the library looks at all the time. */

#include "job.h"
#include "answer.h"
#include "events.h"

#include <stdlib.h>
#include <string.h>

enum { FULL = 256 << 10 }; /* bytes that may wait to be sent */

static const double most_wait = 5;         /* seconds for a turn */
static const double grace = 2;             /* the library's own limit is to come first */
static const double quick_seconds = 20;    /* for what the library cannot be told a limit */
static const double longest_silence = 0.5; /* between two lines */

static const char plain[] = "text/plain; charset=utf-8";

/* ---- birth and death ------------------------------------------------------------------------- */

/* A 0 among the bytes does not end the text: it becomes a byte that is in no name. */
static char *copy_value (const char *value, size_t length)
{
  char *copy = malloc (length + 1);
  if (!copy)
    return NULL;
  for (size_t k = 0; k < length; k++)
    copy[k] = value[k] ? value[k] : '\1';
  copy[length] = '\0';
  return copy;
}

static void copy_arguments (struct job *job, struct visit *visit)
{
  static const char *const names[MOST_ARGUMENTS] = {"lattice", "name"};
  for (int k = 0; k < MOST_ARGUMENTS; k++) {
    const char *value = NULL;
    size_t length = 0;
    visit->server->http.lookup_connection_value_n (visit->connection, MHD_GET_ARGUMENT_KIND,
                                                   names[k], strlen (names[k]), &value, &length);
    job->arguments[k] = value ? copy_value (value, length) : NULL;
  }
}

struct job *job_new (struct visit *visit)
{
  struct job *job = calloc (1, sizeof *job);
  if (!job)
    return NULL;
  job->server = visit->server;
  job->endpoint = visit->endpoint;
  job->connection = visit->connection;
  job->progress = (bcov_progress){.fraction = -1, .seconds_left = -1};
  pthread_cond_init (&job->drained, NULL);
  copy_arguments (job, visit);
  job->body = visit->body;
  job->length = visit->length;
  job->room = visit->room;
  visit->body = NULL;
  visit->length = visit->room = 0;
  return job;
}

static void drop_body (struct job *job)
{
  free (job->body);
  job->body = NULL;
  pthread_mutex_lock (&job->server->lock);
  job->server->bodies -= job->room;
  pthread_mutex_unlock (&job->server->lock);
  job->room = 0;
}

static void delete (struct job *job)
{
  drop_body (job);
  for (int k = 0; k < MOST_ARGUMENTS; k++)
    free (job->arguments[k]);
  free (job->text);
  pthread_cond_destroy (&job->drained);
  free (job);
}

/* One owner less, with the lock held; true when the caller is to delete it, without the lock. */
static bool give_up (struct job *job)
{
  return --job->owners == 0;
}

/* ---- what the work says ---------------------------------------------------------------------- */

/* With the lock held: libmicrohttpd is to look again. */
static void wake (struct job *job)
{
  if (!job->suspended)
    return;
  job->suspended = false;
  job->server->http.resume_connection (job->connection);
}

/* With the lock held.  Without memory the client gets a broken answer, and knows it. */
static void append (struct job *job, const char *text, size_t length)
{
  if (!job->connection)
    return;
  if (job->taken == job->used)
    job->taken = job->used = 0;
  if (job->used + length > job->text_room) {
    size_t room = 2 * (job->used + length);
    char *wider = realloc (job->text, room);
    if (!wider) {
      job->stop = 1;
      return;
    }
    job->text = wider;
    job->text_room = room;
  }
  memcpy (job->text + job->used, text, length);
  job->used += length;
  job->spoke = server_now ();
  wake (job);
}

static void answer_whole (struct job *job, unsigned status, const char *type, const char *text,
                          size_t length)
{
  if (job->status)
    return;
  job->status = status;
  job->type = type;
  append (job, text, length);
  wake (job);
}

void job_reply (struct job *job, const char *type, const char *text, size_t length)
{
  pthread_mutex_lock (&job->server->lock);
  answer_whole (job, MHD_HTTP_OK, type, text, length);
  pthread_mutex_unlock (&job->server->lock);
}

static void refuse (struct job *job, unsigned status, const char *text)
{
  answer_whole (job, status, plain, text, strlen (text));
}

void job_refuse (struct job *job, unsigned status, const char *text)
{
  pthread_mutex_lock (&job->server->lock);
  refuse (job, status, text);
  pthread_mutex_unlock (&job->server->lock);
}

void job_stream (struct job *job)
{
  pthread_mutex_lock (&job->server->lock);
  if (!job->status) {
    job->status = MHD_HTTP_OK;
    job->type = "application/x-ndjson";
    job->streams = true;
    job->spoke = server_now ();
    wake (job);
  }
  pthread_mutex_unlock (&job->server->lock);
}

bool job_put (struct job *job, const char *text, size_t length)
{
  pthread_mutex_lock (&job->server->lock);
  while (!job->stop && job->used > job->taken && job->used - job->taken + length > FULL)
    pthread_cond_wait (&job->drained, &job->server->lock);
  append (job, text, length);
  bool wanted = !job->stop;
  pthread_mutex_unlock (&job->server->lock);
  return wanted;
}

void job_mention (struct job *job, const char *text, size_t length)
{
  pthread_mutex_lock (&job->server->lock);
  if (job->taken == job->used)
    append (job, text, length);
  pthread_mutex_unlock (&job->server->lock);
}

void job_note (struct job *job, const bcov_progress *progress)
{
  pthread_mutex_lock (&job->server->lock);
  job->progress = *progress;
  pthread_mutex_unlock (&job->server->lock);
}

/* ---- the work -------------------------------------------------------------------------------- */

static void run (struct job *job)
{
  job->mem = bcov_mem_new (job->server->settings.memory);
  job->err = bcov_error_new ();
  if (job->mem && job->err)
    job->endpoint->work (job);
  bcov_error_free (job->err);
  bcov_mem_delete (job->mem);
  pthread_mutex_lock (&job->server->lock);
  refuse (job, MHD_HTTP_SERVICE_UNAVAILABLE, "the machine has no memory left\n");
  job->finished = true;
  wake (job);
  pthread_mutex_unlock (&job->server->lock);
}

static struct job *take_first (struct line *line)
{
  struct job *job = line->first;
  if (!job)
    return NULL;
  line->first = job->next;
  line->last = line->first ? line->last : NULL;
  line->waiting--;
  return job;
}

static void begin (struct job *job)
{
  job->state = AT_WORK;
  job->since = server_now ();
  job->owners++;
}

/* Ends JOB; the next one of its kind that waits, or NULL. */
static struct job *move_on (struct job *job)
{
  struct server *server = job->server;
  struct line *line = &server->lines[job->endpoint->kind];
  pthread_mutex_lock (&server->lock);
  job->state = DONE;
  bool dead = give_up (job);
  struct job *next = server->stopping ? NULL : take_first (line);
  if (next)
    begin (next);
  pthread_mutex_unlock (&server->lock);
  if (dead)
    delete (job);
  return next;
}

static void *work (void *data)
{
  struct job *job = data;
  struct server *server = job->server;
  struct line *line = &server->lines[job->endpoint->kind];
  while (job) {
    run (job);
    job = move_on (job);
  }
  pthread_mutex_lock (&server->lock);
  line->running--;
  server->was_busy = true;
  pthread_cond_signal (&server->idle);
  pthread_mutex_unlock (&server->lock);
  return NULL;
}

/* ---- its turn -------------------------------------------------------------------------------- */

static unsigned start_thread (struct job *job, struct line *line)
{
  pthread_t thread;
  begin (job);
  if (pthread_create (&thread, NULL, work, job)) {
    job->owners--;
    return MHD_HTTP_TOO_MANY_REQUESTS;
  }
  pthread_detach (thread);
  line->running++;
  return 0;
}

static unsigned wait_in_line (struct job *job, struct line *line)
{
  if (line->waiting >= line->most_waiting)
    return MHD_HTTP_TOO_MANY_REQUESTS;
  job->since = server_now ();
  *(line->last ? &line->last->next : &line->first) = job;
  line->last = job;
  line->waiting++;
  return 0;
}

static void leave_line (struct job *job)
{
  struct line *line = &job->server->lines[job->endpoint->kind];
  struct job **at = &line->first, *before = NULL;
  for (; *at != job; at = &before->next)
    before = *at;
  *at = job->next;
  if (line->last == job)
    line->last = before;
  line->waiting--;
  job->state = DONE;
}

unsigned job_start (struct visit *visit, struct job *job)
{
  struct server *server = visit->server;
  struct line *line = &server->lines[job->endpoint->kind];
  pthread_mutex_lock (&server->lock);
  unsigned refusal = MHD_HTTP_SERVICE_UNAVAILABLE;
  job->owners = 1;
  if (!server->stopping)
    refusal =
        line->running < line->most_running ? start_thread (job, line) : wait_in_line (job, line);
  visit->job = refusal ? NULL : job;
  bool dead = refusal && give_up (job);
  pthread_mutex_unlock (&server->lock);
  if (dead)
    delete (job);
  return refusal;
}

/* ---- the client ------------------------------------------------------------------------------ */

/* With the lock held, in a call from libmicrohttpd. */
static void suspend (struct job *job)
{
  job->suspended = true;
  job->server->http.suspend_connection (job->connection);
}

static ssize_t hand_over (struct job *job, char *out, size_t most)
{
  size_t length = job->used - job->taken;
  length = length < most ? length : most;
  memcpy (out, job->text + job->taken, length);
  job->taken += length;
  pthread_cond_signal (&job->drained);
  return (ssize_t)length;
}

static ssize_t read_text (void *data, uint64_t position, char *out, size_t most)
{
  struct job *job = data;
  ssize_t result = 0;
  (void)position;
  pthread_mutex_lock (&job->server->lock);
  if (job->server->stopping || job->gone)
    result = MHD_CONTENT_READER_END_WITH_ERROR;
  else if (job->used > job->taken)
    result = hand_over (job, out, most);
  else if (job->finished)
    result = MHD_CONTENT_READER_END_OF_STREAM;
  else
    suspend (job);
  pthread_mutex_unlock (&job->server->lock);
  return result;
}

enum MHD_Result job_answer (struct job *job)
{
  struct server *server = job->server;
  pthread_mutex_lock (&server->lock);
  bool known = job->status, over = server->stopping || job->gone;
  uint64_t size = job->streams ? MHD_SIZE_UNKNOWN : job->used;
  if (!known && !over)
    suspend (job);
  pthread_mutex_unlock (&server->lock);
  if (over)
    return MHD_NO;
  if (!known)
    return MHD_YES;
  return answer_send (
      server, job->connection, job->status, job->type,
      server->http.create_response_from_callback (size, 16 << 10, read_text, job, NULL));
}

void job_leave (struct visit *visit)
{
  struct server *server = visit->server;
  struct job *job = visit->job;
  pthread_mutex_lock (&server->lock);
  visit->job = NULL;
  job->stop = 1;
  job->suspended = false;
  job->connection = NULL;
  if (job->state == WAITING)
    leave_line (job);
  pthread_cond_signal (&job->drained);
  bool dead = give_up (job);
  pthread_mutex_unlock (&server->lock);
  if (dead)
    delete (job);
}

void job_stop (struct job *job)
{
  job->stop = 1;
  pthread_cond_signal (&job->drained);
  wake (job);
}

/* ---- the clock ------------------------------------------------------------------------------- */

static void check_time (struct job *job, double now)
{
  bool is_quick = job->endpoint->kind == QUICK;
  double most = is_quick ? quick_seconds : job->server->settings.seconds + grace;
  if (job->state == WAITING && now - job->since > most_wait) {
    leave_line (job);
    job->finished = true;
    refuse (job, MHD_HTTP_TOO_MANY_REQUESTS, "too many jobs run; try again later\n");
  }
  if (job->state != AT_WORK || now - job->since <= most)
    return;
  job->stop = 1;
  pthread_cond_signal (&job->drained);
  refuse (job, MHD_HTTP_UNPROCESSABLE_CONTENT, "this takes too long\n");
}

/* Who hears nothing for a while may think that nothing happens. */
static void break_silence (struct job *job, double now)
{
  if (!job->streams || job->finished || job->used > job->taken ||
      now - job->spoke < longest_silence)
    return;
  char line[EVENT_LENGTH];
  job->progress.seconds = now - job->since;
  append (job, line, events_progress (&job->progress, line));
}

void job_tick (struct job *job, double now, bool client_gone)
{
  if (client_gone) {
    job->gone = true;
    job_stop (job);
    return;
  }
  check_time (job, now);
  break_silence (job, now);
}
