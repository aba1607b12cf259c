/* Draws the pages of the atlas (atlas.h) for the quick search. */

#ifndef BCOV_SURVEY_H
#define BCOV_SURVEY_H

#include "engine/quick/hunt.h"

/* The page of SHAPE before LEVEL, which has none yet, with the stack from AT on for scratch; 0 when
   the atlas was given up for lack of use.  Where all other pages had to go, the stack and *ORIGIN,
   which is a way, forget their ways. */
uint32_t bcov_survey_page (bcov_hunt *hunt, uint32_t level, uint64_t shape, uint32_t at,
                           uint32_t *origin);

#endif
