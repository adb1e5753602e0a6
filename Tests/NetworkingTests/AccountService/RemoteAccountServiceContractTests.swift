import AccountFlowTesting
import Domain
import Networking
import Persistence
import Testing

struct RemoteAccountServiceContractTests {
    enum API: String, CaseIterable, Sendable {
        case s3
        case articles
        case problems

        func describe() throws -> AccountAPI {
            switch self {
            case .s3: .s3(at: try HTTPURL("https://example.com"))
            case .articles: try APIDescriptions.api(APIDescriptions.articles)
            case .problems: try APIDescriptions.api(APIDescriptions.problems)
            }
        }
    }

    @Test(arguments: API.allCases, AccountServiceContract.promises)
    func `a server behind the port of a service keeps its promises`(
        api: API,
        promise: ContractPromise<AccountServiceContract>
    ) async throws {
        try await promise.verify(
            AccountServiceContract {
                let api = try api.describe()
                return RemoteAccountService(
                    api: api,
                    transport: LoopbackTransport(AccountServer(api)),
                    pendingOperations: InMemoryPendingOperationRepository()
                )
            }
        )
    }
}
