import Domain

/// The grammar of telephone numbers as people write them.
///
/// Digits, separated by spaces, hyphens, full stops and parentheses, with a `+` in front where the country code is
/// given. Which numbers a country has is not looked at.
struct PhoneCheck: Hashable, Sendable {
    let digits: ClosedRange<Int>

    func issue(in text: String, isSecret: Bool) -> ValidationIssue? {
        let bytes = text.utf8.count
        if bytes > PhoneNumber.maximumUTF8Length {
            return .tooManyBytes(maximum: PhoneNumber.maximumUTF8Length, actual: bytes)
        }
        if let issue = text.firstCharacter(outside: Self.allowed, isSecret: isSecret) { return issue }
        var count = 0
        for (place, byte) in text.utf8.enumerated() {
            if ASCIISet.digits.contains(byte) {
                count += 1
            } else if byte == UInt8(ascii: "+"), place > 0 {
                return .forbiddenCharacter(first: isSecret ? nil : "+", at: place)
            }
        }
        if count < digits.lowerBound { return .tooFewDigits(minimum: digits.lowerBound, actual: count) }
        if count > digits.upperBound { return .tooManyDigits(maximum: digits.upperBound, actual: count) }
        return nil
    }

    private static let allowed = ASCIISet.digits.union("+ -.()")
}
