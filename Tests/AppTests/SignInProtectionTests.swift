import AccountFlowTesting
import App
import Domain
import Foundation
import Persistence
import TestSupport
import Testing
import Validation

/// Tests of the protection against password guessing, with real files and the real hasher.
struct SignInProtectionTests {
    private let folder = TemporaryFolder()
    private let clock = ManualClock()

    private func launch(
        _ configuration: AppConfiguration = .quick(),
        hasher: (any PasswordHasher)? = nil
    ) -> AppComposition {
        let repositories = Repositories(folder: StorageDirectory(path: folder.path + "/data"))
        return AppComposition(configuration, repositories: repositories, hasher: hasher, dates: clock.dates)
    }

    private func error(of app: AppComposition, _ form: AccountForm) async -> SignInError? {
        do throws(SignInError) {
            _ = try await app.signIn(form)
            return nil
        } catch {
            return error
        }
    }

    @Test func `C9 a relaunch does not end a wait, and a correct password signs in only after it`() async throws {
        _ = try await launch().signUp(.signUp())
        for _ in 0..<4 {
            #expect(await error(of: launch(), .signIn(password: "wrong")) == .invalidCredentials)
        }
        #expect(await error(of: launch(), .signIn()) == .throttled(.until(.stub + 1)))
        clock.advance(by: .seconds(-1_000_000))
        #expect(await error(of: launch(), .signIn()) == .throttled(.until(clock.date + 1)))
        clock.advance(by: .seconds(1))
        #expect(await error(of: launch(), .signIn()) == nil)
        #expect(await error(of: launch(), .signIn(password: "wrong")) == .invalidCredentials)
    }

    @Test func `C10 of 32 simultaneous attempts in two apps, only the allowed number is verified`() async throws {
        _ = try await launch().signUp(.signUp())
        let apps = [launch(), launch()]
        let answers = await withTaskGroup { group in
            for number in 0..<32 {
                group.addTask { await error(of: apps[number % 2], .signIn(password: "wrong")) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == .invalidCredentials } == 4)
        #expect(answers.count { $0 == .throttled(.until(.stub + 1)) } == 28)
    }

    @Test func `C6 wrong passwords of known, deleted and unknown IDs give the same errors in order`() async throws {
        for id in ["known1@gmail.com", "gone12@gmail.com"] { _ = try await launch().signUp(.signUp(id: id)) }
        guard case .restored(let session) = await launch().restoreSession() else {
            Issue.record("no session was restored")
            return
        }
        try await launch().deleteAccount(session)

        var answers: [[SignInError?]] = []
        for id in ["known1@gmail.com", "gone12@gmail.com", "never1@gmail.com"] {
            var own: [SignInError?] = []
            for _ in 0..<6 { own.append(await error(of: launch(), .signIn(id: id, password: "wrong"))) }
            answers.append(own)
        }
        #expect(answers[0] == answers[1] && answers[1] == answers[2])
        #expect(answers[0].last == .throttled(.until(.stub + 1)))
    }

    @Test(arguments: [
        (StorageError.Store.accounts, "accounts.store"), (.attempts, "attempts.json"), (.session, "session.json"),
    ])
    func `C6 the error of a failing store does not depend on the ID`(store: StorageError.Store, file: String)
        async throws
    {
        _ = try await launch().signUp(.signUp())
        try Data("nonsense".utf8).write(to: URL(filePath: folder.path + "/data/\(file)"))
        var answers: [SignInError?] = []
        for id in ["abcdef@gmail.com", "nobody@gmail.com"] {
            for password in ["password1", "wrong"] {
                answers.append(await error(of: launch(), .signIn(id: id, password: password)))
            }
        }
        let expected: SignInError? = .service(.storage(StorageError(store: store, reason: .corrupt)))
        #expect(answers == Array(repeating: expected, count: 4))
    }

    @Test func `C8 a password hash of a lower cost is replaced at the next sign-in`() async throws {
        let old = LocalPasswordHasher(cost: .minimal, library: nil)
        _ = try await launch(hasher: old).signUp(.signUp())
        #expect(try await storedPasswordHash().hasPrefix("$pbkdf2-sha256$i=1000"))

        #expect(await error(of: launch(), .signIn(password: "wrong")) == .invalidCredentials)
        #expect(try await storedPasswordHash().hasPrefix("$pbkdf2-sha256$i=1000"))
        #expect(await error(of: launch(), .signIn()) == nil)
        #expect(try await !storedPasswordHash().hasPrefix("$pbkdf2-sha256$"))
        #expect(await error(of: launch(), .signIn()) == nil)
    }

    @Test func `C7 if taken IDs are hidden, sign-up does not reveal one, and does not change its account`()
        async throws
    {
        var configuration = AppConfiguration.quick()
        configuration.hidesAccountExistence = true
        for password in ["password1", "password2"] {
            #expect(try await launch(configuration).signUp(.signUp(password: password)) == .outcomeHidden)
        }
        #expect(launch(configuration).makeLiveAvailabilityCheck() == nil)
        #expect(launch().makeLiveAvailabilityCheck() != nil)
        #expect(await launch().restoreSession() == .none)
        #expect(await error(of: launch(), .signIn(password: "password2")) == .invalidCredentials)
        #expect(await error(of: launch(), .signIn()) == nil)
    }

    private func storedPasswordHash() async throws -> String {
        let accounts = FileAccountRepository(folder: StorageDirectory(path: folder.path + "/data"))
        return try #require(try await accounts.find(.stub())).passwordHash.revealed
    }
}
