import AccountFlowTesting
import Domain
import Foundation
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

    @Test(arguments: [(1, ["auto-login-terms"]), (2, []), (3, [])] as [(Int, [String])])
    func `S4.2 a required document is missing unless it was agreed to in its version or a later one`(
        version: Int,
        missing: [String]
    ) async throws {
        let consents: any ConsentRepository = InMemoryConsentRepository([
            Self.consent("auto-login-terms", version), Self.consent("privacy", 1),
        ])
        let sut = ReviewTerms(terms: Self.terms, consents: consents)
        #expect(try await sut.missing(for: .stub()).map(\.name) == missing)
        #expect(try await sut.areAgreedOnDevice() == missing.isEmpty)
    }

    @Test func `an agreement counts only for its own account`() async throws {
        let other = AccountID.stub("second@gmail.com")
        let consents: any ConsentRepository = InMemoryConsentRepository([
            Self.consent("auto-login-terms", 2), Self.consent("privacy", 1, of: other),
        ])
        let sut = ReviewTerms(terms: Self.terms, consents: consents)
        #expect(try await sut.areAgreedOnDevice() == false)
        #expect(try await sut.missing(for: .stub()) == [.stub("privacy")])
        #expect(try await sut.missing(for: other) == [.stub("auto-login-terms", version: 2)])
    }

    @Test func `without consents, all required documents are missing, and no others`() async throws {
        let sut = ReviewTerms(terms: Self.terms, consents: InMemoryConsentRepository())
        #expect(try await sut.areAgreedOnDevice() == false)
        #expect(try await sut.missing(for: .stub()) == Self.terms.required)
        #expect(Self.terms.documents.map(\.name) == ["auto-login-terms", "privacy", "news"])
    }

    @Test func `unreadable agreements are an error, and do not count as missing`() async {
        let error = StorageError.stub(.consents, .corrupt)
        let sut = ReviewTerms(terms: Self.terms, consents: ConsentRepositorySpy(read: .failure(error)))
        await #expect(throws: error) { try await sut.areAgreedOnDevice() }
        await #expect(throws: error) { try await sut.missing(for: .stub()) }
    }
}

struct AgreeToTermsTests {
    private static let now = Date.stub + 60

    private func makeSUT(
        read: Result<[Consent], StorageError> = .success([]),
        record: Result<Void, StorageError> = .success(()),
        recognize: Result<Bool, AccountServiceFailure> = .success(true)
    ) -> (sut: AgreeToTerms, log: MessageLog<PortCall>) {
        let log = MessageLog<PortCall>()
        let consents = ConsentRepositorySpy(log: log, read: read, record: record)
        let service = AccountServiceSpy(log: log, recognize: recognize)
        return (
            AgreeToTerms(
                service: service,
                sessions: .stub(InMemorySessionRepository(), dates: .constant(Self.now)),
                consents: consents
            ), log
        )
    }

    private static func agreed(_ name: String, version: Int, at date: Date = now) -> Consent {
        .stub(document: .stub(name, version: version), agreedAt: date)
    }

    /// The calls of a successful agreement.
    private static func calls(recording consents: [Consent]) -> [PortCall] {
        let recording = consents.isEmpty ? [] : [PortCall.recordConsents(consents)]
        return [.recognize(.stub()), .consents(of: .stub())] + recording + [.recognize(.stub())]
    }

    @Test func `a first agreement is stored with its date`() async throws {
        let (sut, log) = makeSUT()
        let consent = Self.agreed("terms", version: 1)

        #expect(try await sut(to: [.stub("terms")], by: .stub()) == [consent])
        #expect(log.messages == Self.calls(recording: [consent]))
    }

    @Test func `several agreements are stored in one step, ordered by name`() async throws {
        let (sut, log) = makeSUT()
        let consents = [Self.agreed("a", version: 3), Self.agreed("b", version: 1), Self.agreed("c", version: 2)]

        let all = try await sut(to: [.stub("c", version: 2), .stub("a", version: 3), .stub("b")], by: .stub())
        #expect(all == consents)
        #expect(log.messages == Self.calls(recording: consents))
    }

    @Test(arguments: [[], [0], [1], [2]])
    func `agreeing to the same or a lower version again does not change the date`(versions: [Int]) async throws {
        let known = Self.agreed("terms", version: 2, at: .stub)
        let (sut, log) = makeSUT(read: .success([known]))

        #expect(try await sut(to: versions.map { .stub("terms", version: $0) }, by: .stub()) == [known])
        #expect(log.messages == Self.calls(recording: []))
    }

    @Test(arguments: [[3], [3, 3], [4, 3], [3, 4], [3, 4, 1], [.max]])
    func `the highest version of a document is stored beside the one before`(versions: [Int]) async throws {
        let other = Self.agreed("a", version: 9, at: .stub)
        let earlier = Self.agreed("terms", version: 2, at: .stub)
        let (sut, log) = makeSUT(read: .success([other, earlier]))
        let consent = Self.agreed("terms", version: try #require(versions.max()))

        let all = try await sut(to: versions.map { .stub("terms", version: $0) }, by: .stub())
        #expect(all == [other, earlier, consent])
        #expect(log.messages == Self.calls(recording: [consent]))
    }

    @Test(arguments: [Int.min, -1, 0, .max])
    func `any integer is a valid version`(version: Int) async throws {
        let (sut, _) = makeSUT()
        let all = try await sut(to: [.stub("terms", version: version)], by: .stub())
        #expect(all == [Self.agreed("terms", version: version)])
    }

    @Test func `nothing is stored if the store cannot be read`() async {
        let (sut, log) = makeSUT(read: .failure(.stub(.consents, .corrupt)))

        await #expect(throws: AgreeToTermsError.service(.storage(.stub(.consents, .corrupt)))) {
            try await sut(to: [.stub()], by: .stub())
        }
        #expect(log.messages == [.recognize(.stub()), .consents(of: .stub())])
    }

    @Test func `a store that cannot be written is reported`() async {
        let (sut, log) = makeSUT(record: .failure(.stub(.consents, .full)))

        await #expect(throws: AgreeToTermsError.service(.storage(.stub(.consents, .full)))) {
            try await sut(to: [.stub("terms")], by: .stub())
        }
        #expect(
            log.messages == [
                .recognize(.stub()), .consents(of: .stub()), .recordConsents([Self.agreed("terms", version: 1)]),
            ]
        )
    }

    @Test(arguments: [
        (Result<Bool, AccountServiceFailure>.success(false), AgreeToTermsError.sessionEnded),
        (.failure(.busy), .service(.busy)),
    ])
    func `a session that the service does not recognize agrees to nothing`(
        answer: Result<Bool, AccountServiceFailure>,
        expected: AgreeToTermsError
    ) async {
        let (sut, log) = makeSUT(recognize: answer)

        await #expect(throws: expected) { try await sut(to: [.stub()], by: .stub()) }
        #expect(log.messages == [.recognize(.stub())])
    }

    @Test func `the result is the stored consents of the account, and of no other`() async throws {
        let consents: any ConsentRepository = InMemoryConsentRepository()
        let sut = AgreeToTerms(
            service: AccountServiceSpy(),
            sessions: .stub(InMemorySessionRepository(), dates: .constant(Self.now)),
            consents: consents
        )
        try await sut(to: [.stub("b"), .stub("a", version: 2)], by: .stub(accountID: .stub("kim")))
        try await sut(to: [.stub("a", version: 5)], by: .stub(accountID: .stub("lee")))
        let answer = try await sut(to: [.stub("a", version: 3), .stub("c")], by: .stub(accountID: .stub("kim")))

        #expect(try await consents.consents(of: .stub("kim")) == answer)
        #expect(
            answer.map(\.document) == [.stub("a", version: 2), .stub("a", version: 3), .stub("b"), .stub("c")]
        )
        #expect(try await consents.consents(of: .stub("lee")).map(\.document) == [.stub("a", version: 5)])
    }
}
