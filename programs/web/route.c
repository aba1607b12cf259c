/* The table of endpoints, a line each.  A path is compared byte by byte with what the client sent:
   nothing is decoded, put together or looked for on disk, so that no trick with dots, slashes or
   escapes leads anywhere. */

#include "route.h"
#include "question.h"
#include "tell.h"

#include <string.h>

static const struct endpoint endpoints[] = {
    {.path = "/api/version", .tell = tell_version},
    {.path = "/api/status", .tell = tell_status},
    {.path = "/api/catalog", .kind = QUICK, .work = tell_catalog},
    {"/api/convert", true, QUICK, CONVERT, question_work, NULL, question_convert},
    {"/api/draw", true, QUICK, DRAW, question_work, NULL, question_draw},
    {"/api/count", true, LONG, COUNT, question_work, NULL, question_count},
    {"/api/list", true, LONG, LIST, question_work, NULL, question_list},
    {"/api/covering", true, LONG, COVERING, question_work, NULL, question_covering},
    {"/api/sample", true, LONG, SAMPLE, question_work, NULL, question_sample},
    {"/api/fill", true, LONG, FILL, question_work, NULL, question_fill},
    {"/api/heat", true, LONG, HEAT, question_work, NULL, question_heat},
    {"/api/hint", true, LONG, HINT, question_work, NULL, question_hint},
    {"/api/explain", true, LONG, EXPLAIN, question_work, NULL, question_explain},
    {"/api/trace", true, LONG, TRACE, question_work, NULL, question_trace},
};

static bool is (const char *name, const char *path, size_t length)
{
  return strlen (name) == length && !memcmp (name, path, length);
}

const struct endpoint *route_endpoint (const char *path, size_t length)
{
  for (size_t k = 0; k < sizeof endpoints / sizeof *endpoints; k++)
    if (is (endpoints[k].path, path, length))
      return &endpoints[k];
  return NULL;
}

const struct asset *route_asset (const char *path, size_t length)
{
  for (size_t k = 0; k < asset_count; k++)
    if (is (assets[k].path, path, length))
      return &assets[k];
  return NULL;
}
