/* The estimated number of coverings. */

#include "question/estimate_run.h"
#include "report/estimate_text.h"
#include "report/report_make.h"

static void write_report (const bcov_guess *interval, bcov_report_parts *parts)
{
  bcov_estimate_put (interval, &parts->text);
  bcov_text_char (&parts->text, '\n');
  bcov_text_char (&parts->json, '{');
  bcov_estimate_put_json (interval, "", &parts->json);
  bcov_text_put (&parts->json, "}\n");
}

bcov_status bcov_count_estimate (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_report **out, bcov_error *err)
{
  bcov_run run;
  bcov_probing how;
  bcov_guess interval;
  bcov_report_parts parts = {0};
  bcov_request asked = bcov_request_copy (request);
  *out = NULL;
  bcov_status status = bcov_estimate_effort (&asked, &how, err);
  if (status)
    return status;
  asked.seconds = 0; /* the time of the probes, not a limit */
  status = bcov_run_start (&run, puzzle, &asked, false, err);
  if (status)
    return status;
  status = bcov_estimate_run (&run, &how, &interval, err);
  if (!status)
    status = bcov_control_status (&run.control, err);
  if (!status)
    write_report (&interval, &parts);
  bcov_mem *mem = run.mem;
  bcov_run_end (&run);
  return bcov_report_make (mem, status, &parts, out, err);
}
