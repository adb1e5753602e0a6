extension Range<Int> {
    /// Returns the first number from which on a condition holds, by binary search; the upper bound if there is none.
    func binarySearch<Failure: Error>(where holds: (Int) throws(Failure) -> Bool) throws(Failure) -> Int {
        var range = self
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = try holds(middle) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }
}
