extension String {
    /// Tells whether two texts are the same byte by byte.
    ///
    /// Texts that Swift calls equal can be different passwords, and calling them so takes time in the square of the
    /// number of combining marks in a row.
    ///
    /// - Parameter other: The other text.
    /// - Returns: Whether they are the same.
    package func isUTF8Equal(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let areSame = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in Self.areSame(left, right) }
        }
        // Strings that Objective-C made may have no bytes side by side.
        return (areSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Compares eight bytes at a time.
    private static func areSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = left.count
        guard count >= 8, let left = UnsafeRawPointer(left.baseAddress), let right = UnsafeRawPointer(right.baseAddress)
        else { return left.elementsEqual(right) }
        var place = 0
        while true {
            let one = left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if one != right.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
            if place == count - 8 { return true }
            place = place + 8 < count - 8 ? place + 8 : count - 8
        }
    }
}
