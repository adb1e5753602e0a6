/// The four functions of the Keychain, each with a status of SecBase.h; tests replace them.
package protocol Keychain: Sendable {
    func add(_ item: KeychainAttributes) -> Int32
    func copyMatching(_ query: KeychainAttributes) -> (status: Int32, found: KeychainAttributes)
    func update(_ query: KeychainAttributes, _ change: KeychainAttributes) -> Int32
    func delete(_ query: KeychainAttributes) -> Int32
}

/// Attributes of a generic password; nil is not searched for, and not changed.
package struct KeychainAttributes: Hashable, Sendable {
    package var service: String?
    package var account: String?
    package var accessGroup: String?
    package var isReadableWhileLocked: Bool?
    package var data: [UInt8]?

    /// The digest of the data, in the attribute `kSecAttrGeneric`, by which an item can be found.
    package var revision: [UInt8]?

    package init() {}
}
