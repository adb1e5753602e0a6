extension AccountForm {
    /// Makes a value out of a field's text.
    ///
    /// - Parameters:
    ///   - field: The field to read.
    ///   - make: Makes the value, or says what is wrong.
    /// - Returns: The value.
    /// - Throws: What `make` says, with the field.
    func value<Value>(
        of field: AccountField,
        _ make: (String) throws(ValidationIssue) -> Value
    ) throws(FieldIssue) -> Value {
        do {
            return try make(self[field])
        } catch {
            throw FieldIssue(field: field, issue: error)
        }
    }

    /// Makes a value out of a field's text, or nil where the field is empty.
    func optionalValue<Value>(
        of field: AccountField,
        _ make: (String) throws(ValidationIssue) -> Value
    ) throws(FieldIssue) -> Value? {
        self[field].isEmpty ? nil : try value(of: field, make)
    }
}
