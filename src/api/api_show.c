/* What was found, as drawings and as JSON, and the catalog. */

#include "draw/terminal/catalog_names.h"
#include "draw/terminal/catalog_text.h"
#include "draw/terminal/terminal.h"
#include "format/covering/covering_write.h"

#include <inttypes.h>

/* Hands OUT over if all went well so far, else drops it. */
static bcov_status hand_over (bcov_status status, bcov_text *out, char **text, size_t *length,
                              bcov_error *err)
{
  if (!status)
    return bcov_text_take (out, text, length, err);
  bcov_text_drop (out);
  return status;
}

bcov_status bcov_covering_draw (const bcov_covering *covering, bcov_style style, bool colour,
                                char **text, size_t *length, bcov_error *err)
{
  bcov_text out = {0};
  bcov_status status = bcov_terminal_draw (covering, style, colour, &out, err);
  return hand_over (status, &out, text, length, err);
}

bcov_status bcov_covering_json (const bcov_covering *covering, uint64_t index, char **text,
                                size_t *length, bcov_error *err)
{
  bcov_text out = {0};
  bcov_text_char (&out, '{');
  if (index)
    bcov_text_printf (&out, "\"index\":%" PRIu64 ",", index);
  bcov_status status = bcov_covering_write_json (covering, &out, err);
  bcov_text_char (&out, '}');
  return hand_over (status, &out, text, length, err);
}

bcov_status bcov_answer_json (const bcov_answer *answer, char **text, size_t *length,
                              bcov_error *err)
{
  bcov_text out = {0};
  bcov_status status = BCOV_OK;
  bcov_text_printf (&out, "{\"cells\":%" PRIu64 ",\"complete\":%s,", answer->cells,
                    answer->complete ? "true" : "false");
  if (answer->best)
    status = bcov_covering_write_json (answer->best, &out, err);
  else
    bcov_text_put (&out, "\"placements\":[]");
  bcov_text_char (&out, '}');
  return hand_over (status, &out, text, length, err);
}

bcov_status bcov_catalog (bcov_mem *mem, const char *lattice, const char *name, bool json,
                          char **text, bcov_error *err)
{
  bcov_text out = {0};
  bcov_lattice wanted;
  bcov_status status = bcov_catalog_text_lattice (lattice, &wanted, err);
  if (!status)
    status = name ? bcov_catalog_text_pieces (mem, wanted, name, json, &out, err)
                  : bcov_catalog_names_write (mem, wanted, json, &out, err);
  return hand_over (status, &out, text, NULL, err);
}
