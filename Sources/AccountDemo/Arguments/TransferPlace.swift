/// Where lines are read from or written to.
package enum TransferPlace: Equatable, Sendable {
    /// Standard input or standard output.
    case standard

    /// A file.
    case file(String)

    init(_ word: String) {
        self = word == "-" ? .standard : .file(word)
    }
}
