import AccountFlowTesting
import App
import Domain
import Foundation
import Persistence
import TestSupport
import Testing
import Validation

/// Tests of the real composition with real files across launches.
struct AccountLifeAcceptanceTests {
    private let folder = TemporaryFolder()

    /// Starts an app on the folder, with only the files of earlier launches.
    private func launch() -> AppComposition {
        AppComposition(.quick(storage: .folder(folder.path + "/data")))
    }

    @Test func `S1.3 of simultaneous sign-ups with one ID in two apps on one folder, one succeeds`() async throws {
        // The timeout is long, so that no sign-up fails on a busy machine.
        let data = StorageDirectory(path: folder.path + "/data", lockWait: .seconds(20))
        let apps = (0..<2).map { _ in
            AppComposition(
                .quick(),
                repositories: Repositories(folder: data)
            )
        }
        let results = await withTaskGroup { group in
            for number in 0..<16 {
                group.addTask { () -> Result<SignUpOutcome, SignUpError> in
                    do throws(SignUpError) {
                        let id = number.isMultiple(of: 2) ? "abcdef@gmail.com" : "abcdef@GMAIL.com"
                        return .success(try await apps[number % 2].signUp(.signUp(id: id, nickname: "N\(number)")))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let winners = results.compactMap { try? $0.get().session }
        #expect(winners.count == 1)
        #expect(
            results.filter { $0 != .failure(.duplicateAccount) }
                == winners.map { .success(.signedIn(OpenedSession($0))) }
        )
        let page = try await launch().listAccounts()
        #expect(page.accounts.map(\.profile.nickname) == winners.map(\.profile.nickname))
    }

    @Test func `a damaged session file is reported as unavailable, and stays unchanged until sign-out`() async throws {
        _ = try await launch().signUp(.signUp())
        let file = folder.path + "/data/session.json"
        let damaged = Data("{".utf8)
        try damaged.write(to: URL(filePath: file))

        let error = StorageError(store: .session, reason: .corrupt)
        #expect(await launch().restoreSession() == .unavailable(error))
        await #expect(throws: SignInError.self) { try await launch().signIn(.signIn()) }
        #expect(FileManager.default.contents(atPath: file) == damaged)
        #expect(await launch().signOut() == .complete)
        #expect(FileManager.default.contents(atPath: file) == nil)
        #expect(await launch().restoreSession() == .none)
    }

    @Test func `two compositions in memory share no accounts and no session`() async throws {
        let one = AppComposition(.quick())
        let other = AppComposition(.quick())
        _ = try await one.signUp(.signUp())
        #expect(await other.restoreSession() == .none)
        await #expect(throws: SignInError.invalidCredentials) { try await other.signIn(.signIn()) }
        _ = try await other.signUp(.signUp())
    }

    @Test func `store maintenance uses the given repositories, not the configured storage`() async throws {
        let data = StorageDirectory(path: folder.path + "/data")
        let app = AppComposition(
            .quick(),
            repositories: Repositories(folder: data)
        )
        _ = try await app.signUp(.signUp())
        #expect(await app.inspectStores().first?.state == .readable(version: 1, records: 1))
        #expect(try await app.compactAccounts().after > 0)
        #expect(try await app.repairAccounts(to: folder.path + "/saved").accounts == 1)

        let inMemory = AppComposition(
            AppConfiguration(storage: .folder(data.path), policy: .emailLocalPart),
            repositories: Repositories()
        )
        #expect(await inMemory.inspectStores() == [])
        #expect(try await inMemory.compactAccounts() == (0, 0))
        await #expect(throws: RepairError.nothingToRepair) {
            try await inMemory.repairAccounts(to: folder.path + "/nothing")
        }
    }

    @Test func `inspecting the stores changes no file`() async throws {
        let path = folder.path + "/data"
        #expect(await launch().inspectStores().map(\.state) == Array(repeating: .absent, count: 5))
        #expect(!FileManager.default.fileExists(atPath: path))

        _ = try await launch().signUp(.signUp())
        let before = try folder.contents()
        let findings = await launch().inspectStores()
        let readable = StoreFinding.State.readable(version: 1, records: 1)
        #expect(findings.map(\.store) == [.accounts, .session, .consents, .pendingOperations, .attempts])
        #expect(findings.map(\.state) == [readable, readable, .absent, .absent, .absent])
        #expect(try folder.contents() == before)
    }
}
