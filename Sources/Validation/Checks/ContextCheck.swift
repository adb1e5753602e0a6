import Domain

/// Looks for words in a password that are easily guessed, because they are about its owner or the service.
///
/// Case and composition make no difference. Words of fewer than ``shortestWord`` characters are not looked for: they
/// occur in good passwords by chance.
enum ContextCheck: Hashable, Sendable {
    case accountID
    case nickname
    case words(ContextWords)

    /// In Unicode scalars of the folded word.
    static let shortestWord = 4

    var requirement: Requirement {
        switch self {
        case .accountID: .noAccountID
        case .nickname: .noNickname
        case .words: .noContextWord
        }
    }

    /// Looks into a password in its ``FoldedText``.
    func issue(in password: UnsafeBufferPointer<UInt8>, of form: AccountForm) -> ValidationIssue? {
        switch self {
        case .accountID: Self.contains(password, accountID: form[.id]) ? .containsAccountID : nil
        case .nickname: Self.contains(password, nickname: form[.nickname]) ? .containsNickname : nil
        case .words(let words): words.occur(in: password) ? .containsContextWord : nil
        }
    }

    private static func contains(_ password: UnsafeBufferPointer<UInt8>, accountID id: String) -> Bool {
        // An ID that cannot be one is told so in its own field.
        guard !id.isEmpty, id.utf8.count <= 3 * AccountID.maximumUTF8Length else { return false }
        return FoldedText.withBytes(of: id) { id in
            // Who contains the whole ID contains what is before its first `@` too.
            let local = id.firstIndex(of: UInt8(ascii: "@")).map { UnsafeBufferPointer(rebasing: id[..<$0]) } ?? id
            let word = local.isWord ? local : id
            return word.isWord && password.contains(word)
        }
    }

    private static func contains(_ password: UnsafeBufferPointer<UInt8>, nickname: String) -> Bool {
        guard !nickname.isEmpty, nickname.utf8.count <= 3 * Nickname.maximumUTF8Length else { return false }
        return FoldedText.withBytes(of: nickname) { $0.isWord && password.contains($0) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a folded text is long enough to be looked for in a password.
    var isWord: Bool {
        // Scalars are counted by the bytes that begin them.
        count { $0 & 0xC0 != 0x80 } >= ContextCheck.shortestWord
    }

    /// Tells whether bytes occur among these, side by side, in time that depends on the sizes alone.
    ///
    /// By the hash of a window that rolls over the bytes (Rabin and Karp).
    fileprivate func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !word.isEmpty, word.count <= count else { return false }
        let base: UInt32 = 0x0100_0193
        var wanted: UInt32 = 0
        var window: UInt32 = 0
        var weight: UInt32 = 1
        for place in word.indices {
            wanted = wanted &* base &+ UInt32(word[place])
            window = window &* base &+ UInt32(self[place])
            if place > 0 { weight = weight &* base }
        }
        var start = 0
        while true {
            if window == wanted, self[start..<(start + word.count)].elementsEqual(word) { return true }
            guard start + word.count < count else { return false }
            window = (window &- UInt32(self[start]) &* weight) &* base &+ UInt32(self[start + word.count])
            start += 1
        }
    }
}
