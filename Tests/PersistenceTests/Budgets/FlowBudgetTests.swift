import AccountFlowTesting
import Domain
import Persistence
import Testing
import TestSupport

/// Tests of the number of disk operations and password hashes of each flow.
struct FlowBudgetTests {
    private let folder = TemporaryFolder()

    /// One launch of an app, which shares only the files of the folder with other launches.
    private struct Launch {
        let system = FaultyFileSystem()
        let hasher = PasswordHasherStub()
        let folder: StorageDirectory
        var dates: DateGenerator { .constant(.stub) }
        var sessions: FileSessionRepository { FileSessionRepository(folder: folder) }
        var consents: FileConsentRepository { FileConsentRepository(folder: folder) }
        var accounts: FileAccountRepository { FileAccountRepository(folder: folder) }

        init(folder: StorageDirectory) {
            self.folder = folder.on(system)
        }

        func service() -> LocalAccountService {
            LocalAccountService(
                accounts: accounts,
                hasher: hasher,
                dates: dates,
                identifiers: .sequential(),
                throttle: SignInThrottle(
                    attempts: FileAttemptRepository(folder: folder),
                    policy: .standard,
                    dates: dates
                )
            )
        }

        func signUp(_ form: AccountForm) async throws -> Session {
            let signUp = SignUp(
                validator: FormValidatorStub(),
                service: service(),
                sessions: .stub(sessions)
            )
            return try #require(try await signUp(form).session)
        }

        func signIn(_ form: AccountForm) async throws -> Session {
            try await SignIn(
                validator: FormValidatorStub(fields: [.id, .password]),
                service: service(),
                sessions: .stub(sessions)
            )(form).get().session
        }

        func agree(to document: ConsentDocument, by session: Session) async throws {
            try await AgreeToTerms(service: service(), sessions: .stub(sessions), consents: consents)(
                to: [document],
                by: session
            )
        }

        func changePassword(_ session: Session, from current: Password, to new: Password) async throws -> Session {
            let change = ChangePassword(
                validator: FormValidatorStub(),
                service: service(),
                sessions: .stub(sessions)
            )
            return try #require(await change(session, from: current, to: new, confirmation: new).session)
        }

        func deleteAccount(of session: Session) async throws {
            try await DeleteAccount(service: service(), sessions: .stub(sessions), consents: consents)(session)
        }

        /// The numbers of writes, synchronisations and hashes of this launch.
        var line: String {
            let writes = system.operations.count { $0 == .write }
            let synchronizations = system.operations.count { $0 == .synchronize }
            return "\(writes)\t\(synchronizations)\t\(hasher.hashCount)"
        }
    }

    @Test func `each flow has the recorded numbers of writes, synchronisations and hashes`() async throws {
        var lines = ["writes\tsyncs\thashes\tflow"]
        func count(_ name: String, _ flow: (Launch) async throws -> Void) async throws {
            let launch = Launch(folder: folder.stores)
            try await flow(launch)
            lines.append(launch.line + "\t" + name)
        }
        try await count("sign-up, the first of all") { _ = try await $0.signUp(.signUp()) }
        try await count("sign-up, after a relaunch") { _ = try await $0.signUp(.signUp(id: "second@gmail.com")) }
        try await count("sign-up, of an ID that is taken") { launch in
            await #expect(throws: SignUpError.duplicateAccount) { try await launch.signUp(.signUp()) }
        }
        try await count("launch, with a session") { launch in
            guard case .restored = await RestoreSession(sessions: .stub(launch.sessions))() else {
                Issue.record("there is no session")
                return
            }
        }
        try await count("sign-out") { #expect(await SignOut(sessions: .stub($0.sessions))() == .complete) }
        try await count("launch, without a session") { launch in
            #expect(await RestoreSession(sessions: .stub(launch.sessions))() == .none)
        }
        try await count("sign-in, with a wrong password") { launch in
            await #expect(throws: SignInError.invalidCredentials) {
                try await launch.signIn(.signIn(password: "wrong-one"))
            }
        }
        try await count("sign-in, of nobody") { launch in
            await #expect(throws: SignInError.invalidCredentials) {
                try await launch.signIn(.signIn(id: "nobody@gmail.com"))
            }
        }
        var session: Session?
        try await count("sign-in") { session = try await $0.signIn(.signIn()) }
        let mine = try #require(session)
        try await count("deletion") { try await $0.deleteAccount(of: mine) }
        var other = try await Launch(folder: folder.stores).signIn(.signIn(id: "second@gmail.com"))
        try await count("agreement to terms") { try await $0.agree(to: .stub(), by: other) }
        try await count("change of a password") {
            other = try await $0.changePassword(other, from: Password("password1"), to: Password("password2"))
        }
        try await count("list of accounts") {
            let page = try await ListAccounts(accounts: $0.accounts)()
            #expect(page.accounts.count == 1)
        }
        try await count("deletion, with an agreement") { try await $0.deleteAccount(of: other) }
        try Snapshot.expect(lines.joined(separator: "\n") + "\n", named: "flow-budget")
    }
}
