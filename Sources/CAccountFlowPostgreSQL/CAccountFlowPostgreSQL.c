#include "CAccountFlowPostgreSQL.h"
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

static bool find(void *library, const char *name, const char *hidden, void **function) {
    if (hidden && strcmp(name, hidden) == 0) return false;
    return (*function = dlsym(library, name)) != NULL;
}

// POSIX converts the result of dlsym to a function pointer in this way.
#define FIND(name) find(handle, "PQ" #name, hidden, (void **)&pq->name)

bool PQLoad(PQFunctions *pq, const char *library, const char *hidden) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return handle && FIND(conninfoParse) && FIND(conninfo) && FIND(conninfoFree) && FIND(freemem)
        && FIND(connectStart) && FIND(connectPoll) && FIND(connectionNeedsPassword)
        && FIND(finish) && FIND(status) && FIND(socket) && FIND(serverVersion)
        && FIND(parameterStatus) && FIND(errorMessage) && FIND(setErrorVerbosity) && FIND(setNoticeReceiver)
        && FIND(setnonblocking) && FIND(enterPipelineMode) && FIND(sendPrepare) && FIND(sendQueryPrepared)
        && FIND(pipelineSync) && FIND(flush) && FIND(consumeInput) && FIND(isBusy) && FIND(getResult)
        && FIND(resultStatus) && FIND(resultErrorField) && FIND(ntuples) && FIND(nfields) && FIND(getvalue)
        && FIND(getisnull) && FIND(clear) && FIND(getCancel) && FIND(freeCancel) && FIND(cancel);
}

bool PQLoadBlocking(PQBlockingFunctions *pq, const char *library) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    const char *hidden = NULL;
    return handle && FIND(connectdb) && FIND(prepare) && FIND(execPrepared);
}
