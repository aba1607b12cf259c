/* Calls CaDiCaL (Biere, Fazekas, Fleury, Heisinger 2020).

   CaDiCaL asks its terminator every few decisions, and tells its learner the length of each clause
   that it learns.  Its memory comes from operator new; if that throws, the state of the solver is
   unknown, and the only thing left to do is to free it. */

#include "engine/sat/cadical.h"

#include <cadical.hpp>

#include <climits>
#include <new>

struct bcov_cadical : CaDiCaL::Terminator, CaDiCaL::Learner {
  CaDiCaL::Solver solver;
  bcov_cadical_poll *poll = nullptr;
  void *data = nullptr;
  uint64_t learnt = 0, literals = 0;

  bool terminate () override
  {
    return poll && !poll (data);
  }

  bool learning (int size) override
  {
    learnt++;
    literals += (uint64_t)size;
    return false; /* the literals are not needed */
  }

  void learn (int) override
  {
  }
};

bool bcov_cadical_exists (void)
{
  return true;
}

/* To find solutions: the settings of CaDiCaL for satisfiable formulas, and decisions that leave
   options out first, because a solution contains only a few of them. */
bcov_cadical *bcov_cadical_new (bool finding)
{
  try {
    bcov_cadical *s = new bcov_cadical;
    if (finding) {
      s->solver.configure ("sat");
      s->solver.set ("phase", 0);
    }
    s->solver.set ("quiet", 1);
    s->solver.connect_terminator (s);
    s->solver.connect_learner (s);
    return s;
  } catch (...) {
    return nullptr;
  }
}

void bcov_cadical_free (bcov_cadical *s)
{
  try {
    delete s;
  } catch (...) {
  }
}

bool bcov_cadical_add (bcov_cadical *s, const int *literals, size_t count)
{
  try {
    for (size_t k = 0; k < count; k++)
      s->solver.add (literals[k]);
    s->solver.add (0);
    return true;
  } catch (...) {
    return false;
  }
}

bcov_cadical_outcome bcov_cadical_solve (bcov_cadical *s, uint64_t conflicts,
                                         bcov_cadical_poll *poll, void *data)
{
  int result = 0;
  s->poll = poll;
  s->data = data;
  try {
    if (conflicts)
      s->solver.limit ("conflicts", conflicts < INT_MAX ? (int)conflicts : INT_MAX);
    result = s->solver.solve ();
  } catch (...) {
    return BCOV_CADICAL_FULL;
  }
  return result == 10 ? BCOV_CADICAL_MODEL : result == 20 ? BCOV_CADICAL_NONE : BCOV_CADICAL_OPEN;
}

bool bcov_cadical_value (bcov_cadical *s, int variable)
{
  return s->solver.val (variable) > 0;
}

uint64_t bcov_cadical_learnt (const bcov_cadical *s)
{
  return s->learnt;
}

uint64_t bcov_cadical_literals (const bcov_cadical *s)
{
  return s->literals;
}
