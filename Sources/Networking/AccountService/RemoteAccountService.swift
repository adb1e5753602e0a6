public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An account service on a server whose HTTP API is described by an ``AccountAPI``.
///
/// If the server supports idempotency keys, it executes a registration or a deletion once: after a lost response, the
/// request is repeated under the same key, even after a relaunch. A changed registration gets a new key if this process
/// sent the previous one. Otherwise the server must reject the key; see ``AccountAPI/supportsIdempotencyKeys``.
///
/// After a lost response, a rejection of the repeated request may be the result of the first one, so the service finds
/// out. If a registration is rejected now, it signs in with the same password. Unless that succeeds or shows that the
/// password is incorrect, the outcome stays unknown. So does that of a deletion that fails now.
///
/// If the response to a sign-in has no token, the sign-in fails with `.remote(.tokenMissing)`. The server checks the
/// token of a session with every request, so sessions are recognized without a question; only after a deletion without
/// a definitive response is the server asked.
public struct RemoteAccountService {
    private let api: AccountAPI
    private let transport: any HTTPTransport
    private let pendingOperations: (any PendingOperationRepository)?
    private let forms = SentForms()
    private let keys: IDGenerator
    private let dates: DateGenerator
    private let tokenRefused: @Sendable (AccessToken) async -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - api: The description of the server's API.
    ///   - transport: The transport that sends the requests, usually a ``RetryingTransport``.
    ///   - pendingOperations: The store of operations without a definitive response. If it is nil, a key is valid for
    ///     one call, and a call after a lost response is a new operation.
    ///   - keys: Generates the keys of pending operations.
    ///   - dates: The clock from which lifetimes of tokens count.
    ///   - tokenRefused: Called with a token that the server rejects.
    public init(
        api: AccountAPI,
        transport: any HTTPTransport,
        pendingOperations: (any PendingOperationRepository)? = nil,
        keys: IDGenerator = .random,
        dates: DateGenerator = .system,
        tokenRefused: @escaping @Sendable (AccessToken) async -> Void = { _ in }
    ) {
        self.api = api
        self.transport = transport
        self.pendingOperations = pendingOperations
        self.keys = keys
        self.dates = dates
        self.tokenRefused = tokenRefused
    }
}

extension RemoteAccountService: AccountService, SessionVerifying {
    public func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        var texts: [AccountField: String] = [.id: registration.id.text, .password: registration.password.revealed]
        texts[.confirmation] = registration.password.revealed
        for field in Profile.fields { texts[field.field] = field.text(in: registration.profile) }
        switch await sendOnce(.register, .signUp, of: registration.id, texts: texts) {
        case .accepted(let acceptance):
            await removeOperations(of: registration.id)
            let typed = AccountOwner(accountID: registration.id, profile: registration.profile)
            if let authentication = authentication(acceptance, typed) {
                return .authenticated(authentication)
            }
            guard api.signsInAfterSignUp else { return .signInRequired }
            do {
                return .authenticated(try await authenticate(registration.id, password: registration.password))
            } catch {
                // The account exists, although the sign-in failed.
                return .signInRequired
            }
        case .duplicateAccount: throw .duplicateAccount
        case .invalidCredentials, .gone: throw .service(.remote(.pathError))
        case .failed(let failure): throw .service(failure)
        }
    }

    public func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Authentication {
        switch await send(.signIn, texts: [.id: id.text, .password: password.revealed]) {
        case .accepted(let acceptance):
            await removeOperations(of: id)
            guard let authentication = authentication(acceptance, AccountOwner(accountID: id)) else {
                throw .service(.remote(.tokenMissing))
            }
            return authentication
        case .invalidCredentials: throw .invalidCredentials
        case .duplicateAccount, .gone: throw .service(.remote(.pathError))
        case .failed(let failure): throw .service(failure)
        }
    }

    public func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        guard api.whoAmI != nil, await hasPendingDeletion(of: session.accountID) else { return true }
        do {
            _ = try await owner(of: session)
            return true
        } catch .remote(.tokenRefused) {
            return false
        } catch .remote {
            throw .remote(.outcomeUnknown)
        }
    }

    @discardableResult
    public func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        let texts = [AccountField.id: session.accountID.text]
        let response = await sendOnce(
            .deleteAccount,
            .deleteAccount,
            of: session.accountID,
            texts: texts,
            session: session
        )
        switch response {
        case .accepted, .gone: await removeOperations(of: session.accountID)
        case .duplicateAccount, .invalidCredentials: throw .remote(.pathError)
        case .failed(let failure): throw failure
        }
        return response != .gone
    }

    public func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        let known = AccountOwner(accountID: session.accountID, profile: session.profile)
        switch await send(.whoAmI, texts: [.id: session.accountID.text], session: session) {
        // The session replaces parts that the response lacks.
        case .accepted(let acceptance): return acceptance.endpoint.readOwner(acceptance.body, over: known)
        case .gone: throw .remote(.tokenRefused)
        case .duplicateAccount, .invalidCredentials: throw .remote(.pathError)
        case .failed(let failure): throw failure
        }
    }
}

extension RemoteAccountService {
    /// The age at which an operation is dropped: servers store keys for about a day.
    static let operationLifetime: TimeInterval = 24 * 3_600

    /// Sends a request that must not be executed twice, as a pending operation until its response is definitive.
    ///
    /// If the server supports keys, it executes the operation once.
    private func sendOnce(
        _ operationAction: PendingOperation.Action,
        _ action: AccountAction,
        of id: AccountID,
        texts: [AccountField: String],
        session: Session? = nil
    ) async -> AccountResponse {
        guard api[action] != nil else { return .failed(.remote(.notOffered)) }
        func newOperation() -> PendingOperation {
            PendingOperation(action: operationAction, accountID: id, key: keys.next(), begunAt: dates.now)
        }
        do throws(StorageError) {
            let new = newOperation()
            var operation = try await begin(new, texts)
            var response = await send(action, texts: texts, session: session, key: operation.key)
            let wasPending = operation != new
            if wasPending, api.supportsIdempotencyKeys, case .failed(.remote(.refused)) = response {
                // The form may have changed since an earlier process sent it under this key.
                await remove(operation)
                operation = try await begin(newOperation(), texts)
                response = await send(action, texts: texts, session: session, key: operation.key)
            }
            if wasPending { response = await clarified(response, of: action, texts) }
            if response.isDefinitive(afterLostResponse: wasPending) { await remove(operation) }
            return response
        } catch {
            return .failed(.storage(error))
        }
    }

    /// Finds out whether an earlier request, whose response was lost, explains the rejection of this one.
    private func clarified(
        _ response: AccountResponse,
        of action: AccountAction,
        _ texts: [AccountField: String]
    ) async -> AccountResponse {
        switch (action, response) {
        case (.signUp, .duplicateAccount), (.signUp, .failed(.remote(.refused))):
            // The ID may be taken by the earlier request. If so, the password signs in.
            return switch await send(.signIn, texts: texts) {
            case .accepted(let acceptance): .accepted(acceptance)
            case .invalidCredentials: response
            // Such as that the user must confirm an e-mail address first: the account may be that of the first request.
            default: .failed(.remote(.outcomeUnknown))
            }
        case (.deleteAccount, .failed(.remote)):
            // The first request may have succeeded. The token of a deleted account is not valid, but neither is one that
            // has expired.
            return .failed(.remote(.outcomeUnknown))
        default:
            return response
        }
    }

    private func begin(
        _ new: PendingOperation,
        _ texts: [AccountField: String]
    ) async throws(StorageError) -> PendingOperation {
        guard let pendingOperations else { return new }
        let oldest = new.begunAt.addingTimeInterval(-Self.operationLifetime)
        var operation = try await pendingOperations.begin(new, forgettingBefore: oldest)
        if api.supportsIdempotencyKeys, forms.differ(from: texts, under: operation.key) {
            // A server that ignores bodies would treat the changed form as the previous one.
            try await pendingOperations.end(operation)
            forms.remove(operation.key)
            operation = try await pendingOperations.begin(new, forgettingBefore: oldest)
        }
        forms.add(texts, under: operation.key)
        return operation
    }

    /// Removes an operation with a definitive response.
    private func remove(_ operation: PendingOperation) async {
        forms.remove(operation.key)
        // If this fails, a repeated request gets the same response until the operation is dropped after a day.
        try? await pendingOperations?.end(operation)
    }

    /// Removes the operations of an account after it is certain whether the account exists.
    ///
    /// If an operation remained, the deletion of a later account with the same ID would reuse its key. The server would
    /// then repeat the response to the earlier deletion.
    private func removeOperations(of accountID: AccountID) async {
        // If this fails, the operations are dropped after a day.
        for operation in (try? await pendingOperations?.pending()) ?? [] where operation.accountID == accountID {
            await remove(operation)
        }
    }

    private func hasPendingDeletion(of accountID: AccountID) async -> Bool {
        // If the operations cannot be read, the server decides about the token with the next request.
        let operations = (try? await pendingOperations?.pending()) ?? []
        return operations.contains { $0.action == .deleteAccount && $0.accountID == accountID }
    }

    private func send(
        _ action: AccountAction,
        texts: [AccountField: String],
        session: Session? = nil,
        key: String? = nil
    ) async -> AccountResponse {
        guard let endpoint = api[action] else { return .failed(.remote(.notOffered)) }
        let request: HTTPRequest
        do {
            let key = api.supportsIdempotencyKeys ? key : nil
            request = try RequestBuilder(api: api, action: action, endpoint: endpoint).request(texts: texts, key: key)
        } catch {
            return .failed(.remote(.pathError))
        }
        var transport = transport
        if let session {
            transport = BearerTransport(
                transport,
                origin: api.baseURL,
                authorization: api.authorization,
                token: session.token
            )
        }
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            return .failed(AccountServiceFailure(error, action))
        }
        let outcome = ResponseReader(api: api, action: action, endpoint: endpoint, owner: session?.accountID)
            .read(response, now: dates.now)
        if let session, case .failed(.remote(.tokenRefused)) = outcome { await tokenRefused(session.token) }
        return outcome
    }

    /// Returns the authentication of a response, or nil if it has no token.
    private func authentication(
        _ acceptance: AccountResponse.Acceptance,
        _ typed: AccountOwner
    ) -> Authentication? {
        guard let token = acceptance.token else { return nil }
        let lifetime = acceptance.lifetime.map { TimeInterval($0.components.seconds) }
        let owner = acceptance.endpoint.readOwner(acceptance.body, over: typed)
        return Authentication(
            accountID: owner.accountID,
            profile: owner.profile,
            token: token,
            tokenExpiresAt: lifetime.map { dates.now + $0 }
        )
    }
}
