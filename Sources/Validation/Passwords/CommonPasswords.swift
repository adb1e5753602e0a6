/// The common passwords of this module, as text that takes no time to compile: separated by white space, in lower case.
///
/// They were made for this module by rules from what is generally known: words, names, teams and places, with what
/// people put behind them; walks over keyboards; repetitions and runs; dates and years.
enum CommonPasswords {
    static var all: [String] {
        var words = phrases
        for half in [firstHalf, secondHalf] {
            let parts: [Substring] = half.split { $0 == " " || $0 == "\n" }
            words.append(contentsOf: parts.map { String($0) })
        }
        return words
    }

    /// The passwords in which there are spaces.
    private static let phrases = ["correct horse battery staple", "open sesame", "let me in", "i love you"]
}
