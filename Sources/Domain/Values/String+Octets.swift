extension String {
    /// Tells whether two texts are the same octet by octet.
    ///
    /// Texts that Swift calls equal can be different passwords, and calling them so takes time in the square of the
    /// number of combining marks in a row.
    ///
    /// - Parameter other: The other text.
    /// - Returns: Whether they are the same.
    package func hasOctets(of other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
