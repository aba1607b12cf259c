/* boardcover catalog: the pieces and sets that have names. */

#include "tools.h"
#include "../session/atomic_file.h"
#include "../session/output.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the requested name, or NULL.  Two words are one name, so `catalog one-sided pentominoes`
   needs no quotes. */
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

static bcov_status write_picture (struct session *session, const char *name)
{
  const struct settings *settings = &session->settings;
  char *bytes = NULL;
  size_t length = 0;
  bcov_status status = bcov_catalog_picture (settings->request, settings->lattice, name,
                                             settings->look, &bytes, &length, session->err);
  if (!status)
    status = atomic_file_write (session, settings->to_file, bytes, length);
  bcov_free (bytes);
  return status;
}

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  char *text = NULL, *name = wanted_name (settings);
  bcov_status status = settings->to_file ? write_picture (session, name)
                                         : bcov_catalog (settings->request, settings->lattice, name,
                                                         settings->json, &text, NULL, session->err);
  if (text)
    output_put (session, text);
  bcov_free (text);
  free (name);
  return status;
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  if (s->to_file && !s->n_words)
    argp_error (state, "-o needs the name of a piece or set; `boardcover catalog` lists the names");
  if (s->to_file && s->json)
    argp_error (state, "give either -o or --json, not both");
  if (!s->to_file && (s->cut || s->pixels))
    argp_error (state, "--cut and --pixels apply only to pictures; add -o FILE");
}

const struct command catalog_command = {
    .name = "catalog",
    .bit = CATALOG,
    .arguments = "[NAME]",
    .summary = "draw the named pieces and sets",
    .about =
        "List the names of all pieces and sets or, with NAME, draw that piece or every piece of "
        "that set. With -o FILE, write a picture instead of text.\v"
        "Examples:\n"
        "  boardcover catalog\n"
        "  boardcover catalog one-sided tetrominoes\n"
        "  boardcover catalog pentacubes --json\n"
        "  boardcover catalog pentominoes -o pentominoes.svg\n",
    .most_words = 2,
    .check = check_settings,
    .run = run,
};
