import Foundation

/// The same three questions, as apps ask them without this package, and the least that a pass over the bytes costs.
struct ValidationPeers {
    private let emailExpression: NSRegularExpression
    private let passwordExpression: NSRegularExpression
    private let nicknameExpression: NSRegularExpression
    private let emailRegex: Regex<Substring>
    private let passwordRegex: Regex<Substring>
    private let nicknameRegex: Regex<Substring>

    init() throws {
        emailExpression = try NSRegularExpression(pattern: "^[a-z][a-z0-9]{5,19}@[a-z0-9-]+(?:\\.[a-z0-9-]+)+$")
        passwordExpression = try NSRegularExpression(pattern: "^.{8,}$", options: .dotMatchesLineSeparators)
        nicknameExpression = try NSRegularExpression(pattern: "^\\S{6,12}$")
        emailRegex = try Regex("[a-z][a-z0-9]{5,19}@[a-z0-9-]+(?:\\.[a-z0-9-]+)+", as: Substring.self)
        passwordRegex = try Regex("(?s).{8,}", as: Substring.self)
        nicknameRegex = try Regex("\\S{6,12}", as: Substring.self)
    }

    /// Ways to ask whether a text is an e-mail address that serves as an account ID.
    var email: [(String, (String) -> Bool)] {
        [
            ("NSRegularExpression", { Self.matches(emailExpression, $0) }),
            ("Swift Regex", { $0.wholeMatch(of: emailRegex) != nil }),
            ("Character loop", Self.emailCharacters),
            ("floor: bytes", Self.emailBytes),
        ]
    }

    /// Ways to ask whether a password has 8 characters.
    var password: [(String, (String) -> Bool)] {
        [
            ("NSRegularExpression", { Self.matches(passwordExpression, $0) }),
            ("Swift Regex", { $0.wholeMatch(of: passwordRegex) != nil }),
            ("Character loop", { $0.count >= 8 }),
            ("floor: bytes", Self.passwordBytes),
        ]
    }

    /// Ways to ask whether a nickname has 6 to 12 characters without a space.
    var nickname: [(String, (String) -> Bool)] {
        [
            ("NSRegularExpression", { Self.matches(nicknameExpression, $0) }),
            ("Swift Regex", { $0.wholeMatch(of: nicknameRegex) != nil }),
            ("Character loop", { (6...12).contains($0.count) && !$0.contains(" ") }),
            ("floor: bytes", Self.nicknameBytes),
        ]
    }

    private static func matches(_ expression: NSRegularExpression, _ text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
    }

    private static func emailCharacters(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].first, !first.isNumber, (6...20).contains(parts[0].count),
            parts[0].allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber) })
        else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
            }
    }

    private static func emailBytes(_ text: String) -> Bool {
        var local = 0
        var label = 0
        var dots = 0
        var inDomain = false
        for byte in text.utf8 {
            let isLetter = byte &- 0x61 < 26
            let isDigit = byte &- 0x30 < 10
            if !inDomain {
                if byte == 0x40 {
                    if local < 6 { return false }
                    inDomain = true
                    continue
                }
                guard isLetter || (isDigit && local > 0), local < 20 else { return false }
                local += 1
            } else if byte == 0x2E {
                if label == 0 { return false }
                dots += 1
                label = 0
            } else {
                guard isLetter || isDigit || byte == 0x2D else { return false }
                label += 1
            }
        }
        return inDomain && dots > 0 && label > 0
    }

    private static func passwordBytes(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 where byte & 0xC0 != 0x80 {
            count += 1
            if count == 8 { return true }
        }
        return false
    }

    private static func nicknameBytes(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 {
            if byte == 0x20 || byte &- 9 < 5 { return false }
            if byte & 0xC0 != 0x80 {
                count += 1
                if count > 12 { return false }
            }
        }
        return count >= 6
    }
}
