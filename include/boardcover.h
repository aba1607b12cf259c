/* boardcover: every question about covering a board with pieces.

     bcov_puzzle *puzzle = NULL;
     bcov_answer *answer = NULL;
     bcov_error *err = bcov_error_new ();
     bcov_status status = bcov_puzzle_brief (NULL, "6x8", "L3:any", NULL, NULL, &puzzle, err);
     if (!status)
       status = bcov_count (puzzle, NULL, &answer, err);
     puts (status ? bcov_error_text (err) : bcov_answer_count (answer));
     bcov_answer_free (answer);
     bcov_puzzle_free (puzzle);
     bcov_error_free (err);

   This header is the whole interface; the programs of the project use nothing else.

   Objects.  Every type is opaque.  What bcov_X_new or an OUT parameter gives is freed with
   bcov_X_free, texts and bytes with bcov_free; all of these accept NULL.  An object may be freed
   before the request it was made with, but not after its puzzle, which must outlive its coverings,
   answers, hints, heat, reports, printers, albums and cursors.  What a callback is given and what
   an accessor returns is borrowed: the first holds during the call, the second as long as its
   object.  LENGTH parameters may be NULL; a 0 follows the bytes.

   Errors.  The library never prints and never exits.  A call that can fail returns a bcov_status
   and adds to the caller's bcov_error, which may be NULL.  On failure OUT is NULL unless the
   description says otherwise.

   Threads.  A puzzle does not change after it was made: several threads may ask about it at once,
   each with a request and an error of its own.  A request serves one call at a time;
   bcov_request_stop may be called at any time from any thread and from a signal handler.

   Versions.  While the major version is 0 a minor release may change anything, and the library is
   libboardcover.so.0.MINOR.  From 1.0 on it is libboardcover.so.MAJOR, and a minor release only
   adds. */

#ifndef BOARDCOVER_H
#define BOARDCOVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define BCOV_API __attribute__ ((visibility ("default")))
#else
#define BCOV_API
#endif

/* What a call or a callback came to.  From 0 on, the numbers are the exit statuses of the command
   line program. */
typedef enum {
  BCOV_ENOUGH = -1, /* of a callback only: it has seen enough, which ends the run without error */
  BCOV_OK = 0,      /* done, also when the answer is 0; of a callback: go on */
  BCOV_WRONG = 1,   /* a check found something wrong */
  BCOV_INPUT = 2,   /* bad usage or bad input */
  BCOV_STOPPED = 3, /* a limit (time, memory) or a stop came first; what was found stands */
  BCOV_FAULT = 4    /* a fault of the machine or of the library */
} bcov_status;

typedef struct bcov_error bcov_error;       /* messages */
typedef struct bcov_request bcov_request;   /* how to answer: options, limits, progress */
typedef struct bcov_progress bcov_progress; /* how far a run is */
typedef struct bcov_puzzle bcov_puzzle;     /* a board, pieces and rules */
typedef struct bcov_builder bcov_builder;   /* a puzzle on its way */
typedef struct bcov_covering bcov_covering; /* pieces lying on the board of a puzzle */
typedef struct bcov_answer bcov_answer;     /* what a question came to, with its evidence */
typedef struct bcov_cursor bcov_cursor;     /* coverings, one at a time */
typedef struct bcov_report bcov_report;     /* findings as pairs of name and value */
typedef struct bcov_heat bcov_heat;         /* in how many coverings each placement is used */
typedef struct bcov_hint bcov_hint;         /* a placement that many coverings share */
typedef struct bcov_law bcov_law;           /* a linear recurrence */
typedef struct bcov_printer bcov_printer;   /* writes many coverings of one puzzle */
typedef struct bcov_look bcov_look;         /* how a picture is to be */
typedef struct bcov_album bcov_album;       /* pages of coverings */

/* ---- versions ---- */

#define BCOV_VERSION_MAJOR 0
#define BCOV_VERSION_MINOR 2
#define BCOV_VERSION_PATCH 0

/* The version of the library that runs, such as "0.2.0". */
BCOV_API const char *bcov_version (void);

/* Two libraries with the same order version list the coverings of a puzzle in the same order, so
   that ranks, parts and samples of one agree with those of the other. */
BCOV_API unsigned bcov_order_version (void);

/* ---- texts and errors ---- */

/* Frees a text or the bytes of a picture. */
BCOV_API void bcov_free (void *text);

/* An error collects messages, in room of its own: reporting never fails for lack of memory. */
BCOV_API bcov_error *bcov_error_new (void);
BCOV_API void bcov_error_free (bcov_error *err);
BCOV_API void bcov_error_reset (bcov_error *err); /* no messages any more */
/* All messages, one in a line, without a newline after the last; "" without messages.  When there
   are too many, the last line says how many are left out. */
BCOV_API const char *bcov_error_text (const bcov_error *err);

/* The messages one by one, K from 0; those that are left out are not counted.  A problem and its
   remedy stand in a line of the text with "; " between them. */
BCOV_API size_t bcov_error_count (const bcov_error *err);
BCOV_API bcov_status bcov_error_code (const bcov_error *err, size_t k);
BCOV_API const char *bcov_error_file (const bcov_error *err, size_t k); /* "": no place */
BCOV_API size_t bcov_error_line (const bcov_error *err, size_t k);      /* from 1; 0: none */
BCOV_API size_t bcov_error_column (const bcov_error *err, size_t k);    /* from 1; 0: none */
BCOV_API const char *bcov_error_problem (const bcov_error *err, size_t k);
BCOV_API const char *bcov_error_remedy (const bcov_error *err, size_t k); /* "": none */

/* ---- requests ---- */

/* A request holds options and owns the memory of its runs.  Wherever a request is asked for, NULL
   stands for one without options.  NULL when the machine has no memory. */
BCOV_API bcov_request *bcov_request_new (void);
BCOV_API void bcov_request_free (bcov_request *request);

/* Sets option NAME to VALUE, written as after the option of that name on the command line; NULL
   restores the default.  BCOV_INPUT when there is no such option or value.  The options:

     engine          auto, brute, search, frontier, match
     threads         1 to 256 (default: as many as the machine has)
     time            of each question: 500ms, 60s, 2m, 1h (default: no limit)
     memory          500M, 4G (default: no limit).  It is meant for the whole process, the puzzle
                     included: of 8 MiB or more, 5 MiB are left for what is not the library's
     limit           count, list: stop at that many coverings (default: all)
     part            2/5: the second of five parts, whose answers add up (default: the whole)
     up-to-symmetry  yes, no: count and list mirrored and turned coverings as one
     without         optimisations to disable, with commas between; no answer depends on them
     seed            sample: the same seed draws the same coverings (default: 0) */
BCOV_API bcov_status bcov_request_set (bcov_request *request, const char *name, const char *value,
                                       bcov_error *err);

/* The options, K from 0, what each is about, and the words it accepts: NULL after the last, and at
   once for options that accept no words. */
BCOV_API size_t bcov_option_count (void);
BCOV_API const char *bcov_option_name (size_t k);
BCOV_API const char *bcov_option_about (size_t k);
BCOV_API const char *bcov_option_word (const char *name, size_t k);

/* Stops the call that uses the request, and all further ones at once, until bcov_request_resume.
 */
BCOV_API void bcov_request_stop (bcov_request *request);
BCOV_API void bcov_request_resume (bcov_request *request);

/* CALLBACK is called at most ten times a second while a question runs, from the thread that asked
   or, with a cursor, from another.  BCOV_OK goes on, BCOV_ENOUGH stops the run, any other status
   stops it and is returned.  NULL: none. */
typedef bcov_status bcov_see_progress (const bcov_progress *now, void *data);
BCOV_API void bcov_request_progress (bcov_request *request, bcov_see_progress *callback,
                                     void *data);
BCOV_API double bcov_progress_seconds (const bcov_progress *now);
BCOV_API double bcov_progress_fraction (const bcov_progress *now);     /* 0 to 1; -1: unknown */
BCOV_API double bcov_progress_seconds_left (const bcov_progress *now); /* -1: unknown */
BCOV_API uint64_t bcov_progress_found (const bcov_progress *now);      /* coverings */
/* Further values, 0 when unknown: "nodes"; of the frontier engine "level" and "levels" (done, of so
   many), "states" of the level at hand, "widest" and "bytes", states and memory that the widest
   level is estimated to need. */
BCOV_API double bcov_progress_value (const bcov_progress *now, const char *name);

/* Bytes that runs, and what they have returned, take now and took at most; the puzzle asked about
   is part of the peak. */
BCOV_API size_t bcov_request_used (const bcov_request *request);
BCOV_API size_t bcov_request_peak (const bcov_request *request);

/* ---- puzzles ---- */

/* Reads a puzzle file (YAML or JSON; exact cover when NAME ends in .dlx).  NAME appears in
   messages.  Of the request only the memory limit is used. */
BCOV_API bcov_status bcov_puzzle_parse (const bcov_request *request, const char *name,
                                        const char *text, size_t length, bcov_puzzle **out,
                                        bcov_error *err);
BCOV_API bcov_status bcov_puzzle_open (const bcov_request *request, const char *path,
                                       bcov_puzzle **out, bcov_error *err);
/* A puzzle in a few words.  BOARD: "6x8", "3x3x3", "#..#/....".  PIECES: "pentominoes",
   "L4:2,T4:1..3,I2:any".  LATTICE: "square", "cube", "hex", "triangle"; NULL: what board and pieces
   imply.  WRAP: "none", "columns", "rows", "both"; NULL: none. */
BCOV_API bcov_status bcov_puzzle_brief (const bcov_request *request, const char *board,
                                        const char *pieces, const char *lattice, const char *wrap,
                                        bcov_puzzle **out, bcov_error *err);
/* Arrow tiles on N x N cells, N even: in each row and column as many arrows point up as down, and
   as many left as right. */
BCOV_API bcov_status bcov_puzzle_arrows (const bcov_request *request, uint32_t n, bcov_puzzle **out,
                                         bcov_error *err);
BCOV_API void bcov_puzzle_free (bcov_puzzle *puzzle);

BCOV_API const char *bcov_puzzle_title (const bcov_puzzle *puzzle);   /* "": none */
BCOV_API const char *bcov_puzzle_lattice (const bcov_puzzle *puzzle); /* "": exact cover */
/* Numbers per cell: 3 on the cube lattice (layer, row, column), else 2 (row, column); 0: exact
   cover. */
BCOV_API unsigned bcov_puzzle_coordinates (const bcov_puzzle *puzzle);
/* Cells of the board; of an exact cover problem its items. */
BCOV_API uint64_t bcov_puzzle_cells (const bcov_puzzle *puzzle);
/* Writes the coordinates of cell K, in reading order from 0, to OUT. */
BCOV_API void bcov_puzzle_cell (const bcov_puzzle *puzzle, uint64_t k, int32_t *out);

/* The pieces, K from 0; none of an exact cover problem. */
BCOV_API size_t bcov_puzzle_pieces (const bcov_puzzle *puzzle);
BCOV_API const char *bcov_puzzle_piece_name (const bcov_puzzle *puzzle, size_t k);
BCOV_API uint32_t bcov_puzzle_piece_least (const bcov_puzzle *puzzle, size_t k);
BCOV_API uint32_t bcov_puzzle_piece_most (const bcov_puzzle *puzzle,
                                          size_t k); /* UINT32_MAX: any */
BCOV_API uint32_t bcov_puzzle_piece_size (const bcov_puzzle *puzzle, size_t k); /* cells */
/* Writes the coordinates of all its cells, in one of its positions, to OUT. */
BCOV_API void bcov_puzzle_piece_cells (const bcov_puzzle *puzzle, size_t k, int32_t *out);

/* ---- building a puzzle ---- */

/* A builder takes what a puzzle file says, call by call.  Mistakes are kept and reported by
   bcov_builder_puzzle, with the messages that a file gets; their file is "builder" and their line
   the number of the call, from 1.

     bcov_builder *b = bcov_builder_new ();
     bcov_builder_set (b, "board", "6x8");
     bcov_builder_piece (b, "L3", 0, UINT32_MAX);
     status = bcov_builder_puzzle (b, NULL, &puzzle, err);
     bcov_builder_free (b);                                                                     */
BCOV_API bcov_builder *bcov_builder_new (void); /* NULL: the machine has no memory */
BCOV_API void bcov_builder_free (bcov_builder *builder);

/* A key of a puzzle file other than pieces: "title", "lattice", "board", "wrap", "table", and
   "rules" such as "{border: a}"; VALUE is written as in the file. */
BCOV_API void bcov_builder_set (bcov_builder *builder, const char *key, const char *value);

/* The board as COUNT cells of DIMENSIONS coordinates each, 2 or 3 (see bcov_puzzle_coordinates);
   OPTIONAL cells, the last of these, may stay empty.  None is negative. */
BCOV_API void bcov_builder_board (bcov_builder *builder, unsigned dimensions, const int32_t *cells,
                                  size_t count, size_t optional);

/* A piece or set of the catalog, or a drawing such as "X./XX", used LEAST to MOST times;
   UINT32_MAX: no upper bound. */
BCOV_API void bcov_builder_piece (bcov_builder *builder, const char *piece, uint32_t least,
                                  uint32_t most);
/* The same with COUNT cells, as for the board.  NAME may be NULL. */
BCOV_API void bcov_builder_piece_cells (bcov_builder *builder, const char *name,
                                        unsigned dimensions, const int32_t *cells, size_t count,
                                        uint32_t least, uint32_t most);
/* A further key of the last piece: "turn", "flip" ("true", "false"), "tags", "sides", "points". */
BCOV_API void bcov_builder_piece_set (bcov_builder *builder, const char *key, const char *value);

/* Makes the puzzle; the builder can be used further. */
BCOV_API bcov_status bcov_builder_puzzle (const bcov_builder *builder, const bcov_request *request,
                                          bcov_puzzle **out, bcov_error *err);

/* ---- coverings ---- */

BCOV_API bcov_status bcov_covering_copy (const bcov_covering *covering, bcov_covering **out,
                                         bcov_error *err);
BCOV_API void bcov_covering_free (bcov_covering *covering);

/* The placements, K from 0, in the reading order of their first cells. */
BCOV_API size_t bcov_covering_placements (const bcov_covering *covering);
/* The number of the piece in the puzzle, and its name; of an exact cover problem that of the
   option, and "". */
BCOV_API uint32_t bcov_covering_piece (const bcov_covering *covering, size_t k);
BCOV_API const char *bcov_covering_piece_name (const bcov_covering *covering, size_t k);
/* How many cells placement K covers.  OUT, unless it is NULL, gets their coordinates, as many per
   cell as bcov_puzzle_coordinates says. */
BCOV_API size_t bcov_covering_cells (const bcov_covering *covering, size_t k, int32_t *out);
/* Writes for each cell of the board, in reading order, the placement that covers it, or -1. */
BCOV_API void bcov_covering_map (const bcov_covering *covering, int32_t *out);

/* Gets a covering, borrowed, and its index from 1. */
typedef bcov_status bcov_see (const bcov_covering *covering, uint64_t index, void *data);

/* Calls SEE with each covering in TEXT (as list and fill print them, letters or JSON; NAME appears
   in messages).  They may be unfinished: cells may be empty and pieces left over.  One that is
   wrong in what it has is reported and left out; the status is then BCOV_WRONG. */
BCOV_API bcov_status bcov_covering_parse (const bcov_puzzle *puzzle, const bcov_request *request,
                                          const char *name, const char *text, size_t length,
                                          bcov_see *see, void *data, bcov_error *err);

/* ---- answers ---- */

/* An answer is also given when a run was stopped (BCOV_STOPPED), with what was found till then.
   The parameter for it may be NULL. */
BCOV_API void bcov_answer_free (bcov_answer *answer);
BCOV_API const char *bcov_answer_count (const bcov_answer *answer); /* decimal */
BCOV_API bool bcov_answer_complete (const bcov_answer *answer);     /* else only a lower bound */
BCOV_API uint64_t bcov_answer_cells (const bcov_answer *answer);    /* fill: cells covered */
/* fill: one way to cover that many; else NULL. */
BCOV_API const bcov_covering *bcov_answer_covering (const bcov_answer *answer);
BCOV_API const char *bcov_answer_engine (const bcov_answer *answer);
BCOV_API double bcov_answer_seconds (const bcov_answer *answer);

/* Statistics, K from 0: "items", "options", "nodes" and others, as texts.  Which there are depends
   on the engine and on the question; the third finds one by its name, NULL when it is not there. */
BCOV_API size_t bcov_answer_statistics (const bcov_answer *answer);
BCOV_API const char *bcov_answer_statistic_name (const bcov_answer *answer, size_t k);
BCOV_API const char *bcov_answer_statistic_value (const bcov_answer *answer, size_t k);
BCOV_API const char *bcov_answer_statistic (const bcov_answer *answer, const char *name);

/* ---- questions about all coverings ---- */

/* With a limit the count is at most that, and complete only if it is less: a limit of 2 tells
   whether there is just one covering.  Reaching the limit is no stop: the status is BCOV_OK. */
BCOV_API bcov_status bcov_count (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_answer **answer, bcov_error *err);

/* Counts by type of symmetry: which of the puzzle's symmetries leave a covering as it is.  Calls
   SEE for each type that occurs, small ones first, with its name, such as "none" or "rotation 90,
   mirror left-right" (symmetries that generate the type), the number of its symmetries, the number
   of its coverings up to symmetry, and how many coverings each of these stands for.  The count of
   the answer is that up to symmetry. */
typedef bcov_status bcov_see_type (const char *type, uint32_t order, const char *coverings,
                                   uint32_t each, void *data);
BCOV_API bcov_status bcov_count_by_symmetry (const bcov_puzzle *puzzle, const bcov_request *request,
                                             bcov_see_type *see, void *data, bcov_answer **answer,
                                             bcov_error *err);

/* Counts by pieces used.  Calls SEE with each combination of numbers of copies that has a covering,
   in ascending order: TIMES[k] copies of piece K of the puzzle, and the number of coverings. */
typedef bcov_status bcov_see_uses (const uint32_t *times, const char *coverings, void *data);
BCOV_API bcov_status bcov_count_by_piece (const bcov_puzzle *puzzle, const bcov_request *request,
                                          bcov_see_uses *see, void *data, bcov_answer **answer,
                                          bcov_error *err);

/* Calls SEE with each covering.  The order depends on the puzzle (and on the engine, where one is
   asked for), never on the machine or the number of threads. */
BCOV_API bcov_status bcov_list (const bcov_puzzle *puzzle, const bcov_request *request,
                                bcov_see *see, void *data, bcov_answer **answer, bcov_error *err);

/* Calls SEE with COUNT coverings drawn at random with the seed of the request, each as likely as
   any other, independently; INDEX is that of the drawing.  None when there is no covering. */
BCOV_API bcov_status bcov_sample (const bcov_puzzle *puzzle, const bcov_request *request,
                                  uint64_t count, bcov_see *see, void *data, bcov_answer **answer,
                                  bcov_error *err);

/* The most cells that the pieces can cover; the counts of pieces are upper bounds. */
BCOV_API bcov_status bcov_fill (const bcov_puzzle *puzzle, const bcov_request *request,
                                bcov_answer **answer, bcov_error *err);

/* Calls SEE with the covering that bcov_list gives as number RANK (decimal, from 1); INDEX is 0
   when it does not fit.  BCOV_INPUT when there are fewer. */
BCOV_API bcov_status bcov_unrank (const bcov_puzzle *puzzle, const bcov_request *request,
                                  const char *rank, bcov_see *see, void *data, bcov_answer **answer,
                                  bcov_error *err);

/* The inverse: calls SEE with the number of each covering in TEXT (as list prints them, letters or
   JSON; NAME appears in messages). */
typedef bcov_status bcov_see_rank (const char *rank, void *data);
BCOV_API bcov_status bcov_rank (const bcov_puzzle *puzzle, const bcov_request *request,
                                const char *name, const char *text, size_t length,
                                bcov_see_rank *see, void *data, bcov_answer **answer,
                                bcov_error *err);

/* ---- coverings one at a time ---- */

/* The coverings of bcov_list and of bcov_sample, when the caller asks for them.  They are found
   ahead, a thousand at most, by a thread that uses the request until the cursor is freed, which
   may be at any time.

     status = bcov_cursor_new (puzzle, NULL, &cursor, err);
     while (!status && !(status = bcov_cursor_next (cursor, &covering, err)) && covering)
       ...
     bcov_cursor_free (cursor);                                                                 */
BCOV_API bcov_status bcov_cursor_new (const bcov_puzzle *puzzle, bcov_request *request,
                                      bcov_cursor **out, bcov_error *err);
BCOV_API bcov_status bcov_cursor_new_sample (const bcov_puzzle *puzzle, bcov_request *request,
                                             uint64_t count, bcov_cursor **out, bcov_error *err);
/* The next covering, which holds until the next call; NULL after the last. */
BCOV_API bcov_status bcov_cursor_next (bcov_cursor *cursor, const bcov_covering **covering,
                                       bcov_error *err);
BCOV_API void bcov_cursor_free (bcov_cursor *cursor);

/* ---- reports ---- */

/* A report is a list of pairs, K from 0; names may occur several times.  Its text is for people,
   its JSON one object in a line, or one for each stated answer that was checked. */
BCOV_API void bcov_report_free (bcov_report *report);
BCOV_API size_t bcov_report_count (const bcov_report *report);
BCOV_API const char *bcov_report_name (const bcov_report *report, size_t k);
BCOV_API const char *bcov_report_value (const bcov_report *report, size_t k);
/* The first value of NAME; NULL when there is none. */
BCOV_API const char *bcov_report_find (const bcov_report *report, const char *name);
BCOV_API const char *bcov_report_text (const bcov_report *report);
BCOV_API const char *bcov_report_json (const bcov_report *report);
/* exists: the covering that was found; else NULL. */
BCOV_API const bcov_covering *bcov_report_covering (const bcov_report *report);

/* The size of the puzzle ("cells", "pieces", "items", "options", ...), the "engine" that would
   count, the estimated cost ("estimated_nodes" of the search; "estimated_states" and
   "estimated_bytes" of the frontier, and whether it "fits_memory"), and whether "none" fits and
   "why", where that can be proved.  After BCOV_STOPPED the report has what was known by then. */
BCOV_API bcov_status bcov_explain (const bcov_puzzle *puzzle, const bcov_request *request,
                                   bcov_report **out, bcov_error *err);

/* Whether a covering "exists", and "why": with a covering if one was met, or with proofs that there
   is none, or how it was counted out.  No report when stopped before. */
BCOV_API bcov_status bcov_exists (const bcov_puzzle *puzzle, const bcov_request *request,
                                  bcov_report **out, bcov_answer **answer, bcov_error *err);

/* Checks coverings (TEXT as list prints them, letters or JSON): how many "coverings" there are, how
   many of them "different" and "wrong", and "messages".  With TEXT NULL it checks the answers that
   the puzzle states by counting again: of each its "question", what is "stated" and "found", and
   whether that is "right".  BCOV_WRONG, with a report, when something is wrong. */
BCOV_API bcov_status bcov_check (const bcov_puzzle *puzzle, const bcov_request *request,
                                 const char *name, const char *text, size_t length,
                                 bcov_report **out, bcov_error *err);

/* ---- heat and hints ---- */

/* In how many coverings each placement is used.  Exact where the frontier has few states, however
   many coverings there are; elsewhere all coverings are gone through. */
BCOV_API bcov_status bcov_heat_new (const bcov_puzzle *puzzle, const bcov_request *request,
                                    bcov_heat **out, bcov_answer **answer, bcov_error *err);
BCOV_API void bcov_heat_free (bcov_heat *heat);
/* The placements, K from 0 (of an exact cover problem the options), sorted by piece. */
BCOV_API size_t bcov_heat_placements (const bcov_heat *heat);
/* Placement K alone, which holds until the next call of this function. */
BCOV_API const bcov_covering *bcov_heat_placement (bcov_heat *heat, size_t k);
/* The number of coverings (decimal) that have placement K. */
BCOV_API bcov_status bcov_heat_uses (const bcov_heat *heat, size_t k, char **out, bcov_error *err);
/* The share of coverings, 0 to 1, in which piece PIECE covers each cell, in reading order. */
BCOV_API bcov_status bcov_heat_cells (const bcov_heat *heat, size_t piece, double *out,
                                      bcov_error *err);
/* The share in which no piece covers both cells A and B: a piece ends between them. */
BCOV_API bcov_status bcov_heat_side (const bcov_heat *heat, uint64_t a, uint64_t b, double *out,
                                     bcov_error *err);
/* All of it in percent, for people, or exactly, as one JSON object. */
BCOV_API bcov_status bcov_heat_text (const bcov_heat *heat, char **text, size_t *length,
                                     bcov_error *err);
BCOV_API bcov_status bcov_heat_json (const bcov_heat *heat, char **text, size_t *length,
                                     bcov_error *err);

/* A placement that every covering has or, failing that, the one that most have.  BCOV_STOPPED when
   time is over before all coverings are known, with a hint from those that are. */
BCOV_API bcov_status bcov_hint_new (const bcov_puzzle *puzzle, const bcov_request *request,
                                    bcov_hint **out, bcov_answer **answer, bcov_error *err);
BCOV_API void bcov_hint_free (bcov_hint *hint);
/* That placement alone; NULL when no covering has any, or none is known. */
BCOV_API const bcov_covering *bcov_hint_placement (const bcov_hint *hint);
BCOV_API const char *bcov_hint_uses (const bcov_hint *hint);      /* coverings that have it */
BCOV_API const char *bcov_hint_coverings (const bcov_hint *hint); /* of so many */
BCOV_API bool bcov_hint_complete (const bcov_hint *hint);         /* these are all there are */
BCOV_API bool bcov_hint_forced (const bcov_hint *hint);           /* every covering has it */
/* {"placement":{...},"count":"4","coverings":"8","complete":true,"forced":false}, no newline. */
BCOV_API bcov_status bcov_hint_json (const bcov_hint *hint, char **text, size_t *length,
                                     bcov_error *err);

/* ---- boards that grow ---- */

/* Counts the coverings of boards with FROM .. TO rows, columns or layers (of cubes), as GROW says.
   The board of a size has the first so many of the puzzle's; those beyond them are like the last.
   Calls SEE with each count as soon as it is known, then looks for the recurrence, for which LAW
   may be NULL. */
typedef bcov_status bcov_see_term (uint32_t n, const char *count, void *data);
BCOV_API bcov_status bcov_sequence (const bcov_puzzle *puzzle, const bcov_request *request,
                                    const char *grow, uint32_t from, uint32_t to,
                                    bcov_see_term *see, void *data, bcov_law **law,
                                    bcov_answer **answer, bcov_error *err);

/* a(n) = c1 a(n-1) + ... + cd a(n-d) for n >= START, of order d.  All TERMS agree with it, SPARE
   more than determine it.  When none was found, the order is the largest that so many terms could
   have shown; 0: too few. */
BCOV_API void bcov_law_free (bcov_law *law);
BCOV_API bool bcov_law_found (const bcov_law *law);
BCOV_API uint64_t bcov_law_order (const bcov_law *law);
BCOV_API uint64_t bcov_law_start (const bcov_law *law);
BCOV_API uint64_t bcov_law_terms (const bcov_law *law);
BCOV_API uint64_t bcov_law_spare (const bcov_law *law);
BCOV_API const char *bcov_law_signature (const bcov_law *law); /* "c1,c2,...,cd"; "": none found */
/* "(1 + 2*x)/(1 - x - x^2)": the sum of a(n) x^n from FROM on; "": none found. */
BCOV_API const char *bcov_law_generating_function (const bcov_law *law);

/* ---- the search step by step ---- */

/* How the steps are written: bits. */
enum {
  BCOV_TRACE_JSON = 1 << 0,   /* an object per step instead of text */
  BCOV_TRACE_COLOUR = 1 << 1, /* text: drawings with terminal escapes, */
  BCOV_TRACE_BOXES = 1 << 2,  /* and as outlines */
  BCOV_TRACE_BLOCKS = 1 << 3  /* or as blocks instead of letters */
};

/* A plain search, step by step: what is chosen, tried, cut (and why) and taken back.  Calls SEE
   with the text of each step (a line; after what is tried, the board; no newline at the end), at
   most STEPS of them (0: all), and with one more for the end.  A proof that nothing fits is shown
   as a cut and ends it.  The engine of the request is not used; without "pockets" regions are not
   examined.  The count of the answer is that of the coverings met. */
typedef bcov_status bcov_see_line (const char *line, void *data);
BCOV_API bcov_status bcov_trace (const bcov_puzzle *puzzle, const bcov_request *request,
                                 uint64_t steps, unsigned how, bcov_see_line *see, void *data,
                                 bcov_answer **answer, bcov_error *err);
/* The same as an animated SVG of at most 2000 steps.  BCOV_STOPPED, with the steps so far as BYTES,
   when time is over before. */
BCOV_API bcov_status bcov_trace_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                                         uint64_t steps, char **bytes, size_t *length,
                                         bcov_answer **answer, bcov_error *err);

/* ---- texts ---- */

typedef enum { BCOV_LETTERS, BCOV_BOXES, BCOV_BLOCKS } bcov_style;

/* Rows of characters, each with a newline; COLOUR adds terminal escapes. */
BCOV_API bcov_status bcov_covering_draw (const bcov_covering *covering, bcov_style style,
                                         bool colour, char **text, size_t *length, bcov_error *err);
/* {"index":1,"placements":[...]} without a newline; INDEX 0 leaves the index out. */
BCOV_API bcov_status bcov_covering_json (const bcov_covering *covering, uint64_t index, char **text,
                                         size_t *length, bcov_error *err);
/* {"cells":14,"complete":true,"placements":[...]} without a newline. */
BCOV_API bcov_status bcov_answer_json (const bcov_answer *answer, char **text, size_t *length,
                                       bcov_error *err);

/* The same for many coverings of one puzzle, without allocations from the second on.  TEXT belongs
   to the printer and holds until its next call. */
BCOV_API bcov_status bcov_printer_new (const bcov_puzzle *puzzle, const bcov_request *request,
                                       bcov_printer **out, bcov_error *err);
BCOV_API void bcov_printer_free (bcov_printer *printer);
BCOV_API bcov_status bcov_printer_draw (bcov_printer *printer, const bcov_covering *covering,
                                        bcov_style style, bool colour, const char **text,
                                        size_t *length, bcov_error *err);
BCOV_API bcov_status bcov_printer_json (bcov_printer *printer, const bcov_covering *covering,
                                        uint64_t index, const char **text, size_t *length,
                                        bcov_error *err);

/* The puzzle as FORMAT: "yaml", "json", "dlx", "dimacs". */
BCOV_API bcov_status bcov_convert (const bcov_puzzle *puzzle, const bcov_request *request,
                                   const char *format, char **text, size_t *length,
                                   bcov_error *err);

/* The piece or the set called NAME, drawn; NAME NULL lists all names.  LATTICE as in
   bcov_puzzle_brief; NULL: the first that knows the name, and all when listing. */
BCOV_API bcov_status bcov_catalog (const bcov_request *request, const char *lattice,
                                   const char *name, bool json, char **text, size_t *length,
                                   bcov_error *err);

/* ---- pictures ---- */

/* How a picture is to be; NULL stands for a look without options.  The options:

     medium     svg (default), png, pdf
     cut        yes, no: svg, pdf: thin lines alone, each once, for laser cutters
     animate    yes, no: svg: the pieces come in one after the other
     isometric  yes, no: cube boards: seen from a corner instead of layers side by side
     pixels     png: of the longer side, 1 to 20000 (default: as needed, up to 1600) */
BCOV_API bcov_look *bcov_look_new (void); /* NULL: the machine has no memory */
BCOV_API void bcov_look_free (bcov_look *look);
BCOV_API bcov_status bcov_look_set (bcov_look *look, const char *name, const char *value,
                                    bcov_error *err);

/* A picture as the bytes of a file.  BCOV_INPUT when the look asks for what its medium cannot do,
   and for exact cover problems, which have no board.  PNG and PDF need libcairo.so.2, which the
   call loads; a stop and the time of the request end them: BCOV_STOPPED. */
BCOV_API bcov_status bcov_covering_picture (const bcov_covering *covering,
                                            const bcov_request *request, const bcov_look *look,
                                            char **bytes, size_t *length, bcov_error *err);
/* The board alone. */
BCOV_API bcov_status bcov_puzzle_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                                          const bcov_look *look, char **bytes, size_t *length,
                                          bcov_error *err);
/* How often PIECE covers each cell or, with PIECE NULL, how often a piece ends at each side between
   two cells. */
BCOV_API bcov_status bcov_heat_picture (const bcov_heat *heat, const bcov_request *request,
                                        const char *piece, const bcov_look *look, char **bytes,
                                        size_t *length, bcov_error *err);
/* What bcov_catalog draws; NAME is not NULL. */
BCOV_API bcov_status bcov_catalog_picture (const bcov_request *request, const char *lattice,
                                           const char *name, const bcov_look *look, char **bytes,
                                           size_t *length, bcov_error *err);

/* Many coverings of one puzzle, ROWS x COLUMNS of them a page (pdf: as many pages as needed; svg,
   png: one page, and BCOV_INPUT when it is full). */
BCOV_API bcov_status bcov_album_new (const bcov_puzzle *puzzle, const bcov_request *request,
                                     const bcov_look *look, uint32_t rows, uint32_t columns,
                                     bcov_album **out, bcov_error *err);
BCOV_API void bcov_album_free (bcov_album *album);
BCOV_API bcov_status bcov_album_add (bcov_album *album, const bcov_covering *covering,
                                     bcov_error *err);
BCOV_API bcov_status bcov_album_picture (const bcov_album *album, const bcov_request *request,
                                         char **bytes, size_t *length, bcov_error *err);

/* ---- contests ---- */

/* NAME: "algospot", "programmers", "arrows", "algospot2"; SIZE is for arrows (0: 4).  Reads the
   input of the contest and writes what its judge expects; when stopped, what was found. */
BCOV_API bcov_status bcov_judge (const bcov_request *request, const char *name, uint32_t size,
                                 const char *input, size_t length, char **output,
                                 size_t *output_length, bcov_error *err);

/* The number of ways to cover the '.' of N rows of equal length with L trominoes ("algospot"). */
BCOV_API bcov_status bcov_count_trominoes (const char *const *rows, size_t n, char **count,
                                           bcov_error *err);

/* The most cells of the holes (0) in GAME_BOARD that the pieces (1) on TABLE can fill, each piece
   one whole hole ("programmers").  Both have N x N numbers, row by row. */
BCOV_API bcov_status bcov_fill_table (const int *game_board, const int *table, size_t n,
                                      uint64_t *cells, bcov_error *err);

#ifdef __cplusplus
}
#endif
#endif
