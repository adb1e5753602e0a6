#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "CAccountFlowSystem.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/sysmacros.h>
#endif

int csystem_read_status(int file, const char *name, struct csystem_status *status) {
#if defined(__linux__) && defined(STATX_TYPE)
    const unsigned int wanted = STATX_TYPE | STATX_MODE | STATX_NLINK | STATX_UID | STATX_INO | STATX_SIZE;
    struct statx extended;
    // If statx fails or does not return everything, as under an old filter of system calls, stat decides.
    if (statx(file, name, *name ? AT_SYMLINK_NOFOLLOW : AT_EMPTY_PATH, wanted, &extended) == 0 &&
        (extended.stx_mask & wanted) == wanted) {
        status->device = makedev(extended.stx_dev_major, extended.stx_dev_minor);
        status->number = extended.stx_ino;
        status->size = (int64_t)extended.stx_size;
        status->mode = extended.stx_mode;
        status->owner = extended.stx_uid;
        status->links = extended.stx_nlink;
        return 0;
    }
#endif
    struct stat plain;
    if ((*name ? fstatat(file, name, &plain, AT_SYMLINK_NOFOLLOW) : fstat(file, &plain)) != 0) return -1;
    status->device = (uint64_t)plain.st_dev;
    status->number = (uint64_t)plain.st_ino;
    status->size = plain.st_size;
    status->mode = plain.st_mode;
    status->owner = plain.st_uid;
    status->links = (uint32_t)plain.st_nlink;
    return 0;
}

int64_t csystem_end_of_data(int file, int64_t size, int64_t longest_hole) {
    int64_t end = 0;
    while (end < size) {
        const int64_t start = lseek(file, end, SEEK_DATA);
        // This error alone says that there is only a hole left.
        if (start < 0) return errno == ENXIO ? end : size;
        if (start - end > longest_hole) return end;
        end = lseek(file, start, SEEK_HOLE);
        if (end <= start) return size;
    }
    return size;
}

bool csystem_is_zero(const void *bytes, unsigned long count) {
    const char *const first = bytes;
    return count == 0 || (*first == 0 && memcmp(first, first + 1, count - 1) == 0);
}

bool csystem_load_libcrypt(struct csystem_libcrypt *library) {
#ifdef __linux__
    const char *const names[] = {"libcrypt.so.2", "libcrypt.so.1"};
    for (int place = 0; place < 2; place++) {
        void *handle = dlopen(names[place], RTLD_NOW | RTLD_LOCAL);
        if (!handle) continue;
        library->crypt_gensalt_rn = (__typeof__(library->crypt_gensalt_rn))dlsym(handle, "crypt_gensalt_rn");
        library->crypt_ra = (__typeof__(library->crypt_ra))dlsym(handle, "crypt_ra");
        if (library->crypt_gensalt_rn && library->crypt_ra) return true;
    }
#endif
    return false;
}

void csystem_erase(void *bytes, unsigned long count) {
#ifdef __APPLE__
    memset_s(bytes, count, 0, count);
#else
    explicit_bzero(bytes, count);
#endif
}
