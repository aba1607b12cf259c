/* The buffer has a limited size.  While it is full, the job waits, so a list does not run ahead of
   a slow reader, and a large file does not stay in memory after its job has ended.  A job that must
   stop no longer waits: bytes that do not fit are dropped, and the client can detect that the
   response is incomplete. */

#include "channel.h"
#include "clock.h"
#include "../questions/request.h"

#include <stdlib.h>
#include <string.h>

/* Bytes that may wait to be read, and the same for the last lines of a job that was asked to stop.
 */
enum { FULL = 256 << 10, OVERFULL = 2 * FULL };

void channel_init (struct channel *channel, pthread_mutex_t *lock, struct client client,
                   bcov_request *library)
{
  *channel = (struct channel){.lock = lock, .client = client, .library = library};
  pthread_cond_init (&channel->drained, NULL);
}

void channel_free (struct channel *channel)
{
  free (channel->text);
  pthread_cond_destroy (&channel->drained);
}

/* ---- stopping ---- */

static void resume (struct channel *channel)
{
  if (!channel->suspended)
    return;
  channel->suspended = false;
  channel->client.resume (channel->client.data);
}

static void suspend (struct channel *channel)
{
  channel->suspended = true;
  channel->client.suspend (channel->client.data);
}

void channel_stop (struct channel *channel)
{
  channel->stop = true;
  bcov_request_stop (channel->library);
  pthread_cond_signal (&channel->drained);
}

void channel_cancel (struct channel *channel)
{
  channel->cancelled = true;
  channel_stop (channel);
  resume (channel);
}

void channel_leave (struct channel *channel)
{
  channel_stop (channel);
  channel->suspended = false;
  channel->client.data = NULL;
}

/* ---- writing ---- */

bool channel_begin (struct channel *channel, unsigned status, const char *type, size_t size)
{
  if (channel->head.status)
    return false;
  channel->head = (struct channel_head){.status = status, .type = type, .size = size};
  resume (channel);
  return true;
}

void channel_begin_stream (struct channel *channel)
{
  if (channel->head.status)
    return;
  channel->head =
      (struct channel_head){.status = STATUS_OK, .type = "application/x-ndjson", .streams = true};
  channel->written = clock_seconds ();
  resume (channel);
}

/* Moves the unread bytes to the start of the buffer. */
static void compact (struct channel *channel)
{
  channel->used -= channel->taken;
  if (channel->used && channel->taken)
    memmove (channel->text, channel->text + channel->taken, channel->used);
  channel->taken = 0;
}

/* If the machine is out of memory, the response is broken, and the client sees that. */
void channel_add (struct channel *channel, const char *text, size_t length)
{
  if (!channel->client.data)
    return;
  if (channel_is_empty (channel) || channel->used + length > channel->room)
    compact (channel);
  if (channel->used + length > channel->room) {
    size_t room = 2 * (channel->used + length);
    char *wider = realloc (channel->text, room);
    if (!wider) {
      channel->broken = true;
      channel_stop (channel);
      return;
    }
    channel->text = wider;
    channel->room = room;
  }
  memcpy (channel->text + channel->used, text, length);
  channel->used += length;
  channel->written = clock_seconds ();
  resume (channel);
}

void channel_refuse (struct channel *channel, unsigned status, const char *text)
{
  if (channel_begin (channel, status, "text/plain; charset=utf-8", strlen (text)))
    channel_add (channel, text, strlen (text));
}

/* Waits until the buffer has room; returns how many of LENGTH bytes fit. */
static size_t wait_for_room (struct channel *channel, size_t length)
{
  while (!channel->stop && channel->used - channel->taken >= FULL)
    pthread_cond_wait (&channel->drained, channel->lock);
  size_t most = channel->stop ? OVERFULL : FULL, waiting = channel->used - channel->taken;
  size_t room = waiting < most ? most - waiting : 0;
  return length < room ? length : room;
}

bool channel_write (struct channel *channel, const char *text, size_t length)
{
  while (length && !channel->broken) {
    size_t part = wait_for_room (channel, length);
    channel->broken = !part;
    channel_add (channel, text, part);
    text += part;
    length -= part;
  }
  return !channel->stop;
}

bool channel_is_empty (const struct channel *channel)
{
  return channel->taken == channel->used;
}

void channel_finish (struct channel *channel)
{
  channel->finished = true;
  resume (channel);
}

/* ---- reading ---- */

enum channel_state channel_read_head (struct channel *channel, struct channel_head *head)
{
  enum channel_state state = CHANNEL_READY;
  pthread_mutex_lock (channel->lock);
  *head = channel->head;
  if (channel->cancelled)
    state = CHANNEL_CANCELLED;
  else if (!head->status) {
    state = CHANNEL_SUSPENDED;
    suspend (channel);
  }
  pthread_mutex_unlock (channel->lock);
  return state;
}

static ssize_t take (struct channel *channel, char *out, size_t most)
{
  size_t length = channel->used - channel->taken;
  length = length < most ? length : most;
  memcpy (out, channel->text + channel->taken, length);
  channel->taken += length;
  pthread_cond_signal (&channel->drained);
  return (ssize_t)length;
}

ssize_t channel_read (struct channel *channel, char *out, size_t most)
{
  ssize_t result = 0;
  pthread_mutex_lock (channel->lock);
  bool over = channel->finished && channel_is_empty (channel);
  if (channel->cancelled || (over && channel->broken))
    result = CHANNEL_BROKEN;
  else if (!channel_is_empty (channel))
    result = take (channel, out, most);
  else if (over)
    result = CHANNEL_END;
  else
    suspend (channel);
  pthread_mutex_unlock (channel->lock);
  return result;
}
