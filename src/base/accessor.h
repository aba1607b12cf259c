/* Accessors of opaque types: BCOV_ACCESSOR (double, answer, seconds, answer->seconds) defines the
   function bcov_answer_seconds, which returns the last argument.  BCOV_ACCESSOR_AT defines one that
   takes an index K, too. */

#ifndef BCOV_ACCESSOR_H
#define BCOV_ACCESSOR_H

#define BCOV_ACCESSOR(type, object, name, value)                                                   \
  type bcov_##object##_##name (const bcov_##object *object)                                        \
  {                                                                                                \
    return value;                                                                                  \
  }
#define BCOV_ACCESSOR_AT(type, object, name, value)                                                \
  type bcov_##object##_##name (const bcov_##object *object, size_t k)                              \
  {                                                                                                \
    return value;                                                                                  \
  }

#endif
