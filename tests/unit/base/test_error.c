/* Messages: places, escapes, long messages, and too many messages. */

#include "suite.h"

#include "base/error.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static void a_new_one_is_empty (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  assert_string_equal (bcov_error_text (err), "");
  assert_int_equal (bcov_error_count (err), 0);
  assert_int_equal (bcov_error_status (err), BCOV_OK);
  bcov_error_free (err);
  bcov_error_free (NULL);
}

static void messages_stand_on_lines (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (bcov_error_add (err, BCOV_INPUT, NULL, "%d of %s", 3, "them"), BCOV_INPUT);
  assert_string_equal (bcov_error_text (err), "3 of them");
  assert_int_equal (bcov_error_add (err, BCOV_WRONG, NULL, "100%%"), BCOV_WRONG);
  assert_string_equal (bcov_error_text (err), "3 of them\n100%");
  assert_int_equal (bcov_error_count (err), 2);
  bcov_error_free (err);
}

static void the_gravest_status_counts (void **state)
{
  (void)state;
  static const bcov_status order[] = {BCOV_WRONG, BCOV_STOPPED, BCOV_INPUT, BCOV_FAULT, BCOV_WRONG};
  static const bcov_status then[] = {BCOV_WRONG, BCOV_STOPPED, BCOV_STOPPED, BCOV_FAULT,
                                     BCOV_FAULT};
  bcov_error *err = bcov_error_new ();
  for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
    assert_int_equal (bcov_error_add (err, order[k], NULL, "x"), order[k]);
    assert_int_equal (bcov_error_status (err), then[k]);
  }
  bcov_error_free (err);
}

static void clearing_empties_it (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  for (int k = 0; k < 30000; k++)
    bcov_error_add (err, BCOV_FAULT, NULL, "too many");
  bcov_error_reset (err);
  assert_string_equal (bcov_error_text (err), "");
  assert_int_equal (bcov_error_count (err), 0);
  assert_int_equal (bcov_error_status (err), BCOV_OK);
  bcov_error_add (err, BCOV_WRONG, NULL, "new");
  assert_string_equal (bcov_error_text (err), "new");
  bcov_error_free (err);
}

/* Without a bcov_error, adding a message still returns the status. */
static void nobody_needs_to_listen (void **state)
{
  (void)state;
  const bcov_place place = {"box.yaml", 7, 3};
  assert_int_equal (bcov_error_add (NULL, BCOV_FAULT, &place, "%d", 1), BCOV_FAULT);
  assert_int_equal (bcov_error_add (NULL, BCOV_OK, NULL, "fine"), BCOV_OK);
}

typedef struct {
  bcov_place place;
  const char *shown;
} place_case;

static void a_place_says_what_it_knows (void **state)
{
  (void)state;
  static const place_case cases[] = {
      {{"box.yaml", 7, 3}, "box.yaml:7:3: odd"},
      {{"box.yaml", 7, 0}, "box.yaml:7: odd"},
      {{"box.yaml", 0, 3}, "box.yaml: odd"},
      {{"box.yaml", 0, 0}, "box.yaml: odd"},
      {{NULL, 7, 3}, "odd"},
      {{"a\nb\x1b", 1, 1}, "a\\x0ab\\x1b:1:1: odd"},
      {{"", SIZE_MAX, 1}, ":18446744073709551615:1: odd"},
  };
  bcov_error *err = bcov_error_new ();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_error_reset (err);
    bcov_error_add (err, BCOV_INPUT, &cases[k].place, "odd");
    assert_string_equal (bcov_error_text (err), cases[k].shown);
  }
  bcov_error_free (err);
}

typedef struct {
  const char *message, *shown;
} escape_case;

/* U+009B starts a command on some terminals, as ESC [ does on all. */
static void nothing_reaches_the_terminal_unseen (void **state)
{
  (void)state;
  static const escape_case cases[] = {
      {"red \x1b[31m!", "red \\x1b[31m!"},
      {"one\ntwo\r\t", "one\\x0atwo\\x0d\\x09"},
      {"\x01 \x1f \x7f ~", "\\x01 \\x1f \\x7f ~"},
      {"\xc2\x9b", "\\xc2\\x9b"},
      {"\xc2\x80 \xc2\x9f \xc2\xa0", "\\xc2\\x80 \\xc2\\x9f \xc2\xa0"},
      {"↖ 한 é 😀", "↖ 한 é 😀"},
      {"\xff\xfe", "\\xff\\xfe"},
      {"\xe2\x96", "\\xe2\\x96"},
      {"\xc0\xafz", "\\xc0\\xafz"},
  };
  bcov_error *err = bcov_error_new ();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_error_reset (err);
    bcov_error_add (err, BCOV_INPUT, NULL, "%s", cases[k].message);
    assert_string_equal (bcov_error_text (err), cases[k].shown);
  }
  bcov_error_free (err);
}

/* Checks that the text is UTF-8 without control characters other than line ends. */
static void expect_readable (const bcov_error *err)
{
  size_t step;
  for (const char *p = bcov_error_text (err); *p; p += step) {
    uint32_t rune;
    step = bcov_utf8_decode (p, strlen (p), &rune);
    assert_true (step && (rune >= 32 || rune == '\n'));
  }
}

/* A long message is cut after a whole character. */
static void long_messages_are_cut (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  for (int shift = 0; shift < 4; shift++) {
    char message[4001];
    memset (message, 'x', (size_t)shift);
    for (size_t k = (size_t)shift; k + 4 < sizeof message; k += 4)
      memcpy (message + k, "😀", 5);
    bcov_error_reset (err);
    bcov_error_add (err, BCOV_INPUT, NULL, "%s", message);
    size_t length = strlen (bcov_error_text (err));
    assert_in_range (length, 1000, 1023);
    assert_memory_equal (bcov_error_text (err), message, length - 3);
    assert_string_equal (bcov_error_text (err) + length - 3, "...");
    assert_int_equal ((length - 3) % 4, shift);
  }
  bcov_error_free (err);
}

/* A message that just fits is not cut. */
static void the_longest_message_is_whole (void **state)
{
  (void)state;
  char message[1025] = {0};
  bcov_error *err = bcov_error_new ();
  memset (message, 'y', 1023);
  bcov_error_add (err, BCOV_INPUT, NULL, "%s", message);
  assert_string_equal (bcov_error_text (err), message);
  bcov_error_reset (err);
  message[1023] = 'y';
  bcov_error_add (err, BCOV_INPUT, NULL, "%s", message);
  assert_int_equal (strlen (bcov_error_text (err)), 1023);
  assert_string_equal (bcov_error_text (err) + 1019, "y...");
  bcov_error_free (err);
}

/* File names and messages of control characters and invalid bytes. */
static void the_worst_bytes_fit (void **state)
{
  (void)state;
  char worst[3001];
  const bcov_place place = {worst, SIZE_MAX, SIZE_MAX};
  bcov_error *err = bcov_error_new ();
  static const char bytes[] = {1, '\x80', '\xff', '\xe2'};
  for (size_t b = 0; b < sizeof bytes; b++) {
    memset (worst, bytes[b], sizeof worst - 1);
    worst[sizeof worst - 1] = 0;
    for (int k = 0; k < 20; k++)
      bcov_error_add (err, BCOV_INPUT, &place, "%s", worst);
    expect_readable (err);
  }
  assert_in_range (bcov_error_count (err), 1, 79);
  bcov_error_free (err);
}

/* Every message is either shown or counted; the earliest are shown. */
static void too_many_are_counted (void **state)
{
  (void)state;
  enum { MANY = 5000 };
  bcov_error *err = bcov_error_new ();
  for (int k = 1; k <= MANY; k++)
    bcov_error_add (err, BCOV_INPUT, NULL, "mistake %04d", k);
  const char *line = bcov_error_text (err);
  int shown = 0;
  char expected[32];
  while (!strncmp (line, "mistake", 7)) {
    snprintf (expected, sizeof expected, "mistake %04d\n", ++shown);
    assert_memory_equal (line, expected, strlen (expected));
    line += strlen (expected);
  }
  assert_in_range (shown, 1000, MANY - 1);
  assert_int_equal (bcov_error_count (err), shown);
  snprintf (expected, sizeof expected, "(and %d more)", MANY - shown);
  assert_string_equal (line, expected);
  bcov_error_free (err);
}

/* After a message was left out, a shorter one that would fit is left out too. */
static void what_comes_later_stays_out (void **state)
{
  (void)state;
  char message[1001];
  bcov_error *err = bcov_error_new ();
  memset (message, 'm', sizeof message - 1);
  message[sizeof message - 1] = 0;
  for (int k = 0; k < 17; k++)
    bcov_error_add (err, BCOV_INPUT, NULL, "%s", message);
  bcov_error_add (err, BCOV_FAULT, NULL, "short");
  const char *text = bcov_error_text (err);
  assert_null (strstr (text, "short"));
  assert_string_equal (strchr (text, '('), "(and 2 more)");
  assert_int_equal (bcov_error_status (err), BCOV_FAULT);
  bcov_error_free (err);
}

/* Place, problem and remedy of each message; only a "; " in the format begins the remedy. */
static void messages_have_parts (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new (), *other = bcov_error_new ();
  const bcov_place place = {"box.yaml", 7, 3};
  bcov_error_add (other, BCOV_INPUT, &place, "'%s' is odd; give %s", "a; b", "c; d");
  bcov_error_add (other, BCOV_WRONG, NULL, "%s", "x; y");
  bcov_error_add (err, BCOV_FAULT, NULL, "first");
  bcov_error_append (err, other);
  bcov_error_append (NULL, other);
  assert_int_equal (bcov_error_count (err), 3);
  assert_string_equal (bcov_error_text (err),
                       "first\nbox.yaml:7:3: 'a; b' is odd; give c; d\nx; y");
  assert_int_equal (bcov_error_code (err, 0), BCOV_FAULT);
  assert_string_equal (bcov_error_file (err, 0), "");
  assert_string_equal (bcov_error_remedy (err, 0), "");
  assert_int_equal (bcov_error_code (err, 1), BCOV_INPUT);
  assert_string_equal (bcov_error_file (err, 1), "box.yaml");
  assert_int_equal (bcov_error_line (err, 1), 7);
  assert_int_equal (bcov_error_column (err, 1), 3);
  assert_string_equal (bcov_error_problem (err, 1), "'a; b' is odd");
  assert_string_equal (bcov_error_remedy (err, 1), "give c; d");
  assert_string_equal (bcov_error_problem (err, 2), "x; y");
  assert_int_equal (bcov_error_line (err, 2), 0);
  bcov_error_free (other);
  bcov_error_free (err);
}

SUITE (error)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_new_one_is_empty),
      cmocka_unit_test (messages_stand_on_lines),
      cmocka_unit_test (the_gravest_status_counts),
      cmocka_unit_test (clearing_empties_it),
      cmocka_unit_test (nobody_needs_to_listen),
      cmocka_unit_test (a_place_says_what_it_knows),
      cmocka_unit_test (nothing_reaches_the_terminal_unseen),
      cmocka_unit_test (long_messages_are_cut),
      cmocka_unit_test (the_longest_message_is_whole),
      cmocka_unit_test (the_worst_bytes_fit),
      cmocka_unit_test (too_many_are_counted),
      cmocka_unit_test (what_comes_later_stays_out),
      cmocka_unit_test (messages_have_parts),
  };
  return cmocka_run_group_tests_name ("error", tests, NULL, NULL);
}
