import Domain

/// Looks for words in a password that are easily guessed, because they are about its owner or the service.
///
/// Case and composition make no difference. Words of fewer than ``shortestWord`` characters are not looked for: they
/// occur in good passwords by chance.
enum ContextCheck: Hashable, Sendable {
    case accountID
    case nickname
    case words([String])

    /// In Unicode scalars.
    static let shortestWord = 4

    var requirement: Requirement {
        switch self {
        case .accountID: .noAccountID
        case .nickname: .noNickname
        case .words: .noContextWord
        }
    }

    func issue(in password: String, of form: AccountForm) -> ValidationIssue? {
        switch self {
        case .accountID:
            let id = form[.id]
            // An ID that cannot be one is told so in its own field.
            guard id.utf8.count <= AccountID.maximumOctets else { return nil }
            // Who contains the whole ID contains what is before its first `@` too.
            let local = id.utf8.firstIndex(of: UInt8(ascii: "@")).map { id[..<$0] } ?? id[...]
            return password.containsWord(local.isWord ? local : id[...]) ? .containsAccountID : nil
        case .nickname:
            let nickname = form[.nickname]
            guard nickname.utf8.count <= Nickname.maximumOctets else { return nil }
            return password.containsWord(nickname) ? .containsNickname : nil
        case .words(let words):
            return words.contains { password.containsWord($0) } ? .containsContextWord : nil
        }
    }
}

extension StringProtocol {
    /// Whether the text is long enough to be looked for in a password.
    fileprivate var isWord: Bool {
        // Scalars are counted by the octets that begin them.
        utf8.count { $0 & 0xC0 != 0x80 } >= ContextCheck.shortestWord
    }
}

extension String {
    fileprivate func containsWord(_ word: some StringProtocol) -> Bool {
        guard word.isWord else { return false }
        return FoldedText.withOctets(of: word) { word in
            FoldedText.withOctets(of: self) { $0.contains(word) }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Tells whether octets occur among these, side by side.
    fileprivate func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let head = word.first, word.count <= count else { return false }
        for start in 0...(count - word.count) where self[start] == head {
            var matched = 1
            while matched < word.count, self[start + matched] == word[matched] { matched += 1 }
            if matched == word.count { return true }
        }
        return false
    }
}
