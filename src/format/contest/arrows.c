/* The arrows puzzle: an N x N board of the tiles ↖ ↗ ↘ ↙, each of which points at two sides of its
   cell and the corner between them.  In every row half of the arrows point up and half down; in
   every column half point left and half right. */

#include "format/contest/arrows.h"
#include "format/puzzle/yaml_read.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SIZE = 64 };

#define TILE(name, points, tags)                                                                   \
  "- {name: " name ", shape: X, count: any, turn: false, points: [" points "], tags: [" tags "]}"  \
  "\n"

static const char file[] = "board: %ux%u\n"
                           "pieces:\n" /* one per line */
    TILE ("↖", "north, west, northwest", "up, left")
        TILE ("↗", "north, east, northeast", "up, right")
            TILE ("↘", "south, east, southeast", "down, right") TILE (
                "↙", "south, west, southwest",
                "down, left") "rules: {rows: {up: %u, down: %u}, columns: {left: %u, right: %u}}\n";

bcov_status bcov_arrows_make (bcov_mem *mem, uint32_t n, bcov_puzzle **out, bcov_error *err)
{
  char text[sizeof file + 64];
  *out = NULL;
  if (n % 2 || !n || n > MOST_SIZE)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "an arrows board cannot be %u x %u; the size must be even, from 2 to %d",
                           n, n, MOST_SIZE);
  snprintf (text, sizeof text, file, n, n, n / 2, n / 2, n / 2, n / 2);
  return bcov_yaml_read (mem, NULL, text, strlen (text), out, err);
}
