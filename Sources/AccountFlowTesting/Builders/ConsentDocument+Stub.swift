public import Domain

extension ConsentDocument {
    /// A document of which a test says only what matters to it: everything has a value unless it is given one.
    ///
    /// - Parameters:
    ///   - name: What the document is called.
    ///   - version: Which version of it; any number will do.
    /// - Returns: The document.
    public static func stub(_ name: String = "auto-login-terms", version: Int = 1) -> ConsentDocument {
        ConsentDocument(name: name, version: version)
    }
}
