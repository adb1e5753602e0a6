import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

/// The implementations of each repository, which must pass the same contracts.
enum RepositoryForm: String, CaseIterable, Sendable {
    case inMemory, file, simulatedFile

    /// Creates an empty repository.
    func make<Port>(
        in folders: TemporaryFolders,
        inMemory: @autoclosure () -> Port,
        file: (_ folder: StorageDirectory) -> Port
    ) -> Port {
        switch self {
        case .inMemory: inMemory()
        case .file: file(folders.next())
        case .simulatedFile: file(StorageDirectory(path: "/stores", lockWait: .seconds(20)).on(SimulatedFileSystem()))
        }
    }
}

/// Tests of all repositories against their contracts.
@Suite struct RepositoryContractTests {
    private let folders = TemporaryFolders()

    @Test(arguments: RepositoryForm.allCases, AccountRepositoryContract.promises)
    func `an account repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<AccountRepositoryContract>
    ) async throws {
        try await promise.verify(
            AccountRepositoryContract {
                form.make(in: folders, inMemory: InMemoryAccountRepository() as any AccountRepository) {
                    FileAccountRepository(folder: $0)
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, SessionRepositoryContract.promises)
    func `a session repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<SessionRepositoryContract>
    ) async throws {
        try await promise.verify(
            SessionRepositoryContract {
                form.make(in: folders, inMemory: InMemorySessionRepository() as any SessionRepository) {
                    FileSessionRepository(folder: $0)
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, AttemptRepositoryContract.promises)
    func `a repository of sign-in attempts keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<AttemptRepositoryContract>
    ) async throws {
        try await promise.verify(
            AttemptRepositoryContract {
                form.make(in: folders, inMemory: InMemoryAttemptRepository() as any AttemptRepository) {
                    FileAttemptRepository(folder: $0)
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, ConsentRepositoryContract.promises)
    func `a consent repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<ConsentRepositoryContract>
    ) async throws {
        try await promise.verify(
            ConsentRepositoryContract {
                form.make(in: folders, inMemory: InMemoryConsentRepository() as any ConsentRepository) {
                    FileConsentRepository(folder: $0)
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, StoreQuarantineContract.promises)
    func `a quarantine keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<StoreQuarantineContract>
    ) async throws {
        try await promise.verify(
            StoreQuarantineContract {
                form.make(in: folders, inMemory: QuarantinedStores.inMemory) {
                    QuarantinedStores.inFolder($0, canBeDamaged: form == .file)
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, PendingOperationRepositoryContract.promises)
    func `an operation repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<PendingOperationRepositoryContract>
    ) async throws {
        try await promise.verify(
            PendingOperationRepositoryContract {
                form.make(in: folders, inMemory: InMemoryPendingOperationRepository() as any PendingOperationRepository)
                { FilePendingOperationRepository(folder: $0) }
            }
        )
    }
}

extension QuarantinedStores {
    fileprivate static var inMemory: QuarantinedStores {
        QuarantinedStores(
            quarantine: InMemoryStoreQuarantine(),
            sessions: InMemorySessionRepository(),
            consents: InMemoryConsentRepository(),
            attempts: InMemoryAttemptRepository(),
            damage: nil
        )
    }

    fileprivate static func inFolder(_ folder: StorageDirectory, canBeDamaged: Bool) -> QuarantinedStores {
        let damage: @Sendable (StorageError.Store) async throws -> Void = { store in
            try Disk.flip(400, of: folder.path + "/\(store.rawValue).json")
        }
        return QuarantinedStores(
            quarantine: FileStoreQuarantine(folder: folder),
            sessions: FileSessionRepository(folder: folder),
            consents: FileConsentRepository(folder: folder),
            attempts: FileAttemptRepository(folder: folder),
            damage: canBeDamaged ? damage : nil
        )
    }
}
