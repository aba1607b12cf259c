/* The commands, and the settings that the options of one of them make. */

#ifndef OPTIONS_H
#define OPTIONS_H

#include "boardcover.h"

/* The commands as bits: each option says with these which commands take it. */
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
  SERVE = 1 << 20,
  /* Families of them. */
  BY_COVERING = SAMPLE | HEAT | RANK | HINT,
  ABOUT_PUZZLES = COUNT | LIST | FILL | CHECK | EXPLAIN | CONVERT | SEQUENCE | BY_COVERING | DRAW,
  /* perhaps for long */
  RUNNING = COUNT | LIST | FILL | CHECK | EXPLAIN | JUDGE | SEQUENCE | BY_COVERING | DRAW,
  DIVISIBLE = COUNT | LIST | EXPLAIN, /* into parts, and by symmetries */
  ANSWERED = COUNT | LIST | FILL | SEQUENCE | BY_COVERING | DRAW, /* with evidence */
  WITH_JSON = COUNT | LIST | FILL | CHECK | EXPLAIN | CATALOG | SEQUENCE | BY_COVERING,
  ANY = ABOUT_PUZZLES | JUDGE | CATALOG
};

struct session;    /* see session.h */
struct argp_state; /* see <argp.h> */
struct settings;

struct command {
  const char *name;
  unsigned bit;
  const char *arguments; /* as --help shows them */
  const char *summary;   /* a line */
  const char *about;     /* the description, '\v', examples */
  unsigned most_words;   /* arguments that are no options, the puzzle included */
  /* Checks the settings when all options are read; argp_error ends the program.  NULL: nothing. */
  void (*check) (struct argp_state *state, struct settings *settings);
  bcov_status (*run) (struct session *session);
};

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

enum { MOST_WORDS = 4 };

struct settings {
  const char *words[MOST_WORDS]; /* without the puzzle */
  unsigned n_words;
  const char *puzzle; /* its file; NULL when BOARD and the others hold it */
  const char *board, *pieces, *lattice, *wrap;
  bcov_request *request; /* with all options that the library has too; some are also here: */
  uint64_t limit;        /* 0: not said */
  uint32_t parts;        /* 0: not said */
  double seconds;        /* 0: not said */
  /* The values of these options as given, or NULL. */
  const char *engine, *threads, *seed, *limit_text, *part, *time, *memory_text;
  bool up_to_symmetry;
  char without[256];
  size_t memory; /* of serve; 0: not said */
  int progress;  /* an enum when */
  bool json, stats, quiet;
  int style; /* a bcov_style; -1: not given */
  const char *to;
  const char *grow; /* of sequence: what, */
  uint64_t from_size, to_size;
  bool bfile;
  bool by_symmetry, by_piece, unique; /* of count */
  bool exists, trace;                 /* of explain */
  const char *rank;                   /* of list: which one; NULL: all */
  uint64_t samples;
  /* of draw, and of catalog */
  const char *to_file; /* NULL: not said */
  bcov_look *look;
  const char *medium;
  const char *pixels; /* NULL: not said */
  bool cut, animate, isometric;
  bool empty, heat, fill, random;
  const char *heat_piece;
  uint32_t sheet_rows, sheet_columns; /* 0: one covering */
  /* of serve */
  uint16_t port;
  const char *address; /* NULL: this machine alone */
  bool allows_remote;  /* other machines are meant to reach it */
  uint64_t jobs;
  double job_seconds;
};

/* Reads the arguments of COMMAND (ARGV[0] is its name, in full: "boardcover count").  Does not
   return when they are wrong, or when help was asked for. */
void options_read (const struct command *command, int argc, char **argv, struct settings *out);

#endif
