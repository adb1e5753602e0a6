import Domain

/// A unit in which characters are counted.
public enum CharacterUnit: Hashable, Sendable, CaseIterable {
    /// Unicode scalars of the text in Normalization Form C, as NIST SP 800-63B-4 counts the length of passwords.
    ///
    /// `é` is one, however a keyboard composes it.
    case unicodeScalars

    /// Extended grapheme clusters (UAX #29), which users see as characters.
    ///
    /// A family emoji of seven scalars is one.
    case graphemeClusters

    /// The largest number of UTF-8 bytes per character; a larger text is rejected without being counted.
    ///
    /// - 16 for scalars: composing joins at most 4 scalars into one, of at most 4 bytes each.
    /// - 64 for grapheme clusters, whose size Unicode does not limit; the longest emoji in use has 35.
    public var maximumUTF8Length: Int {
        switch self {
        case .unicodeScalars: 16
        case .graphemeClusters: 64
        }
    }

    /// Returns `.tooManyBytes`, `.tooShort` or `.tooLong`, or nil if the number of characters is within the bounds.
    func lengthIssue(of text: String, bounds: ClosedRange<Int>) -> ValidationIssue? {
        let bytes = text.utf8.count
        let (product, overflow) = bounds.upperBound.multipliedReportingOverflow(by: maximumUTF8Length)
        if !overflow, bytes > product { return .tooManyBytes(maximum: product, actual: bytes) }
        let count =
            switch self {
            case .unicodeScalars: text.composed.unicodeScalars.count
            case .graphemeClusters: text.count
            }
        if count < bounds.lowerBound { return .tooShort(minimum: bounds.lowerBound, actual: count) }
        if count > bounds.upperBound { return .tooLong(maximum: bounds.upperBound, actual: count) }
        return nil
    }
}
