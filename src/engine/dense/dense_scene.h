/* The scene of a block: the combinations of the slots that it does not touch, the places of their
   entries in the table, and the code for its levels.

     bcov_dense_scenes_start (&scenes, &plan, room, parts);
     for (each block of the plan)
       status = bcov_dense_scene_set (&scenes, block, &scene, err);  ... and process it ...
     bcov_dense_scene_free (&scenes, &scene);
     bcov_dense_scenes_free (&scenes);

   With two scenes in turn, the next one can be set while the current one is in use.             */

#ifndef BCOV_DENSE_SCENE_H
#define BCOV_DENSE_SCENE_H

#include "engine/dense/dense_code.h"

enum { BCOV_DENSE_KEPT = 64 }; /* blocks whose code is kept */

/* The code of a block, for each class of combinations. */
typedef struct {
  bcov_dense_text text;
  bcov_dense_code code[BCOV_DENSE_MODULUS];
  uint32_t places; /* of the largest buffer */
} bcov_dense_kept;

/* Data that all scenes share. */
typedef struct {
  const bcov_dense_plan *plan;
  uint32_t room, parts;
  bcov_dense_pairs pairs;                 /* before the next block */
  double work;                            /* of earlier blocks */
  uint64_t places[1 << BCOV_DENSE_TOUCH]; /* scratch: the bits of each entry */
  bcov_dense_kept kept[BCOV_DENSE_KEPT];
  const bcov_dense_kept *last; /* the code of the last scene */
  uint32_t made;               /* number of codes made */
} bcov_dense_scenes;

/* Places are bits of the table's keys, as in the plan. */
typedef struct {
  bcov_dense_pairs pairs;            /* before this block, in terms of places */
  uint32_t highs;                    /* number of high places that the block does not touch */
  uint8_t high[BCOV_DENSE_BITS];     /* these places, from the top */
  uint32_t fixed;                    /* number of them that a part fixes */
  uint32_t free_low;                 /* low places that the block does not touch */
  bool straight;                     /* no low place is touched: a row consists of whole chunks */
  uint32_t lows;                     /* combinations of the free low places (1 if straight) */
  uint16_t low[1 << BCOV_DENSE_LOW]; /* the bits of each combination */
  uint8_t low_class[1 << BCOV_DENSE_LOW];
  const bcov_dense_kept *now; /* the code of this block */
  uint32_t *first[BCOV_DENSE_MODULUS]
                 [1 << BCOV_DENSE_LOW]; /* offsets for each class and low combination */
  uint32_t levels;
  double work_before, work; /* of earlier blocks, and of this one */
  BCOV_VEC (uint32_t) offsets;
} bcov_dense_scene;

/* SCENES is all zero.  For ROOM see bcov_dense_code_make.  Blocks are divided into at least PARTS
   parts of about the same size, if there are enough combinations. */
void bcov_dense_scenes_start (bcov_dense_scenes *scenes, const bcov_dense_plan *plan, uint32_t room,
                              uint32_t parts);
void bcov_dense_scenes_free (bcov_dense_scenes *scenes);

/* Sets SCENE, which is all zero at first, to the scene of the next block.  Another scene that was
   set before stays valid. */
bcov_status bcov_dense_scene_set (bcov_dense_scenes *scenes, const bcov_dense_block *block,
                                  bcov_dense_scene *scene, bcov_error *err);
void bcov_dense_scene_free (bcov_dense_scenes *scenes, bcov_dense_scene *scene);

/* Returns a bound on the memory of two scenes of PLAN, apart from these structs.  Sets *PLACES to
   the number of chunks in the largest buffer. */
size_t bcov_dense_scene_bytes (const bcov_dense_plan *plan, size_t *places);

#endif
