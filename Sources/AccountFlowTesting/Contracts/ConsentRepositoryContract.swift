public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The promises that a consent repository has to keep.
public typealias ConsentRepositoryContract = Contract<any ConsentRepository>

extension ConsentRepositoryContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("an empty repository has no consents") { repository async throws in
                #expect(try await repository.all() == [])
                #expect(try await repository.consents(of: .stub()) == [])
            },
            promise("recorded consents are read") { repository in
                try await repository.record([consent(document: "a"), consent(document: "b")])
                try await repository.record([consent(of: "other", document: "a")])
                #expect(
                    try await repository.consents(of: .stub("kim")) == [consent(document: "a"), consent(document: "b")]
                )
                #expect(try await repository.consents(of: .stub("other")) == [consent(of: "other", document: "a")])
                #expect(try await repository.consents(of: .stub("nobody")) == [])
                #expect(try await repository.all().count == 3)
            },
            promise("every field is stored exactly") { repository in
                let consents = [
                    consent(of: "Abc@x.com", document: "약관 📄", version: .max, agreedAt: .stub + 0.1),
                    consent(of: "cafe\u{301}", document: "e\u{301}", version: .min, agreedAt: .distantPast),
                    consent(of: "kim", document: "", version: 0, agreedAt: .distantFuture, withdrawnAt: .distantPast),
                ]
                for consent in consents {
                    try await repository.record([consent])
                    let stored = try #require(try await repository.consents(of: consent.accountID).first)
                    #expect(stored == consent)
                    #expect(Array(stored.accountID.text.utf8) == Array(consent.accountID.text.utf8))
                    #expect(Array(stored.document.name.utf8) == Array(consent.document.name.utf8))
                }
            },
            promise("consents to later versions and from later dates are kept beside earlier ones") { repository in
                let history = [
                    consent(document: "a", version: 2), consent(document: "a", version: 1, agreedAt: .stub + 60),
                    consent(document: "a", version: 2, agreedAt: .stub + 60), consent(document: "b"),
                ]
                try await repository.record(Array(history[2...]))
                try await repository.record(Array(history[..<2]))
                #expect(try await repository.consents(of: .stub("kim")) == history)
            },
            promise("a consent replaces the one to the same version from the same date") { repository in
                try await repository.record([consent(document: "a"), consent(document: "b")])
                let withdrawn = consent(document: "a", withdrawnAt: .stub + 60)
                try await repository.record([withdrawn])
                #expect(try await repository.consents(of: .stub("kim")) == [withdrawn, consent(document: "b")])
            },
            promise("the last of equal consents in a batch is stored") { repository in
                let withdrawn = consent(document: "a", withdrawnAt: .stub)
                try await repository.record([consent(document: "a"), withdrawn])
                #expect(try await repository.all() == [withdrawn])
            },
            promise("recording nothing changes nothing") { repository in
                try await repository.record([])
                #expect(try await repository.all() == [])
                try await repository.record([consent(document: "a")])
                try await repository.record([])
                #expect(try await repository.all() == [consent(document: "a")])
            },
            promise("spellings of one ID are one account") { repository in
                try await repository.record([consent(of: "Abc@x.com", document: "a", version: 1)])
                try await repository.record([consent(of: "abc@x.com", document: "a", version: 2)])
                #expect(try await repository.consents(of: .stub("ABC@x.com")).map(\.document.version) == [1, 2])
                try await repository.removeAll(of: .stub("aBc@x.com"))
                #expect(try await repository.all() == [])
            },
            promise("consents are ordered by account and document") { repository in
                let ordered = [
                    consent(of: "a@x.com", document: "z"),
                    consent(of: "B@x.com", document: "a"),
                    consent(of: "B@x.com", document: "b"),
                    consent(of: "B@x.com", document: "c"),
                    consent(of: "가", document: "a"),
                ]
                try await repository.record(ordered.shuffled())
                #expect(try await repository.all() == ordered)
                #expect(try await repository.consents(of: .stub("b@x.com")) == Array(ordered[1...3]))
            },
            promise("a removal affects one account only") { repository in
                try await repository.record([
                    consent(document: "a"), consent(document: "b"), consent(of: "other", document: "a"),
                ])
                try await repository.removeAll(of: .stub("kim"))
                #expect(try await repository.consents(of: .stub("kim")) == [])
                #expect(try await repository.all() == [consent(of: "other", document: "a")])
            },
            promise("removing nothing is not an error") { repository in
                try await repository.removeAll(of: .stub())
                try await repository.record([consent(document: "a")])
                try await repository.removeAll(of: .stub("nobody"))
                #expect(try await repository.all() == [consent(document: "a")])
            },
            promise("simultaneous recordings are all stored") { repository in
                try await simultaneously(32) { number in
                    try await repository.record([consent(of: "person\(number)", document: "a")])
                }
                #expect(try await repository.all().count == 32)
            },
        ]
    }

    private static func consent(
        of id: String = "kim",
        document: String,
        version: Int = 1,
        agreedAt: Date = .stub,
        withdrawnAt: Date? = nil
    ) -> Consent {
        Consent(
            accountID: .stub(id),
            document: ConsentDocument(name: document, version: version),
            agreedAt: agreedAt,
            withdrawnAt: withdrawnAt
        )
    }
}
