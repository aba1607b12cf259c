/* Which file a figure becomes. */

#ifndef BCOV_MEDIUM_H
#define BCOV_MEDIUM_H

#include "base/text.h"
#include "draw/scene/figure.h"
#include "puzzle/puzzle.h"

/* BCOV_INPUT when LOOK asks for what its medium cannot do. */
bcov_status bcov_medium_check (const bcov_look *look, bcov_error *err);

/* BCOV_INPUT when there is nothing of PUZZLE to be drawn as LOOK says. */
bcov_status bcov_medium_fits (const bcov_puzzle *puzzle, const bcov_look *look, bcov_error *err);

/* Whether the medium of LOOK has pages. */
bool bcov_medium_has_pages (const bcov_look *look);

/* Writes FIGURE as LOOK says, which was checked. */
bcov_status bcov_medium_write (const bcov_figure *figure, const bcov_look *look, bcov_text *out,
                               bcov_error *err);

#endif
