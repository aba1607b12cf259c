/* Fields are sorted by their opening levels, so that each level examines only 64 bits and the
   fields that open there. */

#include "engine/program/open_fields.h"

#include <assert.h>

static uint32_t opens_at (const bcov_field *field)
{
  return field->opens == UINT32_MAX ? 0 : field->opens; /* kept, but never touched */
}

bcov_status bcov_open_fields_start (const bcov_program *program, bcov_open_fields *out,
                                    bcov_error *err)
{
  bcov_mem *mem = program->mem;
  size_t fields = program->fields.count, levels = program->levels.count;
  uint32_t *start = bcov_mem_alloc (mem, levels + 2, sizeof *start, err);
  *out = (bcov_open_fields){.program = program};
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
    bcov_open_fields_end (out);
  return status;
}

void bcov_open_fields_end (bcov_open_fields *open_fields)
{
  if (open_fields->program)
    bcov_mem_free (open_fields->program->mem, open_fields->by_opening);
  *open_fields = (bcov_open_fields){0};
}

void bcov_open_fields_pass (bcov_open_fields *open_fields, uint32_t level)
{
  const bcov_program *p = open_fields->program;
  for (uint32_t b = 0; b < 64; b++)
    if (open_fields->owner[b] != BCOV_NO_FIELD) {
      const bcov_field *f = &p->fields.data[open_fields->owner[b]];
      if (!f->kept && f->closes <= level)
        open_fields->owner[b] = BCOV_NO_FIELD;
    }
  for (; open_fields->next < p->fields.count; open_fields->next++) {
    uint32_t number = open_fields->by_opening[open_fields->next];
    const bcov_field *f = &p->fields.data[number];
    if (opens_at (f) > level)
      break;
    assert (opens_at (f) == level); /* no level was skipped */
    if (f->shift < 64 && (f->kept || f->closes > level)) {
      assert (open_fields->owner[f->shift] == BCOV_NO_FIELD);
      open_fields->owner[f->shift] = number;
    }
  }
}
