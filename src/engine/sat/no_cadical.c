/* Replaces cadical.cpp in builds without CaDiCaL. */

#include "engine/sat/cadical.h"

bool bcov_cadical_exists (void)
{
  return false;
}

bcov_cadical *bcov_cadical_new (bool finding)
{
  (void)finding;
  return NULL;
}

void bcov_cadical_free (bcov_cadical *solver)
{
  (void)solver;
}

bool bcov_cadical_add (bcov_cadical *solver, const int *literals, size_t count)
{
  (void)solver;
  (void)literals;
  (void)count;
  return false;
}

bcov_cadical_outcome bcov_cadical_solve (bcov_cadical *solver, uint64_t conflicts,
                                         bcov_cadical_poll *poll, void *data)
{
  (void)solver;
  (void)conflicts;
  (void)poll;
  (void)data;
  return BCOV_CADICAL_FULL;
}

bool bcov_cadical_value (bcov_cadical *solver, int variable)
{
  (void)solver;
  (void)variable;
  return false;
}

uint64_t bcov_cadical_learnt (const bcov_cadical *solver)
{
  (void)solver;
  return 0;
}

uint64_t bcov_cadical_literals (const bcov_cadical *solver)
{
  (void)solver;
  return 0;
}
