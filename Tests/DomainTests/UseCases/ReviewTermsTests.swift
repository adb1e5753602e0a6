import AccountFlowTesting
import Domain
import Persistence
import Testing

struct ReviewTermsTests {
    private static let terms = Terms(
        required: [.stub("auto-login-terms", version: 2), .stub("privacy", version: 1)],
        optional: [.stub("news", version: 1)]
    )

    private static func consent(_ name: String, _ version: Int, of id: AccountID = .stub()) -> Consent {
        .stub(accountID: id, document: .stub(name, version: version))
    }

    @Test(
        "S4.2 a required document is missing unless it was agreed to in its version or a later one",
        arguments: [(1, ["auto-login-terms"]), (2, []), (3, [])] as [(Int, [String])]
    )
    func missing(version: Int, missing: [String]) async throws {
        let consents: any ConsentRepository = InMemoryConsentRepository([
            Self.consent("auto-login-terms", version), Self.consent("privacy", 1),
        ])
        let sut = ReviewTerms(terms: Self.terms, consents: consents)
        #expect(try await sut.missing(for: .stub()).map(\.name) == missing)
        #expect(try await sut.areAgreedHere() == missing.isEmpty)
    }

    @Test func `the agreements of different accounts are not added up`() async throws {
        let other = AccountID.stub("second@gmail.com")
        let consents: any ConsentRepository = InMemoryConsentRepository([
            Self.consent("auto-login-terms", 2), Self.consent("privacy", 1, of: other),
        ])
        let sut = ReviewTerms(terms: Self.terms, consents: consents)
        #expect(try await sut.areAgreedHere() == false)
        #expect(try await sut.missing(for: .stub()) == [.stub("privacy")])
        #expect(try await sut.missing(for: other) == [.stub("auto-login-terms", version: 2)])
    }

    @Test func `whoever has agreed to nothing lacks everything that is required, and nothing else`() async throws {
        let sut = ReviewTerms(terms: Self.terms, consents: InMemoryConsentRepository())
        #expect(try await sut.areAgreedHere() == false)
        #expect(try await sut.missing(for: .stub()) == Self.terms.required)
        #expect(Self.terms.documents.map(\.name) == ["auto-login-terms", "privacy", "news"])
    }

    @Test func `agreements that cannot be read are an error, and not taken for none`() async {
        let error = StorageError.stub(.consents, .corrupt)
        let sut = ReviewTerms(terms: Self.terms, consents: ConsentRepositorySpy(read: .failure(error)))
        await #expect(throws: error) { try await sut.areAgreedHere() }
        await #expect(throws: error) { try await sut.missing(for: .stub()) }
    }
}
