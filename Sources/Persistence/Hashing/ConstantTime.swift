/// Comparing in a time that does not depend on where two things differ.
package enum ConstantTime {
    /// Tells whether two texts of bytes are equal; only their lengths show in the time.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for place in left.indices { difference |= left[place] ^ right[place] }
        return difference == 0
    }
}
