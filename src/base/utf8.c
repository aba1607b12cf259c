/* UTF-8 as defined in RFC 3629: each character has exactly one encoding, of 1 to 4 bytes, and
   surrogates have none. */

#include "base/utf8.h"

#include <assert.h>
#include <stdbool.h>

size_t bcov_utf8_decode (const char *bytes, size_t length, uint32_t *rune)
{
  static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
  if (!length)
    return 0;
  unsigned char c = (unsigned char)bytes[0];
  size_t n = c < 0x80             ? 1
             : (c & 0xe0) == 0xc0 ? 2
             : (c & 0xf0) == 0xe0 ? 3
             : (c & 0xf8) == 0xf0 ? 4
                                  : 0;
  if (!n || n > length)
    return 0;
  uint32_t value = n == 1 ? c : c & (0x7fu >> n);
  for (size_t k = 1; k < n; k++) {
    if ((bytes[k] & 0xc0) != 0x80)
      return 0;
    value = value << 6 | (bytes[k] & 0x3f);
  }
  if (value < least[n] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
    return 0;
  *rune = value;
  return n;
}

size_t bcov_utf8_encode (uint32_t rune, char *out)
{
  assert (rune <= 0x10ffff);
  if (rune < 0x80) {
    out[0] = (char)rune;
    return 1;
  }
  size_t n = rune < 0x800 ? 2 : rune < 0x10000 ? 3 : 4;
  for (size_t k = n - 1; k > 0; k--, rune >>= 6)
    out[k] = (char)(0x80 | (rune & 0x3f));
  out[0] = (char)((0xf00u >> n & 0xff) | rune);
  return n;
}

size_t bcov_utf8_count (const char *bytes, size_t length)
{
  size_t count = 0;
  for (size_t k = 0; k < length; k++)
    count += (bytes[k] & 0xc0) != 0x80;
  return count;
}

int bcov_utf8_width (uint32_t rune)
{
  bool wide = (rune >= 0x1100 && rune <= 0x115f) || (rune >= 0x2e80 && rune <= 0xa4cf) ||
              (rune >= 0xac00 && rune <= 0xd7a3) || (rune >= 0xf900 && rune <= 0xfaff) ||
              (rune >= 0xfe30 && rune <= 0xfe6f) || (rune >= 0xff00 && rune <= 0xff60) ||
              (rune >= 0xffe0 && rune <= 0xffe6) || (rune >= 0x1f300 && rune <= 0x1faff) ||
              (rune >= 0x20000 && rune <= 0x3fffd);
  bool none = rune < 32 || (rune >= 0x7f && rune < 0xa0) || (rune >= 0x300 && rune <= 0x36f) ||
              (rune >= 0x200b && rune <= 0x200f) || (rune >= 0xfe00 && rune <= 0xfe0f);
  return wide ? 2 : none ? 0 : 1;
}
