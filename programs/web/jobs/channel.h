/* A channel: the bounded buffer through which a job sends its response to its client.

   The job writes and the client reads, each in its own thread.  The client never waits: when there
   is nothing to read the channel suspends it, and resumes it later.  One lock, that of the
   scheduler, guards everything. */

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
  unsigned status; /* of HTTP; 0: not known yet */
  const char *type;
  bool streams; /* lines follow as they come, else SIZE bytes in all */
  size_t size;
};

struct channel {
  pthread_mutex_t *lock;
  struct client client;
  bcov_request *library; /* is stopped together with the job */
  bool stop;             /* the job is to stop */
  bool suspended;        /* the client */
  bool cancelled;        /* the client wants no response any more */
  bool finished;         /* the job has written everything */
  bool broken;           /* a part of the response is missing */
  struct channel_head head;
  char *text; /* bytes that were written and not yet read: TAKEN .. USED */
  size_t taken, used, room;
  double written; /* when the last bytes were written */
  pthread_cond_t drained;
};

void channel_init (struct channel *channel, pthread_mutex_t *lock, struct client client,
                   bcov_request *library);
void channel_free (struct channel *channel);

/* ---- of the job; with the lock held ---- */

/* Begins a response of SIZE bytes in all; false when there is a response already. */
bool channel_begin (struct channel *channel, unsigned status, const char *type, size_t size);

/* Begins a response of lines, unless there is a response already. */
void channel_begin_stream (struct channel *channel);

/* Sends a line of plain text as the response, unless there is a response already. */
void channel_refuse (struct channel *channel, unsigned status, const char *text);

/* Adds to the response and does not wait. */
void channel_add (struct channel *channel, const char *text, size_t length);

/* Adds to the response; waits while the buffer is full, with the lock released.  False: the job is
   to stop. */
bool channel_write (struct channel *channel, const char *text, size_t length);

/* Whether the client has read everything so far. */
bool channel_is_empty (const struct channel *channel);

/* Marks the response as complete. */
void channel_finish (struct channel *channel);

/* ---- of the client and the clock; with the lock held ---- */

/* Tells the job to stop, and not to wait for its reader any more. */
void channel_stop (struct channel *channel);

/* Tells the job to stop, and breaks off the response. */
void channel_cancel (struct channel *channel);

/* The client leaves: it is not called any more. */
void channel_leave (struct channel *channel);

/* ---- of the client; without the lock ---- */

enum channel_state { CHANNEL_READY, CHANNEL_SUSPENDED, CHANNEL_CANCELLED };

/* Copies the head to HEAD if it is known; otherwise suspends the client. */
enum channel_state channel_read_head (struct channel *channel, struct channel_head *head);

enum { CHANNEL_END = -1, CHANNEL_BROKEN = -2 };

/* Copies up to MOST bytes to OUT; returns how many.  0: there are none, and the client is
   suspended. CHANNEL_END: there will be no more.  CHANNEL_BROKEN: ... though some are missing. */
ssize_t channel_read (struct channel *channel, char *out, size_t most);

#endif
