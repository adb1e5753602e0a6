import AccountFlowTesting
import Domain
import Persistence
import Testing

/// Tests of stored one-time passwords, through a line of an export.
struct AccountTOTPRecordTests {
    private static let key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    private static func account(_ record: String) throws -> Account {
        let line = #"{"createdAt":0,"id":"kim","passwordHash":"$y$","profile":{},"totp":"\#(record)"}"#
        return try AccountLine().decode(Array(line.utf8))
    }

    @Test(arguments: ["SHA1,6,30,\(key),", "SHA1,6,30,\(key),0", "SHA256,8,60,\(key),58000000"])
    func `one-time passwords are written as they were read`(record: String) throws {
        let account = try Self.account(record)
        #expect(account.totp?.totp.secret.revealed == Self.key)
        #expect(account.totp?.isOn == !record.hasSuffix(","))
        let line = AccountLine().encode(account)
        #expect(String(decoding: line, as: UTF8.self).contains(#""totp":"\#(record)""#))
    }

    @Test(arguments: [
        "", ",,,,", "SHA1,6,30,\(key)", "SHA1,6,30,\(key),-1", "SHA1,6,30,\(key),+1", "SHA1,6,30,\(key),01",
        "SHA1,6,30,\(key),x", "SHA1,6,30,\(key),1,", "SHA1,5,30,\(key),1", "SHA1,6,0,\(key),1", "SHA1,06,30,\(key),1",
        "MD5,6,30,\(key),1", "SHA1,6,30,\(key.lowercased()),1", "SHA1,6,30,MY,1", "SHA1,6,30,,1",
    ])
    func `a record that is not exactly one of ours is invalid`(record: String) {
        #expect(throws: AccountLine.Failure.invalidValue) { try Self.account(record) }
    }
}
