/* The commands, each in a file of its own. */

#ifndef COMMANDS_H
#define COMMANDS_H

#include "../session/options.h"

extern const struct command solve_command, count_command, list_command, fill_command, check_command,
    explain_command, convert_command, judge_command, catalog_command, sequence_command,
    sample_command, heat_command, hint_command, rank_command, serve_command, draw_command;

#endif
