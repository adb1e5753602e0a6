/* What `make tsan` loads before the library of Synchronization, which is built without ThreadSanitizer.
 *
 * A `Mutex` that nobody else wants is locked and unlocked by instrumented code. Where somebody else wants it, the
 * library does so, ThreadSanitizer does not see it, and what the lock protects looks unprotected. These functions call
 * the library's own and tell ThreadSanitizer: the lock was released before, or is acquired behind. No report is
 * suppressed by them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void tell(const char *name, void *self) {
    void (*function)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, name);
    if (function) function(self);
}

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
