#include "CAccountFlowPasswords.h"

// C23 has this directive, and Clang has it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char passwords[] = {
#embed "common-passwords.txt" suffix(, 0)
};

const char *caccountflow_common_passwords(void) { return passwords; }
