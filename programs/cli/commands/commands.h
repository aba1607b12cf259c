/* The commands that answer questions about the coverings of a puzzle, each in a file of its own. */

#ifndef COMMANDS_H
#define COMMANDS_H

#include "../session/options.h"

extern const struct command solve_command, count_command, list_command, fill_command, check_command,
    explain_command, sequence_command, sample_command, heat_command, hint_command, rank_command,
    draw_command;

#endif
