/* Temporary files: all data is read back, and nothing is left in the folder. */

#include "suite.h"

#include "base/random.h"
#include "base/spill.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 50, MOST = 3000 };

static unsigned char byte_of (size_t block, size_t k)
{
  return (unsigned char)(block * 37 + k * 11 + k / 256);
}

/* Counts the entries of FOLDER except . and .. */
static size_t entries (const char *folder)
{
  size_t n = 0;
  DIR *dir = opendir (folder);
  assert_non_null (dir);
  for (struct dirent *e; (e = readdir (dir));)
    n += e->d_name[0] != '.';
  closedir (dir);
  return n;
}

static void add_and_read (void **state)
{
  (void)state;
  char folder[] = "/tmp/spill-XXXXXX";
  bcov_spill spill = {0};
  uint64_t at[BLOCKS];
  size_t size[BLOCKS];
  unsigned char bytes[MOST];
  bcov_random random = {7};
  assert_non_null (mkdtemp (folder));
  setenv ("TMPDIR", folder, 1);
  for (size_t b = 0; b < BLOCKS; b++) {
    size[b] = bcov_random_below (&random, MOST);
    for (size_t k = 0; k < size[b]; k++)
      bytes[k] = byte_of (b, k);
    assert_int_equal (bcov_spill_add (&spill, bytes, size[b], &at[b], NULL), BCOV_OK);
    assert_int_equal (at[b], b ? at[b - 1] + size[b - 1] : 0);
  }
  assert_int_equal (entries (folder), 0);
  for (size_t b = BLOCKS; b-- > 0;) {
    assert_int_equal (bcov_spill_read (&spill, at[b], bytes, size[b], NULL), BCOV_OK);
    for (size_t k = 0; k < size[b]; k++)
      assert_int_equal (bytes[k], byte_of (b, k));
    assert_int_equal (bcov_spill_cut (&spill, at[b], NULL), BCOV_OK);
    assert_int_equal (spill.size, at[b]);
  }
  bcov_spill_close (&spill);
  bcov_spill_close (&spill);
  unsetenv ("TMPDIR");
  assert_int_equal (rmdir (folder), 0);
}

static void errors_are_told (void **state)
{
  (void)state;
  bcov_spill spill = {0};
  bcov_error *err = bcov_error_new ();
  char byte = 1;
  uint64_t at;
  setenv ("TMPDIR", "/nowhere/at/all", 1);
  assert_int_equal (bcov_spill_add (&spill, &byte, 1, &at, err), BCOV_FAULT);
  assert_non_null (strstr (bcov_error_text (err), "/nowhere/at/all"));
  assert_non_null (strstr (bcov_error_text (err), "TMPDIR"));
  bcov_error_reset (err);
  unsetenv ("TMPDIR");
  assert_int_equal (bcov_spill_add (&spill, &byte, 1, &at, err), BCOV_OK);
  assert_int_equal (bcov_spill_read (&spill, 0, &byte, 1, err), BCOV_OK);
  char two[2];
  assert_int_equal (bcov_spill_read (&spill, 0, two, 2, err), BCOV_FAULT);
  assert_non_null (strstr (bcov_error_text (err), "cannot read"));
  bcov_spill_close (&spill);
  bcov_error_free (err);
}

SUITE (spill)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (add_and_read),
      cmocka_unit_test (errors_are_told),
  };
  return cmocka_run_group_tests_name ("spill", tests, NULL, NULL);
}
