/* Growing arrays.  BCOV_VEC (type) declares an array; all zero is empty.

     BCOV_VEC (uint32_t) cells = {0};
     bcov_status status = bcov_vec_push (mem, &cells, 7, err);
     bcov_vec_free (mem, &cells);                                                               */

#ifndef BCOV_VEC_H
#define BCOV_VEC_H

#include "base/mem.h"

#define BCOV_VEC(type)                                                                             \
  struct {                                                                                         \
    type *data;                                                                                    \
    size_t count, room;                                                                            \
  }

/* Returns DATA with room for at least NEED elements of SIZE bytes.  On failure returns NULL and
   leaves DATA as it is. */
void *bcov_vec_grow (bcov_mem *mem, void *data, size_t *room, size_t need, size_t size,
                     bcov_error *err);

/* For qsort and bsearch: compares numbers of type uint32_t. */
int bcov_vec_by_number (const void *a, const void *b);

#define bcov_vec_reserve(mem, v, need, err)                                                        \
  __extension__({                                                                                  \
    bcov_status vec_status_ = BCOV_OK;                                                             \
    if ((need) > (v)->room) {                                                                      \
      void *vec_data_ = bcov_vec_grow (mem, (v)->data, &(v)->room, need, sizeof *(v)->data, err);  \
      if (vec_data_)                                                                               \
        (v)->data = vec_data_;                                                                     \
      else                                                                                         \
        vec_status_ = bcov_mem_status (mem);                                                       \
    }                                                                                              \
    vec_status_;                                                                                   \
  })

#define bcov_vec_push(mem, v, value, err)                                                          \
  __extension__({                                                                                  \
    bcov_status push_status_ = bcov_vec_reserve (mem, v, (v)->count + 1, err);                     \
    if (!push_status_)                                                                             \
      (v)->data[(v)->count++] = (value);                                                           \
    push_status_;                                                                                  \
  })

#define bcov_vec_free(mem, v)                                                                      \
  (bcov_mem_free (mem, (v)->data), (v)->data = NULL, (v)->count = (v)->room = 0)

#endif
