/* Run-time dispatch.  A package is built for the baseline x86-64 processor.  The few loops that
   gain from AVX2 are compiled twice, and the loader selects a version at start.  A build for this
   machine alone (-Dnative=true) needs no second version.  Sanitizer builds have none either: the
   selection runs before the sanitizer is initialised, and its checks would crash there.  gcc
   announces a sanitizer by a macro, clang by __has_feature. */

#ifndef BCOV_DISPATCH_H
#define BCOV_DISPATCH_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BCOV_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define BCOV_SANITIZED
#endif
#endif

#if defined(__x86_64__) && !defined(BCOV_NATIVE) && !defined(BCOV_SANITIZED) &&                    \
    (!defined(__clang__) || __clang_major__ >= 14)
#define BCOV_CLONES __attribute__ ((target_clones ("default", "avx2")))
#else
#define BCOV_CLONES
#endif

#endif
