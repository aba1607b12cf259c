/* Coverings from text, for who wants to show them.  They may be unfinished, as on a page on which
   somebody lays pieces: what lies there must be right, but cells may be empty. */

#include "question/run.h"
#include "format/covering/covering_read.h"
#include "puzzle/verify.h"

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_see *see;
  void *data;
  uint64_t index;
  bcov_status status; /* the worst so far */
  bcov_error *err;
} handing;

/* One that cannot be read was told already; one that is wrong is told and left out. */
static bool hand_over (bcov_covering *covering, const bcov_place *place, bool partial, void *data)
{
  handing *h = data;
  (void)partial;
  h->index++;
  bcov_status status =
      covering ? bcov_verify (h->puzzle, covering, true, place, h->err) : BCOV_WRONG;
  if (!status)
    return h->see (covering, h->index, h->data);
  h->status = status;
  return status == BCOV_WRONG;
}

bcov_status bcov_covering_parse (const bcov_puzzle *puzzle, const char *name, const char *text,
                                 size_t length, bcov_see *see, void *data, bcov_error *err)
{
  handing h = {.puzzle = puzzle, .see = see, .data = data, .err = err};
  bcov_status status = bcov_covering_read (puzzle, name, text, length, hand_over, &h, err);
  return status ? status : h.status;
}
