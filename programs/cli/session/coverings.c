/* Prints coverings, each as soon as it is found. */

#include "coverings.h"
#include "output.h"

/* Writes an index above 2^63 as a string: most JSON readers cannot represent it as a number. */
static bcov_status show_json (struct coverings *all, const bcov_covering *covering, uint64_t index)
{
  struct session *session = all->session;
  const char *text = NULL;
  size_t length;
  bool large = !index || index > INT64_MAX;
  bcov_status status = output_printer (session);
  if (!status)
    status = bcov_printer_json (session->printer, covering, large ? 0 : index, &text, &length,
                                session->err);
  if (status)
    return status;
  if (large)
    output_print (session, "{\"index\":\"%s\",", all->rank);
  output_add (session, text + large, length - large);
  output_add (session, "\n", 1);
  return BCOV_OK;
}

bcov_status coverings_show (const bcov_covering *covering, uint64_t index, void *data)
{
  struct coverings *all = data;
  struct session *session = all->session;
  bcov_status status;
  if (session->settings.json)
    status = show_json (all, covering, index);
  else {
    if (all->shown)
      output_add (session, "\n", 1);
    status = output_draw (session, covering);
  }
  all->shown++;
  if (session->is_terminal)
    output_flush (session);
  return status;
}
