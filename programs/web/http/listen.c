/* Without --address, the server listens at 127.0.0.1 and, if the machine has IPv6, also at ::1 on
   the same port: a browser may resolve `localhost` to ::1 and must not reach another program there.
 */

#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TRIES = 20 }; /* to find a port that is free at both addresses */

union address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
};

/* Returns the length of OUT, or 0 if TEXT is not an address. */
static socklen_t read_address (const char *text, uint16_t port, union address *out)
{
  memset (out, 0, sizeof *out);
  if (inet_pton (AF_INET, text, &out->four.sin_addr) == 1) {
    out->four.sin_family = AF_INET;
    out->four.sin_port = htons (port);
    return sizeof out->four;
  }
  if (inet_pton (AF_INET6, text, &out->six.sin6_addr) != 1)
    return 0;
  out->six.sin6_family = AF_INET6;
  out->six.sin6_port = htons (port);
  return sizeof out->six;
}

bool web_is_loopback (const char *address)
{
  union address read;
  if (!read_address (address, 0, &read))
    return false;
  if (read.any.sa_family == AF_INET6)
    return IN6_IS_ADDR_LOOPBACK (&read.six.sin6_addr);
  return ntohl (read.four.sin_addr.s_addr) >> 24 == 127;
}

/* Returns a listening socket, or -1 and sets errno. */
static int listen_at (const char *text, uint16_t port)
{
  union address address;
  socklen_t length = read_address (text, port, &address);
  if (!length) {
    errno = EINVAL;
    return -1;
  }
  int on = 1;
  int made = socket (address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0)
    return -1;
  setsockopt (made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (address.any.sa_family == AF_INET6)
    setsockopt (made, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (!bind (made, &address.any, length) && !listen (made, SOMAXCONN))
    return made;
  int problem = errno;
  close (made);
  errno = problem;
  return -1;
}

static uint16_t port_of (int made)
{
  union address address;
  socklen_t length = sizeof address;
  if (getsockname (made, &address.any, &length))
    return 0;
  return ntohs (address.any.sa_family == AF_INET6 ? address.six.sin6_port : address.four.sin_port);
}

static unsigned report_failure (const struct server *server, const char *address)
{
  if (errno == EADDRINUSE)
    fprintf (stderr,
             "boardcover serve: port %u of %s is in use by another program; choose another with "
             "--port, or use --port 0 for any free port\n",
             server->port, address);
  else
    fprintf (stderr, "boardcover serve: cannot listen on %s, port %u: %s\n", address, server->port,
             strerror (errno));
  return 0;
}

/* Returns whether the machine does not have such an address. */
static bool is_missing (int problem)
{
  return problem == EAFNOSUPPORT || problem == EADDRNOTAVAIL || problem == EPROTONOSUPPORT;
}

/* Opens the second address; returns the number of sockets, or 0 and sets errno. */
static unsigned open_both (struct server *server, int sockets[2])
{
  server->port = port_of (sockets[0]);
  sockets[1] = listen_at ("::1", server->port);
  if (sockets[1] >= 0)
    return 2;
  return is_missing (errno) ? 1 : 0;
}

unsigned listen_open (struct server *server, int sockets[2])
{
  const char *address = server->settings.address, *first = address ? address : "127.0.0.1";
  for (int tries = 1;; tries++) {
    server->port = server->settings.port;
    sockets[0] = listen_at (first, server->port);
    if (sockets[0] < 0)
      return report_failure (server, first);
    if (address) {
      server->port = port_of (sockets[0]);
      return 1;
    }
    unsigned count = open_both (server, sockets);
    if (count)
      return count;
    int problem = errno;
    close (sockets[0]);
    errno = problem;
    if (server->settings.port || tries == MOST_TRIES)
      return report_failure (server, "::1");
  }
}
