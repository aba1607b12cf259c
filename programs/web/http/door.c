/* A guest is a connection whose head has not arrived completely.  The door examines its bytes but
   leaves them in the socket for libmicrohttpd.  epoll reports each arrival once (EPOLLET), so a
   head in many small parts costs one check per part.

   Guests are kept in the order of their arrival.  A guest is refused when its time is over or,
   while places are scarce, after half a second.  So clients that send their head at once are
   served, no matter how many others do not.  A refused guest is read until it closes, within
   limits, because closing a socket with unread bytes would discard the refusal. */

#include "door.h"
#include "head.h"
#include "response.h"
#include "../jobs/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  MOST_GUESTS = 2000,
  MOST_FILES = 4096, /* open at once; the machine may allow fewer */
  EVENTS = 64,
  TICK_MILLISECONDS = 100
};
static const double patience = 0.5; /* seconds for a head while places are scarce */
static const double farewell = 2;   /* seconds to read from a refused guest */

struct guest {
  int socket;
  struct sockaddr_storage address;
  socklen_t address_length;
  double until;
  bool is_ready, is_refused, has_ended;
  size_t discarded; /* bytes, after the refusal */
  struct guest *next, *before;
};

struct door {
  struct server *server;
  pthread_t thread;
  int epoll, sockets[2];
  unsigned n_sockets, n_guests;
  bool is_full; /* the sockets are not watched */
  atomic_bool closing;
  struct guest *first, *last;
  char buffer[MOST_HEADER + 1];
};

/* ---- guests ---- */

static void append (struct door *door, struct guest *guest)
{
  guest->next = NULL;
  guest->before = door->last;
  *(door->last ? &door->last->next : &door->first) = guest;
  door->last = guest;
  door->n_guests++;
}

static void take_out (struct door *door, struct guest *guest)
{
  *(guest->before ? &guest->before->next : &door->first) = guest->next;
  *(guest->next ? &guest->next->before : &door->last) = guest->before;
  door->n_guests--;
}

static void drop (struct door *door, struct guest *guest)
{
  take_out (door, guest);
  close (guest->socket);
  free (guest);
}

/* Sends a refusal.  From then on, the guest's bytes are read and dropped. */
static void refuse (struct door *door, struct guest *guest, unsigned status, const char *why)
{
  char text[REFUSAL_LENGTH];
  size_t length = response_write_refusal (door->server, status, why, text);
  ssize_t sent = send (guest->socket, text, length, MSG_DONTWAIT | MSG_NOSIGNAL);
  (void)sent;
  shutdown (guest->socket, SHUT_WR);
  guest->is_refused = true;
  guest->until = clock_seconds () + farewell;
  take_out (door, guest);
  append (door, guest);
}

/* Hands the socket over to libmicrohttpd if there is a place; otherwise the guest waits. */
static void hand_over (struct door *door, struct guest *guest)
{
  struct server *server = door->server;
  guest->is_ready = true;
  if (atomic_load (&server->n_connections) >= MOST_CONNECTIONS)
    return;
  atomic_fetch_add (&server->n_connections, 1);
  epoll_ctl (door->epoll, EPOLL_CTL_DEL, guest->socket, NULL);
  if (server->http.add_connection (server->daemon, guest->socket,
                                   (const struct sockaddr *)&guest->address,
                                   guest->address_length) != MHD_YES)
    atomic_fetch_sub (&server->n_connections, 1); /* the socket was closed */
  take_out (door, guest);
  free (guest);
}

/* Reads and drops the bytes of a refused guest, and the guest at their end. */
static void discard (struct door *door, struct guest *guest)
{
  for (;;) {
    ssize_t length = recv (guest->socket, door->buffer, sizeof door->buffer, MSG_DONTWAIT);
    if (length < 0 && errno == EAGAIN)
      return;
    if (length > 0)
      guest->discarded += (size_t)length;
    if (length <= 0 || guest->discarded > MOST_DISCARDED) {
      drop (door, guest);
      return;
    }
  }
}

/* Examines the part of the head that has arrived. */
static void look_at (struct door *door, struct guest *guest)
{
  const char *why = NULL;
  ssize_t length = recv (guest->socket, door->buffer, sizeof door->buffer, MSG_PEEK | MSG_DONTWAIT);
  if (length < 0 && errno == EAGAIN)
    return;
  if (length <= 0) {
    drop (door, guest);
    return;
  }
  unsigned refusal = head_check (door->buffer, (size_t)length, &why);
  if (!refusal)
    hand_over (door, guest);
  else if (refusal != HEAD_INCOMPLETE)
    refuse (door, guest, refusal, why);
  else if (guest->has_ended)
    refuse (door, guest, MHD_HTTP_BAD_REQUEST, "the request header is incomplete");
}

/* ---- arrivals ---- */

static bool add_guest (struct door *door, int socket, const struct guest *copied)
{
  struct guest *guest = malloc (sizeof *guest);
  if (!guest)
    return false;
  *guest = *copied;
  guest->socket = socket;
  guest->until = clock_seconds () + REQUEST_SECONDS;
  struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data.ptr = guest};
  if (epoll_ctl (door->epoll, EPOLL_CTL_ADD, socket, &event)) {
    free (guest);
    return false;
  }
  append (door, guest);
  return true;
}

/* Stops watching the listening sockets if the door is full, or starts again. */
static void set_full (struct door *door, bool is_full)
{
  for (unsigned k = 0; k < door->n_sockets && door->is_full != is_full; k++) {
    struct epoll_event event = {.events = is_full ? 0 : EPOLLIN, .data.ptr = &door->sockets[k]};
    epoll_ctl (door->epoll, EPOLL_CTL_MOD, door->sockets[k], &event);
  }
  door->is_full = is_full;
}

static void accept_all (struct door *door, int from)
{
  while (door->n_guests < MOST_GUESTS) {
    struct guest guest = {.address_length = sizeof guest.address};
    int made = accept4 (from, (struct sockaddr *)&guest.address, &guest.address_length,
                        SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (made < 0 && (errno == EINTR || errno == ECONNABORTED))
      continue;
    if (made < 0 && errno == EAGAIN)
      return;
    if (made < 0)
      break;
    if (!add_guest (door, made, &guest))
      close (made);
  }
  set_full (door, true);
}

static void greet (struct door *door, const struct epoll_event *event)
{
  for (unsigned k = 0; k < door->n_sockets; k++)
    if (event->data.ptr == &door->sockets[k]) {
      accept_all (door, door->sockets[k]);
      return;
    }
  struct guest *guest = event->data.ptr;
  guest->has_ended |= (event->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
  if (guest->is_refused)
    discard (door, guest);
  else
    look_at (door, guest);
}

/* ---- the clock ---- */

/* Returns whether the time of GUEST is over.  A guest that is ready has no limit: it waits for a
   place. */
static bool is_late (const struct door *door, const struct guest *guest, double now)
{
  double early = door->is_full ? REQUEST_SECONDS - patience : 0;
  return guest->is_refused ? now > guest->until : !guest->is_ready && now > guest->until - early;
}

static void tick (struct door *door)
{
  double now = clock_seconds ();
  unsigned left = door->n_guests; /* guests refused here are appended */
  for (struct guest *guest = door->first, *next; guest && left--; guest = next) {
    next = guest->next;
    if (is_late (door, guest, now) && guest->is_refused)
      drop (door, guest);
    else if (is_late (door, guest, now))
      refuse (door, guest, MHD_HTTP_REQUEST_TIMEOUT, "the request took longer than 10 s");
    else if (guest->is_ready)
      hand_over (door, guest);
  }
  if (door->n_guests < MOST_GUESTS)
    set_full (door, false);
}

static void *run (void *data)
{
  struct door *door = data;
  struct epoll_event events[EVENTS];
  double ticked = 0;
  while (!atomic_load (&door->closing)) {
    int count = epoll_wait (door->epoll, events, EVENTS, TICK_MILLISECONDS);
    for (int k = 0; k < count; k++)
      greet (door, &events[k]);
    if (clock_seconds () - ticked >= 1e-3 * TICK_MILLISECONDS) {
      tick (door);
      ticked = clock_seconds ();
    }
  }
  return NULL;
}

/* ---- opening and closing ---- */

static void allow_files (void)
{
  struct rlimit limit;
  if (getrlimit (RLIMIT_NOFILE, &limit) || limit.rlim_cur >= MOST_FILES)
    return;
  limit.rlim_cur = limit.rlim_max < MOST_FILES ? limit.rlim_max : MOST_FILES;
  setrlimit (RLIMIT_NOFILE, &limit);
}

static void close_all (struct door *door)
{
  while (door->first)
    drop (door, door->first);
  for (unsigned k = 0; k < door->n_sockets; k++)
    close (door->sockets[k]);
  if (door->epoll >= 0)
    close (door->epoll);
  free (door);
}

struct door *door_open (struct server *server, const int *sockets, unsigned count)
{
  struct door *door = calloc (1, sizeof *door);
  if (!door)
    return NULL;
  door->server = server;
  door->n_sockets = count;
  memcpy (door->sockets, sockets, count * sizeof *sockets);
  allow_files ();
  door->epoll = epoll_create1 (EPOLL_CLOEXEC);
  bool fine = door->epoll >= 0;
  for (unsigned k = 0; k < count && fine; k++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &door->sockets[k]};
    fine = !epoll_ctl (door->epoll, EPOLL_CTL_ADD, sockets[k], &event);
  }
  if (fine && !pthread_create (&door->thread, NULL, run, door))
    return door;
  close_all (door);
  return NULL;
}

void door_close (struct door *door)
{
  if (!door)
    return;
  atomic_store (&door->closing, true);
  pthread_join (door->thread, NULL);
  close_all (door);
}
