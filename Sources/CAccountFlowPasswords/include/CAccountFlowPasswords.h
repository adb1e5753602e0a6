#ifndef CACCOUNTFLOWPASSWORDS_H
#define CACCOUNTFLOWPASSWORDS_H

/// Returns the file common-passwords.txt, which the compiler has put into the program, with a 0 at its end.
///
/// It has a password a line, in lower case and Normalization Form C. The list was written for this module from general
/// knowledge: words, names, teams and places, with common suffixes; keyboard walks; repetitions and runs; dates and years.
const char *_Nonnull caccountflow_common_passwords(void);

#endif
