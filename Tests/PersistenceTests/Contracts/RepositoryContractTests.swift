import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

@Suite struct RepositoryContractTests {
    @Test(arguments: RepositoryForm.allCases, AccountRepositoryContract.promises)
    func `an account repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<AccountRepositoryContract>
    ) async throws {
        let folders = TemporaryFolders()
        try await promise.verify(
            AccountRepositoryContract {
                switch form {
                case .inMemory: InMemoryAccountRepository()
                case .file: FileAccountRepository(folder: folders.next())
                case .simulatedFile: FileAccountRepository(folder: Self.simulated, fileSystem: SimulatedFileSystem())
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, SessionRepositoryContract.promises)
    func `a session repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<SessionRepositoryContract>
    ) async throws {
        let folders = TemporaryFolders()
        try await promise.verify(
            SessionRepositoryContract {
                switch form {
                case .inMemory: InMemorySessionRepository()
                case .file: FileSessionRepository(folder: folders.next())
                case .simulatedFile: FileSessionRepository(folder: Self.simulated, fileSystem: SimulatedFileSystem())
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, AttemptRepositoryContract.promises)
    func `a repository of sign-in attempts keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<AttemptRepositoryContract>
    ) async throws {
        let folders = TemporaryFolders()
        try await promise.verify(
            AttemptRepositoryContract {
                switch form {
                case .inMemory: InMemoryAttemptRepository()
                case .file: FileAttemptRepository(folder: folders.next())
                case .simulatedFile: FileAttemptRepository(folder: Self.simulated, fileSystem: SimulatedFileSystem())
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, ConsentRepositoryContract.promises)
    func `a consent repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<ConsentRepositoryContract>
    ) async throws {
        let folders = TemporaryFolders()
        try await promise.verify(
            ConsentRepositoryContract {
                switch form {
                case .inMemory: InMemoryConsentRepository()
                case .file: FileConsentRepository(folder: folders.next())
                case .simulatedFile: FileConsentRepository(folder: Self.simulated, fileSystem: SimulatedFileSystem())
                }
            }
        )
    }

    @Test(arguments: RepositoryForm.allCases, PendingOperationRepositoryContract.promises)
    func `an operation repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<PendingOperationRepositoryContract>
    ) async throws {
        let folders = TemporaryFolders()
        try await promise.verify(
            PendingOperationRepositoryContract {
                switch form {
                case .inMemory: InMemoryPendingOperationRepository()
                case .file: FilePendingOperationRepository(folder: folders.next())
                case .simulatedFile:
                    FilePendingOperationRepository(folder: Self.simulated, fileSystem: SimulatedFileSystem())
                }
            }
        )
    }

    private static let simulated = StorageDirectory(path: "/stores", lockWait: .seconds(20))
}
