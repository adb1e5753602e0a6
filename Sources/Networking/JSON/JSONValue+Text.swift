extension JSONValue {
    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8: one value, perhaps with white space around it.
    ///   - limits: How large it may be.
    /// - Throws: `JSONError.tooLarge` or `.tooDeep` beyond the limits; `.duplicateMember`, `.invalidText` or
    ///   `.invalidSyntax` where it is no such text. No text whatsoever does worse.
    public init(reading bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self = try JSONReader.read(bytes, limits: limits)
    }

    /// The value as a JSON text, without spaces, with the members of objects in the order of their names.
    public var bytes: [UInt8] { JSONWriter.write(self) }
}
