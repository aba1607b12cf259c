/* A connection begins when the door hands a client over.  The request is accepted or refused when
   its head has arrived.  Then the body is collected, and the response follows: a refusal, a file, a
   short text, or the output of a job.  Each connection serves one request: on one machine this
   costs little, and no request can be smuggled behind another.

   A refused request is read to its end, within limits, before the refusal is sent, because closing
   a connection while the client still writes would lose the response.  A client that needs more
   than REQUEST_SECONDS to send its request gets a 408 and is disconnected, even if bytes keep
   arriving; the timeout of libmicrohttpd only covers connections without any traffic. */

#include "connection.h"
#include "response.h"
#include "../jobs/clock.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- opening and closing ---- */

static void open_connection (struct server *server, struct MHD_Connection *handle, void **context)
{
  struct connection *connection = calloc (1, sizeof *connection);
  *context = connection;
  if (!connection)
    return;
  connection->server = server;
  connection->handle = handle;
  connection->socket =
      server->http.get_connection_info (handle, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  connection->began = clock_seconds ();
  pthread_mutex_lock (&server->scheduler.lock);
  connection->next = server->connections;
  if (connection->next)
    connection->next->before = connection;
  server->connections = connection;
  pthread_mutex_unlock (&server->scheduler.lock);
}

static void drop_body (struct connection *connection)
{
  pthread_mutex_lock (&connection->server->scheduler.lock);
  connection->server->scheduler.body_bytes -= connection->room;
  pthread_mutex_unlock (&connection->server->scheduler.lock);
  free (connection->body);
  connection->body = NULL;
  connection->length = connection->room = 0;
}

static void close_connection (struct server *server, struct connection *connection)
{
  pthread_mutex_lock (&server->scheduler.lock);
  *(connection->before ? &connection->before->next : &server->connections) = connection->next;
  if (connection->next)
    connection->next->before = connection->before;
  pthread_mutex_unlock (&server->scheduler.lock);
  drop_body (connection);
  free (connection->path);
  free (connection);
}

void connection_notify (void *data, struct MHD_Connection *handle, void **context,
                        enum MHD_ConnectionNotificationCode code)
{
  struct server *server = data;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    open_connection (server, handle, context);
    return;
  }
  atomic_fetch_sub (&server->n_connections, 1);
  if (*context)
    close_connection (server, *context);
}

void *connection_note_path (void *data, const char *path, struct MHD_Connection *handle)
{
  struct server *server = data;
  struct connection *connection =
      server->http.get_connection_info (handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
  if (connection && !connection->path)
    connection->path = strdup (path);
  return connection;
}

void connection_complete (void *data, struct MHD_Connection *handle, void **context,
                          enum MHD_RequestTerminationCode code)
{
  (void)data, (void)handle, (void)code;
  struct connection *connection = *context;
  if (connection && connection->job)
    job_leave (&connection->job);
}

/* ---- the body ---- */

static void refuse (struct connection *connection, unsigned status, const char *why)
{
  struct target *target = &connection->target;
  target->refusal = target->refusal ? target->refusal : status;
  target->why = target->why ? target->why : why;
}

/* Makes room for MORE bytes and a final 0.  Returns false if all bodies together are too large. */
static bool grow (struct connection *connection, size_t more)
{
  struct server *server = connection->server;
  size_t room = connection->room ? connection->room : 4096;
  while (room < connection->length + more + 1)
    room *= 2;
  if (room == connection->room)
    return true;
  pthread_mutex_lock (&server->scheduler.lock);
  bool fits = server->scheduler.body_bytes + room - connection->room <= MOST_BODIES;
  server->scheduler.body_bytes += fits ? room - connection->room : 0;
  pthread_mutex_unlock (&server->scheduler.lock);
  if (!fits)
    return false;
  connection->room = room;
  char *body = realloc (connection->body, room);
  connection->body = body ? body : connection->body;
  return body != NULL;
}

/* Takes a part of the body, or drops it if the request is refused.  access_check has checked the
   length of the whole. */
static void receive (struct connection *connection, const char *bytes, size_t length)
{
  if (!connection->target.refusal && !grow (connection, length))
    refuse (connection, MHD_HTTP_TOO_MANY_REQUESTS,
            "too much data is being sent at the same time; try again");
  if (connection->target.refusal) {
    drop_body (connection);
    return;
  }
  memcpy (connection->body + connection->length, bytes, length);
  connection->length += length;
  connection->body[connection->length] = '\0';
}

/* ---- the response ---- */

/* Returns a copy of the argument NAME of the address, or NULL if there is none.  A 0 byte does not
   end the copy: it becomes a 1, which no name contains. */
static char *copy_argument (const struct connection *connection, const char *name)
{
  const char *value = NULL;
  size_t length = 0;
  connection->server->http.lookup_connection_value_n (connection->handle, MHD_GET_ARGUMENT_KIND,
                                                      name, strlen (name), &value, &length);
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
  const struct connection *connection = data;
  connection->server->http.suspend_connection (connection->handle);
}

static void resume (void *data)
{
  const struct connection *connection = data;
  connection->server->http.resume_connection (connection->handle);
}

/* Creates a job, which takes over the body.  Returns NULL if the machine is out of memory. */
static struct job *create_job (struct connection *connection)
{
  const struct client client = {.data = connection, .suspend = suspend, .resume = resume};
  const struct job_input input = {.body = connection->body,
                                  .length = connection->length,
                                  .room = connection->room,
                                  .lattice = copy_argument (connection, "lattice"),
                                  .name = copy_argument (connection, "name")};
  struct job *job =
      job_new (&connection->server->scheduler, connection->target.endpoint, client, &input);
  if (!job) {
    free (input.lattice);
    free (input.name);
    return NULL;
  }
  connection->body = NULL;
  connection->length = connection->room = 0;
  return job;
}

static void start_job (struct connection *connection)
{
  struct job *job = create_job (connection);
  if (!job) {
    refuse (connection, MHD_HTTP_SERVICE_UNAVAILABLE, "the machine is out of memory");
    return;
  }
  unsigned refusal = job_start (job, &connection->job);
  if (refusal)
    refuse (connection, refusal,
            refusal == MHD_HTTP_TOO_MANY_REQUESTS
                ? "too many questions are running or waiting; try again later"
                : "the server is shutting down");
}

/* Returns the load of the server as JSON. */
static char *status_text (struct server *server)
{
  const struct scheduler *scheduler = &server->scheduler;
  char *text = NULL;
  pthread_mutex_lock (&server->scheduler.lock);
  const struct job_queue quick = scheduler->queues[QUICK], slow = scheduler->queues[LONG];
  unsigned count = 0;
  for (const struct connection *connection = server->connections; connection;
       connection = connection->next)
    count++;
  pthread_mutex_unlock (&server->scheduler.lock);
  int length = asprintf (&text,
                         "{\"running\":%u,\"waiting\":%u,\"quick\":%u,\"connections\":%u,"
                         "\"jobs\":%u,\"job_seconds\":%g,\"job_memory\":%zu}\n",
                         slow.running, slow.waiting, quick.running + quick.waiting, count,
                         scheduler->most_long, scheduler->seconds, scheduler->memory);
  return length < 0 ? NULL : text;
}

/* Marks the request as complete.  Returns false if it has just timed out. */
static bool finish_receiving (struct connection *connection)
{
  pthread_mutex_lock (&connection->server->scheduler.lock);
  bool fine = connection->state != TIMED_OUT;
  if (fine)
    connection->state = RESPONDING;
  pthread_mutex_unlock (&connection->server->scheduler.lock);
  return fine;
}

static enum MHD_Result respond (struct connection *connection)
{
  struct server *server = connection->server;
  const struct target *target = &connection->target;
  if (!finish_receiving (connection))
    return MHD_NO;
  if (!target->refusal && target->endpoint && !target->endpoint->text && !connection->job)
    start_job (connection);
  if (target->refusal)
    return response_send_refusal (server, connection->handle, target);
  if (target->asset)
    return response_send_asset (server, connection->handle, target->asset);
  if (connection->job)
    return response_send_job (server, connection->handle, connection->job);
  return response_send_text (server, connection->handle,
                             target->is_status ? status_text (server) : target->endpoint->text ());
}

enum MHD_Result connection_handle (void *data, struct MHD_Connection *handle, const char *url,
                                   const char *method, const char *version, const char *upload,
                                   size_t *upload_size, void **context)
{
  struct connection *connection = *context;
  (void)data, (void)url, (void)version;
  if (!connection || !connection->path)
    return MHD_NO;
  if (!connection->begun) {
    connection->begun = true;
    /* The server does not wait for a body that is far too long. */
    return access_check (connection->server, handle, connection->path, method, &connection->target)
               ? MHD_YES
               : respond (connection);
  }
  if (!*upload_size)
    return respond (connection);
  receive (connection, upload, *upload_size);
  *upload_size = 0;
  return MHD_YES;
}

/* ---- the clock ---- */

/* Sends a 408 and shuts the socket down, which is open as long as the connection is in the list. */
static void time_out (struct connection *connection)
{
  char text[REFUSAL_LENGTH];
  size_t length = response_write_refusal (connection->server, MHD_HTTP_REQUEST_TIMEOUT,
                                          "the request took longer than 10 s", text);
  connection->state = TIMED_OUT;
  ssize_t sent = send (connection->socket, text, length, MSG_DONTWAIT | MSG_NOSIGNAL);
  (void)sent;
  shutdown (connection->socket, SHUT_RDWR);
}

/* Returns whether the client has closed its side, which means that it wants no response. */
static bool has_gone (const struct connection *connection)
{
  struct pollfd socket = {.fd = connection->socket, .events = POLLRDHUP};
  return poll (&socket, 1, 0) > 0 && socket.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

void connection_tick (struct server *server, double now)
{
  bool is_busy = atomic_load (&server->n_connections) > MOST_CONNECTIONS / 4 * 3;
  double most = is_busy ? BUSY_SECONDS : REQUEST_SECONDS;
  for (struct connection *connection = server->connections; connection;
       connection = connection->next) {
    if (connection->state == RECEIVING && now - connection->began > most)
      time_out (connection);
    if (connection->job && has_gone (connection))
      channel_cancel (&connection->job->channel);
    else if (connection->job)
      job_tick (connection->job, now);
  }
}

void connection_cancel_jobs (struct server *server)
{
  for (struct connection *connection = server->connections; connection;
       connection = connection->next)
    if (connection->job)
      channel_cancel (&connection->job->channel);
}
