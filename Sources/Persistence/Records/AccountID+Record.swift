import Domain

extension AccountID {
    /// Creates an ID from what is stored.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses the text.
    init(record text: String) throws(InvalidRecord) {
        do {
            try self.init(text)
        } catch {
            throw InvalidRecord()
        }
    }
}
