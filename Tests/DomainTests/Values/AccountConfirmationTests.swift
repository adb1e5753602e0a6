import AccountFlowTesting
import Domain
import Foundation
import TestSupport
import Testing

struct AccountConfirmationTests {
    @Test(
        arguments: [
            // Djoser, dj-rest-auth, fastapi-users, Supabase, Firebase, and an app's own scheme.
            ("https://app.example.com/#/password/reset/confirm/MQ/c3-0f", "c3-0f", "MQ"),
            ("https://app.example.com/password/reset/confirm/MQ/c3-0f/", "c3-0f", "MQ"),
            ("https://app.example.com/reset?token=eyJ.a_b-c", "eyJ.a_b-c", nil),
            ("https://app.example.com/verify?token=t&uid=7", "t", "7"),
            ("https://app.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode=AB-c&apiKey=k", "AB-c", nil),
            ("myapp://reset?user_id=7&code=12%2034", "12 34", "7"), ("myapp://reset?token=&code=5", "5", nil),
            ("https://x.com/app/en/#/reset/MQ/c3-0f", "c3-0f", "MQ"), ("https://x.com/a%2Fb/c%20d", "c d", "a/b"),
            ("https://x.com/#/reset?token=t&uidb64=MQ", "t", "MQ"),
        ] as [(String, String, String?)]
    )
    func `a link of a message has a code, and perhaps the identity of the account`(
        link: String,
        code: String,
        uid: String?
    ) throws {
        #expect(
            AccountConfirmation(link: try #require(URL(string: link))) == AccountConfirmation(code: code, uid: uid)
        )
    }

    @Test(arguments: [
        "https://x.com", "https://x.com/", "https://x.com/reset", "https://x.com/?token=", "mailto:a@b.co",
    ])
    func `a link without a code is none`(link: String) throws {
        #expect(AccountConfirmation(link: try #require(URL(string: link))) == nil)
    }

    @Test(arguments: [0, 1])
    func `a link of the largest size is read, and a longer one is not`(excess: Int) throws {
        let start = "https://x.com/?token="
        let count = AccountConfirmation.maximumLinkUTF8Length - start.utf8.count + excess
        let link = try #require(URL(string: start + String(repeating: "a", count: count)))
        #expect((AccountConfirmation(link: link) == nil) == (excess == 1))
    }

    @Test func `random links are read or refused, and every code is one of their parts`() {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "?", "#", "/", "&", "=", "token", "code", "uid", "%", "%2F", "%FF", "a", ":", "//", "é", " ", "[", "\0",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<12, using: &generator)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            guard let link = URL(string: text), let found = AccountConfirmation(link: link) else { continue }
            #expect(!found.code.isEmpty, "\(text)")
            #expect(found.uid?.isEmpty != true, "\(text)")
        }
    }

    @Test func `a code is shown in no description`() {
        let sut = AccountConfirmation(code: "canary", uid: "canary")
        #expect(!"\(sut)\(String(reflecting: sut))".contains("canary"))
    }
}
