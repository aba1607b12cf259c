/* boardcover judge: the formats of programming contests, from stdin to stdout. */

#include "tools.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"
#include "../session/suggest.h"
#include "../session/values.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"algospot", "algospot2", "programmers", "arrows"};
enum { ARROWS = 3, NAMES };

/* Returns the position of NAME in the list, or NAMES after a message.  Called before any input is
   read. */
static int find_name (const char *name)
{
  for (int k = 0; k < NAMES; k++)
    if (!strcmp (name, names[k]))
      return k;
  const char *nearest = suggest_nearest (name, names, NAMES);
  fprintf (stderr,
           "boardcover judge: unknown format '%s'; %s%s%sthe formats are algospot, algospot2, "
           "programmers and arrows\n",
           name, nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "");
  return NAMES;
}

/* Reads the N of arrows; 0: not given.  Returns false after a message. */
static bool read_size (const struct settings *settings, int name, uint32_t *size)
{
  uint64_t number = 0;
  if (settings->n_words < 2)
    return true;
  const char *word = settings->words[1];
  if (name != ARROWS)
    fprintf (stderr, "boardcover judge: '%s' is not allowed; only arrows takes a number\n", word);
  else if (!value_number (word, UINT32_MAX, &number))
    fprintf (stderr, "boardcover judge: '%s' is not a size; give an even number such as 4\n", word);
  *size = (uint32_t)number;
  return number > 0;
}

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  uint32_t size = 0;
  int name = find_name (settings->words[0]);
  if (name == NAMES || !read_size (settings, name, &size))
    return BCOV_INPUT;
  char *input = NULL, *output = NULL;
  size_t length = 0, output_length = 0;
  bcov_status status = name == ARROWS ? BCOV_OK : input_read (session, "-", &input, &length);
  if (!status)
    status = bcov_judge (run_request (session), names[name], size, input, length, &output,
                         &output_length, session->err);
  if (output)
    output_add (session, output, output_length);
  bcov_free (output);
  free (input);
  return status;
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  if (!s->n_words)
    argp_error (state, "the format is missing; give algospot, algospot2, programmers or arrows");
}

const struct command judge_command = {
    .name = "judge",
    .bit = JUDGE,
    .arguments = "algospot\nalgospot2\nprogrammers\narrows [N]",
    .summary = "solve a contest task, from standard input to standard output",
    .about =
        "Read the input of a programming contest task from standard input and print the answer in "
        "the format of the contest. `arrows` reads nothing; N is the size of its board (default: "
        "4).\v"
        "Examples:\n"
        "  boardcover judge algospot < input.txt\n"
        "  echo '[[0,1],[1,1]] [[1,0],[0,0]]' | boardcover judge programmers\n"
        "  boardcover judge arrows 4\n",
    .most_words = 2,
    .check = check_settings,
    .run = run,
};
