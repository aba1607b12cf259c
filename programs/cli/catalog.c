/* boardcover catalog: the pieces and sets that have names. */

#include "commands.h"
#include "output.h"

#include <stdio.h>
#include <stdlib.h>

/* The name asked for, NULL for none.  Two words are one name, so that `catalog one-sided
   pentominoes` needs no quotes. */
static char *wanted_name (const struct settings *settings)
{
  char *name = NULL;
  if (!settings->n_words)
    return NULL;
  bool two = settings->n_words == 2;
  if (asprintf (&name, "%s%s%s", settings->words[0], two ? " " : "",
                two ? settings->words[1] : "") < 0)
    exit (BCOV_FAULT);
  return name;
}

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  char *text = NULL, *name = wanted_name (settings);
  bcov_status status = bcov_catalog (session->mem, settings->brief.lattice, name, settings->json,
                                     &text, session->err);
  if (!status)
    output_put (session, text);
  bcov_text_free (text);
  free (name);
  return status;
}

const struct command catalog_command = {
    .name = "catalog",
    .bit = CATALOG,
    .arguments = "[NAME]",
    .summary = "the pieces and sets that have names, drawn",
    .about =
        "Lists the names of pieces and sets, or draws the piece or every piece of the set NAME.\v"
        "Examples:\n"
        "  boardcover catalog\n"
        "  boardcover catalog one-sided tetrominoes\n"
        "  boardcover catalog pentacubes --json\n",
    .most_words = 2,
    .run = run,
};
