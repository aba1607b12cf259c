/* A puzzle: what the user said, merged and named, and nothing about solving.  It is built by the
   readers in src/format through the calls below and is read-only afterwards. */

#ifndef BCOV_PUZZLE_H
#define BCOV_PUZZLE_H

#include "base/table.h"
#include "geometry/board.h"
#include "puzzle/form.h"

#define BCOV_MANY UINT32_MAX /* no upper bound */

enum {
  BCOV_MOST_COUNT = 1000000000, /* largest lower or upper count that can be said */
  BCOV_MOST_TAGS = 64,
  BCOV_MOST_COLOURS = 65535
};

typedef struct {
  char *name;
  uint32_t letter;  /* in drawings; given out by bcov_puzzle_finish */
  uint32_t family;  /* of its further letters there; see letter_family.h */
  uint32_t lo, hi;  /* how many times it is used; hi may be BCOV_MANY */
  uint32_t size;    /* cells */
  bool turn, flip;  /* as said (of merged entries, those of the first) */
  bool parted;      /* is not connected; known after bcov_puzzle_finish */
  uint64_t tags;    /* mask over the puzzle's tags */
  bcov_form *forms; /* sorted, all different */
  uint32_t n_forms;
  bcov_place place;
} bcov_piece;

/* In every row (or column): between lo and hi cells whose tile has the tag. */
typedef struct {
  uint32_t tag;
  uint32_t lo, hi;
} bcov_quota;

typedef BCOV_VEC (bcov_quota) bcov_quotas;

/* An answer that the puzzle states about itself. */
typedef struct {
  char *question; /* "count", "count-up-to-symmetry", "fill" */
  char *value;    /* decimal */
  bcov_place place;
} bcov_stated;

/* A plain exact cover problem (a .dlx file): there is then no board and no piece. */
typedef struct {
  BCOV_VEC (char *) items; /* names; primary ones first */
  BCOV_VEC (uint32_t) lo;  /* bounds of each item */
  BCOV_VEC (uint32_t) hi;
  BCOV_VEC (char *) colours;  /* names of colours 1, 2, ... */
  BCOV_VEC (uint32_t) first;  /* first incidence of each option, and one more at the end */
  BCOV_VEC (uint32_t) item;   /* of each incidence */
  BCOV_VEC (uint32_t) colour; /* of each incidence; 0: none */
  uint32_t n_primary;
} bcov_exact;

typedef BCOV_VEC (char *) bcov_names;

/* The pieces in an order in which those with the same forms and counts stand together; they are a
   class.  See images.h, which makes it.  All zero is empty. */
typedef struct {
  uint32_t piece;
  uint32_t first; /* place where its class begins */
  uint32_t count; /* pieces of its class */
} bcov_image_place;

typedef struct {
  bcov_image_place *order; /* pieces by forms, counts, tags */
  uint32_t *place;         /* of each piece: its place in the order */
  bcov_table classes;      /* places where classes begin */
} bcov_images;

struct bcov_puzzle {
  bcov_mem *mem;               /* held; of a view, where its users allocate */
  const bcov_puzzle *original; /* of a view: the puzzle that it shows; else NULL */
  char *title, *source, *file; /* NULL when not said */
  bcov_board board;
  BCOV_VEC (bcov_piece) pieces;
  uint32_t n_families;            /* of letters */
  BCOV_VEC (uint32_t) aliases_of; /* piece of each alias: names of entries merged into another */
  bcov_names aliases;
  bcov_names colours, tags;
  bcov_quotas row_quotas, column_quotas;
  uint16_t border; /* colour of the outer sides, 0: any */
  bool fill_holes; /* every placed piece fills one whole hole */
  BCOV_VEC (bcov_stated) stated;
  int32_t *cell_piece; /* of each cell the piece that must cover it, or -1; NULL without letters */
  bcov_exact *exact;   /* NULL for a board puzzle */
  bcov_images images;  /* made by bcov_puzzle_finish */
  struct bcov_index *index; /* finds pieces by form and by name; see puzzle.c */
};

bcov_status bcov_puzzle_new (bcov_mem *mem, const char *file, bcov_puzzle **out, bcov_error *err);

/* The same puzzle, whose users take their memory from MEM: so each question has its own memory,
   while threads share the puzzle.  Not to be freed; valid as long as PUZZLE. */
bcov_puzzle bcov_puzzle_view (const bcov_puzzle *puzzle, bcov_mem *mem);

/* What the reader knows of a piece entry. */
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

/* Adds a piece, or adds its counts to the entry that has the same forms, decoration and tags.
   The board's lattice must be set.  A new piece without a name is called table.N. */
bcov_status bcov_puzzle_add (bcov_puzzle *puzzle, const bcov_entry *entry, bcov_error *err);

/* The number from 0 of NAME in NAMES, added when it is new; -1, with a message, when memory ends or
   MOST are there.  Fast for the puzzle's colours and tags. */
int64_t bcov_puzzle_name (bcov_puzzle *puzzle, bcov_names *names, const char *name, size_t length,
                          size_t most, bcov_error *err);

/* The piece called NAME (or an alias), -1 when none is.  Names are unique: a second, different
   piece that was to be called "a" is called "a.2". */
int32_t bcov_puzzle_piece (const bcov_puzzle *puzzle, const char *name, size_t length);

/* Whether entries of different pieces were called NAME. */
bool bcov_puzzle_ambiguous (const bcov_puzzle *puzzle, const char *name, size_t length);

#endif
