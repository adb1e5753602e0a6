// The functions of libcurl that Networking calls, with the prototypes of curl.h and multi.h. Handles, options and
// results have the integer and pointer types of those headers, so that the headers are not needed.
#ifndef CACCOUNTFLOWCURL_H
#define CACCOUNTFLOWCURL_H
#ifdef __linux__

#include <stdbool.h>
#include <stddef.h>

typedef size_t (*CurlWriteFunction)(char *bytes, size_t size, size_t count, void *data);
typedef int (*CurlPrerequestFunction)(void *data, char *remoteIP, char *localIP, int remotePort, int localPort);

/// struct CURLMsg: kind 1 (CURLMSG_DONE) reports the end of a transfer.
typedef struct {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
} CurlMessage;

typedef struct __attribute__((swift_attr("@Sendable"))) {
    int (*global_init)(long flags);
    void *(*easy_init)(void);
    int (*easy_setopt)(void *easy, int option, ...);
    void (*easy_cleanup)(void *easy);
    void *(*slist_append)(void *list, const char *text);
    void (*slist_free_all)(void *list);
    void *(*multi_init)(void);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_perform)(void *multi, int *running);
    int (*multi_poll)(void *multi, void *descriptors, unsigned int count, int milliseconds, int *ready);
    int (*multi_wakeup)(void *multi);
    CurlMessage *(*multi_info_read)(void *multi, int *left);
    int (*multi_cleanup)(void *multi);
} CurlFunctions;

/// Loads a library and looks up its functions; `hidden` names one that is treated as missing, or is NULL.
bool CurlLoad(CurlFunctions *curl, const char *library, const char *hidden);

// Swift cannot call functions with a variable number of arguments.
int CurlSetLong(const CurlFunctions *curl, void *easy, int option, long value);
int CurlSetPointer(const CurlFunctions *curl, void *easy, int option, const void *value);
int CurlSetWriteFunction(const CurlFunctions *curl, void *easy, int option, CurlWriteFunction function);
int CurlSetPrerequestFunction(const CurlFunctions *curl, void *easy, int option, CurlPrerequestFunction function);
int CurlMultiSetLong(const CurlFunctions *curl, void *multi, int option, long value);

#endif
#endif
