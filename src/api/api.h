/* Helpers that the public calls share. */

#ifndef BCOV_API_H
#define BCOV_API_H

#include "base/accessor.h"
#include "base/text.h"
#include "question/answer.h"
#include "question/request.h"

/* Ends a call that returns a text: hands OUT to the caller or, if STATUS is a failure, drops it. */
static inline bcov_status bcov_api_text (bcov_status status, bcov_text *out, char **text,
                                         size_t *length, bcov_error *err)
{
  if (!status)
    return bcov_text_take (out, text, length, err);
  bcov_text_drop (out);
  return status;
}

typedef bcov_status bcov_api_call (const bcov_puzzle *puzzle, const bcov_request *request,
                                   bcov_answer **answer, bcov_error *err);

/* Makes one of several calls that share the time limit of REQUEST.  WHOLE has run since the first
   of them.  A timeout is reported with the whole limit. */
static inline bcov_status bcov_api_ask (bcov_api_call *call, const bcov_puzzle *puzzle,
                                        const bcov_request *request, bcov_control *whole,
                                        bcov_answer **answer, bcov_error *err)
{
  bcov_request rest = *request;
  bcov_error *own = bcov_error_new ();
  if (request->seconds > 0) {
    double left = request->seconds - bcov_control_seconds (whole);
    rest.seconds = left > 0 ? left : 1e-9;
  }
  bcov_status status = call (puzzle, &rest, answer, own);
  if (status == BCOV_STOPPED && !bcov_control_go_on (whole, 0))
    status = bcov_control_status (whole, err);
  else if (status && own)
    bcov_error_append (err, own);
  bcov_error_free (own);
  return status;
}

#endif
