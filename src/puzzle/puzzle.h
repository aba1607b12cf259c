/* A puzzle: the input of the user, merged and named, and nothing about solving.  The readers in
   src/format build it with the functions below; afterwards it is read-only. */

#ifndef BCOV_PUZZLE_H
#define BCOV_PUZZLE_H

#include "base/names.h"
#include "geometry/board.h"
#include "puzzle/form.h"

#define BCOV_MANY UINT32_MAX /* no upper bound */

enum {
  BCOV_MOST_COUNT = 1000000000, /* the largest finite count */
  BCOV_MOST_TAGS = 64,
  BCOV_MOST_COLOURS = 65535
};

typedef struct {
  char *name;
  uint32_t letter;  /* in drawings; set by bcov_puzzle_finish */
  uint32_t family;  /* of its further letters there; see letters.h */
  uint32_t lo, hi;  /* bounds for its number of copies; hi may be BCOV_MANY */
  uint32_t size;    /* cells */
  bool turn, flip;  /* as given (by the first of merged entries) */
  bool parted;      /* is not connected; set by bcov_puzzle_finish */
  bool unfit;       /* large, and too large for the board: has only the form that was given */
  uint64_t tags;    /* mask over the puzzle's tags */
  bcov_form *forms; /* sorted, all different */
  uint32_t n_forms;
  bcov_place place;
} bcov_piece;

/* In every row (or column), lo to hi cells have a tile with the tag. */
typedef struct {
  uint32_t tag;
  uint32_t lo, hi;
} bcov_quota;

typedef BCOV_VEC (bcov_quota) bcov_quotas;

/* An answer stated in the puzzle file. */
typedef struct {
  const char *question; /* "count", "count-up-to-symmetry", "fill" */
  char *value;          /* decimal */
  bcov_place place;
} bcov_stated;

/* A plain exact cover problem (a .dlx file), which has no board and no pieces. */
typedef struct {
  bcov_names items;       /* primary items first */
  BCOV_VEC (uint32_t) lo; /* bounds of each item */
  BCOV_VEC (uint32_t) hi;
  bcov_names colours;         /* 1, 2, ... */
  BCOV_VEC (uint32_t) first;  /* first incidence of each option, and the end */
  BCOV_VEC (uint32_t) item;   /* of each incidence */
  BCOV_VEC (uint32_t) colour; /* of each incidence; 0 if it has none */
  uint32_t n_primary;
} bcov_exact;

/* The pieces, sorted so that those with the same forms and counts, called a class, are adjacent.
   See images.h. */
typedef struct {
  uint32_t piece;
  uint32_t first; /* where its class begins */
  uint32_t count; /* of pieces in its class */
} bcov_image_place;

typedef struct {
  bcov_image_place *order; /* pieces by forms, counts, tags */
  uint32_t *place;         /* of each piece: its index in ORDER */
  bcov_table classes;      /* indices where classes begin */
} bcov_images;

struct bcov_puzzle {
  bcov_mem *mem;               /* held; in a view, the memory of its users */
  const bcov_puzzle *original; /* in a view: the puzzle that it shows; otherwise NULL */
  char *title, *source, *file; /* NULL if not given */
  bcov_board board;
  BCOV_VEC (bcov_piece) pieces;
  uint32_t n_families;            /* of letters; see letters.h */
  bcov_table by_letter;           /* pieces */
  BCOV_VEC (uint32_t) aliases_of; /* the piece of each alias */
  bcov_names aliases;             /* names of entries that were merged into another piece */
  bcov_names colours, tags;
  bcov_quotas row_quotas, column_quotas;
  uint16_t border; /* colour of the outer sides; 0 for any */
  bool fill_holes; /* every placed piece fills one whole hole */
  BCOV_VEC (bcov_stated) stated;
  int32_t *cell_piece; /* of each cell: the piece that must cover it, or -1; NULL without letters */
  bcov_exact *exact;   /* NULL for a board puzzle */
  bcov_images images;  /* made by bcov_puzzle_finish */
  struct bcov_index *index; /* finds pieces by form and by name; see puzzle.c */
};

bcov_status bcov_puzzle_new (bcov_mem *mem, const char *file, bcov_puzzle **out, bcov_error *err);

/* Returns a view of PUZZLE whose users allocate from MEM, so each question has its own memory while
   threads share the puzzle.  The view is valid as long as PUZZLE and is not freed. */
bcov_puzzle bcov_puzzle_view (const bcov_puzzle *puzzle, bcov_mem *mem);

/* An entry of the list of pieces. */
typedef struct {
  const char *name;
  size_t name_length;
  const bcov_shape *shape;
  uint32_t lo, hi;
  bool turn, flip;
  bcov_decor decor;
  uint64_t tags;
  bcov_place place;
} bcov_entry;

/* Adds a piece, or adds its counts to the piece with the same forms, decoration and tags.  The
   lattice must be set.  A new piece without a name is called table.N. */
bcov_status bcov_puzzle_add (bcov_puzzle *puzzle, const bcov_entry *entry, bcov_error *err);

/* Returns the number (from 0) of NAME in NAMES, to which it is added if it is new.  Returns -1,
   with a message, if memory runs out or there are already MOST names. */
int64_t bcov_puzzle_name (bcov_puzzle *puzzle, bcov_names *names, const char *name, size_t length,
                          size_t most, bcov_error *err);

/* Returns the piece with this name or alias, or -1.  Names are unique: a second, different piece
   called "a" becomes "a.2". */
int32_t bcov_puzzle_piece (const bcov_puzzle *puzzle, const char *name, size_t length);

/* Returns whether entries of different pieces had this NAME. */
bool bcov_puzzle_ambiguous (const bcov_puzzle *puzzle, const char *name, size_t length);

#endif
