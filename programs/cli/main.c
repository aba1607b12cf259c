/* The boardcover program: finds the command and runs it.  It uses the library through boardcover.h
   alone. */

#include "commands/commands.h"
#include "session/output.h"
#include "session/run.h"
#include "session/suggest.h"
#include "tools/tools.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
    &solve_command,    &count_command,   &list_command,    &fill_command,
    &sample_command,   &heat_command,    &hint_command,    &rank_command,
    &sequence_command, &check_command,   &explain_command, &convert_command,
    &judge_command,    &catalog_command, &serve_command,   &draw_command,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_version (FILE *out, struct argp_state *state)
{
  (void)state;
  fprintf (out, "boardcover %s\n", bcov_version ());
}

static void print_help (FILE *out)
{
  fputs ("Usage: boardcover COMMAND ...\n"
         "Answer questions about covering a board with pieces.\n\n",
         out);
  for (size_t k = 0; k < COMMANDS; k++)
    fprintf (out, "  %-8s %s\n", commands[k]->name, commands[k]->summary);
  fputs ("\nExamples:\n"
         "  boardcover solve -b 6x10 -p pentominoes\n"
         "  boardcover count -b 6x8 -p L3:any\n"
         "  boardcover help list\n\n"
         "`boardcover help COMMAND` describes a command and its options.\n",
         out);
}

static const struct command *find_command (const char *name)
{
  for (size_t k = 0; k < COMMANDS; k++)
    if (!strcmp (name, commands[k]->name))
      return commands[k];
  return NULL;
}

static int report_unknown (const char *name)
{
  const char *names[COMMANDS + 1] = {"help"};
  for (size_t k = 0; k < COMMANDS; k++)
    names[k + 1] = commands[k]->name;
  const char *nearest = suggest_nearest (name, names, COMMANDS + 1);
  fprintf (stderr, "boardcover: unknown %s '%s'; ", *name == '-' ? "option" : "command", name);
  if (nearest)
    fprintf (stderr, "did you mean '%s'?\n", nearest);
  else
    fprintf (stderr, "boardcover --help lists the commands\n");
  return BCOV_INPUT;
}

static int run_named (const struct command *command, int argc, char **argv)
{
  char name[64];
  snprintf (name, sizeof name, "boardcover %s", command->name);
  argv[0] = name;
  return run_command (command, argc, argv);
}

/* boardcover help [COMMAND] */
static int help (int argc, char **argv)
{
  if (argc < 2) {
    print_help (stdout);
    return BCOV_OK;
  }
  const struct command *command = find_command (argv[1]);
  char option[] = "--help", *asked[] = {argv[0], option, NULL};
  return command ? run_named (command, 2, asked) : report_unknown (argv[1]);
}

static bool is_one_of (const char *word, const char *a, const char *b)
{
  return !strcmp (word, a) || !strcmp (word, b);
}

int main (int argc, char **argv)
{
  output_start ();
  argp_err_exit_status = BCOV_INPUT;
  argp_program_version_hook = print_version;
  if (argc < 2) {
    print_help (stderr);
    return BCOV_INPUT;
  }
  const struct command *command = find_command (argv[1]);
  if (command)
    return run_named (command, argc - 1, argv + 1);
  if (is_one_of (argv[1], "--version", "-V")) {
    print_version (stdout, NULL);
    return BCOV_OK;
  }
  if (is_one_of (argv[1], "--help", "-h") || !strcmp (argv[1], "help"))
    return help (argc - 1, argv + 1);
  return report_unknown (argv[1]);
}
