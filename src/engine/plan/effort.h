/* How much effort a run gets: threads, units and tables, from the size of its tree. */

#ifndef BCOV_EFFORT_H
#define BCOV_EFFORT_H

#include "engine/quick/quick_search.h"
#include "engine/search/search.h"

/* For a tree of about NODES nodes. */
bcov_quick_effort bcov_effort_quick (const bcov_job *job, double nodes, const bcov_parity *parity);
bcov_search_effort bcov_effort_search (const bcov_job *job, double nodes,
                                       const bcov_parity *parity);

/* Whether the search needs NODES, or one solution is enough and restarts find it. */
bool bcov_effort_restarts (const bcov_job *job);

#endif
