/* boardcover draw: coverings, boards and heat as files: SVG, PNG, PDF. */

#include "commands.h"
#include "../session/atomic_file.h"
#include "../session/input.h"
#include "../session/output.h"
#include "../session/run.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The picture to draw. */
struct drawing {
  struct session *session;
  bcov_album *album;       /* for a sheet */
  bcov_covering *covering; /* for a single picture */
  uint64_t wanted, seen;   /* coverings */
  double started;
  char *bytes;
  size_t length;
};

static double now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Returns the request, with the rest of --time as its time limit. */
static bcov_request *rest_of_request (const struct drawing *d)
{
  bcov_request *request = run_request (d->session);
  double given = d->session->settings.seconds, left = given - (now () - d->started);
  char time[32];
  snprintf (time, sizeof time, "%.6fs", left > 1e-3 ? left : 1e-3);
  if (given > 0)
    bcov_request_set (request, "time", time, NULL);
  return request;
}

/* Takes a covering, for a single picture or for a sheet. */
static bcov_status add_covering (const bcov_covering *covering, uint64_t index, void *data)
{
  struct drawing *d = data;
  bcov_error *err = d->session->err;
  (void)index;
  bcov_status status = d->album ? bcov_album_add (d->album, covering, err)
                                : bcov_covering_copy (covering, &d->covering, err);
  return ++d->seen < d->wanted || status ? status : BCOV_ENOUGH;
}

/* ---- where coverings come from ---- */

/* Finds one covering, the quickest way. */
static bcov_status find_one (struct drawing *d, bcov_answer **answer)
{
  struct session *session = d->session;
  bcov_status status = bcov_solve (session->puzzle, run_request (session), answer, session->err);
  const bcov_covering *covering = status ? NULL : bcov_answer_covering (*answer);
  if (covering)
    status = add_covering (covering, 1, d);
  return status == BCOV_ENOUGH ? BCOV_OK : status;
}

static bcov_status find_coverings (struct drawing *d, bcov_answer **answer)
{
  struct session *session = d->session;
  const struct settings *settings = &session->settings;
  bcov_request *request = run_request (session);
  char limit[32];
  if (settings->rank)
    return bcov_unrank (session->puzzle, request, settings->rank, add_covering, d, answer,
                        session->err);
  if (settings->random)
    return bcov_sample (session->puzzle, request, d->wanted, add_covering, d, answer, session->err);
  if (!d->album && !settings->up_to_symmetry)
    return find_one (d, answer);
  snprintf (limit, sizeof limit, "%" PRIu64, d->wanted);
  bcov_request_set (request, "limit", limit, NULL);
  return bcov_list (session->puzzle, request, add_covering, d, answer, session->err);
}

static bcov_status draw_coverings (struct drawing *d, bcov_answer **answer)
{
  struct session *session = d->session;
  bcov_status status = find_coverings (d, answer);
  if (!status && d->covering)
    status = bcov_covering_picture (d->covering, rest_of_request (d), session->settings.look,
                                    &d->bytes, &d->length, session->err);
  if (status || d->seen)
    return status;
  output_note (session, "there is no covering to draw; use --fill to draw the board filled as much "
                        "as possible, or --empty to draw only the board");
  return BCOV_INPUT;
}

/* Returns the request without a time limit, to draw what was found before a stop. */
static const bcov_request *request_after_stop (const struct drawing *d)
{
  bcov_request *request = d->session->settings.request;
  run_clear_stop (d->session);
  bcov_request_set (request, "time", NULL, NULL);
  return request;
}

static bcov_status draw_sheet (struct drawing *d, bcov_answer **answer)
{
  const struct settings *settings = &d->session->settings;
  bcov_error *err = d->session->err;
  bcov_status status =
      bcov_album_new (d->session->puzzle, settings->request, settings->look, settings->sheet_rows,
                      settings->sheet_columns, &d->album, err);
  if (!status)
    status = draw_coverings (d, answer);
  if (!status || (status == BCOV_STOPPED && d->seen && *answer)) {
    bcov_status drawn =
        bcov_album_picture (d->album, request_after_stop (d), &d->bytes, &d->length, err);
    status = drawn ? drawn : status;
  }
  bcov_album_free (d->album);
  return status;
}

static bcov_status draw_filling (struct drawing *d, bcov_answer **answer)
{
  struct session *session = d->session;
  bcov_status status = bcov_fill (session->puzzle, run_request (session), answer, session->err);
  if (!*answer || (status && status != BCOV_STOPPED))
    return status;
  bcov_status drawn =
      bcov_covering_picture (bcov_answer_covering (*answer), request_after_stop (d),
                             session->settings.look, &d->bytes, &d->length, session->err);
  return drawn ? drawn : status;
}

static bcov_status draw_heat (struct drawing *d, bcov_answer **answer)
{
  struct session *session = d->session;
  bcov_heat *heat = NULL;
  bcov_status status =
      bcov_heat_new (session->puzzle, run_request (session), &heat, answer, session->err);
  if (!status)
    status = bcov_heat_picture (heat, rest_of_request (d), session->settings.heat_piece,
                                session->settings.look, &d->bytes, &d->length, session->err);
  bcov_heat_free (heat);
  return status;
}

/* Checks that the picture can be drawn, before a search that may take long, by drawing the board as
   small as possible. */
static bcov_status check_drawable (const struct drawing *d)
{
  const struct session *session = d->session;
  const struct settings *settings = &session->settings;
  char *bytes = NULL;
  if (!strcmp (settings->medium, "png"))
    bcov_look_set (settings->look, "pixels", "1", NULL);
  bcov_status status = bcov_puzzle_picture (session->puzzle, settings->request, settings->look,
                                            &bytes, NULL, session->err);
  bcov_look_set (settings->look, "pixels", settings->pixels, NULL);
  bcov_free (bytes);
  return status;
}

/* ---- the command ---- */

static bcov_status draw (struct drawing *d, bcov_answer **answer)
{
  struct session *session = d->session;
  const struct settings *settings = &session->settings;
  if (settings->empty)
    return bcov_puzzle_picture (session->puzzle, settings->request, settings->look, &d->bytes,
                                &d->length, session->err);
  bcov_status status = check_drawable (d);
  if (status)
    return status;
  if (settings->heat)
    return draw_heat (d, answer);
  if (settings->fill)
    return draw_filling (d, answer);
  return settings->sheet_rows ? draw_sheet (d, answer) : draw_coverings (d, answer);
}

/* Returns the number of coverings to draw: --limit, one page of a sheet, or 1. */
static uint64_t count_wanted (const struct settings *settings)
{
  uint64_t page = (uint64_t)settings->sheet_rows * settings->sheet_columns;
  return settings->limit ? settings->limit : page ? page : 1;
}

static bcov_status run (struct session *session)
{
  const struct settings *settings = &session->settings;
  struct drawing d = {.session = session, .wanted = count_wanted (settings), .started = now ()};
  uint64_t seed = settings->random ? session_seed (session) : 0;
  bcov_answer *answer = NULL;
  bcov_status status = input_open (session);
  if (!status)
    status = atomic_file_check (session, settings->to_file);
  if (!status)
    status = draw (&d, &answer);
  if (d.bytes) {
    bcov_status written = atomic_file_write (session, settings->to_file, d.bytes, d.length);
    status = written ? written : status;
  }
  if (d.seen && settings->random && !settings->seed && !settings->quiet)
    output_note (session, "to repeat this, add --seed %" PRIu64, seed);
  output_answer (session, answer);
  bcov_free (d.bytes);
  bcov_covering_free (d.covering);
  return status;
}

/* Checks that no argument is missing and that the options can be combined. */
static void check_settings (struct argp_state *state, struct settings *s)
{
  s->random |= s->seed != NULL;
  int subjects = s->empty + s->heat + s->fill + (s->rank != NULL) + s->random;
  if (!s->to_file)
    argp_error (state, "the output file is missing; add -o FILE.svg, FILE.png or FILE.pdf");
  if (subjects > 1)
    argp_error (state, "give only one of --empty, --heat, --fill, --rank and --random (or --seed)");
  if (s->colour_by && (s->empty || s->heat))
    argp_error (state, "--colour-by colours the pieces of a covering; leave it out for %s",
                s->empty ? "--empty" : "heat maps");
  if (s->sheet_rows && subjects && !s->random)
    argp_error (state,
                "--sheet draws several coverings; leave out --empty, --heat, --fill and --rank");
  if (s->limit && !s->sheet_rows)
    argp_error (state,
                "--limit is the number of coverings on a sheet; add --sheet, such as --sheet 6x4");
  if (s->up_to_symmetry && subjects)
    argp_error (state,
                "--up-to-symmetry applies only to coverings in the order of `list`; leave it out");
  if (s->limit > (uint64_t)s->sheet_rows * s->sheet_columns && strcmp (s->medium, "pdf"))
    argp_error (state, "%s has one page with room for %u coverings; write a PDF to draw more",
                s->to_file, s->sheet_rows * s->sheet_columns);
}

const struct command draw_command = {
    .name = "draw",
    .bit = DRAW,
    .arguments = "PUZZLE -o FILE\n-b BOARD -p PIECES -o FILE",
    .summary = "write a picture: SVG, PNG or PDF",
    .about = "Draw a covering and write the picture to FILE, whose name ends in .svg, .png or "
             ".pdf; - writes an SVG to standard output. Options select another covering (--rank, "
             "--random), several (--sheet), the board (--empty, --fill) or a heat map (--heat, "
             "--heat-of).\v"
             "Examples:\n"
             "  boardcover draw -b 6x10 -p pentominoes -o pentominoes.svg\n"
             "  boardcover draw -b 6x10 -p pentominoes --sheet 6x4 --limit 100 -o sheet.pdf\n"
             "  boardcover draw -b 8x8 -p I2:any --heat -o heat.png\n"
             "  boardcover draw puzzles/soma-cube.yaml --isometric -o soma.svg\n",
    .most_words = 1,
    .check = check_settings,
    .run = run,
};
