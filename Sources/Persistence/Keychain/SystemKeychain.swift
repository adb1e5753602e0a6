#if canImport(Security)
import Foundation
import Security

/// The data protection Keychain, which on macOS requires an application identifier.
struct SystemKeychain: Keychain {
    func add(_ item: KeychainAttributes) -> Int32 { SecItemAdd(item.query as CFDictionary, nil) }

    func copyMatching(_ query: KeychainAttributes) -> (status: Int32, found: KeychainAttributes) {
        var query = query.query
        query[kSecReturnAttributes as String] = true
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        let item = result as? [String: Any] ?? [:]
        var found = KeychainAttributes()
        found.data = (item[kSecValueData as String] as? Data).map { Array($0) }
        found.revision = (item[kSecAttrGeneric as String] as? Data).map { Array($0) }
        return (status, found)
    }

    func update(_ query: KeychainAttributes, _ change: KeychainAttributes) -> Int32 {
        SecItemUpdate(query.query as CFDictionary, change.dictionary as CFDictionary)
    }

    func delete(_ query: KeychainAttributes) -> Int32 { SecItemDelete(query.query as CFDictionary) }
}

extension KeychainAttributes {
    fileprivate var query: [String: Any] {
        var query = dictionary
        query[kSecClass as String] = kSecClassGenericPassword
        query[kSecUseDataProtectionKeychain as String] = true
        return query
    }

    fileprivate var dictionary: [String: Any] {
        var dictionary: [String: Any] = [:]
        dictionary[kSecAttrService as String] = service
        dictionary[kSecAttrAccount as String] = account
        dictionary[kSecAttrAccessGroup as String] = accessGroup
        dictionary[kSecAttrAccessible as String] = isReadableWhileLocked.map {
            $0 ? kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly : kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        }
        dictionary[kSecValueData as String] = data.map { Data($0) }
        dictionary[kSecAttrGeneric as String] = revision.map { Data($0) }
        return dictionary
    }
}
#endif
