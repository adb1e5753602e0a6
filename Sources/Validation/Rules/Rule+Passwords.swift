import Domain

/// Rules for passwords that are hard to guess.
///
/// They ignore case, the composition of characters, and words of fewer than 4 characters.
extension Rule {
    /// Returns a rule that rejects passwords that are on a list of common ones, or have an obvious pattern.
    ///
    /// Obvious patterns are repetitions of up to 4 characters, and sequences of runs along the alphabet, the digits or
    /// a keyboard. Reports `.tooCommon`.
    ///
    /// - Parameter blocklist: The list.
    /// - Returns: The rule.
    public static func uncommon(_ blocklist: PasswordBlocklist) -> Rule {
        Rule(.uncommon) { text, _ in
            let folded = text.folded
            return blocklist.contains(folded: folded) || ObviousPattern.matches(folded) ? .tooCommon : nil
        }
    }

    /// A rule that rejects a text with the account ID or, if that is an e-mail address, its part before the `@`.
    ///
    /// Reports `.containsAccountID`.
    public static let noAccountID = Rule(.noAccountID) { text, form in
        // The ID's own rules report an ID that is too large. Composing shrinks a text to a third at most.
        guard form[.id].utf8.count <= 3 * AccountID.maximumUTF8Length else { return nil }
        let id = CaseFoldedText(form[.id])
        // A password with the whole ID contains the part before the `@` too.
        let word = id.localPart.isWord ? id.localPart : id
        return word.isWord && CaseFoldedText(text).contains(word) ? .containsAccountID : nil
    }

    /// A rule that rejects a text with the nickname.
    ///
    /// Reports `.containsNickname`.
    public static let noNickname = Rule(.noNickname) { text, form in
        guard form[.nickname].utf8.count <= 3 * Nickname.maximumUTF8Length else { return nil }
        let nickname = CaseFoldedText(form[.nickname])
        return nickname.isWord && CaseFoldedText(text).contains(nickname) ? .containsNickname : nil
    }

    /// Returns a rule that rejects a text with a word that is easy to guess, such as the name of the service.
    ///
    /// Reports `.containsContextWord`.
    ///
    /// - Parameter words: The words.
    /// - Returns: The rule.
    public static func noContextWords(_ words: [String]) -> Rule {
        let words = words.map(CaseFoldedText.init).filter(\.isWord)
        return Rule(.noContextWord) { text, _ in
            let password = CaseFoldedText(text)
            return words.contains(where: password.contains) ? .containsContextWord : nil
        }
    }
}
