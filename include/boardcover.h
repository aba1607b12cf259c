/* boardcover: every question about covering a board with pieces.

   This header is the whole interface; the programs of the project use nothing else.  Types are
   opaque, the library never prints and never exits, and every text it hands out is freed with
   bcov_text_free.  A call that can fail returns a bcov_status and fills the caller's bcov_error.

     bcov_mem *mem = bcov_mem_new (0);
     bcov_error *err = bcov_error_new ();
     bcov_puzzle *puzzle = NULL;
     bcov_brief brief = {.board = "6x8", .pieces = "L3:any"};
     bcov_answer answer = {0};
     bcov_status status = bcov_puzzle_brief (mem, &brief, &puzzle, err);
     if (!status)
       status = bcov_count (puzzle, NULL, &answer, err);
     puts (status ? bcov_error_text (err) : answer.count);                                      */

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

/* What a call came to.  The numbers are the exit statuses of the command line program. */
typedef enum {
  BCOV_OK = 0,      /* done, also when the answer is 0 */
  BCOV_WRONG = 1,   /* a check found something wrong */
  BCOV_INPUT = 2,   /* bad usage or bad input */
  BCOV_STOPPED = 3, /* a limit (time, memory) or a stop came first; what was found stands */
  BCOV_FAULT = 4    /* a fault of the machine or of the library */
} bcov_status;

typedef struct bcov_mem bcov_mem;           /* counted memory with a limit */
typedef struct bcov_error bcov_error;       /* messages, each with its place and its remedy */
typedef struct bcov_puzzle bcov_puzzle;     /* what the user said; read-only once made */
typedef struct bcov_covering bcov_covering; /* pieces lying on the board of a puzzle */

BCOV_API const char *bcov_version (void);

/* ---- memory, errors, texts ---- */

/* LIMIT in bytes; 0 means no limit.  A limit that is hit gives BCOV_STOPPED.  It is meant for the
   whole process: of 8 MiB or more, 5 MiB are left for what is not the library's. */
BCOV_API bcov_mem *bcov_mem_new (size_t limit);
BCOV_API void bcov_mem_delete (bcov_mem *mem); /* everything from MEM must be freed before */
BCOV_API size_t bcov_mem_used (const bcov_mem *mem);
BCOV_API size_t bcov_mem_peak (const bcov_mem *mem);

BCOV_API bcov_error *bcov_error_new (void);
BCOV_API void bcov_error_free (bcov_error *err);
BCOV_API void bcov_error_clear (bcov_error *err);
/* One message a line, no newline after the last; "" when there is none. */
BCOV_API const char *bcov_error_text (const bcov_error *err);

BCOV_API void bcov_text_free (char *text);

/* How many columns of a terminal the longest line of TEXT takes: escapes for colours none, wide
   characters two. */
BCOV_API size_t bcov_text_columns (const char *text);

/* The whole of a file; PATH "-" is standard input.  A 0 stands behind the LENGTH bytes. */
BCOV_API bcov_status bcov_file_read (const char *path, char **text, size_t *length,
                                     bcov_error *err);

/* The one of COUNT words that is near enough to WORD to have been meant; NULL when none is. */
BCOV_API const char *bcov_nearest (const char *word, const char *const *words, size_t count);

/* ---- puzzles ---- */

/* A puzzle in two words, as after -b and -p.  LATTICE and WRAP may be NULL. */
typedef struct {
  const char *board;   /* "6x8", "3x3x3", "#..#/...." */
  const char *pieces;  /* "pentominoes", "L4:2,T4:1..3,I2:any" */
  const char *lattice; /* "square", "cube", "hex", "triangle"; NULL: what board and pieces imply */
  const char *wrap;    /* "none", "columns", "rows", "both" */
} bcov_brief;

/* Reads a puzzle file (YAML or JSON; exact cover when NAME ends in .dlx).  NAME stands in messages.
 */
BCOV_API bcov_status bcov_puzzle_parse (bcov_mem *mem, const char *name, const char *text,
                                        size_t length, bcov_puzzle **out, bcov_error *err);
/* The same from a file; PATH "-" is standard input. */
BCOV_API bcov_status bcov_puzzle_open (bcov_mem *mem, const char *path, bcov_puzzle **out,
                                       bcov_error *err);
BCOV_API bcov_status bcov_puzzle_brief (bcov_mem *mem, const bcov_brief *brief, bcov_puzzle **out,
                                        bcov_error *err);
BCOV_API void bcov_puzzle_free (bcov_puzzle *puzzle);
BCOV_API const char *bcov_puzzle_title (const bcov_puzzle *puzzle); /* "" when it has none */
/* Cells of the board; of an exact cover problem its items. */
BCOV_API uint64_t bcov_puzzle_cells (const bcov_puzzle *puzzle);

/* ---- questions ---- */

/* What progress shows.  FRACTION is in 0..1, or negative when nothing honest can be said. */
typedef struct {
  double seconds;
  double fraction;
  double seconds_left; /* negative: unknown */
  uint64_t nodes;
  uint64_t found;
  uint64_t level, levels; /* frontier: levels done, of so many; else 0 */
  uint64_t states;        /* frontier: states of the level at hand */
  double widest, bytes; /* frontier: states and memory foreseen for the widest level; 0: unknown */
} bcov_progress;

/* What saves work but changes no answer, and can be done without: bits.  The words of these are
   known to bcov_without_word. */
enum {
  BCOV_WITHOUT_SYMMETRY = 1 << 0, /* one of several images is searched for where all are wanted */
  BCOV_WITHOUT_QUICK = 1 << 1,    /* search: along the frontier's order where that is quicker */
  BCOV_WITHOUT_POCKETS = 1 << 2,  /* regions of a size that no pieces make are left out */
  BCOV_WITHOUT_MEMORY = 1 << 3,   /* search: what led nowhere before is left out */
  BCOV_WITHOUT_SHAPES = 1 << 4,   /* search: what a shape of covered cells allows is kept */
  BCOV_WITHOUT_PARITY = 1 << 5,   /* search: what no pieces left can balance is left out */
  BCOV_WITHOUT_HALVES = 1 << 6    /* frontier: half of a board is joined with its image */
};

/* The word of bit K ("symmetry" of bit 0); NULL behind the last. */
BCOV_API const char *bcov_without_word (unsigned k);

/* How to answer; all zero (or NULL for the whole) is the usual way. */
typedef struct {
  const char *engine;   /* NULL or "auto", "brute", "search", "frontier", "match" */
  unsigned threads;     /* 0: as many as the machine has */
  double seconds;       /* 0: no limit of time */
  uint64_t limit;       /* count, list: stop at that many coverings; 0: all */
  uint32_t part, parts; /* part PART (from 1) of PARTS; 0, 0: the whole */
  bool up_to_symmetry;
  unsigned without;                                        /* BCOV_WITHOUT_ bits */
  const volatile int *stop;                                /* polled; non-zero stops the run */
  void (*progress) (const bcov_progress *now, void *data); /* at most ten times a second */
  void *progress_data;
} bcov_request;

/* The answer with its evidence.  Free with bcov_answer_clear; all zero is empty. */
typedef struct {
  char *count;         /* decimal; of list: how many were handed over */
  bool complete;       /* false: COUNT or CELLS is only a lower bound */
  uint64_t cells;      /* fill: cells covered */
  bcov_covering *best; /* fill: one way to cover that many */
  const char *engine;
  uint64_t nodes;
  uint64_t states, widest; /* counts of the frontier: states of all levels, and of the widest */
  uint64_t dead;           /* search: nodes left out, as a region had a size that no pieces make */
  uint64_t remembered;     /* search: nodes left out, as they led nowhere before */
  uint64_t odd;       /* search: nodes left out, as the pieces left cannot balance the colours */
  uint64_t looked_up; /* search: nodes whose choices were known from others of the same shape */
  bool halved;        /* frontier: half of a board was joined with its image */
  uint64_t items, options; /* of the compiled model */
  uint64_t symmetries;     /* size of the group, with up_to_symmetry */
  char *fixed;             /* what has one place of each orbit alone, by symmetry; NULL: nothing */
  double saved;            /* by that: so many times less was searched; 0: cannot be said */
  double seconds;
} bcov_answer;

BCOV_API void bcov_answer_clear (bcov_answer *answer);

/* With a limit the count is no more than that, and complete only if it is less: a limit of 2 tells
   whether there is just one covering.  A limit that was reached is no stop: the status is BCOV_OK.
 */
BCOV_API bcov_status bcov_count (const bcov_puzzle *puzzle, const bcov_request *request,
                                 bcov_answer *answer, bcov_error *err);

/* Counts by type of symmetry: which of the puzzle's symmetries leave a covering as it is.  Calls
   SEE for each type that occurs, small ones first: its name, such as "none" or "rotation 90, mirror
   left-right" (symmetries of which all of the type are products), how many symmetries it has, how
   many coverings there are of it up to symmetry, and how many coverings each of these stands for.
   The count of ANSWER is that up to symmetry. */
typedef bool bcov_see_type (const char *type, uint32_t order, const char *coverings, uint32_t each,
                            void *data);
BCOV_API bcov_status bcov_count_by_symmetry (const bcov_puzzle *puzzle, const bcov_request *request,
                                             bcov_see_type *see, void *data, bcov_answer *answer,
                                             bcov_error *err);

/* Counts by pieces used.  Calls SEE for each way to choose how often each of the N pieces is used
   for which there is a covering, in ascending order, with the number of coverings.  The count of
   ANSWER is their sum. */
typedef struct {
  const char *piece;
  uint32_t times;
} bcov_use;
typedef bool bcov_see_uses (const bcov_use *uses, size_t n, const char *coverings, void *data);
BCOV_API bcov_status bcov_count_by_piece (const bcov_puzzle *puzzle, const bcov_request *request,
                                          bcov_see_uses *see, void *data, bcov_answer *answer,
                                          bcov_error *err);

/* Calls SEE for each covering, INDEX from 1; SEE returns false when it has seen enough, which is no
   error.  The covering is valid during the call only.  The order depends on the puzzle (and on the
   engine, where one is asked for), never on the machine or the number of threads. */
typedef bool bcov_see (const bcov_covering *covering, uint64_t index, void *data);
BCOV_API bcov_status bcov_list (const bcov_puzzle *puzzle, const bcov_request *request,
                                bcov_see *see, void *data, bcov_answer *answer, bcov_error *err);

BCOV_API bcov_status bcov_fill (const bcov_puzzle *puzzle, const bcov_request *request,
                                bcov_answer *answer, bcov_error *err);

/* Calls SEE for COUNT coverings drawn at random, each as likely as any other, one drawing not
   depending on another; INDEX is that of the drawing, from 1.  The same seed draws the same.
   Nothing is drawn when there is no covering. */
BCOV_API bcov_status bcov_sample (const bcov_puzzle *puzzle, const bcov_request *request,
                                  uint64_t count, uint64_t seed, bcov_see *see, void *data,
                                  bcov_answer *answer, bcov_error *err);

/* In how many coverings each placement is used; from that, how often each piece covers each cell,
   and how often a piece ends between two cells.  REPORT is text for people, or one JSON object. */
BCOV_API bcov_status bcov_heat (const bcov_puzzle *puzzle, const bcov_request *request, bool json,
                                char **report, bcov_answer *answer, bcov_error *err);

/* A placement that every covering has or, failing that, the one that most have.  Free with
   bcov_tip_clear; all zero is empty. */
typedef struct {
  bcov_covering *placement; /* that alone; NULL when no covering has any, or none was met */
  const char *piece;        /* its name, the puzzle's own; NULL of an exact cover problem */
  char *uses;               /* coverings that have it (decimal), NULL with PLACEMENT */
  char *coverings;          /* of so many; NULL when stopped before one was met */
  bool complete;            /* these are all there are; else those met before the run was stopped */
  bool forced;              /* every covering has it, and that is known of all */
} bcov_tip;

BCOV_API void bcov_tip_clear (bcov_tip *tip);

/* Exact where the frontier has few states, however many coverings there are; elsewhere all
   coverings are gone through.  BCOV_STOPPED, with a tip from those met, when time is over before.
 */
BCOV_API bcov_status bcov_hint (const bcov_puzzle *puzzle, const bcov_request *request,
                                bcov_tip *tip, bcov_answer *answer, bcov_error *err);
/* {"placement":{...},"count":"4","coverings":"8","complete":true,"forced":false}, no newline. */
BCOV_API bcov_status bcov_tip_json (const bcov_tip *tip, char **text, size_t *length,
                                    bcov_error *err);

/* Calls SEE with the covering that `list` shows as number RANK (decimal, from 1); INDEX is 0 when
   it does not fit.  BCOV_INPUT when there are not so many. */
BCOV_API bcov_status bcov_unrank (const bcov_puzzle *puzzle, const bcov_request *request,
                                  const char *rank, bcov_see *see, void *data, bcov_answer *answer,
                                  bcov_error *err);

/* The inverse: calls SEE with the number of each covering in TEXT (as list prints them, letters or
   JSON; NAME stands in messages); SEE returns false when it has seen enough. */
typedef bool bcov_see_rank (const char *rank, void *data);
BCOV_API bcov_status bcov_rank (const bcov_puzzle *puzzle, const bcov_request *request,
                                const char *name, const char *text, size_t length,
                                bcov_see_rank *see, void *data, bcov_answer *answer,
                                bcov_error *err);

/* A board that grows: sizes FROM .. TO of its rows, columns or layers.  The board of a size has the
   first so many of the puzzle's; those beyond them are like the last. */
typedef struct {
  const char *grow;  /* "rows", "columns", "layers" (of cubes) */
  uint32_t from, to; /* 1 <= FROM <= TO */
} bcov_growth;

/* The recurrence that terms follow: a(n) = c1 a(n-1) + ... + cd a(n-d) for n >= START.  All TERMS
   agree with it, SPARE more than are needed to determine it.  When none was FOUND, ORDER is the
   largest that so many terms could have shown (0: too few).  Free with bcov_law_clear. */
typedef struct {
  bool found;
  uint64_t order, start, terms, spare;
  char *signature;           /* "c1,c2,...,cd" */
  char *generating_function; /* "(1 + 2*x)/(1 - x - x^2)": the sum of a(n) x^n from FROM on */
} bcov_law;

BCOV_API void bcov_law_clear (bcov_law *law);

/* Calls SEE with the count of each size, in order, each as soon as it is known; SEE returns false
   when it has seen enough.  Then looks for the recurrence. */
typedef bool bcov_see_term (uint32_t n, const char *count, void *data);
BCOV_API bcov_status bcov_sequence (const bcov_puzzle *puzzle, const bcov_growth *growth,
                                    const bcov_request *request, bcov_see_term *see, void *data,
                                    bcov_law *law, bcov_answer *answer, bcov_error *err);

/* Checks coverings (TEXT as list prints them, letters or JSON; with TEXT NULL the answers that the
   puzzle states, recounted).  REPORT says what was found; BCOV_WRONG when something is wrong. */
BCOV_API bcov_status bcov_check (const bcov_puzzle *puzzle, const bcov_request *request,
                                 const char *name, const char *text, size_t length, bool json,
                                 char **report, bcov_error *err);

/* Calls SEE with each covering in TEXT (as list and fill print them, letters or JSON; NAME stands
   in messages), INDEX from 1.  They may be unfinished: cells may be empty and pieces left over. One
   that is wrong in what it has is told of and left out; the status is then BCOV_WRONG. */
BCOV_API bcov_status bcov_covering_parse (const bcov_puzzle *puzzle, const char *name,
                                          const char *text, size_t length, bcov_see *see,
                                          void *data, bcov_error *err);

/* Cells, pieces, items, options, engine, estimated cost (nodes of the search; states and memory of
   the frontier, and whether the limit allows them), and why nothing fits where that is proved.
   After BCOV_STOPPED the report has what was known by then. */
BCOV_API bcov_status bcov_explain (const bcov_puzzle *puzzle, const bcov_request *request,
                                   bool json, char **report, bcov_error *err);

/* Whether there is a covering.  REPORT says yes or no and why: with a covering if one was met, or
   with proofs that there is none, or how it was counted out.  No report when stopped before. */
BCOV_API bcov_status bcov_exists (const bcov_puzzle *puzzle, const bcov_request *request, bool json,
                                  char **report, bcov_answer *answer, bcov_error *err);

/* How a trace is told: bits. */
enum {
  BCOV_TRACE_JSON = 1 << 0,   /* an object a step in place of text */
  BCOV_TRACE_COLOUR = 1 << 1, /* text: drawings with terminal escapes, */
  BCOV_TRACE_BOXES = 1 << 2,  /* and as outlines */
  BCOV_TRACE_BLOCKS = 1 << 3  /* or as blocks in place of letters */
};

/* The search step by step, as a teacher would draw it: what is chosen, what is tried, what is cut
   and why, what is taken back.  Calls SEE with the text of each step (a line, of what is tried with
   the board below it; no newline at the end), at most STEPS of them (0: all), and with one more for
   the end; SEE returns false when it has seen enough.  A proof that nothing fits is told as a cut
   and ends it.  The engine of the request is not asked; without "pockets" regions are not looked
   at.  The count of ANSWER is that of the coverings met. */
typedef bool bcov_see_line (const char *line, void *data);
BCOV_API bcov_status bcov_trace (const bcov_puzzle *puzzle, const bcov_request *request,
                                 uint64_t steps, unsigned how, bcov_see_line *see, void *data,
                                 bcov_answer *answer, bcov_error *err);
/* The same as an SVG that plays by itself: pieces come and go, the cell chosen is ringed, what is
   cut is struck through, and a caption tells what happens; 2000 steps at most.  BCOV_STOPPED, with
   what was seen till then as BYTES, when time is over before. */
BCOV_API bcov_status bcov_trace_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                                         uint64_t steps, char **bytes, size_t *length,
                                         bcov_answer *answer, bcov_error *err);

/* FORMAT: "yaml", "json", "dlx", "dimacs".  Of REQUEST, which may be NULL, only what ends a run
   early is looked at: all ways to lay the pieces, which dlx and dimacs list, may take long to find.
 */
BCOV_API bcov_status bcov_convert (const bcov_puzzle *puzzle, const bcov_request *request,
                                   const char *format, char **text, size_t *length,
                                   bcov_error *err);

/* ---- showing ---- */

typedef enum { BCOV_LETTERS, BCOV_BOXES, BCOV_BLOCKS } bcov_style;

/* Rows of characters with a newline after each; COLOUR adds terminal escapes. */
BCOV_API bcov_status bcov_covering_draw (const bcov_covering *covering, bcov_style style,
                                         bool colour, char **text, size_t *length, bcov_error *err);
/* {"index":1,"placements":[...]} without a newline; INDEX 0 leaves the index out. */
BCOV_API bcov_status bcov_covering_json (const bcov_covering *covering, uint64_t index, char **text,
                                         size_t *length, bcov_error *err);

/* The same for many coverings of one puzzle, one after the other: what depends on the puzzle alone
   is made once, and room is used again.  TEXT belongs to the printer and holds until its next call;
   a 0 stands behind it.  Free the printer before the puzzle. */
typedef struct bcov_printer bcov_printer;
BCOV_API bcov_status bcov_printer_new (const bcov_puzzle *puzzle, bcov_printer **out,
                                       bcov_error *err);
BCOV_API void bcov_printer_free (bcov_printer *printer);
BCOV_API bcov_status bcov_printer_draw (bcov_printer *printer, const bcov_covering *covering,
                                        bcov_style style, bool colour, const char **text,
                                        size_t *length, bcov_error *err);
BCOV_API bcov_status bcov_printer_json (bcov_printer *printer, const bcov_covering *covering,
                                        uint64_t index, const char **text, size_t *length,
                                        bcov_error *err);

/* {"cells":14,"complete":true,"placements":[...]} without a newline. */
BCOV_API bcov_status bcov_answer_json (const bcov_answer *answer, char **text, size_t *length,
                                       bcov_error *err);

/* The piece or the set called NAME, drawn; NAME NULL lists all names.  LATTICE as in a bcov_brief;
   NULL: the first that knows the name, and all when listing. */
BCOV_API bcov_status bcov_catalog (bcov_mem *mem, const char *lattice, const char *name, bool json,
                                   char **text, bcov_error *err);

/* ---- pictures ---- */

/* How a picture is to be; all zero is the usual way. */
typedef struct {
  const char *medium;       /* "svg", "png", "pdf"; NULL: svg */
  bool cut;                 /* svg, pdf: hairlines alone, each line once, for laser cutters */
  bool animate;             /* svg: the pieces come in one after the other */
  bool isometric;           /* cube boards: seen from a corner instead of layers side by side */
  uint32_t pixels;          /* png: of the longer side; 0: as is usual */
  const volatile int *stop; /* png, pdf: polled; non-zero ends the drawing: BCOV_STOPPED */
  double seconds;           /* png, pdf: so does the end of these; 0: no limit of time */
} bcov_look;

/* A picture as the bytes of a file, LENGTH of them, to be freed with bcov_text_free.  LOOK may be
   NULL.  BCOV_INPUT when it asks for what its medium cannot do, and for exact cover problems, which
   have no board.  PNG and PDF need libcairo.so.2, which is loaded by the call. */
BCOV_API bcov_status bcov_covering_picture (const bcov_covering *covering, const bcov_look *look,
                                            char **bytes, size_t *length, bcov_error *err);
/* The board alone. */
BCOV_API bcov_status bcov_puzzle_picture (const bcov_puzzle *puzzle, const bcov_look *look,
                                          char **bytes, size_t *length, bcov_error *err);
/* What bcov_heat tells: how often PIECE covers each cell or, with PIECE NULL, how often a piece
   ends at each side between two cells.  What ends the run of REQUEST early ends the drawing as
   well. */
BCOV_API bcov_status bcov_heat_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                                        const char *piece, const bcov_look *look, char **bytes,
                                        size_t *length, bcov_answer *answer, bcov_error *err);
/* What bcov_catalog draws; NAME is not NULL. */
BCOV_API bcov_status bcov_catalog_picture (bcov_mem *mem, const char *lattice, const char *name,
                                           const bcov_look *look, char **bytes, size_t *length,
                                           bcov_error *err);

/* Many coverings of one puzzle, ROWS x COLUMNS of them a page (pdf: as many pages as needed; svg,
   png: one page, and BCOV_INPUT when it is full).  Free the album before the puzzle. */
typedef struct bcov_album bcov_album;
BCOV_API bcov_status bcov_album_new (const bcov_puzzle *puzzle, const bcov_look *look,
                                     uint32_t rows, uint32_t columns, bcov_album **out,
                                     bcov_error *err);
BCOV_API bcov_status bcov_album_add (bcov_album *album, const bcov_covering *covering,
                                     bcov_error *err);
BCOV_API bcov_status bcov_album_finish (bcov_album *album, char **bytes, size_t *length,
                                        bcov_error *err);
BCOV_API void bcov_album_free (bcov_album *album);

/* ---- contests ---- */

/* NAME: "algospot", "programmers", "arrows", "algospot2"; SIZE is for arrows (0: 4). */
BCOV_API bcov_status bcov_judge (bcov_mem *mem, const char *name, uint32_t size, const char *input,
                                 size_t length, const bcov_request *request, char **output,
                                 size_t *output_length, bcov_error *err);

#ifdef __cplusplus
}
#endif
#endif
