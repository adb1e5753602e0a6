#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>

/// Whether allocations are counted here: with glibc, and without a sanitizer, which has an allocator of its own.
bool allocations_are_counted(void);

/// How many blocks of memory this thread has asked for since it began.
unsigned long allocations_on_this_thread(void);

/// How many bytes the allocator has handed out and not got back, with what it adds to each block; 0 where they are not
/// counted.
unsigned long allocated_bytes(void);

#endif
