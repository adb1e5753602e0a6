/// The common passwords of this module, in lower case and Normalization Form C.
///
/// They were made for this module by rules from what is generally known: words, names, teams and places, with what
/// people put behind them; walks over keyboards; repetitions and runs; dates and years.
enum CommonPasswords {
    /// Texts of passwords that have white space between them, which take no time to compile and none to load.
    static let texts = [firstHalf, secondHalf]

    /// The passwords in which there are spaces.
    static let phrases: [StaticString] = [
        "correct horse battery staple", "open sesame", "let me in", "i love you",
    ]
}
