/* What `make tsan` loads before the libraries of Swift, which are built without ThreadSanitizer. These functions call
 * the libraries' own and tell ThreadSanitizer what follows what. No report is suppressed by them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static void tell(const char *name, void *self) {
    void (*function)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, name);
    if (function) function(self);
}

/* A `Mutex` that nobody else wants is locked and unlocked by instrumented code. Where somebody else wants it, the
 * library does so, and what the lock protects looks unprotected. The lock was released before, or is acquired behind. */

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF) {
    static SWIFT void (*next)(uint32_t, SELF);
    if (!next) next = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    next(thread, self);
    tell("__tsan_acquire", self);
}

SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF) {
    static SWIFT bool (*next)(SELF);
    if (!next) next = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK);
    bool locked = next(self);
    if (locked) tell("__tsan_acquire", self);
    return locked;
}

SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT void unlock(SELF) {
    static SWIFT void (*next)(SELF);
    if (!next) next = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    tell("__tsan_release", self);
    next(self);
}

/* Who resumes a continuation releases its task. The task acquires that where it is run anew, but not where it was
 * resumed before it began to wait, and so went on at once: what it was resumed with looks unprotected. Here it acquires
 * always, as the first thing when it goes on. */

#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context)) struct context *context

struct context {
    struct context *parent;
    ASYNC void (*resume)(CONTEXT);
};

struct waiting {
    struct waiting *next;
    struct context *context;
    ASYNC void (*resume)(CONTEXT);
};

/* ThreadSanitizer knows nothing of this lock, and sees no order in who takes it. */
static atomic_flag taken = ATOMIC_FLAG_INIT;
static struct waiting *all;

static void remember(struct waiting *waiting) {
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) {}
    waiting->next = all;
    all = waiting;
    atomic_flag_clear_explicit(&taken, memory_order_release);
}

static struct waiting *forget(struct context *context) {
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) {}
    struct waiting **place = &all;
    while ((*place)->context != context) place = &(*place)->next;
    struct waiting *waiting = *place;
    *place = waiting->next;
    atomic_flag_clear_explicit(&taken, memory_order_release);
    return waiting;
}

static ASYNC void go_on(CONTEXT) {
    SWIFT void *(*task)(void) = (SWIFT void *(*)(void))dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
    tell("__tsan_acquire", task());
    struct waiting *waiting = forget(context);
    ASYNC void (*resume)(CONTEXT) = waiting->resume;
    free(waiting);
    __attribute__((musttail)) return resume(context);
}

ASYNC void swift_continuation_await(struct context *context) {
    static ASYNC void (*next)(struct context *);
    if (!next) next = (ASYNC void (*)(struct context *))dlsym(RTLD_NEXT, "swift_continuation_await");
    struct waiting *waiting = malloc(sizeof *waiting);
    waiting->context = context;
    waiting->resume = context->resume;
    context->resume = go_on;
    remember(waiting);
    __attribute__((musttail)) return next(context);
}
