import AccountFlowTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import TestSupport
import Testing

/// Tests of the place for sessions.
@Suite struct SessionStorageTests {
    private static func isFile(_ storage: AppConfiguration.SessionStorage) -> Bool {
        switch storage {
        case .files: true
        #if canImport(Security)
        case .keychain: false
        #endif
        }
    }

    @Test func `sessions of a server and of the shop are in the Keychain where the platform has one`() throws {
        let server = try HTTPURL("https://example.com")
        let configurations: [AppConfiguration] = [
            .remote(RemoteBackend(api: .s3(at: server))), .remote(at: server), .signIn(at: server), .shop,
        ]
        #if canImport(Security)
        #expect(configurations.allSatisfy { !Self.isFile($0.sessionStorage) })
        #else
        #expect(configurations.allSatisfy { Self.isFile($0.sessionStorage) })
        #endif
        #expect([.start, .accounts, AppConfiguration()].allSatisfy { Self.isFile($0.sessionStorage) })
    }

    @Test func `sessions are in a file of the folder if the configuration says so`() async throws {
        let folder = TemporaryFolder()
        var configuration = AppConfiguration.shop
        configuration.storage = .folder(folder.path + "/data")
        configuration.sessionStorage = .files
        try await Repositories(configuration).sessions.save(.stub())
        let file = FileSessionRepository(folder: StorageDirectory(path: folder.path + "/data"))
        #expect(try await file.active() == .stub())
    }

    @Test func `in memory, sessions are in memory wherever the configuration puts them`() async throws {
        let sessions = Repositories(.shop).sessions
        try await sessions.save(.stub())
        #expect(try await Repositories(.shop).sessions.load() == StoredSessions())
        #expect(sessions is InMemorySessionRepository)
    }

    @Test(arguments: StoreQuarantineContract.promises)
    func `sessions in another place keep the promises of a quarantine`(
        promise: ContractPromise<StoreQuarantineContract>
    ) async throws {
        let folder = TemporaryFolder()
        try await promise.verify(
            StoreQuarantineContract {
                let places = ["sessions", "others"].map { StorageDirectory(path: folder.path + "/" + $0) }
                return QuarantinedStores(
                    quarantine: SplitStoreQuarantine(
                        sessions: FileStoreQuarantine(folder: places[0]),
                        others: FileStoreQuarantine(folder: places[1])
                    ),
                    sessions: FileSessionRepository(folder: places[0]),
                    consents: FileConsentRepository(folder: places[1]),
                    attempts: FileAttemptRepository(folder: places[1]),
                    damage: { store in
                        let place = places[store == .session ? 0 : 1]
                        try Data([1]).write(to: URL(filePath: place.path + "/\(store.rawValue).json"))
                    }
                )
            }
        )
    }
}
