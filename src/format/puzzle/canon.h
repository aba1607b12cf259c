/* The canonical form of a puzzle: what a file says that reads back to the same puzzle.  It is
   handed part by part to a sink, of which there is one for YAML and one for JSON. */

#ifndef BCOV_CANON_H
#define BCOV_CANON_H

#include "puzzle/puzzle.h"

typedef enum {
  BCOV_CANON_KEY,
  BCOV_CANON_TEXT,
  BCOV_CANON_WORD,   /* true, false or a number */
  BCOV_CANON_DRAWING /* rows, with a line end behind each */
} bcov_canon_kind;

/* Takes lists, mappings, keys and values in the order of the file.  A SMALL list or mapping has its
   place on one line.  What fails the sink remembers itself. */
typedef struct {
  void *data;
  void (*open) (void *data, bool is_map, bool small);
  void (*close) (void *data);
  void (*put) (void *data, bcov_canon_kind kind, const char *text, size_t length);
} bcov_canon_sink;

/* BCOV_INPUT for an exact cover problem, which has no board. */
bcov_status bcov_canon_write (const bcov_puzzle *puzzle, const bcov_canon_sink *sink,
                              bcov_error *err);

#endif
