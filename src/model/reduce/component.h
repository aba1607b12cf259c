/* Components of a model: parts that share no item, so that their solutions combine freely. */

#ifndef BCOV_COMPONENT_H
#define BCOV_COMPONENT_H

#include "model/model.h"

typedef BCOV_VEC (bcov_model) bcov_components;

/* Splits MODEL, whose options all touch some item.  An impossible model gives one impossible part.
   A model without options gives none, so reduce it first. */
bcov_status bcov_component_split (const bcov_model *model, bcov_components *out, bcov_error *err);
void bcov_components_free (bcov_mem *mem, bcov_components *components);

#endif
