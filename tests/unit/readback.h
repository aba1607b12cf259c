/* For tests of the readers of coverings: reads a text and describes the result in one line. */

#ifndef READBACK_H
#define READBACK_H

#include "format/covering/covering_read.h"
#include "make.h"
#include "base/text.h"

/* The coverings read: "1:L3 0 1 2,I1 4;" stands for line 1 with piece L3 on the cells 0 1 2 and I1
   on cell 4, "1!" for a covering that could not be read, and "1~" for one written by `fill`. */
static inline bool readback_see (bcov_covering *covering, const bcov_place *place, bool partial,
                                 void *data)
{
  bcov_text *out = data;
  bcov_text_printf (out, "%zu%s", place->line, !covering ? "!" : partial ? "~" : ":");
  for (size_t k = 0; covering && k < covering->laid.count; k++) {
    const bcov_laid *laid = &covering->laid.data[k];
    bcov_text_put (out, k ? "," : "");
    if (covering->puzzle->exact)
      bcov_text_printf (out, "%u", laid->piece);
    else
      bcov_text_put (out, covering->puzzle->pieces.data[laid->piece].name);
    for (uint32_t c = 0; c < laid->count; c++)
      bcov_text_printf (out, " %u", covering->cells.data[laid->first + c]);
  }
  bcov_text_char (out, ';');
  return true;
}

/* Reads TEXT and checks the status, the coverings and the messages. */
static inline void readback (const bcov_puzzle *puzzle, const char *text, bcov_status status,
                             const char *coverings, const char *messages)
{
  bcov_text seen = {0};
  bcov_error *err = bcov_error_new ();
  size_t used = bcov_mem_used (puzzle->mem);
  bcov_text_put (&seen, "");
  bcov_status found =
      bcov_covering_read (puzzle, "in", text, strlen (text), readback_see, &seen, err);
  assert_string_equal (bcov_error_text (err), messages);
  assert_string_equal (seen.data, coverings);
  assert_int_equal (found, status);
  assert_int_equal (bcov_mem_used (puzzle->mem), used);
  bcov_text_drop (&seen);
  bcov_error_free (err);
}

#endif
