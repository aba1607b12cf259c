/* The commands that answer no question about the coverings of a puzzle, each in a file of its own.
 */

#ifndef TOOLS_H
#define TOOLS_H

#include "../session/options.h"

extern const struct command catalog_command, convert_command, judge_command, serve_command;

#endif
