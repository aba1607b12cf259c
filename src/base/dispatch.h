/* Run-time dispatch.  A package is built for the plainest processor of its kind; the few loops that
   gain from more are compiled twice, and the machine takes the better one at start.  A build for
   this machine alone (-Dnative=true) needs no second copy; sanitizers cannot bear the mechanism. */

#ifndef BCOV_DISPATCH_H
#define BCOV_DISPATCH_H

#if defined(__x86_64__) && !defined(BCOV_NATIVE) && !defined(__SANITIZE_ADDRESS__) &&              \
    !defined(__SANITIZE_THREAD__) && (!defined(__clang__) || __clang_major__ >= 14)
#define BCOV_CLONES __attribute__ ((target_clones ("default", "avx2")))
#else
#define BCOV_CLONES
#endif

#endif
