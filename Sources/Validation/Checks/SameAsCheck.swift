import Domain

/// Compares a text with that of another field.
struct SameAsCheck: Hashable, Sendable {
    let field: AccountField
    let maximumUTF8Length: Int

    func issue(in text: String, comparedWith other: String) -> ValidationIssue? {
        let bytes = text.utf8.count
        if bytes > maximumUTF8Length { return .tooManyBytes(maximum: maximumUTF8Length, actual: bytes) }
        if other.utf8.count > maximumUTF8Length { return .mismatch(with: field) }
        if text.isUTF8Equal(to: other) { return nil }
        // What is composed on both sides and differs is different. Comparing any other text takes time in the square
        // of the number of combining marks in a row.
        if text.isComposed && other.isComposed { return .mismatch(with: field) }
        if text.firstHeapedMark != nil || other.firstHeapedMark != nil { return .mismatch(with: field) }
        return text == other ? nil : .mismatch(with: field)
    }
}
