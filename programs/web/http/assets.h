/* The files of the page and the puzzles of the gallery, which embed.py embeds in the program.
   The server reads nothing from disk while it runs. */

#ifndef ASSETS_H
#define ASSETS_H

#include <stddef.h>

struct asset {
  const char *path; /* of the request: "/page.js" */
  const char *type; /* of the content */
  const unsigned char *bytes;
  size_t length;
};

extern const struct asset assets[];
extern const size_t asset_count;

#endif
