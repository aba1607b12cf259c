/* Responses: what libmicrohttpd sends to the client.  Each call uses up what it sends. */

#ifndef RESPONSE_H
#define RESPONSE_H

#include "access.h"

/* A refusal; it names the allowed methods if that is the reason. */
enum MHD_Result response_send_refusal (struct server *server, struct MHD_Connection *handle,
                                       const struct target *target);

/* Writes a refusal as bytes, for a client of which libmicrohttpd has no request; returns its
   length. */
enum { REFUSAL_LENGTH = 1024 };
size_t response_write_refusal (const struct server *server, unsigned status, const char *why,
                               char out[REFUSAL_LENGTH]);

/* A file of the page. */
enum MHD_Result response_send_asset (struct server *server, struct MHD_Connection *handle,
                                     const struct asset *asset);

/* TEXT, JSON that is freed afterwards; NULL: no memory. */
enum MHD_Result response_send_text (struct server *server, struct MHD_Connection *handle,
                                    char *text);

/* The response of JOB, or nothing yet: then the connection is suspended until its head is known. */
enum MHD_Result response_send_job (struct server *server, struct MHD_Connection *handle,
                                   struct job *job);

#endif
