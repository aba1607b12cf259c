/* libmicrohttpd, loaded when a server starts, because the other commands do not need it.  The
   functions have the types of its own header. */

#ifndef MICROHTTP_H
#define MICROHTTP_H

#include <microhttpd.h>
#include <stdbool.h>

/* The functions that the server uses: X (name). */
#define MICROHTTP_CALLS(X)                                                                         \
  X (start_daemon)                                                                                 \
  X (stop_daemon)                                                                                  \
  X (add_connection)                                                                               \
  X (suspend_connection)                                                                           \
  X (resume_connection)                                                                            \
  X (get_connection_info)                                                                          \
  X (get_connection_values)                                                                        \
  X (lookup_connection_value_n)                                                                    \
  X (create_response_from_buffer)                                                                  \
  X (create_response_from_callback)                                                                \
  X (add_response_header)                                                                          \
  X (queue_response)                                                                               \
  X (destroy_response)                                                                             \
  X (get_reason_phrase_for)

struct microhttp {
  void *library;
#define X(name) __typeof__ (MHD_##name) *name;
  MICROHTTP_CALLS (X)
#undef X
};

/* Loads the library.  Returns false, after a message on stderr that names the package to install,
   if the library is missing or too old. */
bool microhttp_load (struct microhttp *http);

void microhttp_unload (struct microhttp *http);

#endif
