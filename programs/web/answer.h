/* Answers that are there at once. */

#ifndef ANSWER_H
#define ANSWER_H

#include "visit.h"

/* Each hands the answer to VISIT over to libmicrohttpd. */
enum MHD_Result answer_refusal (struct visit *visit);
enum MHD_Result answer_asset (struct visit *visit);
enum MHD_Result answer_tell (struct visit *visit);

/* The same for any RESPONSE, which is used up (NULL: no memory); TYPE is that of its content. */
enum MHD_Result answer_send (struct server *server, struct MHD_Connection *connection,
                             unsigned status, const char *type, struct MHD_Response *response);

#endif
