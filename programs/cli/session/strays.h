/* Options that a command does not have. */

#ifndef STRAYS_H
#define STRAYS_H

#include <argp.h>

/* Looks through the arguments as argp will.  At the first option that ARGP does not know but that
   is near to one it knows, tells which one may have been meant and ends the program with status 2;
   whatever else is wrong is left to argp. */
void strays_tell (const struct argp *argp, int argc, char **argv);

#endif
