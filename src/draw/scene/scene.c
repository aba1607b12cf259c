/* A covering lists the cells of each piece.  Drawing needs the inverse, the piece on each cell. */

#include "draw/scene/scene.h"
#include "puzzle/form.h"
#include "puzzle/lettering.h"

#include <ctype.h>

bcov_status bcov_scene_make (const bcov_covering *covering, bcov_scene *out, bcov_error *err)
{
  bcov_mem *mem = covering->mem;
  bcov_scene scene = {.covering = covering, .board = &covering->puzzle->board};
  scene.owner = bcov_mem_alloc (mem, scene.board->n_cells, sizeof *scene.owner, err);
  if (scene.owner)
    scene.letter = bcov_mem_alloc (mem, covering->laid.count, sizeof *scene.letter, err);
  bcov_status status =
      scene.letter ? bcov_lettering_once (covering, scene.letter, err) : bcov_mem_status (mem);
  if (status) {
    bcov_scene_free (&scene);
    return status;
  }
  bcov_covering_map (covering, (int32_t *)scene.owner); /* -1 is BCOV_EMPTY_CELL */
  *out = scene;
  return BCOV_OK;
}

void bcov_scene_free (bcov_scene *scene)
{
  if (!scene->covering)
    return;
  bcov_mem_free (scene->covering->mem, scene->owner);
  bcov_mem_free (scene->covering->mem, scene->letter);
  *scene = (bcov_scene){0};
}

static bool has_symbol (const bcov_piece *piece)
{
  return !isascii (piece->name[0]) || !isalnum ((unsigned char)piece->name[0]);
}

bool bcov_scene_is_tile (const bcov_scene *scene, uint32_t number)
{
  const bcov_covering *covering = scene->covering;
  const bcov_piece *piece = covering->puzzle->pieces.data + covering->laid.data[number].piece;
  return piece->size == 1 &&
         (piece->tags || !bcov_decor_is_plain (piece->forms[0].decor) || has_symbol (piece));
}

bool bcov_scene_has_gaps (const bcov_scene *scene)
{
  for (uint32_t cell = 0; cell < scene->board->n_cells; cell++)
    if (scene->owner[cell] == BCOV_EMPTY_CELL)
      return true;
  return false;
}
