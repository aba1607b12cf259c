/* Responses that libmicrohttpd sends to the client. */

#ifndef RESPONSE_H
#define RESPONSE_H

#include "access.h"

/* Sends a refusal, with the allowed methods if the method is the reason. */
enum MHD_Result response_send_refusal (struct server *server, struct MHD_Connection *handle,
                                       const struct target *target);

/* Writes a refusal to OUT, for a client whose request libmicrohttpd does not have.  Returns its
   length. */
enum { REFUSAL_LENGTH = 1024 };
size_t response_write_refusal (const struct server *server, unsigned status, const char *why,
                               char out[REFUSAL_LENGTH]);

/* Sends a file of the page. */
enum MHD_Result response_send_asset (struct server *server, struct MHD_Connection *handle,
                                     const struct asset *asset);

/* Sends and frees TEXT, which is JSON; NULL means that the machine is out of memory. */
enum MHD_Result response_send_text (struct server *server, struct MHD_Connection *handle,
                                    char *text);

/* Sends the response of JOB.  If its head is not known yet, suspends the connection until it is. */
enum MHD_Result response_send_job (struct server *server, struct MHD_Connection *handle,
                                   struct job *job);

#endif
