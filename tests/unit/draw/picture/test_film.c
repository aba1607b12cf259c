/* What comes, stays and goes in an animated picture. */

#include "suite.h"

#include "ask.h"
#include "failing.h"
#include "make.h"
#include "draw/picture/film.h"

/* How often PART is in TEXT. */
static unsigned count (const char *text, const char *part)
{
  unsigned n = 0;
  while ((text = strstr (text, part))) {
    n++;
    text++;
  }
  return n;
}

/* A piece comes in, a cell is cut off, the piece goes, another comes and stays. */
static bcov_status shoot (bcov_puzzle *puzzle, bcov_text *out, bcov_error *err)
{
  bcov_film film;
  bcov_covering *one = NULL;
  uint32_t corner = 0, lonely[] = {2, 5};
  bcov_status status = bcov_covering_new (puzzle, &one, err);
  if (status)
    return status;
  status = bcov_covering_lay (one, 0, 0, (uint32_t[]){0, 1, 3}, 3, err);
  bcov_film_start (&film, puzzle, err);
  if (!status) {
    bcov_film_add (
        &film,
        &(bcov_shot){
            .seconds = 1, .caption = "choose", .mark = BCOV_RING, .cells = &corner, .n_cells = 1});
    bcov_film_add (&film, &(bcov_shot){.seconds = 2, .caption = "try", .lays = true, .lying = one});
    bcov_film_add (&film, &(bcov_shot){.seconds = 1.5,
                                       .caption = "cut & hatched",
                                       .mark = BCOV_HATCH,
                                       .cells = lonely,
                                       .n_cells = 2});
    bcov_film_add (&film, &(bcov_shot){.seconds = 0.5, .caption = "back", .takes_back = true});
    bcov_film_add (&film,
                   &(bcov_shot){.seconds = 1, .caption = "again", .lays = true, .lying = one});
    bcov_film_add (&film, &(bcov_shot){.seconds = 2, .caption = "end", .mark = BCOV_GLOW});
  }
  bcov_status written = bcov_film_write (&film, out, err);
  bcov_film_end (&film);
  bcov_covering_free (one);
  return status ? status : written;
}

static void pieces_come_and_go (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "L3:any", NULL, NULL);
  bcov_text out = {0};
  assert_int_equal (shoot (puzzle, &out, NULL), 0);
  assert_non_null (strstr (out.data, "animation:t 8s linear infinite"));
  /* the first piece stays for 3.5 s from the first second on, the second one for the last 3 s */
  assert_non_null (strstr (out.data, "<g class=\"s\" style=\"animation-name:s350;"
                                     "animation-delay:-7s\">\n<path fill=\"#"));
  assert_non_null (strstr (out.data, "<g class=\"s e\" style=\"animation-name:s300;"
                                     "animation-delay:-3s\">\n<path fill=\"#"));
  assert_int_equal (count (out.data, "<title>L3</title>"), 2);
  assert_non_null (strstr (out.data, ">cut &amp; hatched</text>"));
  assert_int_equal (count (out.data, "stroke=\"#c2185b\""), 1); /* the ring */
  assert_int_equal (count (out.data, "stroke=\"#b3261e\""), 3); /* two strokes and an outline */
  assert_int_equal (count (out.data, "stroke=\"#2e7d32\""), 1); /* the glow */
  assert_int_equal (count (out.data, "@keyframes h100{"), 1);   /* of two captions */
  assert_int_equal (count (out.data, "<text"), 6);
  assert_int_equal (count (out.data, "<g "), count (out.data, "</g>"));
  bcov_text_drop (&out);
  ask_end (mem, puzzle);
}

static void captions_are_broken (void **state)
{
  (void)state;
  static const char *const captions[] = {
      "one two three four five six seven eight nine ten eleven twelve thirteen",
      "Oneverylongwordwithoutanyblankthatcannotbebrokenanywherebutinthemiddleof\u00fc\u00fc\u00fci"
      "t",
      ""};
  static const unsigned lines[] = {2, 2, 0};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "L3:any", NULL, NULL);
  for (size_t k = 0; k < 3; k++) {
    bcov_film film;
    bcov_text out = {0};
    bcov_film_start (&film, puzzle, NULL);
    bcov_film_add (&film, &(bcov_shot){.seconds = 1, .caption = captions[k]});
    assert_int_equal (bcov_film_write (&film, &out, NULL), 0);
    assert_int_equal (count (out.data, "<text"), lines[k]);
    assert_int_equal (bcov_utf8_valid (out.data, out.length), out.length);
    bcov_text_drop (&out);
    bcov_film_end (&film);
  }
  ask_end (mem, puzzle);
}

static void every_lattice_has_marks (void **state)
{
  (void)state;
  static const char *const boards[][3] = {{"2x3", "XX:any", "hex"},
                                          {"2x3", "XX:any", "triangle"},
                                          {"2x2x2", "I2:any", NULL},
                                          {"2x3", "I2:any", "square"}};
  for (size_t k = 0; k < 4; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, boards[k][0], boards[k][1], boards[k][2], NULL);
    bcov_film film;
    bcov_text out = {0};
    uint32_t cell = 1;
    bcov_film_start (&film, puzzle, NULL);
    for (bcov_mark_kind mark = BCOV_RING; mark <= BCOV_GLOW; mark++)
      bcov_film_add (
          &film,
          &(bcov_shot){.seconds = 1, .caption = "", .mark = mark, .cells = &cell, .n_cells = 1});
    assert_int_equal (bcov_film_write (&film, &out, NULL), 0);
    assert_int_equal (count (out.data, "<g class=\"s"), 3);
    bcov_text_drop (&out);
    bcov_film_end (&film);
    ask_end (mem, puzzle);
  }
}

static void filming_survives_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "L3:any", NULL, NULL);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_text out = {0};
    f.status = shoot (puzzle, &out, NULL);
    bcov_text_drop (&out);
  }
  assert_true (f.failed > 40);
  ask_end (mem, puzzle);
}

SUITE (film)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (pieces_come_and_go),
      cmocka_unit_test (captions_are_broken),
      cmocka_unit_test (every_lattice_has_marks),
      cmocka_unit_test (filming_survives_failures),
  };
  return cmocka_run_group_tests_name ("film", tests, NULL, NULL);
}
