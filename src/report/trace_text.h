/* Writes a step of a search as a line of text, with a drawing below it if a piece is laid, or as a
   line of JSON. */

#ifndef BCOV_TRACE_TEXT_H
#define BCOV_TRACE_TEXT_H

#include "base/text.h"
#include "question/step_facts.h"

/* The style of the drawings. */
typedef struct {
  bcov_style style;
  bool colour;
} bcov_trace_style;

/* Describes the step without a newline: "cell [0,0]: 3 placements, fewest of all". */
void bcov_trace_text_caption (const bcov_step_facts *step, bcov_text *out);

/* The step as one or several lines, without the last newline. */
bcov_status bcov_trace_text_write (const bcov_step_facts *step, const bcov_trace_style *style,
                                   bcov_text *out, bcov_error *err);
void bcov_trace_text_json (const bcov_step_facts *step, bcov_text *out);

#endif
