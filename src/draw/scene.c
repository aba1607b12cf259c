/* Turns the list of pieces laid inside out: from "these cells belong to this piece" to "this piece
   lies on this cell", which is what every drawing asks. */

#include "draw/scene.h"

static void note_owners (bcov_scene *scene)
{
  const bcov_covering *covering = scene->covering;
  for (uint32_t cell = 0; cell < scene->board->n_cells; cell++)
    scene->owner[cell] = BCOV_NOBODY;
  for (size_t k = 0; k < covering->laid.count; k++) {
    bcov_laid laid = covering->laid.data[k];
    for (uint32_t c = 0; c < laid.count; c++)
      scene->owner[covering->cells.data[laid.first + c]] = (uint32_t)k;
  }
}

bcov_status bcov_scene_make (const bcov_covering *covering, bcov_scene *out, bcov_error *err)
{
  bcov_mem *mem = covering->mem;
  bcov_scene scene = {.covering = covering, .board = &covering->puzzle->board};
  scene.owner = bcov_mem_alloc (mem, scene.board->n_cells, sizeof *scene.owner, err);
  if (scene.owner)
    scene.letter = bcov_mem_alloc (mem, covering->laid.count, sizeof *scene.letter, err);
  bcov_status status =
      scene.letter ? bcov_covering_letters (covering, scene.letter, err) : bcov_mem_status (mem);
  if (status) {
    bcov_scene_free (&scene);
    return status;
  }
  note_owners (&scene);
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

uint32_t bcov_scene_at (const bcov_scene *scene, int32_t layer, int32_t row, int32_t column)
{
  int32_t number = bcov_board_at (scene->board, (bcov_cell){layer, row, column});
  return number == BCOV_NO_CELL ? BCOV_NOWHERE : scene->owner[number];
}

bool bcov_scene_has_gaps (const bcov_scene *scene)
{
  for (uint32_t cell = 0; cell < scene->board->n_cells; cell++)
    if (scene->owner[cell] == BCOV_NOBODY)
      return true;
  return false;
}
