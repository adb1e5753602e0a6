extension Range<Int> {
    /// Returns the first number for which a condition holds, or the upper bound; the condition must hold for all later
    /// ones.
    func binarySearch<Failure: Error>(where holds: (Int) throws(Failure) -> Bool) throws(Failure) -> Int {
        var range = self
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = try holds(middle) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }
}
