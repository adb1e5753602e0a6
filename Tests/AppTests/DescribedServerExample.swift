import Domain
import Foundation
import Networking

/// Signs in to the server that a file describes, prints whose session it is, and signs out.
func useServer(describedBy file: URL, id: String, password: String) async throws {
    let api = try AccountAPI(describedBy: Array(Data(contentsOf: file)))
    let service = RemoteAccountService(api: api, transport: RetryingTransport(try SystemTransport.make()))
    let outcome = try await service.authenticate(AccountID(id), password: Password(password))
    guard case .authenticated(let authentication) = outcome else { return print("a further step is required") }
    let session = Session(authentication, id: SessionID(.random), startedAt: .now, isRemembered: false)
    print(try await service.owner(of: session).accountID)
    try await service.revoke(session, scope: .thisDevice)
}
