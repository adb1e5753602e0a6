import Domain

/// The grammar of telephone numbers as people write them.
///
/// Digits, separated by spaces, hyphens, full stops and parentheses, with a `+` in front where the country code is
/// given. Which numbers a country has is not looked at.
struct PhoneCheck: Hashable, Sendable {
    let digits: ClosedRange<Int>

    func issue(in text: String, isSecret: Bool) -> ValidationIssue? {
        let octets = text.utf8.count
        if octets > PhoneNumber.maximumOctets {
            return .tooManyOctets(maximum: PhoneNumber.maximumOctets, actual: octets)
        }
        if let issue = text.firstCharacter(outside: Self.allowed, isSecret: isSecret) { return issue }
        var count = 0
        for (place, octet) in text.utf8.enumerated() {
            if ASCIISet.digits.contains(octet) {
                count += 1
            } else if octet == UInt8(ascii: "+"), place > 0 {
                return .forbiddenCharacter(first: isSecret ? nil : "+", at: place)
            }
        }
        if count < digits.lowerBound { return .tooFewDigits(minimum: digits.lowerBound, actual: count) }
        if count > digits.upperBound { return .tooManyDigits(maximum: digits.upperBound, actual: count) }
        return nil
    }

    private static let allowed = ASCIISet.digits.union("+ -.()")
}
