/* Accessors of opaque types: BCOV_ACCESSOR (double, bcov_answer, seconds) defines the function
   bcov_answer_seconds, which returns the member of that name. */

#ifndef BCOV_ACCESSOR_H
#define BCOV_ACCESSOR_H

#define BCOV_ACCESSOR(result, type, member)                                                        \
  result type##_##member (const type *object)                                                      \
  {                                                                                                \
    return object->member;                                                                         \
  }

#endif
