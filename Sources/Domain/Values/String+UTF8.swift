extension String {
    /// Tells whether two texts are the same byte by byte.
    ///
    /// Texts that Swift calls equal can be different passwords, and calling them so takes time in the square of the
    /// number of combining marks in a row.
    ///
    /// - Parameter other: The other text.
    /// - Returns: Whether they are the same.
    package func isUTF8Equal(to other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension String {
    /// Checks what every stored text must satisfy, whatever the policy of the app.
    ///
    /// The size is that in Normalization Form C, so that it does not depend on the keyboard. What is too large in any
    /// form is refused before the text is looked at, so that one of any length is refused in constant time.
    ///
    /// - Parameter maximumUTF8Length: The largest size in UTF-8 bytes, in Normalization Form C.
    /// - Throws: `ValidationIssue.empty`, `.tooManyBytes` or `.containsControlCharacter`.
    package func checkLimits(maximumUTF8Length: Int) throws(ValidationIssue) {
        guard !isEmpty else { throw .empty }
        if let actual = bytes(ifBeyond: maximumUTF8Length) {
            throw .tooManyBytes(maximum: maximumUTF8Length, actual: actual)
        }
        var offset = 0
        for scalar in unicodeScalars {
            // These are the control characters for ever, by Unicode's stability policy; asking for the category of
            // every character would take most of the time that a form takes at a key press.
            guard scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) else {
                throw .containsControlCharacter(at: offset)
            }
            offset += 1
        }
    }

    /// The size of the text in Normalization Form C where it is beyond a limit, or nil.
    ///
    /// Composing makes a text in UTF-8 at most three times larger or smaller (UAX #15 section 7). A text beyond four
    /// times the limit is not composed, and the size is that of the text as it is.
    private func bytes(ifBeyond maximum: Int) -> Int? {
        let bytes = utf8.count
        if bytes <= maximum / 3 { return nil }
        let size = (bytes - 1) / 4 < maximum && !isComposed ? nfc.utf8.count : bytes
        return size > maximum ? size : nil
    }
}
