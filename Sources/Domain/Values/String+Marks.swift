extension String {
    /// Where the first combining mark is that has ``mostMarks`` others right before it, in scalars, or nil.
    ///
    /// Text without one is in the Stream-Safe Text Format (UAX #15 section 13), near enough: normalising and comparing
    /// it takes time in proportion to its size, and not in the square.
    package var firstHeapedMark: Int? {
        // No text that is so small has so many.
        if utf8.count <= 2 * Self.mostMarks { return nil }
        var place = 0
        var marks = 0
        for scalar in unicodeScalars {
            if scalar.value < 0x300 || !scalar.isCombining {
                marks = 0
            } else {
                marks += 1
                if marks > Self.mostMarks { return place }
            }
            place += 1
        }
        return nil
    }

    private static var mostMarks: Int { 30 }

    /// The text in Normalization Form C, or as it is where marks are heaped up in it.
    package var composed: String { isComposed || firstHeapedMark != nil ? self : nfc }
}
