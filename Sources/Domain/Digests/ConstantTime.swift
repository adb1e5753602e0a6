/// Comparisons in a time that does not depend on where two values differ.
package enum ConstantTime {
    /// Returns whether two byte arrays are equal; the time reveals only their lengths.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for place in left.indices { difference |= left[place] ^ right[place] }
        return difference == 0
    }
}
