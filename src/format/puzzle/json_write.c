/* The canonical puzzle file as JSON; the rows of drawings are joined by '/'. */

#include "format/puzzle/json_write.h"
#include "format/puzzle/canon.h"

static int write_bytes (const char *bytes, size_t length, void *data)
{
  bcov_text *out = data;
  bcov_text_add (out, bytes, length);
  return out->failed ? -1 : 0;
}

bcov_status bcov_json_write (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err)
{
  json_t *file;
  bcov_status status = bcov_canon_make (puzzle, '/', &file, err);
  if (!status && (json_dump_callback (file, write_bytes, out, JSON_INDENT (2)) || out->failed))
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  bcov_text_char (out, '\n');
  json_decref (file);
  return status;
}
