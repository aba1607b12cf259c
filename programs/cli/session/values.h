/* Parsers for the values of options.  Each returns false, and does not change OUT, unless the whole
   TEXT is a valid value. */

#ifndef VALUES_H
#define VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A whole number from 1 to MOST. */
bool value_number (const char *text, uint64_t most, uint64_t *out);

/* A whole number of any size, at least 1. */
bool value_rank (const char *text);

/* A whole number, at least 0. */
bool value_seed (const char *text, uint64_t *out);

/* A number of bytes, at least 1: digits, and optionally K, M, G or T for powers of 1024. */
bool value_bytes (const char *text, size_t *out);

/* A time above 0: a decimal number and ms, s (default), m or h. */
bool value_seconds (const char *text, double *out);

/* "6x4": the number of columns and the number of rows, 1 to 100 each. */
bool value_sheet (const char *text, uint32_t *columns, uint32_t *rows);

/* A numeric IPv4 or IPv6 address, not a host name. */
bool value_address (const char *text);

/* Returns the picture format of a file name: "svg" (also for "-"), "png" or "pdf"; otherwise NULL.
 */
const char *value_medium (const char *path);

#endif
