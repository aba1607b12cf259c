/* What can be asked without a puzzle. */

#ifndef TELL_H
#define TELL_H

#include "job.h"

char *tell_version (struct server *server);
char *tell_status (struct server *server);
void tell_catalog (struct job *job);

#endif
