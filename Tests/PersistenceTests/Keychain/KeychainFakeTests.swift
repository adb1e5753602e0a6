import Persistence
import Testing

/// Tests that the fake Keychain behaves as Apple documents the functions SecItem….
@Suite struct KeychainFakeTests {
    private let keychain = KeychainFake()

    @Test func `an item of the same service, account and group is a duplicate`() {
        #expect(keychain.add(.item("a")) == 0)
        #expect(keychain.add(.item("a", data: [2])) == -25299)
        #expect(keychain.add(.item("a", group: "shared")) == 0)
        #expect(keychain.add(.item("b")) == 0)
        #expect(keychain.items.map(\.data) == [[1], [1], [1]])
    }

    @Test func `an item is found by any of its attributes, and its revision and data are returned`() {
        #expect(keychain.copyMatching(.query("a")).status == -25300)
        _ = keychain.add(.item("a", group: "shared"))
        let (status, found) = keychain.copyMatching(.query("a"))
        #expect(status == 0)
        #expect(found.data == [1])
        #expect(found.revision == [9])
        #expect(found.account == nil)
        for revision: [UInt8] in [[9], [8]] {
            var query = KeychainAttributes.query("a")
            query.revision = revision
            #expect(keychain.copyMatching(query).status == (revision == [9] ? 0 : -25300))
        }
    }

    @Test func `every item that is found is changed or deleted`() {
        for account in ["a", "b"] { _ = keychain.add(.item(account)) }
        var change = KeychainAttributes()
        change.data = [7]
        #expect(keychain.update(.query(nil), change) == 0)
        #expect(keychain.items.map(\.data) == [[7], [7]])
        #expect(keychain.update(.query("c"), change) == -25300)
        change.account = "b"
        #expect(keychain.update(.query("a"), change) == -25299)
        #expect(keychain.delete(.query("c")) == -25300)
        #expect(keychain.delete(.query(nil)) == 0)
        #expect(keychain.items == [])
    }
}

extension KeychainAttributes {
    fileprivate static func query(_ account: String?, group: String? = nil) -> KeychainAttributes {
        var query = KeychainAttributes()
        (query.service, query.account, query.accessGroup) = ("service", account, group)
        return query
    }

    fileprivate static func item(_ account: String, group: String? = nil, data: [UInt8] = [1]) -> KeychainAttributes {
        var item = query(account, group: group)
        (item.data, item.revision) = (data, [9])
        return item
    }
}
