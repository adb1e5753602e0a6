import Domain

/// Compares the number of a text's characters with two bounds.
struct LengthCheck: Hashable, Sendable {
    let bounds: ClosedRange<Int>
    let unit: CharacterUnit

    var shortcut: Shortcut {
        .plain(
            PlainShortcut(
                minimum: bounds.lowerBound,
                maximum: bounds.upperBound,
                maximumOctets: unit.maximumOctets(for: bounds.upperBound)
            )
        )
    }

    func issue(in text: String) -> ValidationIssue? {
        let octets = text.utf8.count
        let maximumOctets = unit.maximumOctets(for: bounds.upperBound)
        if octets > maximumOctets { return .tooManyOctets(maximum: maximumOctets, actual: octets) }

        let count = unit.count(in: text)
        if count < bounds.lowerBound { return .tooShort(minimum: bounds.lowerBound, actual: count) }
        if count > bounds.upperBound { return .tooLong(maximum: bounds.upperBound, actual: count) }
        return nil
    }
}
