/* Fields are counted into the order of their opening levels; a level then looks at 64 bits and at
   the fields that open there, however many levels there are. */

#include "engine/program/openings.h"

static uint32_t opens_at (const bcov_field *field)
{
  return field->opens == UINT32_MAX ? 0 : field->opens; /* kept, but never touched */
}

bcov_status bcov_openings_start (const bcov_program *program, bcov_openings *out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  size_t fields = program->fields.count, levels = program->levels.count;
  uint32_t *start = bcov_mem_alloc (mem, levels + 2, sizeof *start, err);
  *out = (bcov_openings){.program = program};
  out->by_opening = bcov_mem_alloc (mem, fields + 1, sizeof *out->by_opening, err);
  bcov_status status = start && out->by_opening ? BCOV_OK : bcov_mem_status (mem);
  for (size_t f = 0; !status && f < fields; f++)
    start[opens_at (&program->fields.data[f]) + 1]++;
  for (size_t l = 0; !status && l < levels; l++)
    start[l + 1] += start[l];
  for (size_t f = 0; !status && f < fields; f++)
    out->by_opening[start[opens_at (&program->fields.data[f])]++] = (uint32_t)f;
  for (uint32_t b = 0; b < 64; b++)
    out->owner[b] = BCOV_NO_FIELD;
  bcov_mem_free (mem, start);
  if (status)
    bcov_openings_end (out);
  return status;
}

void bcov_openings_end (bcov_openings *openings)
{
  if (openings->program)
    bcov_mem_free (openings->program->mem, openings->by_opening);
  *openings = (bcov_openings){0};
}

void bcov_openings_pass (bcov_openings *openings, uint32_t level)
{
  const bcov_program *p = openings->program;
  for (uint32_t b = 0; b < 64; b++)
    if (openings->owner[b] != BCOV_NO_FIELD) {
      const bcov_field *f = &p->fields.data[openings->owner[b]];
      if (!f->kept && f->closes <= level)
        openings->owner[b] = BCOV_NO_FIELD;
    }
  for (; openings->next < p->fields.count; openings->next++) {
    uint32_t number = openings->by_opening[openings->next];
    const bcov_field *f = &p->fields.data[number];
    if (opens_at (f) > level)
      break;
    if (f->shift < 64 && (f->kept || f->closes > level))
      openings->owner[f->shift] = number;
  }
}
