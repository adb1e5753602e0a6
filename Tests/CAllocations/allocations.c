// Counts what a thread allocates. glibc lets a program bring its own malloc; this one counts and asks glibc's.
#include "allocations.h"
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <malloc.h>

static __thread unsigned long count;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

bool allocations_are_counted(void) { return true; }

unsigned long allocations_on_this_thread(void) { return count; }

unsigned long allocated_bytes(void) {
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

#else

bool allocations_are_counted(void) { return false; }

unsigned long allocations_on_this_thread(void) { return 0; }

unsigned long allocated_bytes(void) { return 0; }

#endif
