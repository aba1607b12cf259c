/* parallel_for: numbered parts, dealt to workers as they become free. */

#ifndef BCOV_THREADS_H
#define BCOV_THREADS_H

#include <stddef.h>

/* Calls WORK (DATA, part, worker) once for each part in 0 .. PARTS-1, on at most WORKERS threads;
   returns when all are done.  Parts start in order of their numbers.  When the machine gives fewer
   threads than asked, the others do the work. */
void bcov_threads_for (size_t workers, size_t parts,
                       void (*work) (void *data, size_t part, size_t worker), void *data);

/* Threads that this machine runs at once. */
size_t bcov_threads_available (void);

#endif
