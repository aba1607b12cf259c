/* boardcover answers questions about covering a board with pieces.

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

   This header is the complete public interface.  The programs of the project use nothing else.

   Ownership.  All types are opaque.  You own every object that bcov_X_new returns or that a call
   stores in an OUT parameter (out, answer, text, bytes, ...).  Free objects with bcov_X_free, and
   texts and bytes with bcov_free; all of these functions accept NULL.  Objects that a callback
   receives are borrowed and valid only during the callback.  Pointers that an accessor returns are
   valid as long as the object that they belong to.  A puzzle must outlive its coverings, answers,
   hints, heat, reports, printers, albums and cursors.  A request may be freed before the objects
   made with it, except for cursors.

   NULL.  REQUEST, ERR, LOOK and ANSWER parameters may be NULL.  So may LENGTH parameters that
   return the length of a text or of bytes; in any case, a 0 follows the last byte.  All other
   pointers must not be NULL unless the description allows it.

   Errors.  The library never prints and never exits.  A call that can fail returns a bcov_status
   and adds messages to ERR.  If it fails, it sets its OUT parameters to NULL unless the description
   says otherwise.  Indices must be in range; this is not checked in release builds.

   Texts are UTF-8 and end with a 0.

   Callbacks.  A callback returns BCOV_OK to continue, or BCOV_ENOUGH to end the call early, which
   is not an error.  Any other status also ends the call, which then returns that status.  If a call
   uses several threads, any of them may run the callback, but only one at a time; bcov_see_progress
   is an exception (see there).  A callback must return: it must not throw an exception or jump out
   of the library.  It may call the library, except for calls with the request of the running call.

   Threads.  A puzzle never changes, so several threads may use one puzzle at the same time if each
   has its own request and error.  A request serves one call at a time.  The only exception is
   bcov_request_stop, which may be called at any time, from any thread and from a signal handler.
   All other objects must not be used by two threads at the same time.

   Versions.  While the major version is 0, any minor release may change the interface, and the
   library is libboardcover.so.0.MINOR.  From 1.0 on, the library is libboardcover.so.MAJOR, and
   minor releases only add to the interface. */

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

/* The result of a call or of a callback.  Values from 0 on are the exit statuses of the command
   line program. */
typedef enum {
  BCOV_ENOUGH = -1, /* from a callback only: end the run early, without an error */
  BCOV_OK = 0,      /* success, even if the answer is 0; from a callback: continue */
  BCOV_WRONG = 1,   /* a check found a mistake */
  BCOV_INPUT = 2,   /* wrong arguments or wrong input */
  BCOV_STOPPED = 3, /* a limit (time, memory) or a stop ended the run; partial results are valid */
  BCOV_FAULT = 4    /* the machine or the library failed */
} bcov_status;

typedef struct bcov_error bcov_error;       /* messages */
typedef struct bcov_request bcov_request;   /* options and limits of a question, and its progress */
typedef struct bcov_progress bcov_progress; /* the state of a running question */
typedef struct bcov_puzzle bcov_puzzle;     /* a board, pieces and rules */
typedef struct bcov_builder bcov_builder;   /* a puzzle under construction */
typedef struct bcov_covering bcov_covering; /* placements of pieces on the board of a puzzle */
typedef struct bcov_answer bcov_answer;     /* the answer to a question, with statistics */
typedef struct bcov_cursor bcov_cursor;     /* an iterator over coverings */
typedef struct bcov_report bcov_report;     /* results as pairs of name and value */
typedef struct bcov_heat bcov_heat;         /* the number of coverings that use each placement */
typedef struct bcov_hint bcov_hint;         /* a placement that all or most coverings share */
typedef struct bcov_law bcov_law;           /* a linear recurrence */
typedef struct bcov_printer bcov_printer;   /* a fast writer for many coverings of one puzzle */
typedef struct bcov_look bcov_look;         /* drawing options */
typedef struct bcov_album bcov_album;       /* pages of coverings */

/* ---- versions ---- */

#define BCOV_VERSION_MAJOR 0
#define BCOV_VERSION_MINOR 2
#define BCOV_VERSION_PATCH 0

/* Returns the version of the loaded library, such as "0.2.0".  Never fails. */
BCOV_API const char *bcov_version (void);

/* Returns the version of the order of lists.  Two libraries with the same order version list the
   coverings of every puzzle in the same order, so their ranks, parts and samples agree. */
BCOV_API unsigned bcov_order_version (void);

/* ---- texts and errors ---- */

/* Frees a text, or the bytes of a picture, that the library returned.  Accepts NULL. */
BCOV_API void bcov_free (void *text);

/* Creates an error, which collects messages.  Its memory is allocated here, so adding a message
   never fails.  Returns NULL if the machine is out of memory. */
BCOV_API bcov_error *bcov_error_new (void);
BCOV_API void bcov_error_free (bcov_error *err);
BCOV_API void bcov_error_reset (bcov_error *err); /* removes all messages */
/* Returns all messages, one per line, without a newline after the last; "" if there are none.  If
   there are too many, the last line is the number of messages left out.  The text is valid until
   the error changes. */
BCOV_API const char *bcov_error_text (const bcov_error *err);

/* The messages one by one, K from 0, without those left out.  The text of a message is its place,
   its problem and its remedy; "; " separates the problem from the remedy. */
BCOV_API size_t bcov_error_count (const bcov_error *err);
BCOV_API bcov_status bcov_error_code (const bcov_error *err, size_t k);
BCOV_API const char *bcov_error_file (const bcov_error *err, size_t k); /* "": none */
BCOV_API size_t bcov_error_line (const bcov_error *err, size_t k);      /* from 1; 0: none */
BCOV_API size_t bcov_error_column (const bcov_error *err, size_t k);    /* from 1; 0: none */
BCOV_API const char *bcov_error_problem (const bcov_error *err, size_t k);
BCOV_API const char *bcov_error_remedy (const bcov_error *err, size_t k); /* "": none */

/* ---- requests ---- */

/* Creates a request, which holds options and owns the memory of its runs.  Returns NULL if the
   machine is out of memory.  Calls that take a request also accept NULL, which means the default
   options. */
BCOV_API bcov_request *bcov_request_new (void);
BCOV_API void bcov_request_free (bcov_request *request);

/* Sets option NAME to VALUE, which has the syntax of the command line option of the same name.
   VALUE NULL restores the default.  Returns BCOV_INPUT, and leaves the request unchanged, if there
   is no such option or the value is not allowed.  REQUEST must not be NULL.  The options:

     engine          auto, brute, search, frontier, sat or match (default: auto)
     threads         1 to 256 (default: one for each processor core)
     time            time limit of each question: 500ms, 60s, 2m, 1h (default: none)
     memory          memory limit: 500M, 4G (default: none).  The limit is for the whole process,
                     including the puzzle.  If it is at least 8 MiB, the library uses 5 MiB less, to
                     leave room for the rest of the process
     limit           count, list: stop at this number of coverings (default: all)
     part            2/5: only the second of five parts; the counts of all parts add up to the
                     total, and their lists are disjoint (default: everything)
     up-to-symmetry  yes or no: count and list coverings that are rotations or reflections of each
                     other as one (default: no)
     without         optimisations to disable, separated by commas; answers do not depend on them
     seed            sample: a number from 0 to 2^64 - 1; the same seed gives the same coverings
                     (default: 0).  estimate: the seed of the random choices
     probes          estimate: the number of partial coverings to examine.  The same puzzle, seed
                     and number give the same estimate (default: as many as the time allows) */
BCOV_API bcov_status bcov_request_set (bcov_request *request, const char *name, const char *value,
                                       bcov_error *err);

/* The options, K from 0: their number, names and one-line descriptions.  bcov_option_word returns
   the K-th word that option NAME accepts, or NULL if there is none; options without fixed words
   have none. */
BCOV_API size_t bcov_option_count (void);
BCOV_API const char *bcov_option_name (size_t k);
BCOV_API const char *bcov_option_about (size_t k);
BCOV_API const char *bcov_option_word (const char *name, size_t k);

/* bcov_request_stop makes the call that uses the request return BCOV_STOPPED soon, and all later
   calls at once, until bcov_request_resume.  It is safe in other threads and in signal handlers.
   REQUEST must not be NULL. */
BCOV_API void bcov_request_stop (bcov_request *request);
BCOV_API void bcov_request_resume (bcov_request *request);

/* Sets the callback that receives the progress of a question, at most ten times a second; NULL
   removes it.  It runs in the thread that made the call or, for a cursor, in the thread of the
   cursor, perhaps while another callback runs in another thread.  If it returns BCOV_ENOUGH, the
   call returns BCOV_STOPPED.  REQUEST must not be NULL. */
typedef bcov_status bcov_see_progress (const bcov_progress *now, void *data);
BCOV_API void bcov_request_progress (bcov_request *request, bcov_see_progress *callback,
                                     void *data);
BCOV_API double bcov_progress_seconds (const bcov_progress *now);
BCOV_API double bcov_progress_fraction (const bcov_progress *now);     /* 0 to 1; -1: unknown */
BCOV_API double bcov_progress_seconds_left (const bcov_progress *now); /* -1: unknown */
BCOV_API uint64_t bcov_progress_found (const bcov_progress *now);      /* coverings */
/* Returns a further value by name, or 0 if it is unknown.  "nodes" is the number of search nodes.
   The frontier engine also has "level" and "levels" (completed, and in total), "states" (of the
   current level), "widest" and "bytes" (estimated states and memory of the widest level).
   A fill has "best" and "bound" (cells covered so far, and at most). */
BCOV_API double bcov_progress_value (const bcov_progress *now, const char *name);

/* Return the number of bytes that the runs of this request and the objects they returned use now,
   and the maximum so far.  The maximum includes the puzzle of the question.  REQUEST must not be
   NULL. */
BCOV_API size_t bcov_request_used (const bcov_request *request);
BCOV_API size_t bcov_request_peak (const bcov_request *request);

/* ---- puzzles ---- */

/* Read a puzzle: bcov_puzzle_parse from LENGTH bytes of TEXT, bcov_puzzle_open from the file PATH.
   The format is YAML or JSON, or an exact cover problem if NAME or PATH ends in .dlx.  NAME appears
   in messages.  Of the request, only the memory limit is used.  Return BCOV_INPUT if the file
   cannot be opened or the puzzle is invalid; ERR lists all mistakes found. */
BCOV_API bcov_status bcov_puzzle_parse (const bcov_request *request, const char *name,
                                        const char *text, size_t length, bcov_puzzle **out,
                                        bcov_error *err);
BCOV_API bcov_status bcov_puzzle_open (const bcov_request *request, const char *path,
                                       bcov_puzzle **out, bcov_error *err);
/* Creates a puzzle from the values of the command line options -b, -p, --lattice and --wrap.
   BOARD: "6x8", "3x3x3", "#..#/....".  PIECES: "pentominoes", "L4:2,T4:1..3,I2:any".  LATTICE:
   "square", "cube", "hex" or "triangle"; NULL means the one that the board and the pieces imply.
   WRAP: "none", "columns", "rows" or "both"; NULL means none. */
BCOV_API bcov_status bcov_puzzle_brief (const bcov_request *request, const char *board,
                                        const char *pieces, const char *lattice, const char *wrap,
                                        bcov_puzzle **out, bcov_error *err);
/* Creates the arrow puzzle of N x N cells: in each row, as many arrows point up as down, and in
   each column as many point left as right.  BCOV_INPUT if N is odd or too large. */
BCOV_API bcov_status bcov_puzzle_arrows (const bcov_request *request, uint32_t n, bcov_puzzle **out,
                                         bcov_error *err);
BCOV_API void bcov_puzzle_free (bcov_puzzle *puzzle);

BCOV_API const char *bcov_puzzle_title (const bcov_puzzle *puzzle);   /* "": none */
BCOV_API const char *bcov_puzzle_lattice (const bcov_puzzle *puzzle); /* "": exact cover */
/* Returns the number of coordinates per cell: 3 on the cube lattice (layer, row, column), otherwise
   2 (row, column), and 0 for an exact cover problem. */
BCOV_API unsigned bcov_puzzle_coordinates (const bcov_puzzle *puzzle);
/* Returns the number of cells of the board, or of items of an exact cover problem. */
BCOV_API uint64_t bcov_puzzle_cells (const bcov_puzzle *puzzle);
/* Writes the coordinates of cell K to OUT, which has room for bcov_puzzle_coordinates numbers.
   Cells are numbered from 0 in reading order.  Not for exact cover problems. */
BCOV_API void bcov_puzzle_cell (const bcov_puzzle *puzzle, uint64_t k, int32_t *out);

/* The pieces, K from 0: their number (0 for an exact cover problem), names, minimum and maximum
   counts, and sizes in cells. */
BCOV_API size_t bcov_puzzle_pieces (const bcov_puzzle *puzzle);
BCOV_API const char *bcov_puzzle_piece_name (const bcov_puzzle *puzzle, size_t k);
BCOV_API uint32_t bcov_puzzle_piece_least (const bcov_puzzle *puzzle, size_t k);
BCOV_API uint32_t bcov_puzzle_piece_most (const bcov_puzzle *puzzle,
                                          size_t k); /* UINT32_MAX: any */
BCOV_API uint32_t bcov_puzzle_piece_size (const bcov_puzzle *puzzle, size_t k); /* cells */
/* Writes the coordinates of all cells of piece K, in one of its orientations, to OUT, which has
   room for bcov_puzzle_piece_size x bcov_puzzle_coordinates numbers. */
BCOV_API void bcov_puzzle_piece_cells (const bcov_puzzle *puzzle, size_t k, int32_t *out);

/* ---- building a puzzle ---- */

/* A builder creates a puzzle call by call, with the same content as a puzzle file.  It copies all
   arguments.  Its calls do not fail: bcov_builder_puzzle reports all mistakes, with the same
   messages as for a file, but with "builder" as file name and the number of the call, from 1, as
   line.

     bcov_builder *b = bcov_builder_new ();
     bcov_builder_set (b, "board", "6x8");
     bcov_builder_piece (b, "L3", 0, UINT32_MAX);
     status = bcov_builder_puzzle (b, NULL, &puzzle, err);
     bcov_builder_free (b);                                                                     */
BCOV_API bcov_builder *bcov_builder_new (void); /* NULL: the machine is out of memory */
BCOV_API void bcov_builder_free (bcov_builder *builder);

/* Sets a key of a puzzle file other than pieces: "title", "lattice", "board", "wrap", "table" or
   "rules", such as "{border: a}".  VALUE has the syntax of the file. */
BCOV_API void bcov_builder_set (bcov_builder *builder, const char *key, const char *value);

/* Sets the board to COUNT cells with DIMENSIONS coordinates each, 2 or 3 (see
   bcov_puzzle_coordinates), none of them negative.  The last OPTIONAL cells may stay empty. */
BCOV_API void bcov_builder_board (bcov_builder *builder, unsigned dimensions, const int32_t *cells,
                                  size_t count, size_t optional);

/* Adds a piece or a set of the catalog, or a drawing such as "X./XX", to be used at least LEAST and
   at most MOST times; UINT32_MAX means no upper bound. */
BCOV_API void bcov_builder_piece (bcov_builder *builder, const char *piece, uint32_t least,
                                  uint32_t most);
/* Adds a piece of COUNT cells, which are given as for the board.  NAME may be NULL. */
BCOV_API void bcov_builder_piece_cells (bcov_builder *builder, const char *name,
                                        unsigned dimensions, const int32_t *cells, size_t count,
                                        uint32_t least, uint32_t most);
/* Sets a key of the piece added last: "turn" or "flip" (to "true" or "false"), "tags", "sides" or
   "points". */
BCOV_API void bcov_builder_piece_set (bcov_builder *builder, const char *key, const char *value);

/* Creates the puzzle.  The builder does not change; you can continue to use it. */
BCOV_API bcov_status bcov_builder_puzzle (const bcov_builder *builder, const bcov_request *request,
                                          bcov_puzzle **out, bcov_error *err);

/* ---- coverings ---- */

/* Copies a covering, for example to keep it after a callback. */
BCOV_API bcov_status bcov_covering_copy (const bcov_covering *covering, bcov_covering **out,
                                         bcov_error *err);
BCOV_API void bcov_covering_free (bcov_covering *covering);

/* Returns the number of placements.  They are numbered from 0, in the reading order of their first
   cells. */
BCOV_API size_t bcov_covering_placements (const bcov_covering *covering);
/* Return the index in the puzzle of the piece of placement K, and its name.  For an exact cover
   problem, these are the index of the option and "". */
BCOV_API uint32_t bcov_covering_piece (const bcov_covering *covering, size_t k);
BCOV_API const char *bcov_covering_piece_name (const bcov_covering *covering, size_t k);
/* Returns the number of cells that placement K covers.  If OUT is not NULL, writes their
   coordinates to it, bcov_puzzle_coordinates numbers per cell. */
BCOV_API size_t bcov_covering_cells (const bcov_covering *covering, size_t k, int32_t *out);
/* Writes for each cell of the board, in reading order, the number of the placement that covers it,
   or -1 if the cell is empty.  OUT has room for bcov_puzzle_cells numbers. */
BCOV_API void bcov_covering_map (const bcov_covering *covering, int32_t *out);

/* A callback that receives a borrowed covering and its index, counted from 1. */
typedef bcov_status bcov_see (const bcov_covering *covering, uint64_t index, void *data);

/* Calls SEE with each covering in TEXT, which has the format of `list` and `fill`, letters or JSON.
   NAME appears in messages.  The coverings may be incomplete, with empty cells and unused pieces.
   Coverings with mistakes are reported in ERR and skipped, and the status is BCOV_WRONG. */
BCOV_API bcov_status bcov_covering_parse (const bcov_puzzle *puzzle, const bcov_request *request,
                                          const char *name, const char *text, size_t length,
                                          bcov_see *see, void *data, bcov_error *err);

/* ---- answers ---- */

/* A call that returns BCOV_STOPPED also stores an answer, with the results so far.  After any other
   failure, the answer is NULL. */
BCOV_API void bcov_answer_free (bcov_answer *answer);
BCOV_API const char *bcov_answer_count (const bcov_answer *answer); /* decimal */
BCOV_API bool bcov_answer_complete (const bcov_answer *answer);     /* false: a lower bound */
BCOV_API uint64_t bcov_answer_cells (const bcov_answer *answer);    /* fill: cells covered */
/* fill: returns one way to cover that many cells.  solve: returns a covering, or NULL if there is
   none.  Otherwise NULL. */
BCOV_API const bcov_covering *bcov_answer_covering (const bcov_answer *answer);
/* Returns a proof that there is no covering, one line per reason, or NULL if none is known. */
BCOV_API const char *bcov_answer_why (const bcov_answer *answer);
BCOV_API const char *bcov_answer_engine (const bcov_answer *answer);
BCOV_API double bcov_answer_seconds (const bcov_answer *answer);

/* Statistics, K from 0: "items", "options", "nodes" and others, as texts.  The set of statistics
   depends on the engine and on the question.  bcov_answer_statistic returns the value with the
   given name, or NULL if there is none. */
BCOV_API size_t bcov_answer_statistics (const bcov_answer *answer);
BCOV_API const char *bcov_answer_statistic_name (const bcov_answer *answer, size_t k);
BCOV_API const char *bcov_answer_statistic_value (const bcov_answer *answer, size_t k);
BCOV_API const char *bcov_answer_statistic (const bcov_answer *answer, const char *name);

/* ---- questions about all coverings ---- */

/* Counts the coverings.  With the option limit, the count is at most the limit, and complete only
   if it is below the limit; for example, a limit of 2 shows whether there is exactly one covering.
   Reaching the limit is a success: the status is BCOV_OK. */
BCOV_API bcov_status bcov_count (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_answer **answer, bcov_error *err);

/* Counts by symmetry type, the set of symmetries of the puzzle that leave a covering unchanged.
   Calls SEE for each type that occurs, with the fewest symmetries first.  TYPE names symmetries
   that generate the type, such as "none" or "rotation 90, mirror left-right".  ORDER is the number
   of symmetries in the type, COVERINGS the number of coverings of the type up to symmetry, and EACH
   the number of coverings that each of them represents.  The count of the answer is the number up
   to symmetry.  BCOV_INPUT for exact cover problems and for parts. */
typedef bcov_status bcov_see_type (const char *type, uint32_t order, const char *coverings,
                                   uint32_t each, void *data);
BCOV_API bcov_status bcov_count_by_symmetry (const bcov_puzzle *puzzle, const bcov_request *request,
                                             bcov_see_type *see, void *data, bcov_answer **answer,
                                             bcov_error *err);

/* Counts by choice of pieces.  Calls SEE with each choice that has a covering, in ascending order:
   TIMES[k] is the number of copies of piece K, and COVERINGS the number of coverings.  BCOV_INPUT
   for exact cover problems, for parts and up to symmetry. */
typedef bcov_status bcov_see_uses (const uint32_t *times, const char *coverings, void *data);
BCOV_API bcov_status bcov_count_by_piece (const bcov_puzzle *puzzle, const bcov_request *request,
                                          bcov_see_uses *see, void *data, bcov_answer **answer,
                                          bcov_error *err);

/* Calls SEE with each covering.  The order depends on the puzzle and on the option engine, never on
   the machine or the number of threads.  SEE is never called by two threads at the same time. */
BCOV_API bcov_status bcov_list (const bcov_puzzle *puzzle, const bcov_request *request,
                                bcov_see *see, void *data, bcov_answer **answer, bcov_error *err);

/* Finds one covering, as fast as possible: bcov_answer_covering, or NULL if there is none.  If a
   short proof shows that there is none, bcov_answer_why returns it.  The covering is always the
   same, for any number of threads.  The statistic "winner" names the method that found the answer.
   The options limit, part and up_to_symmetry have no effect. */
BCOV_API bcov_status bcov_solve (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_answer **answer, bcov_error *err);

/* Calls SEE with COUNT random coverings, independent and all equally likely.  The seed is that of
   the request.  INDEX is the number of the draw.  If there is no covering, SEE is not called. */
BCOV_API bcov_status bcov_sample (const bcov_puzzle *puzzle, const bcov_request *request,
                                  uint64_t count, bcov_see *see, void *data, bcov_answer **answer,
                                  bcov_error *err);

/* Finds the largest number of cells that the pieces can cover, and one way to cover them.  Here,
   the counts of the pieces are upper bounds.  BCOV_INPUT for exact cover problems. */
BCOV_API bcov_status bcov_fill (const bcov_puzzle *puzzle, const bcov_request *request,
                                bcov_answer **answer, bcov_error *err);

/* Calls SEE with the covering at position RANK of bcov_list.  RANK is a decimal number, at least 1.
   INDEX is 0 if RANK does not fit into 64 bits.  BCOV_INPUT if there are fewer coverings. */
BCOV_API bcov_status bcov_unrank (const bcov_puzzle *puzzle, const bcov_request *request,
                                  const char *rank, bcov_see *see, void *data, bcov_answer **answer,
                                  bcov_error *err);

/* The inverse of bcov_unrank: calls SEE with the position, in decimal, of each covering in TEXT,
   which has the format of `list`, letters or JSON.  NAME appears in messages. */
typedef bcov_status bcov_see_rank (const char *rank, void *data);
BCOV_API bcov_status bcov_rank (const bcov_puzzle *puzzle, const bcov_request *request,
                                const char *name, const char *text, size_t length,
                                bcov_see_rank *see, void *data, bcov_answer **answer,
                                bcov_error *err);

/* ---- coverings one at a time ---- */

/* A cursor returns the coverings of bcov_list, or of bcov_sample, one at a time.  Its own thread
   computes at most a thousand coverings in advance.  The thread uses the request until the cursor
   is freed, so the request must outlive the cursor and must not be used by any other call until
   then.  A cursor may be freed at any time.  This stops its thread, but does not affect the
   request: a bcov_request_stop that arrives before, during or after the call of bcov_cursor_free
   still stops the next call.

     status = bcov_cursor_new (puzzle, NULL, &cursor, err);
     while (!status && !(status = bcov_cursor_next (cursor, &covering, err)) && covering)
       ...
     bcov_cursor_free (cursor);                                                                 */
BCOV_API bcov_status bcov_cursor_new (const bcov_puzzle *puzzle, bcov_request *request,
                                      bcov_cursor **out, bcov_error *err);
BCOV_API bcov_status bcov_cursor_new_sample (const bcov_puzzle *puzzle, bcov_request *request,
                                             uint64_t count, bcov_cursor **out, bcov_error *err);
/* Stores the next covering, which is borrowed and valid until the next call, or NULL after the
   last.  Errors of the run are returned here. */
BCOV_API bcov_status bcov_cursor_next (bcov_cursor *cursor, const bcov_covering **covering,
                                       bcov_error *err);
BCOV_API void bcov_cursor_free (bcov_cursor *cursor);

/* ---- reports ---- */

/* A report is a list of pairs of name and value, K from 0; a name may occur several times.
   bcov_report_text returns readable text. bcov_report_json returns one object on one line; for
   bcov_check with stated answers, it is one line per answer. */
BCOV_API void bcov_report_free (bcov_report *report);
BCOV_API size_t bcov_report_count (const bcov_report *report);
BCOV_API const char *bcov_report_name (const bcov_report *report, size_t k);
BCOV_API const char *bcov_report_value (const bcov_report *report, size_t k);
/* Returns the first value with this name, or NULL if there is none. */
BCOV_API const char *bcov_report_find (const bcov_report *report, const char *name);
BCOV_API const char *bcov_report_text (const bcov_report *report);
BCOV_API const char *bcov_report_json (const bcov_report *report);
/* bcov_exists: returns the covering that was found; otherwise NULL. */
BCOV_API const bcov_covering *bcov_report_covering (const bcov_report *report);

/* Reports the size of the puzzle ("cells", "pieces", "items", "options", ...), the "engine" that
   bcov_count would use, and its estimated cost: "estimated_nodes" of the search, or
   "estimated_states" and "estimated_bytes" of the frontier and whether it "fits_memory".  If a
   proof shows that there is no covering, "none" is true and "why" is the reason.  After
   BCOV_STOPPED, the report contains what is known so far. */
BCOV_API bcov_status bcov_explain (const bcov_puzzle *puzzle, const bcov_request *request,
                                   bcov_report **out, bcov_error *err);

/* Estimates the number of coverings by random probes and reports "estimate" and the ends "low" and
   "high" of an interval that is intended to contain the true number in 95 of 100 cases.  They are
   texts such as "1.4e+10".  "exact" is "yes" if the number is certain; "probes" is the number of
   partial coverings examined.  If no probe reached the end of a covering, "estimate" and "low" are
   "0", "exact" is "no", and "high" is a proven upper bound.  The option time is the time that the
   probes take (default: 1s), not a limit.  BCOV_INPUT with the options part, limit and
   up-to-symmetry, and with the engines brute, sat and match. After BCOV_STOPPED, there is no
   report. */
BCOV_API bcov_status bcov_count_estimate (const bcov_puzzle *puzzle, const bcov_request *request,
                                          bcov_report **out, bcov_error *err);

/* Reports whether a covering "exists", and "why": a covering that was found, a proof that there is
   none, or the engine that tried all possibilities.  After BCOV_STOPPED, there is no report. */
BCOV_API bcov_status bcov_exists (const bcov_puzzle *puzzle, const bcov_request *request,
                                  bcov_report **out, bcov_answer **answer, bcov_error *err);

/* Checks the coverings in TEXT, which has the format of `list`, letters or JSON.  NAME appears in
   messages.  Reports the number of "coverings", how many of them are "different" and "wrong", and
   the "messages".  If TEXT is NULL, checks the answers stated in the puzzle by computing them
   again, and reports for each the "question", the values "stated" and "found", and whether the
   stated value is "right".  If anything is wrong, returns BCOV_WRONG and a report. */
BCOV_API bcov_status bcov_check (const bcov_puzzle *puzzle, const bcov_request *request,
                                 const char *name, const char *text, size_t length,
                                 bcov_report **out, bcov_error *err);

/* ---- heat and hints ---- */

/* Counts the coverings that use each placement.  If the frontier engine has few states, this is
   fast however many coverings there are; otherwise the call goes through all coverings. */
BCOV_API bcov_status bcov_heat_new (const bcov_puzzle *puzzle, const bcov_request *request,
                                    bcov_heat **out, bcov_answer **answer, bcov_error *err);
BCOV_API void bcov_heat_free (bcov_heat *heat);
/* Returns the number of placements, or of options of an exact cover problem.  They are numbered
   from 0 and sorted by piece. */
BCOV_API size_t bcov_heat_placements (const bcov_heat *heat);
/* Returns placement K as a covering of one piece, valid until the next call of this function. */
BCOV_API const bcov_covering *bcov_heat_placement (bcov_heat *heat, size_t k);
/* Stores the number of coverings that use placement K, in decimal. */
BCOV_API bcov_status bcov_heat_uses (const bcov_heat *heat, size_t k, char **out, bcov_error *err);
/* Writes for each cell, in reading order, the fraction (0 to 1) of the coverings in which piece
   PIECE covers it.  OUT has room for bcov_puzzle_cells numbers. */
BCOV_API bcov_status bcov_heat_cells (const bcov_heat *heat, size_t piece, double *out,
                                      bcov_error *err);
/* Stores the fraction of the coverings in which no piece covers both cells A and B. */
BCOV_API bcov_status bcov_heat_side (const bcov_heat *heat, uint64_t a, uint64_t b, double *out,
                                     bcov_error *err);
/* Write all of this as readable text with percentages, or as one JSON object with exact numbers. */
BCOV_API bcov_status bcov_heat_text (const bcov_heat *heat, char **text, size_t *length,
                                     bcov_error *err);
BCOV_API bcov_status bcov_heat_json (const bcov_heat *heat, char **text, size_t *length,
                                     bcov_error *err);

/* Finds a placement that all coverings share or, if there is none, the most common one.  If the run
   is stopped before all coverings are known, returns BCOV_STOPPED and a hint based on the coverings
   found so far. */
BCOV_API bcov_status bcov_hint_new (const bcov_puzzle *puzzle, const bcov_request *request,
                                    bcov_hint **out, bcov_answer **answer, bcov_error *err);
BCOV_API void bcov_hint_free (bcov_hint *hint);
/* Returns the placement as a covering of one piece, or NULL if there is nothing to place or no
   covering is known. */
BCOV_API const bcov_covering *bcov_hint_placement (const bcov_hint *hint);
BCOV_API const char *bcov_hint_uses (const bcov_hint *hint);      /* coverings with the placement */
BCOV_API const char *bcov_hint_coverings (const bcov_hint *hint); /* coverings known */
BCOV_API bool bcov_hint_complete (const bcov_hint *hint);         /* all coverings are known */
BCOV_API bool bcov_hint_forced (const bcov_hint *hint);           /* part of every covering */
/* {"placement":{...},"count":"4","coverings":"8","complete":true,"forced":false}, no newline. */
BCOV_API bcov_status bcov_hint_json (const bcov_hint *hint, char **text, size_t *length,
                                     bcov_error *err);

/* ---- boards that grow ---- */

/* Counts the coverings for each number of rows from FROM to TO, and looks for a recurrence.  GROW
   is "rows", "columns" or, for cubes, "layers".  The board of size N has the first N rows of the
   puzzle's board; beyond its end, the last row is repeated.  Calls SEE with each count, in decimal,
   as soon as it is known.  LAW may be NULL. */
typedef bcov_status bcov_see_term (uint32_t n, const char *count, void *data);
BCOV_API bcov_status bcov_sequence (const bcov_puzzle *puzzle, const bcov_request *request,
                                    const char *grow, uint32_t from, uint32_t to,
                                    bcov_see_term *see, void *data, bcov_law **law,
                                    bcov_answer **answer, bcov_error *err);

/* A recurrence of order d: a(n) = c1 a(n-1) + ... + cd a(n-d) for n >= START.  All TERMS satisfy
   it, and there are SPARE more terms than are needed to determine it.  If no recurrence was found,
   the order is the largest that this number of terms could have shown, or 0 if there are too few
   terms. */
BCOV_API void bcov_law_free (bcov_law *law);
BCOV_API bool bcov_law_found (const bcov_law *law);
BCOV_API uint64_t bcov_law_order (const bcov_law *law);
BCOV_API uint64_t bcov_law_start (const bcov_law *law);
BCOV_API uint64_t bcov_law_terms (const bcov_law *law);
BCOV_API uint64_t bcov_law_spare (const bcov_law *law);
BCOV_API const char *bcov_law_signature (const bcov_law *law); /* "c1,c2,...,cd"; "": none found */
/* Returns the sum of a(n) x^n for n >= FROM, such as "(1 + 2*x)/(1 - x - x^2)"; "" if no recurrence
   was found. */
BCOV_API const char *bcov_law_generating_function (const bcov_law *law);

/* ---- the search step by step ---- */

/* Flags for the format of the steps. */
enum {
  BCOV_TRACE_JSON = 1 << 0,   /* one JSON object per step instead of text */
  BCOV_TRACE_COLOUR = 1 << 1, /* text: boards with terminal escapes for colours */
  BCOV_TRACE_BOXES = 1 << 2,  /* text: boards as outlines instead of letters */
  BCOV_TRACE_BLOCKS = 1 << 3  /* text: boards as blocks instead of letters */
};

/* Shows a simple search step by step: the items that it chooses, the placements that it tries and
   takes back, and the branches that it cuts, with the reasons.  HOW combines BCOV_TRACE_ flags.
   Calls SEE with the text of each step, without a final newline; a step that tries a placement also
   shows the board.  Shows at most STEPS steps (0: all) and a last line.  A proof that there is no
   covering appears as a cut and ends the search.  The option engine is ignored; `without pockets`
   disables the check of isolated regions.  The count of the answer is the number of coverings
   found. */
typedef bcov_status bcov_see_line (const char *line, void *data);
BCOV_API bcov_status bcov_trace (const bcov_puzzle *puzzle, const bcov_request *request,
                                 uint64_t steps, unsigned how, bcov_see_line *see, void *data,
                                 bcov_answer **answer, bcov_error *err);
/* Draws the same steps, at most 2000, as an animated SVG.  After BCOV_STOPPED, BYTES contains the
   steps so far. */
BCOV_API bcov_status bcov_trace_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                                         uint64_t steps, char **bytes, size_t *length,
                                         bcov_answer **answer, bcov_error *err);

/* ---- texts ---- */

typedef enum { BCOV_LETTERS, BCOV_BOXES, BCOV_BLOCKS } bcov_style;

/* Draws the covering as rows of characters, each with a newline; COLOUR adds terminal escapes. */
BCOV_API bcov_status bcov_covering_draw (const bcov_covering *covering, bcov_style style,
                                         bool colour, char **text, size_t *length, bcov_error *err);
/* Writes {"index":1,"placements":[...]}, without a newline; INDEX 0 omits the index. */
BCOV_API bcov_status bcov_covering_json (const bcov_covering *covering, uint64_t index, char **text,
                                         size_t *length, bcov_error *err);
/* Writes the answer of bcov_fill as {"cells":14,"complete":true,"placements":[...]}, without a
   newline. */
BCOV_API bcov_status bcov_answer_json (const bcov_answer *answer, char **text, size_t *length,
                                       bcov_error *err);

/* A printer writes many coverings of one puzzle in the same formats.  It allocates memory only for
   the first.  TEXT belongs to the printer and is valid until its next call. */
BCOV_API bcov_status bcov_printer_new (const bcov_puzzle *puzzle, const bcov_request *request,
                                       bcov_printer **out, bcov_error *err);
BCOV_API void bcov_printer_free (bcov_printer *printer);
/* Sets what the colours of pieces show, as the option colour-by of a look; NULL: the default.  It
   also applies to the shades of blocks without colour. */
BCOV_API bcov_status bcov_printer_colour_by (bcov_printer *printer, const char *what,
                                             bcov_error *err);
BCOV_API bcov_status bcov_printer_draw (bcov_printer *printer, const bcov_covering *covering,
                                        bcov_style style, bool colour, const char **text,
                                        size_t *length, bcov_error *err);
BCOV_API bcov_status bcov_printer_json (bcov_printer *printer, const bcov_covering *covering,
                                        uint64_t index, const char **text, size_t *length,
                                        bcov_error *err);

/* Writes the puzzle as FORMAT: "yaml", "json", "dlx" or "dimacs". */
BCOV_API bcov_status bcov_convert (const bcov_puzzle *puzzle, const bcov_request *request,
                                   const char *format, char **text, size_t *length,
                                   bcov_error *err);

/* Draws the piece or the set NAME or, if NAME is NULL, lists all names.  LATTICE is as in
   bcov_puzzle_brief; NULL means the first lattice that has the name or, for a list, all of them. */
BCOV_API bcov_status bcov_catalog (const bcov_request *request, const char *lattice,
                                   const char *name, bool json, char **text, size_t *length,
                                   bcov_error *err);

/* ---- pictures ---- */

/* A look holds drawing options.  Calls that take a look also accept NULL, which means the default
   options.  bcov_look_set works like bcov_request_set.  The options:

     medium     svg, png or pdf (default: svg)
     cut        yes or no: thin lines only, each drawn once, for laser cutters (svg, pdf)
     animate    yes or no: the pieces appear one after the other (svg)
     isometric  yes or no: cubes seen from a corner instead of layers side by side
     colour-by  what the colours of pieces show: piece (its kind), placement (every copy has its
                own), orientation (how the piece is turned), neighbour (few colours; pieces that
                touch differ) (default: the kind, unless a piece that it touches has that colour)
     pixels     longer side of a PNG, 1 to 20000 (default: depends on the drawing, at most 1600, or
                about 2000 on boards of more than 20000 cells) */
BCOV_API bcov_look *bcov_look_new (void); /* NULL: the machine is out of memory */
BCOV_API void bcov_look_free (bcov_look *look);
BCOV_API bcov_status bcov_look_set (bcov_look *look, const char *name, const char *value,
                                    bcov_error *err);

/* Draws the covering; BYTES is the content of a file.  Returns BCOV_INPUT for exact cover problems
   and if the medium does not support an option of the look.  For PNG and PDF, the call loads
   libcairo.so.2, and returns BCOV_INPUT if it is not installed; if the time limit is reached or the
   request is stopped, it returns BCOV_STOPPED. All of this also applies to the other pictures. */
BCOV_API bcov_status bcov_covering_picture (const bcov_covering *covering,
                                            const bcov_request *request, const bcov_look *look,
                                            char **bytes, size_t *length, bcov_error *err);
/* Draws the empty board. */
BCOV_API bcov_status bcov_puzzle_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                                          const bcov_look *look, char **bytes, size_t *length,
                                          bcov_error *err);
/* Draws how often PIECE covers each cell or, if PIECE is NULL, how often neighbouring cells belong
   to different pieces. */
BCOV_API bcov_status bcov_heat_picture (const bcov_heat *heat, const bcov_request *request,
                                        const char *piece, const bcov_look *look, char **bytes,
                                        size_t *length, bcov_error *err);
/* Draws the piece or the set NAME of the catalog. */
BCOV_API bcov_status bcov_catalog_picture (const bcov_request *request, const char *lattice,
                                           const char *name, const bcov_look *look, char **bytes,
                                           size_t *length, bcov_error *err);

/* An album draws several coverings of one puzzle, ROWS x COLUMNS (1 to 100 each) per page.  A PDF
   has as many pages as the coverings need.  An SVG or PNG has one page; when it is full,
   bcov_album_add returns BCOV_INPUT. */
BCOV_API bcov_status bcov_album_new (const bcov_puzzle *puzzle, const bcov_request *request,
                                     const bcov_look *look, uint32_t rows, uint32_t columns,
                                     bcov_album **out, bcov_error *err);
BCOV_API void bcov_album_free (bcov_album *album);
BCOV_API bcov_status bcov_album_add (bcov_album *album, const bcov_covering *covering,
                                     bcov_error *err);
BCOV_API bcov_status bcov_album_picture (const bcov_album *album, const bcov_request *request,
                                         char **bytes, size_t *length, bcov_error *err);

/* ---- contests ---- */

/* Solves the contest task NAME ("algospot", "algospot2", "programmers" or "arrows"): reads LENGTH
   bytes of INPUT and writes OUTPUT in the format of the contest.  SIZE is the size of the board of
   "arrows", where 0 means 4.  After BCOV_STOPPED, OUTPUT contains the results so far. */
BCOV_API bcov_status bcov_judge (const bcov_request *request, const char *name, uint32_t size,
                                 const char *input, size_t length, char **output,
                                 size_t *output_length, bcov_error *err);

/* Counts the ways to cover the '.' cells of N rows of equal length with L-trominoes, as "algospot"
   does.  COUNT is a decimal number. */
BCOV_API bcov_status bcov_count_trominoes (const char *const *rows, size_t n, char **count,
                                           bcov_error *err);

/* Finds the largest number of cells of the holes (0) in GAME_BOARD that the pieces (1) on TABLE can
   fill, where each piece fills exactly one whole hole, as "programmers" does.  Both arrays have
   N x N numbers, row by row. */
BCOV_API bcov_status bcov_fill_table (const int *game_board, const int *table, size_t n,
                                      uint64_t *cells, bcov_error *err);

#ifdef __cplusplus
}
#endif
#endif
