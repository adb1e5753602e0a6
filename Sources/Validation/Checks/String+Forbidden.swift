import Domain

extension StringProtocol {
    /// Finds the first character, in the sense of people, that is not in a set, or nil where all are.
    ///
    /// The character is left out of the issue where the field is secret.
    func firstCharacter(outside allowed: ASCIISet, isSecret: Bool) -> ValidationIssue? {
        // A substring of a string that Objective-C made may have no octets side by side.
        if utf8.withContiguousStorageIfAvailable({ $0.allSatisfy(allowed.contains) }) ?? false { return nil }
        for (place, character) in enumerated() {
            let octets = character.utf8
            if octets.count == 1, let octet = octets.first, allowed.contains(octet) { continue }
            return .forbiddenCharacter(first: isSecret ? nil : character, at: place)
        }
        return nil
    }
}
