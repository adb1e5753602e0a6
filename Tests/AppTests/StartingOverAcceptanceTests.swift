import AccountFlowTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Presentation
import TestSupport
import Testing

/// Tests of apps whose documents cannot be read, from the screens down to the files.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StartingOverAcceptanceTests {
    /// Something in place of a document that cannot be read as one.
    enum Ruin: CaseIterable, Sendable {
        case garbage, truncated, flippedBit, newerVersion, empty, folder

        func apply(to path: String) throws {
            let file = URL(filePath: path)
            var bytes = try Data(contentsOf: file)
            switch self {
            case .garbage: bytes = Data("\0garbage\n".utf8)
            case .truncated: bytes.removeLast(20)
            case .flippedBit: bytes[bytes.count / 2] ^= 4
            case .newerVersion:
                let text = String(decoding: bytes, as: UTF8.self)
                bytes = Data(text.replacing(#""version":1,"crc"#, with: #""version":99,"crc"#).utf8)
            case .empty: bytes = Data()
            case .folder:
                try FileManager.default.removeItem(at: file)
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
                try Data("inside".utf8).write(to: file.appending(path: "inside"))
                return
            }
            try bytes.write(to: file)
        }
    }

    nonisolated private static let documents = StorageError.Store.allCases.filter { $0 != .accounts }

    private let folder = TemporaryFolder()
    private let clock = ManualClock()
    private var data: StorageDirectory { StorageDirectory(path: folder.path + "/data") }

    private func launch() -> AppComposition {
        var configuration = AppConfiguration.quick()
        configuration.launchStyle = .signInScreen
        configuration.terms = Terms(required: [.stub()])
        return AppComposition(
            configuration,
            repositories: Repositories(folder: data, keepsEvents: true),
            dates: clock.dates
        )
    }

    /// Returns the content of a file, or of the file in a folder.
    private func content(_ name: String) -> Data? {
        let path = data.path + "/" + name
        return FileManager.default.contents(atPath: path) ?? FileManager.default.contents(atPath: path + "/inside")
    }

    /// Fills the folder with an account and a record in each document.
    private func seed() async throws {
        let app = launch()
        _ = try await app.signUp(.signUp(), agreeingTo: [.stub()])
        await #expect(throws: SignInError.invalidCredentials) { try await app.signIn(.signIn(password: "wrong")) }
        _ = try await FilePendingOperationRepository(folder: data).begin(.stub(), forgettingBefore: .stub)
    }

    @Test(arguments: documents, Ruin.allCases)
    func `after at most one confirmation a sign-in succeeds, and no byte is lost`(
        store: StorageError.Store,
        ruin: Ruin
    ) async throws {
        try await seed()
        let name = store.rawValue + ".json"
        try ruin.apply(to: data.path + "/" + name)
        let (ruined, accounts) = (content(name), content("accounts.store"))

        let app = launch()
        let flow = app.makeRootFlow()
        await flow.launch()
        var confirmations = 0
        if flow.state.value.canStartOver {
            flow.askToStartOver()
            await flow.alerts.answer(.startOver)
            confirmations += 1
        } else if case .home(let session?) = flow.state.value.route {
            // The ruined document is not needed to restore the session.
            await flow.makeHomeViewModel(for: session).signOut()
        }
        if case .agreement(let session, let documents) = flow.state.value.route {
            let screen = flow.makeAgreementViewModel(for: session, to: documents)
            for document in documents { screen.agree(to: document) }
            await screen.submit()
        }
        for _ in 1...2 where flow.state.value.route == .signIn {
            let screen = flow.makeSignInViewModel()
            await screen.appear()
            for (field, text) in [(AccountField.id, "abcdef@gmail.com"), (.password, "password1")] {
                screen.edit(field, text)
            }
            screen.agree(to: .stub())
            await screen.submit()
            if case .startingOver = flow.alerts.state.value?.subject {
                await flow.alerts.answer(.startOver)
                confirmations += 1
                // The attempts start over with every sign-in throttled.
                if store == .attempts {
                    await #expect(throws: SignInError.throttled(.until(clock.date + 6))) {
                        try await app.signIn(.signIn(), agreeingTo: [.stub()])
                    }
                }
                clock.advance(by: .seconds(6))
            }
        }

        #expect(flow.state.value.routes?.session?.accountID == .stub())
        // No sign-in to local accounts needs the pending operations.
        #expect(confirmations == (store == .pendingOperations ? 0 : 1))
        #expect(content(name + (confirmations == 0 ? "" : ".damaged-1")) == ruined)
        #expect(content("accounts.store") == accounts)
        let events = String(decoding: content("events.log") ?? Data(), as: UTF8.self)
        let event = #""event":"store-quarantined","store":"\#(store.rawValue)""#
        #expect(events.contains(event) == (confirmations == 1))
        guard case .restored = await launch().restoreSession() else {
            Issue.record("the session was not stored")
            return
        }
    }

    @Test(arguments: Ruin.allCases)
    func `a sign-up to a server succeeds after starting over without the pending operations`(ruin: Ruin) async throws {
        try await seed()
        try ruin.apply(to: data.path + "/pending-operations.json")
        var api = AccountAPI.s3(at: try HTTPURL("https://example.com"))
        api.supportsIdempotencyKeys = true
        let app = AppComposition(
            .remote(RemoteBackend(api: api)),
            repositories: Repositories(folder: data),
            dates: clock.dates,
            transport: LoopbackTransport(InMemoryAccountServer(api))
        )
        let form = AccountForm([.id: "kim", .password: "password1", .confirmation: "password1"])
        do throws(SignUpError) {
            _ = try await app.signUp(form)
            Issue.record("the sign-up needs no key")
        } catch {
            guard case .service(.storage(let failure)) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(failure.allowsStartingOver)
            #expect(try await app.startOver(with: failure.store))
        }
        #expect(try await app.signUp(form) == .signInRequired)
    }

    @Test(arguments: documents)
    func `starting over with a store that can be read changes nothing`(store: StorageError.Store) async throws {
        try await seed()
        let before = try folder.contents()
        #expect(try await launch().startOver(with: store) == false)
        #expect(try folder.contents() == before)
        let app = launch()
        await app.shutDown()
        await #expect(throws: StorageError(store: store, reason: .closed)) { try await app.startOver(with: store) }
    }
}
