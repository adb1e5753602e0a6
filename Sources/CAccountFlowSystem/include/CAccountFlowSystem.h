#ifndef CACCOUNTFLOWSYSTEM_H
#define CACCOUNTFLOWSYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/// The status of a file, without its times.
struct csystem_status {
    uint64_t device;
    uint64_t number;
    int64_t size;
    uint32_t mode;
    uint32_t owner;
    uint32_t links;
};

/// Reads the status of a name in an open folder, without following links, or of the open file itself if the name is "".
///
/// On Linux it calls statx without requesting the times: if a file's times were read, the next write updates them, and
/// a file system without a journal then writes the inode at every synchronisation.
///
/// Returns 0, or -1 with the reason in errno.
int csystem_read_status(int file, const char *name, struct csystem_status *status);

/// Returns where the data of an open file ends: before a hole that is longer than a number of bytes, or before the last
/// hole. A file system without holes gives the size. The position in the file changes.
int64_t csystem_end_of_data(int file, int64_t size, int64_t longest_hole);

/// Returns whether all bytes are zero.
bool csystem_is_zero(const void *bytes, unsigned long count);

/// The functions of libcrypt, as crypt.h declares them.
struct csystem_libcrypt {
    char *(*crypt_gensalt_rn)(const char *prefix, unsigned long count, const char *bytes, int byte_count, char *output,
                              int output_size);
    char *(*crypt_ra)(const char *phrase, const char *setting, void **data, int *size);
} __attribute__((swift_attr("@Sendable")));

/// Loads libcrypt at run time, so that a program also starts without it. The library stays loaded.
///
/// Returns false if no library has these functions, as on Apple platforms.
bool csystem_load_libcrypt(struct csystem_libcrypt *library);

/// Overwrites bytes with zeros, which the compiler does not optimize away.
void csystem_erase(void *bytes, unsigned long count);

#endif
