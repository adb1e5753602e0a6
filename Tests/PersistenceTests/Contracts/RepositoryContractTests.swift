import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

/// The kinds of repository that pass the same contracts.
enum RepositoryForm: String, CaseIterable, Sendable {
    case inMemory, file, simulatedFile

    /// Makes an empty repository.
    func make<Port>(
        in folders: TemporaryFolders,
        inMemory: () -> Port,
        file: (_ folder: StorageDirectory, _ fileSystem: any FileSystem) -> Port
    ) -> Port {
        switch self {
        case .inMemory: inMemory()
        case .file: file(folders.next(), LocalFileSystem())
        case .simulatedFile: file(StorageDirectory(path: "/stores", lockWait: .seconds(20)), SimulatedFileSystem())
        }
    }
}

@Suite struct RepositoryContractTests {
    private let folders = TemporaryFolders()

    @Test(arguments: RepositoryForm.allCases, AccountRepositoryContract.promises)
    func `an account repository keeps its promises`(
        form: RepositoryForm,
        promise: ContractPromise<AccountRepositoryContract>
    ) async throws {
        try await promise.verify(
            AccountRepositoryContract {
                form.make(in: folders) {
                    InMemoryAccountRepository() as any AccountRepository
                } file: {
                    FileAccountRepository(folder: $0, fileSystem: $1)
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
                form.make(in: folders) {
                    InMemorySessionRepository() as any SessionRepository
                } file: {
                    FileSessionRepository(folder: $0, fileSystem: $1)
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
                form.make(in: folders) {
                    InMemoryAttemptRepository() as any AttemptRepository
                } file: {
                    FileAttemptRepository(folder: $0, fileSystem: $1)
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
                form.make(in: folders) {
                    InMemoryConsentRepository() as any ConsentRepository
                } file: {
                    FileConsentRepository(folder: $0, fileSystem: $1)
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
                form.make(in: folders) {
                    InMemoryPendingOperationRepository() as any PendingOperationRepository
                } file: {
                    FilePendingOperationRepository(folder: $0, fileSystem: $1)
                }
            }
        )
    }
}
