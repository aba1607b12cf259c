/* What the program has in it: the files of the page and the puzzles of the gallery, put there by
   embed.py when it was built.  Nothing is read from disk while the server runs. */

#ifndef ASSETS_H
#define ASSETS_H

#include <stddef.h>

struct asset {
  const char *path; /* as asked for: "/page.js" */
  const char *type; /* of the content */
  const unsigned char *bytes;
  size_t length;
};

extern const struct asset assets[];
extern const size_t asset_count;

#endif
