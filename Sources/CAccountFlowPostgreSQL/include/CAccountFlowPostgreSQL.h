// The functions of libpq that the package calls, with the prototypes of libpq-fe.h. Connections, results and enumerations
// have the pointer and integer types of that header, so that the header is not needed.
#ifndef CACCOUNTFLOWPOSTGRESQL_H
#define CACCOUNTFLOWPOSTGRESQL_H

#include <stdbool.h>

/// struct PQconninfoOption: one parameter of a connection string, or one with a null keyword after the last.
typedef struct {
    char *keyword;
    char *variable;
    char *compiled;
    char *value;
    char *label;
    char *display;
    int size;
} PQOption;

typedef void (*PQNoticeReceiver)(void *context, const void *result);

typedef struct __attribute__((swift_attr("@Sendable"))) {
    PQOption *(*conninfoParse)(const char *text, char **message);
    PQOption *(*conninfo)(void *connection);
    void (*conninfoFree)(PQOption *options);
    void (*freemem)(void *pointer);
    void *(*connectStart)(const char *text);
    int (*connectPoll)(void *connection);
    int (*connectionNeedsPassword)(const void *connection);
    void (*finish)(void *connection);
    int (*status)(const void *connection);
    int (*socket)(const void *connection);
    int (*serverVersion)(const void *connection);
    const char *(*parameterStatus)(const void *connection, const char *name);
    char *(*errorMessage)(const void *connection);
    int (*setErrorVerbosity)(void *connection, int verbosity);
    PQNoticeReceiver (*setNoticeReceiver)(void *connection, PQNoticeReceiver receiver, void *context);
    int (*setnonblocking)(void *connection, int isNonblocking);
    int (*enterPipelineMode)(void *connection);
    int (*sendPrepare)(void *connection, const char *name, const char *sql, int count, const unsigned int *types);
    int (*sendQueryPrepared)(void *connection, const char *name, int count, const char *const *values,
                             const int *lengths, const int *formats, int resultFormat);
    int (*pipelineSync)(void *connection);
    int (*flush)(void *connection);
    int (*consumeInput)(void *connection);
    int (*isBusy)(void *connection);
    void *(*getResult)(void *connection);
    int (*resultStatus)(const void *result);
    char *(*resultErrorField)(const void *result, int field);
    int (*ntuples)(const void *result);
    int (*nfields)(const void *result);
    char *(*getvalue)(const void *result, int row, int column);
    int (*getisnull)(const void *result, int row, int column);
    void (*clear)(void *result);
    void *(*getCancel)(void *connection);
    void (*freeCancel)(void *cancel);
    int (*cancel)(void *cancel, char *message, int size);
} PQFunctions;

/// Loads a library and looks up its functions; `hidden` names one that is treated as missing, or is NULL.
bool PQLoad(PQFunctions *pq, const char *library, const char *hidden);

/// The functions that wait for the server, which only the benchmarks call.
typedef struct {
    void *(*connectdb)(const char *text);
    void *(*prepare)(void *connection, const char *name, const char *sql, int count, const unsigned int *types);
    void *(*execPrepared)(void *connection, const char *name, int count, const char *const *values,
                          const int *lengths, const int *formats, int resultFormat);
} PQBlockingFunctions;

/// Loads a library and looks up its functions that wait.
bool PQLoadBlocking(PQBlockingFunctions *pq, const char *library);

#endif
