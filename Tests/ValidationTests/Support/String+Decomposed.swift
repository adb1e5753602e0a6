@_spi(_Unicode) import Swift

extension String {
    /// The text with every character taken apart as far as canonical equivalence goes (NFD).
    ///
    /// Only on Linux does the standard library show it; elsewhere the text stays as it is.
    var decomposed: String {
        #if canImport(Darwin)
        return self
        #else
        var scalars = UnicodeScalarView()
        for scalar in _nfd { scalars.append(scalar) }
        return String(scalars)
        #endif
    }
}
