/* Pictures of a board, empty or with the pieces that lie on it: all of them, or as many as somebody
   has laid so far.  Heat maps are drawn too where they are counted soon: the thread is one of those
   for quick jobs. */

#include "flow.h"
#include "question.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PIXELS = 8192, HEAT_SECONDS = 15 };

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

static bcov_status draw_heat (struct drawing *d)
{
  struct question *q = d->question;
  const bcov_request soon = {.stop = &q->job->stop, .seconds = HEAT_SECONDS, .threads = 1};
  if (q->ask.placements) {
    flow_refuse (q->job, MHD_HTTP_BAD_REQUEST, "a heat map has no placements\n");
    return BCOV_INPUT;
  }
  return bcov_heat_picture (q->puzzle, &soon, q->ask.heat_of, &d->look, &d->bytes, &d->length,
                            &q->answer, q->job->err);
}

static bcov_status draw_subject (struct drawing *d)
{
  struct question *q = d->question;
  if (q->ask.heat || q->ask.heat_of)
    return draw_heat (d);
  return q->ask.placements
             ? draw_placements (d)
             : bcov_puzzle_picture (q->puzzle, &d->look, &d->bytes, &d->length, q->job->err);
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
  bcov_status status = draw_subject (&d);
  if (!status)
    flow_reply (q->job, type_of (medium), d.bytes, d.length);
  bcov_text_free (d.bytes);
  return status;
}
