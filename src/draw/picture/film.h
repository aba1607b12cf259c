/* An animated picture of a board on which pieces are placed and removed, with captions.

     bcov_film film;
     bcov_film_start (&film, puzzle, err);
     bcov_film_add (&film, &(bcov_shot){.seconds = 1, .caption = "first"});
     ...                                                                     one call for each shot
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
  BCOV_RING,  /* a smaller outline inside each cell */
  BCOV_HATCH, /* hatched cells with a line around them */
  BCOV_GLOW   /* a bright line around the whole board */
} bcov_mark_kind;

/* One scene of the film. */
typedef struct {
  double seconds;
  const char *caption;
  bool lays;                  /* the last piece of LYING is placed */
  bool takes_back;            /* the piece placed last is removed */
  const bcov_covering *lying; /* all pieces on the board, in the order in which they were placed */
  bcov_mark_kind mark;
  const uint32_t *cells; /* marked during this shot */
  uint32_t n_cells;
} bcov_shot;

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_figure figure;
  bcov_page_space space;
  double now;                   /* in seconds, when the next shot begins */
  double height;                /* of the board with its margin */
  uint32_t lines;               /* of the longest caption */
  BCOV_VEC (uint8_t) colours;   /* of the pieces on the board */
  BCOV_VEC (uint32_t) arrivals; /* the step of each */
} bcov_film;

/* For puzzles with a board.  Failures are kept in the figure.  End the film in any case. */
void bcov_film_start (bcov_film *film, const bcov_puzzle *puzzle, bcov_error *err);
void bcov_film_add (bcov_film *film, const bcov_shot *shot);

/* Writes the film as an SVG that repeats without any script.  Add nothing after that. */
bcov_status bcov_film_write (bcov_film *film, bcov_text *out, bcov_error *err);
void bcov_film_end (bcov_film *film);

#endif
