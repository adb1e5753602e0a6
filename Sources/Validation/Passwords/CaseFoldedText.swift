import Domain

extension String {
    /// The text in lower case and Normalization Form C, for comparing passwords with words.
    var folded: String { lowercased().composed }
}

/// The bytes of a folded text, for finding words in passwords.
struct CaseFoldedText {
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.folded.utf8)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the text has 4 characters or more; shorter words occur in good passwords by chance.
    var isWord: Bool {
        // This counts scalars, because each has one byte that is not a continuation byte.
        bytes.count { $0 & 0xC0 != 0x80 } >= 4
    }

    /// The part before the first `@`, or the whole text if there is none.
    var localPart: CaseFoldedText { CaseFoldedText(bytes: Array(bytes.prefix { $0 != UInt8(ascii: "@") })) }

    func contains(_ word: CaseFoldedText) -> Bool {
        let word = word.bytes
        guard let first = word.first, word.count <= bytes.count else { return false }
        return (0...(bytes.count - word.count)).contains { start in
            bytes[start] == first && bytes[start..<(start + word.count)].elementsEqual(word)
        }
    }
}
