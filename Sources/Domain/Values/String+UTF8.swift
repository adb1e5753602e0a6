extension String {
    /// Returns whether two texts have the same bytes.
    ///
    /// Strings that are equal in Swift can be different passwords. Swift also needs quadratic time in the number of
    /// combining marks in a row to compare them.
    package func isUTF8Equal(to other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Returns the text with its bytes percent-encoded (RFC 3986 section 2.1), except ASCII letters, digits and some marks,
    /// by default those of section 2.3.
    package func percentEncoded(except marks: String = "-._~") -> String {
        utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let stays = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if stays || marks.utf8.contains(byte) { return String(scalar) }
            return (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Checks the limits of every stored text.
    ///
    /// The size is that in Normalization Form C, so that it does not depend on the keyboard. A text that is too large
    /// in any form is rejected in constant time.
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
            // The stability policy of Unicode fixes the control characters. Reading the category of every scalar would
            // take most of the time of validating a form.
            guard scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) else {
                throw .containsControlCharacter(at: offset)
            }
            offset += 1
        }
    }

    /// The size of the text in Normalization Form C if it is above a limit, or nil.
    ///
    /// Composing makes a text in UTF-8 at most three times larger or smaller (UAX #15 section 7). A text above four times
    /// the limit is not composed; its size is that of the text as it is.
    private func bytes(ifBeyond maximum: Int) -> Int? {
        let bytes = utf8.count
        if bytes <= maximum / 3 { return nil }
        let size = (bytes - 1) / 4 < maximum && !isComposed ? nfc.utf8.count : bytes
        return size > maximum ? size : nil
    }
}
