/* A visit begins when a client connects.  The request is accepted or refused when its head is
   there; then its body is collected; then the response follows: a refusal, a file, a short text, or
   what a job writes.  Every connection is for one request only: that costs little on one machine,
   and no request can be smuggled behind another.

   A refused request is read to its end before the refusal is sent, within limits: closing a
   connection while the client still writes would lose the response.  A client that needs more than
   REQUEST_SECONDS to send a request, even if bytes trickle in, gets a 408 and is cut off;
   libmicrohttpd only knows times without any traffic. */

#include "visit.h"
#include "answer.h"
#include "../jobs/clock.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- coming and going ---- */

static void enter (struct server *server, struct MHD_Connection *connection, void **context)
{
  struct visit *visit = calloc (1, sizeof *visit);
  *context = visit;
  if (!visit)
    return;
  visit->server = server;
  visit->connection = connection;
  visit->socket =
      server->http.get_connection_info (connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  visit->began = clock_seconds ();
  pthread_mutex_lock (&server->scheduler.lock);
  visit->next = server->visits;
  if (visit->next)
    visit->next->before = visit;
  server->visits = visit;
  pthread_mutex_unlock (&server->scheduler.lock);
}

static void drop_body (struct visit *visit)
{
  pthread_mutex_lock (&visit->server->scheduler.lock);
  visit->server->scheduler.body_bytes -= visit->room;
  pthread_mutex_unlock (&visit->server->scheduler.lock);
  free (visit->body);
  visit->body = NULL;
  visit->length = visit->room = 0;
}

static void leave (struct server *server, struct visit *visit)
{
  pthread_mutex_lock (&server->scheduler.lock);
  *(visit->before ? &visit->before->next : &server->visits) = visit->next;
  if (visit->next)
    visit->next->before = visit->before;
  pthread_mutex_unlock (&server->scheduler.lock);
  drop_body (visit);
  free (visit->path);
  free (visit);
}

void visit_notify (void *data, struct MHD_Connection *connection, void **context,
                   enum MHD_ConnectionNotificationCode code)
{
  if (code == MHD_CONNECTION_NOTIFY_STARTED)
    enter (data, connection, context);
  else if (*context)
    leave (data, *context);
}

void *visit_note_path (void *data, const char *path, struct MHD_Connection *connection)
{
  struct server *server = data;
  struct visit *visit =
      server->http.get_connection_info (connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
          ->socket_context;
  if (visit && !visit->path)
    visit->path = strdup (path);
  return visit;
}

void visit_complete (void *data, struct MHD_Connection *connection, void **context,
                     enum MHD_RequestTerminationCode code)
{
  (void)data, (void)connection, (void)code;
  struct visit *visit = *context;
  if (visit && visit->job)
    job_leave (&visit->job);
}

/* ---- the body ---- */

static void refuse (struct visit *visit, unsigned status, const char *why)
{
  struct target *target = &visit->target;
  target->refusal = target->refusal ? target->refusal : status;
  target->why = target->why ? target->why : why;
}

/* Makes room for MORE bytes and a final 0; false when all bodies together are too large. */
static bool grow (struct visit *visit, size_t more)
{
  struct server *server = visit->server;
  size_t room = visit->room ? visit->room : 4096;
  while (room < visit->length + more + 1)
    room *= 2;
  if (room == visit->room)
    return true;
  pthread_mutex_lock (&server->scheduler.lock);
  bool fits = server->scheduler.body_bytes + room - visit->room <= MOST_BODIES;
  server->scheduler.body_bytes += fits ? room - visit->room : 0;
  pthread_mutex_unlock (&server->scheduler.lock);
  if (!fits)
    return false;
  visit->room = room;
  char *body = realloc (visit->body, room);
  visit->body = body ? body : visit->body;
  return body != NULL;
}

/* Takes a part of the body; false when the connection is to be cut: far too much was sent. */
static bool take (struct visit *visit, const char *bytes, size_t length)
{
  visit->received += length;
  if (visit->received > MOST_DISCARDED)
    return false;
  if (visit->length + length > MOST_BODY)
    refuse (visit, MHD_HTTP_CONTENT_TOO_LARGE, "the body is longer than 1 MiB");
  else if (!visit->target.refusal && !grow (visit, length))
    refuse (visit, MHD_HTTP_TOO_MANY_REQUESTS, "too much is being sent at once; try again");
  if (visit->target.refusal) {
    drop_body (visit);
    return true;
  }
  memcpy (visit->body + visit->length, bytes, length);
  visit->length += length;
  visit->body[visit->length] = '\0';
  return true;
}

/* ---- the answer ---- */

/* A copy of the argument NAME of the address; NULL when it is not given.  Bytes of 0 do not end it:
   each becomes a byte that is in no name. */
static char *copy_argument (const struct visit *visit, const char *name)
{
  const char *value = NULL;
  size_t length = 0;
  visit->server->http.lookup_connection_value_n (visit->connection, MHD_GET_ARGUMENT_KIND, name,
                                                 strlen (name), &value, &length);
  char *copy = value ? malloc (length + 1) : NULL;
  if (!copy)
    return NULL;
  for (size_t k = 0; k < length; k++)
    copy[k] = value[k] ? value[k] : '\1';
  copy[length] = '\0';
  return copy;
}

static void suspend (void *data)
{
  const struct visit *visit = data;
  visit->server->http.suspend_connection (visit->connection);
}

static void resume (void *data)
{
  const struct visit *visit = data;
  visit->server->http.resume_connection (visit->connection);
}

/* A job that takes over the body; NULL when there is no memory. */
static struct job *create_job (struct visit *visit)
{
  const struct client client = {.data = visit, .suspend = suspend, .resume = resume};
  const struct job_input input = {.body = visit->body,
                                  .length = visit->length,
                                  .room = visit->room,
                                  .lattice = copy_argument (visit, "lattice"),
                                  .name = copy_argument (visit, "name")};
  struct job *job = job_new (&visit->server->scheduler, visit->target.endpoint, client, &input);
  if (!job) {
    free (input.lattice);
    free (input.name);
    return NULL;
  }
  visit->body = NULL;
  visit->length = visit->room = 0;
  return job;
}

static void start_job (struct visit *visit)
{
  struct job *job = create_job (visit);
  if (!job) {
    refuse (visit, MHD_HTTP_SERVICE_UNAVAILABLE, "the machine has no memory left");
    return;
  }
  unsigned refusal = job_start (job, &visit->job);
  if (refusal)
    refuse (visit, refusal,
            refusal == MHD_HTTP_TOO_MANY_REQUESTS ? "too many jobs run or wait; try again later"
                                                  : "the server is about to end");
}

/* How busy the server is, as JSON. */
static char *status_text (struct server *server)
{
  const struct scheduler *scheduler = &server->scheduler;
  char *text = NULL;
  pthread_mutex_lock (&server->scheduler.lock);
  const struct job_queue quick = scheduler->queues[QUICK], slow = scheduler->queues[LONG];
  unsigned visits = 0;
  for (const struct visit *visit = server->visits; visit; visit = visit->next)
    visits++;
  pthread_mutex_unlock (&server->scheduler.lock);
  int length = asprintf (&text,
                         "{\"running\":%u,\"waiting\":%u,\"quick\":%u,\"connections\":%u,"
                         "\"jobs\":%u,\"job_seconds\":%g,\"job_memory\":%zu}\n",
                         slow.running, slow.waiting, quick.running + quick.waiting, visits,
                         scheduler->most_long, scheduler->seconds, scheduler->memory);
  return length < 0 ? NULL : text;
}

/* From here on the request is complete; false when it was cut off just before. */
static bool finish_receiving (struct visit *visit)
{
  pthread_mutex_lock (&visit->server->scheduler.lock);
  bool fine = visit->state != TIMED_OUT;
  if (fine)
    visit->state = ANSWERING;
  pthread_mutex_unlock (&visit->server->scheduler.lock);
  return fine;
}

static enum MHD_Result answer (struct visit *visit)
{
  struct server *server = visit->server;
  const struct target *target = &visit->target;
  if (!finish_receiving (visit))
    return MHD_NO;
  if (!target->refusal && target->endpoint && !target->endpoint->text && !visit->job)
    start_job (visit);
  if (target->refusal)
    return answer_refusal (server, visit->connection, target);
  if (target->asset)
    return answer_asset (server, visit->connection, target->asset);
  if (visit->job)
    return answer_job (server, visit->connection, visit->job);
  return answer_text (server, visit->connection,
                      target->is_status ? status_text (server) : target->endpoint->text ());
}

enum MHD_Result visit_handle (void *data, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context)
{
  struct visit *visit = *context;
  (void)data, (void)url, (void)version;
  if (!visit || !visit->path)
    return MHD_NO;
  if (!visit->begun) {
    visit->begun = true;
    /* The server does not wait for a body that is far too long. */
    return guard_check (visit->server, connection, visit->path, method, &visit->target)
               ? MHD_YES
               : answer (visit);
  }
  if (!*upload_size)
    return answer (visit);
  bool goes_on = take (visit, upload, *upload_size);
  *upload_size = 0;
  return goes_on ? MHD_YES : MHD_NO;
}

/* ---- the clock ---- */

/* Sends a 408 and closes.  The socket is still open, since the visit is still in the list. */
static void time_out (struct visit *visit)
{
  static const char words[] = "HTTP/1.1 408 Request Timeout\r\n"
                              "Content-Type: text/plain; charset=utf-8\r\n"
                              "Content-Length: 34\r\n"
                              "Connection: close\r\n\r\n"
                              "the request took longer than 10 s\n";
  visit->state = TIMED_OUT;
  ssize_t sent = send (visit->socket, words, sizeof words - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
  (void)sent;
  shutdown (visit->socket, SHUT_RDWR);
}

/* Whether the client has closed its side: then it waits for no response. */
static bool has_gone (const struct visit *visit)
{
  struct pollfd socket = {.fd = visit->socket, .events = POLLRDHUP};
  return poll (&socket, 1, 0) > 0 && socket.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

void visit_tick (struct server *server, double now)
{
  for (struct visit *visit = server->visits; visit; visit = visit->next) {
    if (visit->state == RECEIVING && now - visit->began > REQUEST_SECONDS)
      time_out (visit);
    if (visit->job && has_gone (visit))
      channel_cancel (&visit->job->channel);
    else if (visit->job)
      job_tick (visit->job, now);
  }
}

void visit_cancel_jobs (struct server *server)
{
  for (struct visit *visit = server->visits; visit; visit = visit->next)
    if (visit->job)
      channel_cancel (&visit->job->channel);
}
