import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Synchronization
import Testing
import TestSupport

/// Tests that no file has a token once the server knows that its session has ended.
@Suite(.timeLimit(.minutes(5)))
struct TokenCanaryTests {
    /// A server whose tokens are unique texts, and that rejects the access token of the first request of a session.
    private final class CanaryServer: SessionRefreshing, SessionRevoking {
        private struct State {
            var granted: [TokenSet] = []
            var live: Set<RefreshToken> = []
        }

        let isDown = Switch(false)
        let revocableScopes: Set<SignOutScope> = [.thisDevice]
        private let state = Mutex(State())

        /// The texts of all tokens.
        var canaries: [String] {
            state.withLock { $0.granted.flatMap { [$0.access.revealed, $0.refresh?.revealed] } }.compactMap { $0 }
        }

        var liveCount: Int { state.withLock { $0.live.count } }

        func grant() -> TokenSet {
            state.withLock { state in
                let refresh = RefreshToken("refresh-" + UUID().uuidString)
                let tokens = TokenSet(AccessToken("access-" + UUID().uuidString), refresh: refresh)
                state.granted.append(tokens)
                state.live.insert(refresh)
                return tokens
            }
        }

        func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet {
            try end(session)
            return grant()
        }

        func revoke(_ session: Session, scope: SignOutScope) async throws(AccountServiceFailure) {
            if isDown.isOn { throw .remote(.network(.unreachable)) }
            if state.withLock({ $0.granted.first == session.tokens }) { throw .tokenRefused }
            try end(session)
        }

        private func end(_ session: Session) throws(AccountServiceFailure) {
            if isDown.isOn { throw .remote(.network(.unreachable)) }
            let isLive = session.tokens.refresh.map { token in state.withLock { $0.live.remove(token) != nil } }
            if isLive != true { throw .tokenRefused }
        }
    }

    private let server = CanaryServer()

    /// Launches the app on a folder.
    private func launch(in folder: StorageDirectory, at date: Date = .stub) async -> CurrentSession {
        let current = CurrentSession(
            FileSessionRepository(folder: folder),
            refreshing: server,
            revoking: server,
            dates: .constant(date)
        )
        _ = await RestoreSession(sessions: current)()
        return current
    }

    private func signIn(_ id: String, to current: CurrentSession) async throws -> Session {
        let authentication = Authentication(accountID: .stub(id), profile: Profile(), tokens: server.grant())
        let sut = SignIn(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(authenticate: .success(.authenticated(authentication))),
            sessions: current
        )
        return try await sut(.signIn(id: id), remember: true).get().session
    }

    /// Signs two users in, refreshes tokens, and signs both out while the server is down.
    private func live(in folder: StorageDirectory) async throws -> CurrentSession {
        let current = await launch(in: folder)
        _ = try await signIn("kim", to: current)
        _ = try await current.session(replacing: try await signIn("lee", to: current))
        server.isDown.isOn = true
        #expect(await SignOut(sessions: current).all() == .pending)
        #expect(await current.deliverSignOuts() == 2)
        server.isDown.isOn = false
        return current
    }

    /// Returns the tokens that are found in bytes, as they are or in base64.
    private func canaries(in bytes: Data) -> [String] {
        server.canaries.filter { canary in
            // In base64, a text has one of three forms; its ends depend on the bytes beside it.
            let encoded = (0..<3).map { shift in
                let bytes = Data((String(repeating: "x", count: shift) + canary).utf8)
                return bytes.base64EncodedString().dropFirst(4).dropLast(4)
            }
            return ([canary[...]] + encoded).contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }

    @Test func `after the delivery of a sign-out, no file has a token`() async throws {
        let folder = TemporaryFolder()
        let current = try await live(in: folder.stores)
        // Of kim, the first tokens; of lee, the refreshed ones.
        #expect(canaries(in: try folder.contents()).count == 4)
        #expect(await current.deliverSignOuts() == 0)
        #expect(canaries(in: try folder.contents()) == [])
        #expect(server.canaries.count == 8)
        #expect(server.liveCount == 0)
    }

    @Test func `after a crash at any step and a delivery, no file has a token`() async throws {
        let recorder = CrashRecorder {}
        let files = SimulatedFileSystem(hooks: recorder.hooks)
        let current = try await live(in: Self.folder.on(files))
        #expect(await current.deliverSignOuts() == 0)

        #expect(recorder.points.count > 20)
        var found = 0
        let policies = CrashPolicy.certain + CrashPolicy.random(Thoroughness.count(1, change: 10, soak: 100), seed: 5)
        for policy in policies {
            for (step, point) in recorder.points.enumerated() {
                let survivors = SimulatedFileSystem(disk: point.disk.survivor(policy))
                found += canaries(in: try survivors.contents(of: Self.folder.path)).isEmpty ? 0 : 1
                // The claim of the crashed process ends after 30 seconds.
                let next = await launch(in: Self.folder.on(survivors), at: .stub + 30)
                _ = await SignOut(sessions: next).all()
                #expect(await next.deliverSignOuts() == 0, "\(policy), step \(step)")
                #expect(canaries(in: try survivors.contents(of: Self.folder.path)) == [], "\(policy), step \(step)")
            }
        }
        #expect(found > policies.count)
    }

    private static let folder = StorageDirectory(path: "/home/stores")
}

extension SimulatedFileSystem {
    /// Returns the joined contents of all files in a folder, which may be missing.
    fileprivate func contents(of path: String) throws -> Data {
        // A crash before the first change leaves no folder.
        guard let folder = try? openFolder(at: path, followsLink: false) else { return Data() }
        defer { closeFile(folder) }
        return try names(in: folder).reduce(into: Data()) { data, name in
            let file = try openFile(name, in: folder, for: .reading)
            defer { closeFile(file) }
            data += try readBytes(upTo: 1_000_000, at: 0, from: file)
        }
    }
}
