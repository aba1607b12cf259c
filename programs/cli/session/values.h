/* Parsers for the values of options: numbers, sizes, times, parts.  Each must match TEXT to its
   last character; otherwise it returns false and leaves OUT alone. */

#ifndef VALUES_H
#define VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A whole number from 1 to MOST. */
bool value_number (const char *text, uint64_t most, uint64_t *out);

/* A whole number from 1 on, of any size. */
bool value_rank (const char *text);

/* A whole number from 0 on. */
bool value_seed (const char *text, uint64_t *out);

/* Bytes, at least 1: digits, then K, M, G or T for powers of 1024 if wanted. */
bool value_bytes (const char *text, size_t *out);

/* A time above 0: a decimal number, then ms, s, m or h; seconds when nothing follows. */
bool value_seconds (const char *text, double *out);

/* "6x4": how many across and how many down, each from 1 to 100. */
bool value_sheet (const char *text, uint32_t *columns, uint32_t *rows);

/* An IPv4 or IPv6 address in numbers, not a host name. */
bool value_address (const char *text);

/* The kind of picture that a file of this name holds: "svg", "png", "pdf"; NULL for another name.
   "-" is an SVG. */
const char *value_medium (const char *path);

#endif
