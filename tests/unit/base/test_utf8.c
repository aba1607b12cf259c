/* Encoding and decoding of UTF-8, invalid sequences, widths of characters. */

#include "suite.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint32_t rune;
  const char *bytes;
} rune_case;

/* The first and last characters of each length, those around the surrogates, and examples from RFC
   3629. */
static const rune_case runes[] = {
    {0x7f, "\x7f"},
    {0x80, "\xc2\x80"},
    {0x7ff, "\xdf\xbf"},
    {0x800, "\xe0\xa0\x80"},
    {0xd7ff, "\xed\x9f\xbf"},
    {0xe000, "\xee\x80\x80"},
    {0xffff, "\xef\xbf\xbf"},
    {0x10000, "\xf0\x90\x80\x80"},
    {0x10ffff, "\xf4\x8f\xbf\xbf"},
    {0x2262, "\xe2\x89\xa2"},
    {0x391, "\xce\x91"},
    {0x233b4, "\xf0\xa3\x8e\xb4"},
    {0xd55c, "\xed\x95\x9c"},
    {'A', "A"},
};

static void known_characters_are_read_and_written (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof runes / sizeof *runes; k++) {
    char out[4];
    uint32_t rune = 0;
    size_t n = strlen (runes[k].bytes);
    assert_int_equal (bcov_utf8_decode (runes[k].bytes, n, &rune), n);
    assert_int_equal (rune, runes[k].rune);
    assert_int_equal (bcov_utf8_decode (runes[k].bytes, n + 1, &rune), n);
    assert_int_equal (bcov_utf8_encode (rune, out), n);
    assert_memory_equal (out, runes[k].bytes, n);
  }
}

/* Decoding the bytes of a character returns it; fewer bytes fail. */
static void writing_and_reading_are_inverse (void **state)
{
  (void)state;
  for (uint32_t rune = 0; rune <= 0x10ffff; rune = rune == 0xd7ff ? 0xe000 : rune + 1) {
    char out[4];
    uint32_t back = UINT32_MAX;
    size_t n = bcov_utf8_encode (rune, out);
    for (size_t less = 0; less < n; less++)
      if (bcov_utf8_decode (out, less, &back))
        fail_msg ("U+%04X is read from %zu of its %zu bytes", rune, less, n);
    if (back != UINT32_MAX || bcov_utf8_decode (out, n, &back) != n || back != rune)
      fail_msg ("U+%04X comes back as U+%04X", rune, back);
  }
}

/* The encoding is unique, so no invalid sequence is accepted if the number of accepted sequences is
   that of the characters: 128, 1920 and, without the 2048 surrogates, 61440. */
static void nothing_else_is_read (void **state)
{
  (void)state;
  size_t read[5] = {0};
  uint32_t rune;
  for (uint32_t word = 0; word < 1 << 24; word++) {
    char bytes[] = {(char)(word >> 16), (char)(word >> 8), (char)word};
    size_t n = (uint16_t)word == 0 ? bcov_utf8_decode (bytes, 1, &rune) : 0;
    read[n]++;
    n = (uint8_t)word == 0 ? bcov_utf8_decode (bytes, 2, &rune) : 0;
    read[n == 2 ? 2 : 0]++;
    n = bytes[0] < 0 ? bcov_utf8_decode (bytes, 3, &rune) : 0;
    read[n == 3 ? 3 : 0]++;
  }
  assert_int_equal (read[1], 128);
  assert_int_equal (read[2], 1920);
  assert_int_equal (read[3], 61440);
}

/* The same for four bytes: 1048576 of 2^32 sequences; only bytes where the answer can change are
   tried. */
static void long_sequences_obey_the_table (void **state)
{
  (void)state;
  static const char tails[] = {0, 0x7f, '\x80', '\xbf', '\xc0', '\xff'};
  for (int lead = 0x80; lead < 0x100; lead++)
    for (int second = 0; second < 0x100; second++)
      for (size_t k = 0; k < sizeof tails * sizeof tails; k++) {
        char third = tails[k / sizeof tails], fourth = tails[k % sizeof tails];
        char bytes[] = {(char)lead, (char)second, third, fourth};
        bool legal = lead == 0xf0   ? second >= 0x90 && second <= 0xbf
                     : lead == 0xf4 ? second >= 0x80 && second <= 0x8f
                                    : lead > 0xf0 && lead < 0xf4 && (second & 0xc0) == 0x80;
        legal = legal && (third & 0xc0) == 0x80 && (fourth & 0xc0) == 0x80;
        uint32_t rune = 7;
        bool read = bcov_utf8_decode (bytes, 4, &rune) == 4;
        if (read != legal)
          fail_msg ("%02x %02x %02x %02x", lead, second, (uint8_t)third, (uint8_t)fourth);
      }
}

typedef struct {
  uint32_t rune;
  int width;
} width_case;

static void columns_of_a_terminal (void **state)
{
  (void)state;
  static const width_case cases[] = {
      {'A', 1},     {0xe9, 1},     {0x2196, 1}, {0x2500, 1}, {0x2588, 1},
      {0xd55c, 2},  {0x4e00, 2},   {0x3042, 2}, {0xff21, 2}, {0x1f600, 2},
      {0x20000, 2}, {0x10ffff, 1}, {0, 0},      {'\n', 0},   {0x7f, 0},
      {0x9b, 0},    {0xa0, 1},     {0x301, 0},  {0x36f, 0},  {0x370, 1},
      {0x200b, 0},  {0xfe0f, 0},   {0xff61, 1}, {0x1100, 2}, {0xfeff - 1, 1},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    if (bcov_utf8_width (cases[k].rune) != cases[k].width)
      fail_msg ("U+%04X is %d wide", cases[k].rune, bcov_utf8_width (cases[k].rune));
}

SUITE (utf8)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_characters_are_read_and_written),
      cmocka_unit_test (writing_and_reading_are_inverse),
      cmocka_unit_test (nothing_else_is_read),
      cmocka_unit_test (long_sequences_obey_the_table),
      cmocka_unit_test (columns_of_a_terminal),
  };
  return cmocka_run_group_tests_name ("utf8", tests, NULL, NULL);
}
