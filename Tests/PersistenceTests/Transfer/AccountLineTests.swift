import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of the lines of JSON in which accounts are exported and imported.
@Suite struct AccountLineTests {
    private let format = AccountLine()

    @Test func `an account is encoded as one line of JSON with members in a fixed order`() throws {
        let account = Account(
            id: .stub("Hong@x.com"),
            registrationID: try #require(RegistrationID(digits: "000102030405060708090a0b0c0d0e0f")),
            profile: Profile(nickname: try Nickname("길동")),
            passwordHash: PasswordHash("$y$a/b\""),
            createdAt: Date(timeIntervalSinceReferenceDate: 0.5)
        )
        let line =
            #"{"createdAt":0.5,"id":"Hong@x.com","passwordHash":"$y$a/b\"","profile":{"nickname":"길동"},"#
            + #""registrationID":"000102030405060708090a0b0c0d0e0f"}"# + "\n"
        #expect(String(decoding: format.encode(account), as: UTF8.self) == line)
    }

    @Test func `every account is decoded exactly from its line`() throws {
        let dates = [0.1, 785_000_000.123_456_7, .leastNonzeroMagnitude, -63_114_076_800, 252_423_993_599.9]
        let accounts =
            try StoreFixture.accounts()
            + dates.map { .stub(createdAt: Date(timeIntervalSinceReferenceDate: $0)) }
        #expect(try accounts.map { try format.decode(format.encode($0).dropLast()) } == accounts)
    }

    @Test func `accounts without a registration ID get new ones`() throws {
        let line = Array(#"{"createdAt":0,"passwordHash":"x","id":"kim","profile":{}}"#.utf8)
        #expect(try format.decode(line).registrationID != format.decode(line).registrationID)
    }

    @Test(arguments: [
        ("", AccountLine.Failure.notAnAccount), ("[]", .notAnAccount),
        (#"{"createdAt":0,"id":"kim","profile":{}}"#, .notAnAccount),
        (#"{"createdAt":0,"passwordHash":"x","id":"kim","profile":{}} {}"#, .notAnAccount),
        (#"{"createdAt":0,"passwordHash":"x","id":"","profile":{}}"#, .invalidValue),
        (#"{"createdAt":0,"passwordHash":"é","id":"kim","profile":{}}"#, .invalidValue),
        (#"{"createdAt":1e300,"passwordHash":"x","id":"kim","profile":{}}"#, .invalidValue),
        (#"{"createdAt":252423993600,"passwordHash":"x","id":"kim","profile":{}}"#, .invalidValue),
        (#"{"createdAt":-63114076801,"passwordHash":"x","id":"kim","profile":{}}"#, .invalidValue),
        (#"{"createdAt":"nan","passwordHash":"x","id":"kim","profile":{}}"#, .notAnAccount),
        (#"{"createdAt":"+infinity","passwordHash":"x","id":"kim","profile":{}}"#, .notAnAccount),
        (#"{"createdAt":0,"passwordHash":"x","id":"kim","profile":{"email":"a b"}}"#, .invalidValue),
        (#"{"createdAt":0,"passwordHash":"x","id":"kim","profile":{},"registrationID":"0F"}"#, .invalidValue),
    ])
    func `an invalid line is rejected with the matching error`(line: String, failure: AccountLine.Failure) {
        #expect(throws: failure) { try format.decode(Array(line.utf8)) }
    }
}
