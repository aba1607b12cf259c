/* Reading and writing puzzles and coverings: one file a format, all declared here.

   Every reader takes text as pointer and length, checks sizes before it allocates, limits depth,
   and reports every mistake it can tell apart in one pass with its place and its remedy. */

#ifndef BCOV_FORMAT_H
#define BCOV_FORMAT_H

#include "base/text.h"
#include "puzzle/covering.h"

enum {
  BCOV_MOST_TEXT = 1 << 28, /* bytes of an input */
  BCOV_MOST_DEPTH = 32      /* of nested lists and mappings */
};

/* yaml_read.c: a puzzle file, YAML or JSON. */
bcov_status bcov_yaml_read (bcov_mem *mem, const char *name, const char *text, size_t length,
                            bcov_puzzle **out, bcov_error *err);
/* yaml_write.c: the canonical puzzle file; reading it back gives the same puzzle. */
bcov_status bcov_yaml_write (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err);
/* json_write.c: the same as JSON, which bcov_yaml_read reads too. */
bcov_status bcov_json_write (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err);

/* brief.c: -b and -p.  Messages name "-b" and "-p" as the file. */
bcov_status bcov_brief_read (bcov_mem *mem, const bcov_brief *brief, bcov_puzzle **out,
                             bcov_error *err);

/* dlx_read.c: Knuth's exact cover input, with colours and multiplicities. */
bcov_status bcov_dlx_read (bcov_mem *mem, const char *name, const char *text, size_t length,
                           bcov_puzzle **out, bcov_error *err);

/* covering_read.c: coverings as `list` prints them, letters or JSON lines.  SEE gets each in turn
   with its place; it returns false to stop.  PARTIAL tells that it was written by `fill` (a line
   with the number of cells before it, or a JSON object with "cells").  A covering that cannot be
   read at all (a wrong measure, a letter that means nothing) is reported in ERR as BCOV_WRONG at
   its place, SEE gets NULL for it, and the reading goes on with the next; the whole is then
   BCOV_WRONG.  A file that is no list of coverings is BCOV_INPUT. */
typedef bool bcov_read_covering (bcov_covering *covering, const bcov_place *place, bool partial,
                                 void *data);
bcov_status bcov_covering_read (const bcov_puzzle *puzzle, const char *name, const char *text,
                                size_t length, bcov_read_covering *see, void *data,
                                bcov_error *err);
/* covering_write.c: see bcov_covering_json in boardcover.h; the members inside the braces behind
   what the caller has written. */
bcov_status bcov_covering_write_json (const bcov_covering *covering, bcov_text *out,
                                      bcov_error *err);
/* The same in pieces: "piece":"L3","cells":[...] without braces, for an exact cover problem
   "items":[...]; a cell as [row,column] or [layer,row,column]; a string in quotes. */
void bcov_laid_write_json (const bcov_puzzle *puzzle, const bcov_laid *laid, const uint32_t *cells,
                           bcov_text *out);
void bcov_cell_write_json (const bcov_board *board, uint32_t number, bcov_text *out);
void bcov_string_write_json (const char *string, bcov_text *out);
/* The words for the eight directions BCOV_NORTH .. BCOV_NORTHWEST. */
extern const char *const bcov_direction_names[8];

/* The contest formats.  Each reads case after case and hands over a finished puzzle. */

/* algospot.c, algospot2.c: SEE gets each case's puzzle (it does not keep it) and returns a status
   that ends the reading when it is not BCOV_OK.  The whole input is checked before the first case
   is handed over, so that bad input prints nothing. */
typedef bcov_status bcov_see_case (const bcov_puzzle *puzzle, size_t number, void *data,
                                   bcov_error *err);
bcov_status bcov_algospot_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                void *data, bcov_error *err);
bcov_status bcov_algospot2_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                 void *data, bcov_error *err);
/* programmers.c */
bcov_status bcov_programmers_read (bcov_mem *mem, const char *text, size_t length,
                                   bcov_puzzle **out, bcov_error *err);
/* arrows.c: the N x N arrows puzzle; BCOV_INPUT when N is odd, 0 or above 64. */
bcov_status bcov_arrows_make (bcov_mem *mem, uint32_t n, bcov_puzzle **out, bcov_error *err);

#endif
