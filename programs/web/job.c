/* Jobs are done by threads, at most so many of each kind at once; a few more wait, in the order in
   which they came, for a few seconds.  A thread that has done its job takes the next one that
   waits.

   A job has two owners, the thread that does it and the client that asked; the last to go frees it.
   The client goes first when it closes the connection: then STOP is raised, which the library looks
   at all the time. */

#include "job.h"
#include "events.h"
#include "flow.h"

#include <stdlib.h>
#include <string.h>

static const double most_wait = 5;         /* seconds for a turn */
static const double grace = 2;             /* the library's own limit is to come first */
static const double quick_seconds = 20;    /* for what the library cannot be told a limit */
static const double longest_silence = 0.5; /* between two lines */

/* ---- birth and death ---- */

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

/* ---- the work ---- */

static void run (struct job *job)
{
  job->mem = bcov_mem_new (job->server->settings.memory);
  job->err = bcov_error_new ();
  if (job->mem && job->err)
    job->endpoint->work (job);
  bcov_error_free (job->err);
  bcov_mem_delete (job->mem);
  pthread_mutex_lock (&job->server->lock);
  flow_decide (job, MHD_HTTP_SERVICE_UNAVAILABLE, "the machine has no memory left\n");
  job->finished = true;
  flow_wake (job);
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

static void end (struct job *job)
{
  pthread_mutex_lock (&job->server->lock);
  job->state = DONE;
  bool dead = give_up (job);
  pthread_mutex_unlock (&job->server->lock);
  if (dead)
    delete (job);
}

/* The next one that waits; NULL when the thread is to end, which then knows nothing of the server
   any more. */
static struct job *take_next (struct server *server, struct line *line)
{
  pthread_mutex_lock (&server->lock);
  struct job *job = server->stopping ? NULL : take_first (line);
  if (job)
    begin (job);
  else {
    line->running--;
    server->was_busy = true;
    pthread_cond_signal (&server->idle);
  }
  pthread_mutex_unlock (&server->lock);
  return job;
}

static void *work (void *data)
{
  struct job *job = data;
  struct server *server = job->server;
  struct line *line = &server->lines[job->endpoint->kind];
  while (job) {
    run (job);
    end (job);
    job = take_next (server, line);
  }
  return NULL;
}

/* ---- its turn ---- */

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

/* ---- the client ---- */

void job_leave (struct visit *visit)
{
  struct server *server = visit->server;
  struct job *job = visit->job;
  pthread_mutex_lock (&server->lock);
  visit->job = NULL;
  flow_raise_stop (job);
  job->suspended = false;
  job->connection = NULL;
  if (job->state == WAITING)
    leave_line (job);
  bool dead = give_up (job);
  pthread_mutex_unlock (&server->lock);
  if (dead)
    delete (job);
}

void job_stop (struct job *job)
{
  flow_raise_stop (job);
  flow_wake (job);
}

/* ---- the clock ---- */

static void check_time (struct job *job, double now)
{
  bool is_quick = job->endpoint->kind == QUICK;
  double most = is_quick ? quick_seconds : job->server->settings.seconds + grace;
  if (job->state == WAITING && now - job->since > most_wait) {
    leave_line (job);
    job->finished = true;
    flow_decide (job, MHD_HTTP_TOO_MANY_REQUESTS, "too many jobs run; try again later\n");
  }
  if (job->state != AT_WORK || now - job->since <= most)
    return;
  flow_raise_stop (job);
  flow_decide (job, MHD_HTTP_UNPROCESSABLE_CONTENT, "this takes too long\n");
}

/* Who hears nothing for a while may think that nothing happens. */
static void break_silence (struct job *job, double now)
{
  if (!job->streams || job->finished || job->used > job->taken ||
      now - job->spoke < longest_silence)
    return;
  char line[EVENT_LENGTH];
  job->progress.seconds = now - job->since;
  flow_add (job, line, events_progress (&job->progress, line));
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
