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
/// out. If a registration, or a change or reset of the password, is rejected now, it signs in with the same or the new
/// password.
/// Unless that succeeds or shows that the password is incorrect, the outcome stays unknown. So does that of a deletion
/// that fails now.
///
/// If the response to a sign-in has no token, the sign-in fails with `.remote(.tokenMissing)`. The server checks the
/// token of a session with every request, so sessions are recognized without a question; only after a deletion without
/// a definitive response is the server asked.
public struct RemoteAccountService {
    let api: AccountAPI
    private let transport: any HTTPTransport
    private let pendingOperations: (any PendingOperationRepository)?
    private let forms = SentForms()
    package let begunChallenges = BegunChallenges()
    let keys: IDGenerator
    let dates: DateGenerator
    private let language: @Sendable () -> String?

    /// Called with a token that the server rejects.
    public var tokenRefused: @Sendable (AccessToken) async -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - api: The description of the server's API.
    ///   - transport: The transport that sends the requests, usually a ``RetryingTransport``.
    ///   - pendingOperations: The store of operations without a definitive response. If it is nil, a key is valid for
    ///     one call, and a call after a lost response is a new operation.
    ///   - keys: Generates the keys of pending operations.
    ///   - dates: The clock from which lifetimes of tokens count.
    ///   - language: Returns the preferred language of the server's messages, such as `ko`, or nil for none.
    ///   - tokenRefused: Called with a token that the server rejects.
    public init(
        api: AccountAPI,
        transport: any HTTPTransport,
        pendingOperations: (any PendingOperationRepository)? = nil,
        keys: IDGenerator = .random,
        dates: DateGenerator = .system,
        language: @escaping @Sendable () -> String? = { nil },
        tokenRefused: @escaping @Sendable (AccessToken) async -> Void = { _ in }
    ) {
        self.api = api
        self.transport = transport
        self.pendingOperations = pendingOperations
        self.keys = keys
        self.dates = dates
        self.language = language
        self.tokenRefused = tokenRefused
    }
}

extension RemoteAccountService: AccountService, SessionVerifying {
    public func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        var values = RequestValues(registration.profile)
        values[.id] = registration.id.text
        values[.password] = registration.password.revealed
        values[Placeholder(.confirmation)] = registration.password.revealed
        if !registration.documents.isEmpty {
            values[.consents] = registration.documents.map { "\($0.name)@\($0.version)" }.joined(separator: " ")
        }
        switch await sendOnce(.register, .signUp, of: registration.id, values: values) {
        case .accepted(let acceptance):
            await removeOperations(of: registration.id)
            if let authentication = authentication(acceptance, registration.id, registration.profile) {
                return .authenticated(authentication)
            }
            guard api.signsInAfterSignUp else { return .signInRequired }
            do {
                switch try await authenticate(registration.id, password: registration.password) {
                case .authenticated(let authentication): return .authenticated(authentication)
                case .challenge(let challenge): return .challenge(challenge)
                }
            } catch {
                // The account exists, although the sign-in failed.
                return .signInRequired
            }
        case .challenge(let step):
            return .challenge(await begin(step, of: registration.id, at: registration.profile.email))
        case .duplicateAccount: throw .duplicateAccount
        case .invalidCredentials, .invalidCode, .gone: throw .service(.remote(.pathError))
        case .failed(let failure): throw .service(failure)
        }
    }

    public func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError)
        -> AuthenticationOutcome
    {
        switch await send(.signIn, [.id: id.text, .password: password.revealed]) {
        case .accepted(let acceptance):
            await removeOperations(of: id)
            guard let authentication = authentication(acceptance, id) else {
                throw .service(.remote(.tokenMissing))
            }
            return .authenticated(authentication)
        case .challenge(let step): return .challenge(await begin(step, of: id))
        case .invalidCredentials: throw .invalidCredentials
        case .duplicateAccount, .invalidCode, .gone: throw .service(.remote(.pathError))
        case .failed(let failure): throw .service(failure)
        }
    }

    public func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        guard offers(.whoAmI), await hasPendingDeletion(of: session.accountID) else { return true }
        do {
            _ = try await owner(of: session)
            return true
        } catch .tokenRefused {
            return false
        } catch .remote {
            throw .remote(.outcomeUnknown)
        }
    }

    public var offersDeletion: Bool { offers(.deleteAccount) }

    public var deletionNeedsPassword: Bool {
        guard let endpoint = api[.deleteAccount] else { return false }
        return (endpoint.before.map(\.request) + [endpoint.request]).contains {
            $0.placeholders.contains(.currentPassword)
        }
    }

    @discardableResult
    public func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        try await deleteAccount(of: session, password: nil)
    }

    @discardableResult
    public func deleteAccount(of session: Session, password: Password?) async throws(AccountServiceFailure) -> Bool {
        var values: RequestValues = [:]
        values[.currentPassword] = password?.revealed
        let response = await sendOnce(
            .deleteAccount,
            .deleteAccount,
            of: session.accountID,
            values: values,
            session: session
        )
        switch response {
        case .accepted, .gone: await removeOperations(of: session.accountID)
        case .invalidCredentials: throw .remote(.refused(ServerRefusal(fieldMessages: [.currentPassword: []])))
        case .duplicateAccount, .challenge, .invalidCode: throw .remote(.pathError)
        case .failed(let failure): throw failure
        }
        return response != .gone
    }

    public func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        switch await send(.whoAmI, session: session) {
        case .accepted(let acceptance):
            // The session replaces parts that the response lacks.
            let profile = acceptance.endpoint.readProfile(acceptance.body, over: session.profile)
            return AccountOwner(
                accountID: session.accountID,
                profile: profile,
                isAddressConfirmed: acceptance.endpoint.isVerified(acceptance.body)
            )
        case .gone: throw .tokenRefused
        case .duplicateAccount, .invalidCredentials, .challenge, .invalidCode: throw .remote(.pathError)
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
    func sendOnce(
        _ operationAction: PendingOperation.Action,
        _ action: AccountAction,
        of id: AccountID,
        values: RequestValues = [:],
        session: Session? = nil
    ) async -> AccountResponse {
        guard offers(action) else { return .failed(.notOffered) }
        func newOperation() -> PendingOperation {
            PendingOperation(action: operationAction, accountID: id, key: keys.next(), begunAt: dates.now)
        }
        do throws(StorageError) {
            let new = newOperation()
            var operation = try await begin(new, values)
            var response = await send(action, values, session: session, key: operation.key)
            let wasPending = operation != new
            if wasPending, api.supportsIdempotencyKeys, case .failed(.remote(.refused)) = response {
                // The form may have changed since an earlier process sent it under this key.
                await remove(operation)
                operation = try await begin(newOperation(), values)
                response = await send(action, values, session: session, key: operation.key)
            }
            if wasPending { response = await clarified(response, of: action, values) }
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
        _ values: RequestValues
    ) async -> AccountResponse {
        switch (action, response) {
        case (.signUp, .duplicateAccount), (.signUp, .failed(.remote(.refused))),
            (.changePassword, .invalidCredentials), (.confirmPasswordReset, .invalidCredentials),
            (.confirmPasswordReset, .gone), (.confirmPasswordReset, .failed(.remote(.refused))):
            // An e-mail address does not sign in, so what happened remains unknown.
            guard values[.password] != nil else { return .failed(.remote(.outcomeUnknown)) }
            // The ID may be taken by the earlier request, or the password changed. If so, the password signs in.
            return switch await send(.signIn, values) {
            case .accepted(let acceptance): .accepted(acceptance)
            // The password is right, so the account is that of the first request.
            case .challenge(let step) where action != .changePassword: .challenge(step)
            case .invalidCredentials: response
            // Such as that the user must confirm an e-mail address first: the account may be that of the first request.
            default: .failed(.remote(.outcomeUnknown))
            }
        case (.deleteAccount, .failed(.remote)), (.deleteAccount, .failed(.tokenRefused)):
            // The first request may have succeeded. The token of a deleted account is not valid, but neither is one that
            // has expired.
            return .failed(.remote(.outcomeUnknown))
        default:
            return response
        }
    }

    private func begin(
        _ new: PendingOperation,
        _ values: RequestValues
    ) async throws(StorageError) -> PendingOperation {
        guard let pendingOperations else { return new }
        let oldest = new.begunAt.addingTimeInterval(-Self.operationLifetime)
        var operation = try await pendingOperations.begin(new, forgettingBefore: oldest)
        if api.supportsIdempotencyKeys, forms.differ(from: values, under: operation.key) {
            // A server that ignores bodies would treat the changed form as the previous one.
            try await pendingOperations.end(operation)
            forms.remove(operation.key)
            operation = try await pendingOperations.begin(new, forgettingBefore: oldest)
        }
        forms.add(values, under: operation.key)
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
    func removeOperations(of accountID: AccountID) async {
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

    /// Sends the request of an action, after the requests before it, and reads the response.
    func send(
        _ action: AccountAction,
        _ values: RequestValues = [:],
        session: Session? = nil,
        key: String? = nil
    ) async -> AccountResponse {
        let response = await ask(action, values, session: session, key: key)
        if let session, case .failed(.tokenRefused) = response { await tokenRefused(session.token) }
        return response
    }

    /// Does the same as ``send(_:_:session:key:)``, but a rejected token ends no session.
    func ask(
        _ action: AccountAction,
        _ values: RequestValues = [:],
        session: Session? = nil,
        key: String? = nil
    ) async -> AccountResponse {
        guard let endpoint = api[action] else { return .failed(.notOffered) }
        var exchange = Exchange(
            EndpointCall(api: api, action: action, endpoint: endpoint, session: session),
            language: language(),
            transport: transport,
            dates: dates,
            values: values
        )
        return await exchange.response(key: api.supportsIdempotencyKeys ? key : nil)
    }

    /// Returns the authentication of a response, or nil if it has no token.
    ///
    /// The account ID stays what the user typed.
    func authentication(
        _ acceptance: AccountResponse.Acceptance,
        _ id: AccountID,
        _ profile: Profile = Profile(),
        serverKey: String? = nil
    ) -> Authentication? {
        acceptance.tokens.map { tokens in
            Authentication(
                accountID: id,
                profile: acceptance.endpoint.readProfile(acceptance.body, over: profile),
                tokens: tokens,
                serverKey: acceptance.body?.first(at: acceptance.endpoint.ownerKey, \.code) ?? serverKey
            )
        }
    }
}

extension RequestValues {
    /// Creates the values of a profile.
    init(_ profile: Profile) {
        self = [:]
        for field in Profile.fields { self[Placeholder(field.field)] = field.text(in: profile) }
    }
}
