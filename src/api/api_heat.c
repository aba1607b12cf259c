/* heat: in how many coverings each placement is used, as text or JSON. */

#include "question/heat_run.h"

struct report {
  bool json;
  bcov_text text;
};

static bcov_status write_report (const bcov_heat_facts *heat, void *data, bcov_error *err)
{
  struct report *report = data;
  return report->json ? bcov_heat_json (heat, &report->text, err)
                      : bcov_heat_text (heat, &report->text, err);
}

bcov_status bcov_heat (const bcov_puzzle *puzzle, const bcov_request *request, bool json,
                       char **report, bcov_answer *answer, bcov_error *err)
{
  struct report made = {.json = json, .text = bcov_text_within (puzzle->mem)};
  *report = NULL;
  bcov_status status = bcov_heat_run (puzzle, request, write_report, &made, answer, err);
  if (!status)
    return bcov_text_take (&made.text, report, NULL, err);
  bcov_text_drop (&made.text);
  return status;
}
