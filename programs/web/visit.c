/* A visit begins when a client connects, is refused or accepted when the head of its request is
   there, gathers the body, and gets its answer: a refusal, a file, a short text, or what a job
   writes.  Every connection is for one request alone: that costs nothing on one machine, and
   leaves no way to hide a request behind another.

   A refused request is read to its end before it is told so, within limits, since closing a
   connection while the client still writes would take the answer away from it.  Who needs more than
   REQUEST_SECONDS to send a request, however it trickles, is told and cut off: libmicrohttpd only
   knows times in which nothing at all comes. */

#include "visit.h"
#include "answer.h"
#include "flow.h"
#include "guard.h"

#include <poll.h>
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
  visit->began = server_now ();
  pthread_mutex_lock (&server->lock);
  visit->next = server->visits;
  if (visit->next)
    visit->next->before = visit;
  server->visits = visit;
  pthread_mutex_unlock (&server->lock);
}

static void drop_body (struct visit *visit)
{
  pthread_mutex_lock (&visit->server->lock);
  visit->server->bodies -= visit->room;
  pthread_mutex_unlock (&visit->server->lock);
  free (visit->body);
  visit->body = NULL;
  visit->length = visit->room = 0;
}

static void leave (struct server *server, struct visit *visit)
{
  pthread_mutex_lock (&server->lock);
  *(visit->before ? &visit->before->next : &server->visits) = visit->next;
  if (visit->next)
    visit->next->before = visit->before;
  pthread_mutex_unlock (&server->lock);
  drop_body (visit);
  free (visit->target);
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

void *visit_see_target (void *data, const char *target, struct MHD_Connection *connection)
{
  struct server *server = data;
  struct visit *visit =
      server->http.get_connection_info (connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
          ->socket_context;
  if (visit && !visit->target)
    visit->target = strdup (target);
  return visit;
}

void visit_complete (void *data, struct MHD_Connection *connection, void **context,
                     enum MHD_RequestTerminationCode code)
{
  (void)data, (void)connection, (void)code;
  struct visit *visit = *context;
  if (visit && visit->job)
    job_leave (visit);
}

/* ---- the body ---- */

static void refuse (struct visit *visit, unsigned status, const char *why)
{
  visit->refusal = visit->refusal ? visit->refusal : status;
  visit->why = visit->why ? visit->why : why;
}

/* Makes room for MORE bytes and a 0 behind them; false when there are too many bodies. */
static bool grow (struct visit *visit, size_t more)
{
  struct server *server = visit->server;
  size_t room = visit->room ? visit->room : 4096;
  while (room < visit->length + more + 1)
    room *= 2;
  if (room == visit->room)
    return true;
  pthread_mutex_lock (&server->lock);
  bool fits = server->bodies + room - visit->room <= MOST_BODIES;
  server->bodies += fits ? room - visit->room : 0;
  pthread_mutex_unlock (&server->lock);
  if (!fits)
    return false;
  visit->room = room;
  char *body = realloc (visit->body, room);
  visit->body = body ? body : visit->body;
  return body != NULL;
}

/* Takes a part of the body; false when so much was sent that the connection is to be cut. */
static bool take (struct visit *visit, const char *bytes, size_t length)
{
  visit->swallowed += length;
  if (visit->swallowed > MOST_SWALLOWED)
    return false;
  if (visit->length + length > MOST_BODY)
    refuse (visit, MHD_HTTP_CONTENT_TOO_LARGE, "the body is longer than 1 MiB");
  else if (!visit->refusal && !grow (visit, length))
    refuse (visit, MHD_HTTP_TOO_MANY_REQUESTS, "too much is being sent at once; try again");
  if (visit->refusal) {
    drop_body (visit);
    return true;
  }
  memcpy (visit->body + visit->length, bytes, length);
  visit->length += length;
  visit->body[visit->length] = '\0';
  return true;
}

/* ---- the answer ---- */

/* The job gets the body. */
static void start_job (struct visit *visit)
{
  struct job *job = job_new (visit);
  if (!job) {
    refuse (visit, MHD_HTTP_SERVICE_UNAVAILABLE, "the machine has no memory left");
    return;
  }
  unsigned refusal = job_start (visit, job);
  if (refusal)
    refuse (visit, refusal,
            refusal == MHD_HTTP_TOO_MANY_REQUESTS ? "too many jobs run or wait; try again later"
                                                  : "the server is about to end");
}

/* From here on the request is complete; false when it was cut off just before. */
static bool finish_receiving (struct visit *visit)
{
  pthread_mutex_lock (&visit->server->lock);
  bool fine = visit->state != CUT;
  if (fine)
    visit->state = ANSWERING;
  pthread_mutex_unlock (&visit->server->lock);
  return fine;
}

static enum MHD_Result answer (struct visit *visit)
{
  if (!finish_receiving (visit))
    return MHD_NO;
  if (!visit->refusal && visit->endpoint && visit->endpoint->work && !visit->job)
    start_job (visit);
  if (visit->refusal)
    return answer_refusal (visit);
  if (visit->asset)
    return answer_asset (visit);
  if (visit->job)
    return flow_answer (visit->job);
  return answer_tell (visit);
}

enum MHD_Result visit_handle (void *data, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context)
{
  struct visit *visit = *context;
  (void)data, (void)connection, (void)url, (void)version;
  if (!visit || !visit->target)
    return MHD_NO;
  if (!visit->begun) {
    visit->begun = true;
    /* Far too long a body is not waited for. */
    return guard_check (visit, method) ? MHD_YES : answer (visit);
  }
  if (!*upload_size)
    return answer (visit);
  bool goes_on = take (visit, upload, *upload_size);
  *upload_size = 0;
  return goes_on ? MHD_YES : MHD_NO;
}

/* ---- the clock ---- */

/* Says so and closes.  The socket is still open, as the visit is still in the list. */
static void cut (struct visit *visit)
{
  static const char words[] = "HTTP/1.1 408 Request Timeout\r\n"
                              "Content-Type: text/plain; charset=utf-8\r\n"
                              "Content-Length: 34\r\n"
                              "Connection: close\r\n\r\n"
                              "the request took longer than 10 s\n";
  visit->state = CUT;
  ssize_t sent = send (visit->socket, words, sizeof words - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
  (void)sent;
  shutdown (visit->socket, SHUT_RDWR);
}

/* A client that has closed its side does not wait for an answer. */
static bool has_gone (const struct visit *visit)
{
  struct pollfd socket = {.fd = visit->socket, .events = POLLRDHUP};
  return poll (&socket, 1, 0) > 0 && socket.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

void visit_tick (struct server *server, double now)
{
  for (struct visit *visit = server->visits; visit; visit = visit->next) {
    if (visit->state == RECEIVING && now - visit->began > REQUEST_SECONDS)
      cut (visit);
    if (visit->job)
      job_tick (visit->job, now, has_gone (visit));
  }
}
