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
                maximumUTF8Length: unit.maximumUTF8Length(for: bounds.upperBound)
            )
        )
    }

    func issue(in text: String) -> ValidationIssue? {
        let bytes = text.utf8.count
        let maximumUTF8Length = unit.maximumUTF8Length(for: bounds.upperBound)
        if bytes > maximumUTF8Length { return .tooManyBytes(maximum: maximumUTF8Length, actual: bytes) }

        let count = unit.count(in: text)
        if count < bounds.lowerBound { return .tooShort(minimum: bounds.lowerBound, actual: count) }
        if count > bounds.upperBound { return .tooLong(maximum: bounds.upperBound, actual: count) }
        return nil
    }
}
