import AccountFlowTesting
import Domain
import Networking
import Testing

struct RemoteAuthorityContractTests {
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

    @Test(arguments: API.allCases, AccountAuthorityContract.promises)
    func `a server behind the port of an authority keeps its promises`(
        api: API,
        promise: ContractPromise<AccountAuthorityContract>
    ) async throws {
        try await promise.hold(
            for: AccountAuthorityContract {
                let api = try api.describe()
                return RemoteAccountAuthority(
                    api: api,
                    transport: LoopbackTransport(AccountServer(api)),
                    intents: IntentRepositoryFake()
                )
            }
        )
    }
}
