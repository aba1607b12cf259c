/* Parts of a model that share no item: their solutions combine freely. */

#ifndef BCOV_COMPONENT_H
#define BCOV_COMPONENT_H

#include "model/model.h"

typedef BCOV_VEC (bcov_model) bcov_components;

/* Splits MODEL; an impossible one gives one impossible part, one without options none (its items
   ask for nothing: reduce it first). */
bcov_status bcov_component_split (const bcov_model *model, bcov_components *out, bcov_error *err);
void bcov_components_free (bcov_mem *mem, bcov_components *components);

#endif
