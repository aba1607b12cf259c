/* The commands, and the settings that their options make. */

#ifndef OPTIONS_H
#define OPTIONS_H

#include "boardcover.h"

/* The commands as bits; the table of options refers to them. */
enum {
  COUNT = 1 << 0,
  LIST = 1 << 1,
  FILL = 1 << 2,
  CHECK = 1 << 3,
  EXPLAIN = 1 << 4,
  CONVERT = 1 << 5,
  JUDGE = 1 << 6,
  CATALOG = 1 << 7,
  SEQUENCE = 1 << 8,
  SAMPLE = 1 << 9,
  HEAT = 1 << 10,
  RANK = 1 << 11,
  HINT = 1 << 12,
  DRAW = 1 << 13,
  SOLVE = 1 << 14,
  SERVE = 1 << 20,
  /* Groups of commands. */
  BY_COVERING = SAMPLE | HEAT | RANK | HINT,
  ABOUT_PUZZLES =
      SOLVE | COUNT | LIST | FILL | CHECK | EXPLAIN | CONVERT | SEQUENCE | BY_COVERING | DRAW,
  /* may take long */
  RUNNING = SOLVE | COUNT | LIST | FILL | CHECK | EXPLAIN | JUDGE | SEQUENCE | BY_COVERING | DRAW,
  DIVISIBLE = COUNT | LIST | EXPLAIN, /* into parts, and up to symmetry */
  ANSWERED = SOLVE | COUNT | LIST | FILL | SEQUENCE | BY_COVERING | DRAW, /* with statistics */
  WITH_JSON = SOLVE | COUNT | LIST | FILL | CHECK | EXPLAIN | CATALOG | SEQUENCE | BY_COVERING,
  COLOURED = SOLVE | LIST | FILL | SAMPLE | DRAW, /* with coverings in colours */
  ANY = ABOUT_PUZZLES | JUDGE | CATALOG
};

struct session;    /* see session.h */
struct argp_state; /* see <argp.h> */
struct settings;

struct command {
  const char *name;
  unsigned bit;
  const char *arguments; /* as --help shows them */
  const char *summary;   /* one line */
  const char *about;     /* the description, '\v', examples */
  unsigned most_words;   /* arguments other than options, including the puzzle */
  /* Checks the settings after all options are read; argp_error ends the program.  NULL: no check.
   */
  void (*check) (struct argp_state *state, struct settings *settings);
  bcov_status (*run) (struct session *session);
};

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

enum { MOST_WORDS = 4 };

struct settings {
  const char *words[MOST_WORDS]; /* arguments without the puzzle */
  unsigned n_words;
  const char *puzzle; /* its file; NULL: it is given by BOARD and the next three */
  const char *board, *pieces, *lattice, *wrap;
  bcov_request *request; /* holds the options of the library; some are also here: */
  uint64_t limit;        /* 0: not given */
  uint32_t parts;        /* 0: not given */
  double seconds;        /* 0: not given */
  /* The values of these options as given, or NULL. */
  const char *engine, *threads, *seed, *limit_text, *part, *time, *memory_text;
  bool up_to_symmetry;
  char without[256];
  size_t memory; /* 0: not given */
  int progress;  /* an enum when */
  bool json, stats, quiet;
  int style;             /* a bcov_style; -1: not given */
  const char *colour_by; /* NULL: not given */
  const char *to;
  const char *grow; /* sequence: rows, columns or layers */
  uint64_t from_size, to_size;
  bool bfile;
  bool by_symmetry, by_piece, unique, estimate; /* count */
  const char *probes;                           /* count; NULL: not given */
  bool exists, trace;                           /* explain */
  const char *rank;                             /* list, draw: one covering; NULL: not given */
  uint64_t samples;
  /* draw, catalog */
  const char *to_file; /* NULL: not given */
  bcov_look *look;
  const char *medium;
  const char *pixels; /* NULL: not given */
  bool cut, animate, isometric;
  bool empty, heat, fill, random;
  const char *heat_piece;
  uint32_t sheet_rows, sheet_columns; /* 0: one covering */
  /* serve */
  uint16_t port;
  const char *address; /* NULL: only this machine */
  bool allows_remote;  /* other machines may reach it */
  uint64_t jobs;
  double job_seconds;
};

/* Reads the arguments of COMMAND; ARGV[0] is its full name, such as "boardcover count".  Ends the
   program if the arguments are wrong or ask for help. */
void options_read (const struct command *command, int argc, char **argv, struct settings *out);

#endif
