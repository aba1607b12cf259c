/* Pictures of a board, empty or with the pieces that lie on it: all of them, or as many as somebody
   has laid so far. */

#include "flow.h"
#include "question.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PIXELS = 8192 };

struct drawing {
  struct question *question;
  bcov_look look;
  char *bytes;
  size_t length;
  bcov_status status;
};

static const struct {
  const char *medium, *type;
} types[] = {
    {"svg", "image/svg+xml"}, {"png", "image/png"}, {"pdf", "application/pdf"}, {NULL, NULL}};

static const char *type_of (const char *medium)
{
  size_t k = 0;
  while (types[k].medium && strcmp (medium, types[k].medium) != 0)
    k++;
  return types[k].type;
}

static bool draw (const bcov_covering *covering, uint64_t index, void *data)
{
  struct drawing *d = data;
  (void)index;
  d->status =
      bcov_covering_picture (covering, &d->look, &d->bytes, &d->length, d->question->job->err);
  return false;
}

/* The placements go to the library as `list --json` writes them: it reads and checks them. */
static bcov_status draw_placements (struct drawing *d)
{
  struct question *q = d->question;
  json_t *covering = json_pack ("{s:O}", "placements", q->ask.placements);
  char *text = covering ? json_dumps (covering, JSON_COMPACT) : NULL;
  bcov_status status = BCOV_FAULT;
  if (text)
    status =
        bcov_covering_parse (q->puzzle, "placements", text, strlen (text), draw, d, q->job->err);
  free (text);
  json_decref (covering);
  return status ? status : d->status;
}

bcov_status question_draw (struct question *q)
{
  const struct ask *ask = &q->ask;
  const char *medium = ask->medium ? ask->medium : "svg";
  struct drawing d = {
      .question = q,
      .look = {.medium = medium,
               .cut = ask->cut,
               .animate = ask->animate,
               .isometric = ask->isometric,
               .pixels = ask->pixels < MOST_PIXELS ? (uint32_t)ask->pixels : MOST_PIXELS,
               .stop = &q->job->stop},
  };
  bcov_status status =
      ask->placements ? draw_placements (&d)
                      : bcov_puzzle_picture (q->puzzle, &d.look, &d.bytes, &d.length, q->job->err);
  if (!status)
    flow_reply (q->job, type_of (medium), d.bytes, d.length);
  bcov_text_free (d.bytes);
  return status;
}
