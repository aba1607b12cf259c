/* What a job writes goes through a buffer of bounded size.  When it is full the job waits: neither
   does a list run ahead of a slow reader, nor does a large file lie in memory when its job has made
   room for another.  A job that is to stop does not wait any more; what then has no place in the
   buffer is dropped, and the client sees that its answer is broken.  When the buffer is empty
   libmicrohttpd is told to forget the connection until there is more. */

#include "flow.h"
#include "answer.h"

#include <stdlib.h>
#include <string.h>

/* Bytes that may wait to be sent, and of a job that is to stop: its last words have a place. */
enum { FULL = 256 << 10, OVERFULL = 2 * FULL };

static const char plain[] = "text/plain; charset=utf-8";

/* ---- what the work says ---- */

/* The library reads it without a lock. */
void flow_raise_stop (struct job *job)
{
  __atomic_store_n (&job->stop, 1, __ATOMIC_RELAXED);
  pthread_cond_signal (&job->drained);
}

void flow_wake (struct job *job)
{
  if (!job->suspended)
    return;
  job->suspended = false;
  job->server->http.resume_connection (job->connection);
}

/* What was sent makes room for more. */
static void move_up (struct job *job)
{
  job->used -= job->taken;
  if (job->used && job->taken)
    memmove (job->text, job->text + job->taken, job->used);
  job->taken = 0;
}

/* Without memory the client gets a broken answer, and knows it. */
void flow_add (struct job *job, const char *text, size_t length)
{
  if (!job->connection)
    return;
  if (job->taken == job->used || job->used + length > job->text_room)
    move_up (job);
  if (job->used + length > job->text_room) {
    size_t room = 2 * (job->used + length);
    char *wider = realloc (job->text, room);
    if (!wider) {
      job->broken = true;
      flow_raise_stop (job);
      return;
    }
    job->text = wider;
    job->text_room = room;
  }
  memcpy (job->text + job->used, text, length);
  job->used += length;
  job->spoke = server_now ();
  flow_wake (job);
}

/* Begins an answer of SIZE bytes in all; false when there is one already. */
static bool begin_whole (struct job *job, unsigned status, const char *type, size_t size)
{
  if (job->status)
    return false;
  job->status = status;
  job->type = type;
  job->size = size;
  flow_wake (job);
  return true;
}

/* To be sent it has as much time as to be made. */
void flow_reply (struct job *job, const char *type, const char *text, size_t length)
{
  pthread_mutex_lock (&job->server->lock);
  bool fresh = begin_whole (job, MHD_HTTP_OK, type, length);
  if (fresh)
    job->since = server_now ();
  pthread_mutex_unlock (&job->server->lock);
  if (fresh)
    flow_put (job, text, length);
}

void flow_decide (struct job *job, unsigned status, const char *text)
{
  if (begin_whole (job, status, plain, strlen (text)))
    flow_add (job, text, strlen (text));
}

void flow_refuse (struct job *job, unsigned status, const char *text)
{
  pthread_mutex_lock (&job->server->lock);
  flow_decide (job, status, text);
  pthread_mutex_unlock (&job->server->lock);
}

void flow_stream (struct job *job)
{
  pthread_mutex_lock (&job->server->lock);
  if (!job->status) {
    job->status = MHD_HTTP_OK;
    job->type = "application/x-ndjson";
    job->streams = true;
    job->spoke = server_now ();
    flow_wake (job);
  }
  pthread_mutex_unlock (&job->server->lock);
}

/* How many of LENGTH bytes find a place, once there is any; with the lock held. */
static size_t wait_for_room (struct job *job, size_t length)
{
  while (!job->stop && job->used - job->taken >= FULL)
    pthread_cond_wait (&job->drained, &job->server->lock);
  size_t most = job->stop ? OVERFULL : FULL, waiting = job->used - job->taken;
  size_t room = waiting < most ? most - waiting : 0;
  return length < room ? length : room;
}

bool flow_put (struct job *job, const char *text, size_t length)
{
  pthread_mutex_lock (&job->server->lock);
  while (length && !job->broken) {
    size_t part = wait_for_room (job, length);
    job->broken = !part;
    flow_add (job, text, part);
    text += part;
    length -= part;
  }
  bool wanted = !job->stop;
  pthread_mutex_unlock (&job->server->lock);
  return wanted;
}

void flow_mention (struct job *job, const char *text, size_t length)
{
  pthread_mutex_lock (&job->server->lock);
  if (job->taken == job->used)
    flow_add (job, text, length);
  pthread_mutex_unlock (&job->server->lock);
}

void flow_note (struct job *job, const bcov_progress *progress)
{
  pthread_mutex_lock (&job->server->lock);
  job->progress = *progress;
  pthread_mutex_unlock (&job->server->lock);
}

/* ---- what the client reads ---- */

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
  bool over = job->finished && job->taken == job->used;
  if (job->server->stopping || job->gone || (over && job->broken))
    result = MHD_CONTENT_READER_END_WITH_ERROR;
  else if (job->used > job->taken)
    result = hand_over (job, out, most);
  else if (over)
    result = MHD_CONTENT_READER_END_OF_STREAM;
  else
    suspend (job);
  pthread_mutex_unlock (&job->server->lock);
  return result;
}

enum MHD_Result flow_answer (struct job *job)
{
  struct server *server = job->server;
  pthread_mutex_lock (&server->lock);
  bool known = job->status, over = server->stopping || job->gone;
  uint64_t size = job->streams ? MHD_SIZE_UNKNOWN : job->size;
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
