/* A board on which pieces come and go, as one animated picture with a caption below.

     bcov_film film;
     bcov_film_start (&film, puzzle, err);
     bcov_film_add (&film, &(bcov_shot){.seconds = 1, .caption = "first"});
     ...                                                                     shot after shot
     bcov_status status = bcov_film_write (&film, &text, err);
     bcov_film_end (&film);                                                                     */

#ifndef BCOV_FILM_H
#define BCOV_FILM_H

#include "base/text.h"
#include "draw/picture/page_space.h"
#include "puzzle/covering.h"

/* How cells are marked. */
typedef enum {
  BCOV_UNMARKED,
  BCOV_RING,  /* a ring within each cell */
  BCOV_HATCH, /* struck through, with a line around them */
  BCOV_GLOW   /* a bright line around the whole board */
} bcov_mark_kind;

/* What is seen for some time. */
typedef struct {
  double seconds;
  const char *caption;
  bool lays;                  /* the last piece of LYING comes in, and stays, */
  bool takes_back;            /* the last piece that came in goes */
  const bcov_covering *lying; /* all that lies there then, in the order in which it came in */
  bcov_mark_kind mark;
  const uint32_t *cells; /* marked, while this is seen */
  uint32_t n_cells;
} bcov_shot;

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_figure figure;
  bcov_page_space space;
  double now;                   /* when the next shot begins */
  double height;                /* of the board with its margin */
  uint32_t lines;               /* of the longest caption */
  BCOV_VEC (uint8_t) colours;   /* of the pieces that lie there */
  BCOV_VEC (uint32_t) arrivals; /* the stay of each */
} bcov_film;

/* For puzzles with a board.  Failures are kept; END the film in any case. */
void bcov_film_start (bcov_film *film, const bcov_puzzle *puzzle, bcov_error *err);
void bcov_film_add (bcov_film *film, const bcov_shot *shot);

/* The whole as SVG, which plays again and again without any script.  Nothing is added after that.
 */
bcov_status bcov_film_write (bcov_film *film, bcov_text *out, bcov_error *err);
void bcov_film_end (bcov_film *film);

#endif
