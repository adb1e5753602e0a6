#ifdef __linux__
#include "CAccountFlowCurl.h"
#include <dlfcn.h>
#include <string.h>

static bool find(void *library, const char *name, const char *hidden, void **function) {
    if (hidden && strcmp(name, hidden) == 0) return false;
    return (*function = dlsym(library, name)) != NULL;
}

// POSIX converts the result of dlsym to a function pointer in this way.
#define FIND(name) find(handle, "curl_" #name, hidden, (void **)&curl->name)

bool CurlLoad(CurlFunctions *curl, const char *library, const char *hidden) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return handle && FIND(global_init) && FIND(easy_init) && FIND(easy_setopt) && FIND(easy_cleanup)
        && FIND(slist_append) && FIND(slist_free_all) && FIND(multi_init) && FIND(multi_setopt)
        && FIND(multi_add_handle) && FIND(multi_remove_handle) && FIND(multi_perform) && FIND(multi_poll)
        && FIND(multi_wakeup) && FIND(multi_info_read) && FIND(multi_cleanup);
}

int CurlSetLong(const CurlFunctions *curl, void *easy, int option, long value) {
    return curl->easy_setopt(easy, option, value);
}

int CurlSetPointer(const CurlFunctions *curl, void *easy, int option, const void *value) {
    return curl->easy_setopt(easy, option, value);
}

int CurlSetWriteFunction(const CurlFunctions *curl, void *easy, int option, CurlWriteFunction function) {
    return curl->easy_setopt(easy, option, function);
}

int CurlSetPrerequestFunction(const CurlFunctions *curl, void *easy, int option, CurlPrerequestFunction function) {
    return curl->easy_setopt(easy, option, function);
}

int CurlMultiSetLong(const CurlFunctions *curl, void *multi, int option, long value) {
    return curl->multi_setopt(multi, option, value);
}
#endif
