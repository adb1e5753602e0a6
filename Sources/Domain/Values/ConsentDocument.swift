/// One version of a document that people agree to.
public struct ConsentDocument: Hashable, Sendable {
    /// What the document is called in the app and in the store, such as `auto-login-terms`.
    public let name: String

    /// Which version of it; a higher number replaces a lower one.
    public let version: Int

    /// Creates a document's version.
    ///
    /// - Parameters:
    ///   - name: What the document is called in the app and in the store.
    ///   - version: Which version of it; any number will do, and a higher one replaces a lower one.
    public init(name: String, version: Int) {
        self.name = name
        self.version = version
    }
}
