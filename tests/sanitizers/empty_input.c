/* Empty texts, coverings and models.  No function may add an offset, not even 0, to NULL. */

#include "format/text/measure.h"
#include "model/adjacency.h"
#include "puzzle/covering.h"

static bool measure_nothing (void)
{
  return !bcov_measure_numbers (NULL, 0) && !bcov_measure_is_near (NULL, 0);
}

/* Options of exact cover problems have no cells. */
static bool sort_without_cells (bcov_mem *mem)
{
  bcov_puzzle puzzle = {.mem = mem};
  bcov_covering *covering = NULL;
  if (bcov_covering_new (&puzzle, &covering, NULL))
    return false;
  bool fine = !bcov_covering_lay (covering, 1, 0, NULL, 0, NULL) &&
              !bcov_covering_lay (covering, 0, 0, NULL, 0, NULL);
  bcov_covering_sort (covering);
  fine = fine && covering->laid.count == 2 && covering->laid.data[0].piece == 0;
  bcov_covering_free (covering);
  return fine;
}

static bool join_nothing (bcov_mem *mem)
{
  bcov_model model;
  bcov_adjacency graph = {0};
  bool worth = false;
  bool fine = !bcov_model_init (mem, &model, NULL) &&
              !bcov_model_option (&model, NULL, 0, 0, NULL) &&
              !bcov_adjacency_make (&model, NULL, &graph, &worth, NULL);
  bcov_adjacency_free (&graph);
  bcov_model_free (&model);
  return fine;
}

int main (void)
{
  bcov_mem *mem = bcov_mem_new (0);
  bool fine = measure_nothing () && sort_without_cells (mem) && join_nothing (mem);
  bcov_mem_delete (mem);
  return !fine;
}
