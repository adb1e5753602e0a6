import AccountFlowTesting
import App
import Domain
import Persistence
import TestSupport
import Testing
import Validation

/// Tests that response times do not reveal what the responses hide.
///
/// Two kinds of failed attempts alternate in one process, and their times are compared. A busy machine can distort a
/// comparison, so up to eight are made. A real difference shows in all of them.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: CryptLibrary.find() != nil))
struct SignInTimingTests {
    /// The reasons why a sign-in fails, other than an unknown ID.
    enum Other: CaseIterable, Sendable {
        case wrongPassword
        case deleted
        case wrongPasswordOfOlderCost
        case wrongPasswordOfOtherAlgorithm
    }

    private static let rounds = Thoroughness.count(60, change: 200, soak: 1_000)

    /// The tolerated difference of the medians, larger with fewer samples.
    ///
    /// Skipped work would halve the time.
    private static let tolerance = Thoroughness.current == .quick ? 0.1 : 0.05

    @Test(arguments: Other.allCases)
    func `C6 any failed sign-in takes as long as one with an unknown ID`(other: Other) async throws {
        let accounts = InMemoryAccountRepository()
        // Cost 7 where the current one is 8; otherwise the minimum, so that work other than hashing shows.
        let isOlder = other == .wrongPasswordOfOlderCost
        let isForeign = other == .wrongPasswordOfOtherAlgorithm
        let older = LocalPasswordHasher(cost: isOlder ? .standard : .minimal, library: isForeign ? nil : .find())
        let present =
            isOlder || isForeign
            ? LocalPasswordHasher(cost: isOlder ? .high : .minimal, hidesAlgorithms: isForeign) : older
        _ = try await app(accounts, older).signUp(.signUp())
        let app = app(accounts, present)
        if other == .deleted { try await app.deleteAccount(try await app.signIn(.signIn()).get().session) }

        let rounds = isOlder ? Thoroughness.count(5, change: 9, soak: 9) : Self.rounds
        let differences = await differences(rounds: rounds) {
            await refuse(app, .signIn(id: "abcdef@gmail.com", password: "wrong"))
        } _: {
            await refuse(app, .signIn(id: "nobody@gmail.com", password: "wrong"))
        }
        #expect(differences == [])
    }

    @Test func `C7 if taken IDs are hidden, sign-up with one takes as long as with a free one`() async throws {
        let app = app(InMemoryAccountRepository(), LocalPasswordHasher(cost: .minimal), hidesAccountExistence: true)
        await signUp(app, "abcdef@gmail.com")
        let next = IDGenerator.sequential(prefix: "person")
        let differences = await differences(rounds: Self.rounds) {
            await signUp(app, "abcdef@gmail.com")
        } _: {
            await signUp(app, next.next() + "@gmail.com")
        }
        #expect(differences == [])
    }

    private func signUp(_ app: AppComposition, _ id: String) async {
        #expect((try? await app.signUp(.signUp(id: id))) == .outcomeHidden)
    }

    private func app(
        _ accounts: any AccountRepository,
        _ hasher: any PasswordHasher,
        hidesAccountExistence: Bool = false
    ) -> AppComposition {
        let repositories = Repositories(
            accounts: accounts,
            sessions: InMemorySessionRepository(),
            consents: InMemoryConsentRepository()
        )
        var configuration = AppConfiguration.start
        configuration.hidesAccountExistence = hidesAccountExistence
        // Without throttling, because waits would distort the measurement.
        configuration.throttle = ThrottlePolicy(freeFailures: .max - 1, maximumFailures: .max, burst: .max)
        return AppComposition(configuration, repositories: repositories, hasher: hasher)
    }

    private func refuse(_ app: AppComposition, _ form: AccountForm) async {
        await #expect(throws: SignInError.invalidCredentials) { try await app.signIn(form) }
    }

    /// Returns the difference in each of eight comparisons, or an empty array if one of them found none.
    private func differences(rounds: Int, _ first: () async -> Void, _ second: () async -> Void) async -> [String] {
        var differences: [String] = []
        for _ in 0..<8 {
            let timing = await Timing.interleaved(rounds: rounds, first, second)
            let (ratio, chance) = (timing.ratioOfMedians, timing.probabilityOfChance)
            if abs(ratio - 1) < Self.tolerance, chance > 0.01 { return [] }
            differences.append("\(ratio) times as long, by chance with a probability of \(chance)")
        }
        return differences
    }
}
