extension String {
    /// Checks what every stored text must satisfy, whatever the policy of the app.
    ///
    /// The size is looked at first, so that a text of any length is refused in constant time.
    ///
    /// - Parameter maximumOctets: The largest size in UTF-8 octets.
    /// - Throws: `ValidationIssue.empty`, `.tooManyOctets` or `.containsControlCharacter`.
    package func checkLimits(maximumOctets: Int) throws(ValidationIssue) {
        let octets = utf8.count
        guard octets > 0 else { throw .empty }
        guard octets <= maximumOctets else { throw .tooManyOctets(maximum: maximumOctets, actual: octets) }
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
}
