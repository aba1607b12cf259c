/* Albums: many coverings in one file. */

#include "draw/medium/medium.h"
#include "draw/picture/contact_sheet.h"

struct bcov_album {
  bcov_mem *mem;
  bcov_contact_sheet sheet;
};

static bcov_status check (const bcov_puzzle *puzzle, const bcov_look *look, bcov_error *err)
{
  bcov_status status = bcov_medium_fits (puzzle, look, err);
  if (!status && (look->cut || look->animate))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a sheet of coverings can be neither cut nor moved");
  return status ? status : bcov_medium_check (look, err);
}

bcov_status bcov_album_new (const bcov_puzzle *puzzle, const bcov_look *look, uint32_t rows,
                            uint32_t columns, bcov_album **out, bcov_error *err)
{
  static const bcov_look usual;
  *out = NULL;
  look = look ? look : &usual;
  bcov_status status = check (puzzle, look, err);
  if (status)
    return status;
  bcov_album *album = bcov_mem_alloc (puzzle->mem, 1, sizeof *album, err);
  if (!album)
    return bcov_mem_status (puzzle->mem);
  album->mem = puzzle->mem;
  status = bcov_contact_sheet_start (&album->sheet, puzzle, look, bcov_medium_has_pages (look),
                                     rows, columns, err);
  if (status)
    bcov_album_free (album);
  else
    *out = album;
  return status;
}

void bcov_album_free (bcov_album *album)
{
  if (!album)
    return;
  bcov_contact_sheet_end (&album->sheet);
  bcov_mem_free (album->mem, album);
}

bcov_status bcov_album_add (bcov_album *album, const bcov_covering *covering, bcov_error *err)
{
  album->sheet.figure.err = err;
  return bcov_contact_sheet_add (&album->sheet, covering, err);
}

bcov_status bcov_album_finish (bcov_album *album, char **bytes, size_t *length, bcov_error *err)
{
  bcov_text out = bcov_text_within (album->mem);
  *bytes = NULL;
  if (album->sheet.figure.status)
    return album->sheet.figure.status;
  if (!album->sheet.count)
    return bcov_error_add (err, BCOV_INPUT, NULL, "there is no covering to put on the sheet");
  bcov_status status = bcov_medium_write (&album->sheet.figure, &album->sheet.look, &out, err);
  if (!status)
    return bcov_text_take (&out, bytes, length, err);
  bcov_text_drop (&out);
  return status;
}
