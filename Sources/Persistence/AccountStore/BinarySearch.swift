extension Range<Int> {
    /// The first number from which on a condition holds, by binary search; the end where it holds for none.
    func binarySearch<Failure: Error>(where holds: (Int) throws(Failure) -> Bool) throws(Failure) -> Int {
        var range = self
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = try holds(middle) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }
}
