/* Responses: what libmicrohttpd sends to the client.  Each call uses up what it sends. */

#ifndef ANSWER_H
#define ANSWER_H

#include "guard.h"

/* A refusal; it names the allowed methods if that is the reason. */
enum MHD_Result answer_refusal (struct server *server, struct MHD_Connection *connection,
                                const struct target *target);

/* A file of the page. */
enum MHD_Result answer_asset (struct server *server, struct MHD_Connection *connection,
                              const struct asset *asset);

/* TEXT, JSON that is freed afterwards; NULL: no memory. */
enum MHD_Result answer_text (struct server *server, struct MHD_Connection *connection, char *text);

/* The response of JOB, or nothing yet: then the connection is suspended until its head is known. */
enum MHD_Result answer_job (struct server *server, struct MHD_Connection *connection,
                            struct job *job);

#endif
