/* A channel: the bounded buffer through which a job sends its response to its client.

   The job writes and the client reads, each in its own thread.  The client never waits: when there
   is nothing to read, the channel suspends it and resumes it later.  The lock of the scheduler
   protects everything. */

#ifndef CHANNEL_H
#define CHANNEL_H

#include "boardcover.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* How to suspend and resume a client; the lock is held during both calls. */
struct client {
  void *data; /* NULL: the client has left */
  void (*suspend) (void *data);
  void (*resume) (void *data);
};

/* The head of a response. */
struct channel_head {
  unsigned status; /* the HTTP status; 0: not known yet */
  const char *type;
  bool streams; /* lines follow as they are written; otherwise SIZE bytes in total */
  size_t size;
};

struct channel {
  pthread_mutex_t *lock;
  struct client client;
  bcov_request *library; /* stopped together with the job */
  bool stop;             /* the job must stop */
  bool suspended;        /* the client */
  bool cancelled;        /* the client no longer wants a response */
  bool finished;         /* the job has written everything */
  bool broken;           /* a part of the response is missing */
  struct channel_head head;
  char *text; /* TAKEN .. USED are written but not yet read */
  size_t taken, used, room;
  double written; /* when the last bytes were written */
  pthread_cond_t drained;
};

void channel_init (struct channel *channel, pthread_mutex_t *lock, struct client client,
                   bcov_request *library);
void channel_free (struct channel *channel);

/* ---- for the job, with the lock held ---- */

/* Begins a response of SIZE bytes in total.  Returns false if there already is a response. */
bool channel_begin (struct channel *channel, unsigned status, const char *type, size_t size);

/* Begins a response of lines, unless there already is a response. */
void channel_begin_stream (struct channel *channel);

/* Sends a line of plain text as the response, unless there already is a response. */
void channel_refuse (struct channel *channel, unsigned status, const char *text);

/* Adds to the response without waiting. */
void channel_add (struct channel *channel, const char *text, size_t length);

/* Adds to the response; while the buffer is full, releases the lock and waits.  Returns false if
   the job must stop. */
bool channel_write (struct channel *channel, const char *text, size_t length);

/* Returns whether the client has read everything so far. */
bool channel_is_empty (const struct channel *channel);

/* Marks the response as complete. */
void channel_finish (struct channel *channel);

/* ---- for the client and the clock, with the lock held ---- */

/* Stops the job, which then no longer waits for its reader. */
void channel_stop (struct channel *channel);

/* Stops the job and breaks off the response. */
void channel_cancel (struct channel *channel);

/* Detaches the client, which is not called any more. */
void channel_leave (struct channel *channel);

/* ---- for the client, without the lock ---- */

enum channel_state { CHANNEL_READY, CHANNEL_SUSPENDED, CHANNEL_CANCELLED };

/* Copies the head to HEAD if it is known; otherwise suspends the client. */
enum channel_state channel_read_head (struct channel *channel, struct channel_head *head);

enum { CHANNEL_END = -1, CHANNEL_BROKEN = -2 };

/* Copies up to MOST bytes to OUT and returns their number.  0 means that there are none yet and the
   client is suspended, CHANNEL_END that the response is complete, and CHANNEL_BROKEN that it has
   ended too early. */
ssize_t channel_read (struct channel *channel, char *out, size_t most);

#endif
