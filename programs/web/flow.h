/* From a job to its client. */

#ifndef FLOW_H
#define FLOW_H

#include "job.h"

/* The whole answer, of TYPE or with a STATUS of HTTP that is a refusal.  What decides first holds:
   after it these and flow_stream do nothing. */
void flow_reply (struct job *job, const char *type, const char *text, size_t length);
void flow_refuse (struct job *job, unsigned status, const char *text);

/* Begins an answer of lines. */
void flow_stream (struct job *job);

/* Adds to it; waits while the client is slow.  False when nobody wants more. */
bool flow_put (struct job *job, const char *text, size_t length);

/* Adds to it if the client has taken all before, else drops it: for what soon grows old. */
void flow_mention (struct job *job, const char *text, size_t length);

/* Notes how far the work is. */
void flow_note (struct job *job, const bcov_progress *progress);

/* Sends what there is, or lets the client wait; in a call from libmicrohttpd. */
enum MHD_Result flow_answer (struct job *job);

/* These with the lock held: flow_refuse; adds and does not wait; lets libmicrohttpd look again. */
void flow_decide (struct job *job, unsigned status, const char *text);
void flow_add (struct job *job, const char *text, size_t length);
void flow_wake (struct job *job);

/* The work is to stop, and not to wait for its reader any more; with the lock held. */
void flow_raise_stop (struct job *job);

#endif
