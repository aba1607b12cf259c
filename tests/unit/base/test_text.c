/* Text: building, numbers, widths of lines, nearest words. */

#include "suite.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- building ---- */

static void texts_are_built_and_taken (void **state)
{
  (void)state;
  bcov_text text = {0};
  char *out = NULL;
  size_t length = 0;
  bcov_text_put (&text, "ab");
  bcov_text_char (&text, 'c');
  bcov_text_char (&text, 0);
  bcov_text_add (&text, "defg", 2);
  bcov_text_add (&text, NULL, 0);
  bcov_text_printf (&text, "<%d|%s>", -7, "x");
  bcov_text_rune (&text, 0x2196);
  assert_int_equal (bcov_text_take (&text, &out, &length, NULL), BCOV_OK);
  assert_int_equal (length, 15);
  assert_memory_equal (out, "abc\0de<-7|x>\xe2\x86\x96", 16);
  assert_null (text.data);
  assert_int_equal (text.length + text.room, 0);
  bcov_free (out);
  bcov_free (NULL);
}

static void nothing_is_an_empty_text (void **state)
{
  (void)state;
  bcov_text text = {0};
  char *out = NULL;
  assert_int_equal (bcov_text_take (&text, &out, NULL, NULL), BCOV_OK);
  assert_string_equal (out, "");
  bcov_free (out);
}

/* Every byte of a long text is in its place, whichever function added it. */
static void long_texts_grow (void **state)
{
  (void)state;
  enum { MANY = 100000 };
  bcov_text text = {0};
  char *block = malloc (MANY);
  memset (block, '-', MANY);
  for (int k = 0; k < MANY; k++)
    bcov_text_char (&text, (char)('a' + k % 26));
  bcov_text_add (&text, block, MANY);
  bcov_text_printf (&text, "%.*s!", MANY, block);
  assert_int_equal (text.length, 3 * MANY + 1);
  for (int k = 0; k < MANY; k++)
    assert_int_equal (text.data[k], 'a' + k % 26);
  assert_memory_equal (text.data + MANY, block, MANY);
  assert_memory_equal (text.data + 2 * MANY, block, MANY);
  assert_string_equal (text.data + 3 * MANY, "!");
  bcov_text_drop (&text);
  free (block);
}

static void dropping_empties (void **state)
{
  (void)state;
  bcov_text text = {0};
  bcov_text_put (&text, "gone");
  bcov_text_drop (&text);
  assert_null (text.data);
  assert_int_equal (text.length + text.room, 0);
  bcov_text_put (&text, "new");
  assert_string_equal (text.data, "new");
  bcov_text_drop (&text);
  bcov_text_drop (&text);
}

/* After a failure nothing more is added, and the text cannot be taken. */
static void a_failed_text_is_not_taken (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  bcov_text text = {0};
  char *out = NULL;
  bcov_text_put (&text, "some");
  text.failed = true;
  bcov_text_put (&text, "more");
  bcov_text_rune (&text, 'x');
  bcov_text_printf (&text, "%d", 1);
  assert_int_equal (text.length, 4);
  assert_string_equal (text.data, "some");
  assert_int_equal (bcov_text_take (&text, &out, NULL, err), BCOV_FAULT);
  assert_null (out);
  assert_null (text.data);
  assert_false (text.failed);
  assert_string_equal (bcov_error_text (err), "the machine is out of memory for the output");
  bcov_error_free (err);
}

/* A limited text holds what fits, including the final 0, and reports that it exceeded the limit. */
static void a_bound_is_kept (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  bcov_text text = {.most = 1000};
  char *out = NULL;
  for (int k = 0; k < 998; k++)
    bcov_text_char (&text, 'x');
  assert_false (text.failed);
  assert_int_equal (bcov_text_status (&text, err), BCOV_OK);
  for (int k = 0; k < 10; k++)
    bcov_text_put (&text, "more");
  assert_true (text.failed && text.over && text.room <= 1000);
  assert_int_equal (bcov_text_take (&text, &out, NULL, err), BCOV_STOPPED);
  assert_null (out);
  assert_non_null (strstr (bcov_error_text (err), "allow more memory"));
  bcov_error_free (err);
}

/* The remaining memory limits a text, even if nothing is left. */
static void a_limit_is_a_bound (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (1000);
  bcov_text text = bcov_text_within (mem);
  assert_true (text.most >= 1000 && text.most <= 1001);
  void *all = bcov_mem_alloc (mem, 1, 1, NULL);
  size_t header = bcov_mem_used (mem) - 1;
  bcov_mem_free (mem, all);
  all = bcov_mem_alloc (mem, bcov_mem_left (mem) - header, 1, NULL);
  assert_int_equal (bcov_mem_left (mem), 0);
  text = bcov_text_within (mem);
  bcov_text_put (&text, "more");
  assert_true (text.failed && text.over);
  bcov_text_drop (&text);
  bcov_mem_free (mem, all);
  bcov_mem_delete (mem);
}

/* ---- numbers ---- */

typedef struct {
  const char *text;
  uint64_t most;
  bool read;
  uint64_t value;
} number_case;

static void the_longest_line_is_measured (void **state)
{
  (void)state;
  assert_int_equal (bcov_text_columns (""), 0);
  assert_int_equal (bcov_text_columns ("ab\nabcd\nabc"), 4);
  assert_int_equal (bcov_text_columns ("│ 口│\n│é│"), 5);
  assert_int_equal (bcov_text_columns ("\033[0;38;5;16mm\033[0mm\n"), 2);
  assert_int_equal (bcov_text_columns ("a\xff"
                                       "b"),
                    3);
  assert_int_equal (bcov_text_columns ("a\033[0"), 1);
}

static void numbers_stop_at_their_limit (void **state)
{
  (void)state;
  static const number_case cases[] = {
      {"0", 0, true, 0},
      {"1", 0, false, 0},
      {"999", 1000, true, 999},
      {"1000", 1000, true, 1000},
      {"1001", 1000, false, 0},
      {"10000", 1000, false, 0},
      {"0000000000000000000000000001000", 1000, true, 1000},
      {"18446744073709551615", UINT64_MAX, true, UINT64_MAX},
      {"18446744073709551616", UINT64_MAX, false, 0},
      {"18446744073709551620", UINT64_MAX, false, 0},
      {"184467440737095516150", UINT64_MAX, false, 0},
      {"99999999999999999999", UINT64_MAX, false, 0},
      {"18446744073709551617", 5, false, 0},
      {"", 9, false, 0},
      {"-1", 9, false, 0},
      {"+1", 9, false, 0},
      {" 1", 9, false, 0},
      {"1 ", 9, false, 0},
      {"1.0", 9, false, 0},
      {"0x1", 9, false, 0},
      {"1e1", 99, false, 0},
      {"/", 9, false, 0},
      {":", 99, false, 0},
      {"\xd9\xa1", 9, false, 0},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    uint64_t value = 4711;
    bool read = bcov_text_number (cases[k].text, strlen (cases[k].text), cases[k].most, &value);
    if (read != cases[k].read || value != (read ? cases[k].value : 4711))
      fail_msg ("'%s' at most %ju: %d %ju", cases[k].text, (uintmax_t)cases[k].most, read,
                (uintmax_t)value);
  }
}

static void numbers_end_at_their_length (void **state)
{
  (void)state;
  uint64_t value = 0;
  assert_true (bcov_text_number ("12x", 2, 99, &value));
  assert_int_equal (value, 12);
  assert_false (bcov_text_number ("1\0", 2, 99, &value));
}

/* ---- nearest words ---- */

static const char *const words[] = {"pentominoes", "hexominoes", "search", "brute", "L3", "T4"};

static const char *nearest (const char *word)
{
  return bcov_text_nearest (word, words, sizeof words / sizeof *words);
}

static void slips_are_recognised (void **state)
{
  (void)state;
  assert_string_equal (nearest ("search"), "search");
  assert_string_equal (nearest ("serach"), "search");
  assert_string_equal (nearest ("searhc"), "search");
  assert_string_equal (nearest ("seach"), "search");
  assert_string_equal (nearest ("ssearch"), "search");
  assert_string_equal (nearest ("pentomino"), "pentominoes");
  assert_string_equal (nearest ("hexominos"), "hexominoes");
  assert_string_equal (nearest ("l3"), "L3");
  assert_string_equal (nearest ("4T"), "T4");
}

static void strangers_are_not (void **state)
{
  (void)state;
  assert_null (nearest (""));
  assert_null (nearest ("xx"));
  assert_null (nearest ("tetris"));
  assert_null (nearest ("frontiers of science"));
  assert_null (bcov_text_nearest ("search", words, 0));
  assert_null (bcov_text_nearest ("s", (const char *const[]){"t"}, 1));
}

/* One more than a third of the letters may be wrong; swapped neighbours are one mistake. */
static void near_enough_has_a_limit (void **state)
{
  (void)state;
  static const char *const one[] = {"abcdef"};
  assert_string_equal (bcov_text_nearest ("abcxyz", one, 1), "abcdef");
  assert_null (bcov_text_nearest ("abwxyz", one, 1));
  assert_string_equal (bcov_text_nearest ("badcfe", one, 1), "abcdef");
  assert_string_equal (bcov_text_nearest ("ba", (const char *const[]){"ab"}, 1), "ab");
  assert_null (bcov_text_nearest ("cd", (const char *const[]){"ab"}, 1));
}

static void of_equals_the_first_of_many_the_nearest (void **state)
{
  (void)state;
  static const char *const list[] = {"cart", "card", "care"};
  assert_string_equal (bcov_text_nearest ("carx", list, 3), "cart");
  assert_string_equal (bcov_text_nearest ("card", list, 3), "card");
  assert_string_equal (bcov_text_nearest ("cares", list, 3), "care");
  static const char *const pieces[] = {"F5", "L5", "X5"};
  assert_string_equal (bcov_text_nearest ("x5", pieces, 3), "X5"); /* case matters least */
}

/* Words of more than 63 bytes are not compared. */
static void long_words_are_left_alone (void **state)
{
  (void)state;
  char longest[64] = {0}, longer[65] = {0}, huge[1000] = {0};
  memset (longest, 'w', 63);
  memset (longer, 'w', 64);
  memset (huge, 'w', 999);
  const char *const list[] = {huge, longer, longest};
  assert_ptr_equal (bcov_text_nearest (longest, list, 3), longest);
  assert_ptr_equal (bcov_text_nearest (longest + 1, list, 3), longest);
  assert_null (bcov_text_nearest (longest, list, 2));
  assert_null (bcov_text_nearest (longer, list, 3));
  assert_null (bcov_text_nearest (huge, list, 3));
}

SUITE (text)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (texts_are_built_and_taken),
      cmocka_unit_test (nothing_is_an_empty_text),
      cmocka_unit_test (long_texts_grow),
      cmocka_unit_test (dropping_empties),
      cmocka_unit_test (a_failed_text_is_not_taken),
      cmocka_unit_test (a_bound_is_kept),
      cmocka_unit_test (a_limit_is_a_bound),
      cmocka_unit_test (the_longest_line_is_measured),
      cmocka_unit_test (numbers_stop_at_their_limit),
      cmocka_unit_test (numbers_end_at_their_length),
      cmocka_unit_test (slips_are_recognised),
      cmocka_unit_test (strangers_are_not),
      cmocka_unit_test (near_enough_has_a_limit),
      cmocka_unit_test (of_equals_the_first_of_many_the_nearest),
      cmocka_unit_test (long_words_are_left_alone),
  };
  return cmocka_run_group_tests_name ("text", tests, NULL, NULL);
}
