#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>

/// Whether allocations are counted here: with glibc, and without a sanitizer, which has an allocator of its own.
bool allocations_are_counted(void);

/// How many blocks of memory this thread has asked for since it began.
unsigned long allocations_on_this_thread(void);

#endif
