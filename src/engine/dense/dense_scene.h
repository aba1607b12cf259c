/* The scene of a block: which combinations of the slots that it does not touch there are, where
   their entries lie in the table, and the code that takes them through its levels.

     bcov_dense_scenes_start (&scenes, &plan, room, parts);
     for (each block of the plan)
       status = bcov_dense_scene_set (&scenes, block, &scene, err);  ... and work on it ...
     bcov_dense_scene_free (&scenes, &scene);
     bcov_dense_scenes_free (&scenes);

   With two scenes in turn, the next can be set while the present one is worked on.             */

#ifndef BCOV_DENSE_SCENE_H
#define BCOV_DENSE_SCENE_H

#include "engine/dense/dense_code.h"

enum { BCOV_DENSE_KEPT = 64 }; /* blocks whose code is kept */

/* The code of a block, for each class of combinations. */
typedef struct {
  bcov_dense_text text;
  bcov_dense_code code[BCOV_DENSE_MODULUS];
  uint32_t places; /* of the buffer, for the largest */
} bcov_dense_kept;

/* What scenes have in common. */
typedef struct {
  const bcov_dense_plan *plan;
  uint32_t room, parts;
  bcov_dense_pairs pairs;                 /* before the next block */
  double work;                            /* of the blocks before it */
  uint64_t places[1 << BCOV_DENSE_TOUCH]; /* scratch: bits of each entry */
  bcov_dense_kept kept[BCOV_DENSE_KEPT];
  const bcov_dense_kept *last; /* the code of the last scene that was set */
  uint32_t made;               /* codes so far */
} bcov_dense_scenes;

/* Places are bits of the table's keys, as in the plan. */
typedef struct {
  bcov_dense_pairs pairs;            /* before this block, by place */
  uint32_t highs;                    /* high places that the block does not touch, */
  uint8_t high[BCOV_DENSE_BITS];     /* from the top; */
  uint32_t fixed;                    /* in a part, so many of them are fixed */
  uint32_t free_low;                 /* low places that it does not touch */
  bool straight;                     /* all of them: a row is made of whole chunks */
  uint32_t lows;                     /* combinations of the low ones (1 when straight), */
  uint16_t low[1 << BCOV_DENSE_LOW]; /* their bits */
  uint8_t low_class[1 << BCOV_DENSE_LOW];
  const bcov_dense_kept *now;                               /* the code of this block */
  uint32_t *first[BCOV_DENSE_MODULUS][1 << BCOV_DENSE_LOW]; /* offsets for each class and low */
  uint32_t levels;
  double work_before, work; /* of the blocks before, and of this one */
  BCOV_VEC (uint32_t) offsets;
} bcov_dense_scene;

/* SCENES is all zero.  ROOM: see bcov_dense_code_make.  There will be at least PARTS parts of about
   the same size, if there are so many combinations. */
void bcov_dense_scenes_start (bcov_dense_scenes *scenes, const bcov_dense_plan *plan, uint32_t room,
                              uint32_t parts);
void bcov_dense_scenes_free (bcov_dense_scenes *scenes);

/* Makes SCENE, at first all zero, that of the next block.  The one that was set before stays as it
   is, if it is another. */
bcov_status bcov_dense_scene_set (bcov_dense_scenes *scenes, const bcov_dense_block *block,
                                  bcov_dense_scene *scene, bcov_error *err);
void bcov_dense_scene_free (bcov_dense_scenes *scenes, bcov_dense_scene *scene);

/* The memory that two scenes of PLAN, in turn, take at most, apart from these structs; *PLACES gets
   the chunks of the largest buffer. */
size_t bcov_dense_scene_bytes (const bcov_dense_plan *plan, size_t *places);

#endif
