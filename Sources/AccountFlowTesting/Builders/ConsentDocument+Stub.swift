public import Domain

extension ConsentDocument {
    /// A document of which a test says only what matters to it: everything has a value unless it is given one.
    public static func stub(_ name: String = "auto-login-terms", version: Int = 1) -> ConsentDocument {
        ConsentDocument(name: name, version: version)
    }
}
