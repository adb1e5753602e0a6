import Domain

extension StringProtocol {
    /// Finds the first character, in the sense of people, that is not in a set, or nil where all are.
    ///
    /// The character is left out of the issue where the field is secret.
    func firstCharacter(outside allowed: ASCIISet, isSecret: Bool) -> ValidationIssue? {
        // A substring of a string that Objective-C made may have no bytes side by side.
        if utf8.withContiguousStorageIfAvailable({ $0.allSatisfy(allowed.contains) }) ?? false { return nil }
        for (place, character) in enumerated() {
            let bytes = character.utf8
            if bytes.count == 1, let byte = bytes.first, allowed.contains(byte) { continue }
            return .forbiddenCharacter(first: isSecret ? nil : character, at: place)
        }
        return nil
    }
}
