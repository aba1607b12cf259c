/* Every unit test includes this first: cmocka, and the name by which runner.c calls the suite.

     SUITE (vec)
     {
       const struct CMUnitTest tests[] = {...};
       return cmocka_run_group_tests_name ("vec", tests, NULL, NULL);
     }                                                                                          */

#ifndef SUITE_H
#define SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define SUITE(name)                                                                                \
  int suite_##name (void);                                                                         \
  int suite_##name (void)

#endif
