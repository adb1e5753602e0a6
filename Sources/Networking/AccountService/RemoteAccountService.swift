public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps accounts on a server: an HTTP account API behind the port that the local store has too.
///
/// What the server is asked, and how its replies are read, is decided by the description of its API alone.
public struct RemoteAccountService: AccountService, SessionVerifying {
    private let api: AccountAPI
    private let transport: any HTTPTransport
    private let pendingOperations: (any PendingOperationRepository)?
    private let forms = SentForms()
    private let keys: IDGenerator
    private let dates: DateGenerator
    private let tokenRefused: @Sendable (AccessToken) async -> Void

    /// How long an operation is believed in: servers keep keys for about a day.
    static let operationLifetime: TimeInterval = 24 * 3_600

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - api: The description of the server's API.
    ///   - transport: Sends the requests; one that repeats what may be repeated is meant.
    ///   - pendingOperations: Where pending operations are kept that the server has not answered definitively; only a server that takes
    ///     idempotency keys needs it. Where there is none, a key is for the attempts of one call: what is asked for
    ///     again after a lost answer is another wish for the server.
    ///   - keys: Makes the keys of pending operations.
    ///   - dates: Tells when a token ends.
    ///   - tokenRefused: Called with a token that the server does not take any more, so that it can be forgotten.
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

    /// Has the server make an account.
    ///
    /// Where the server knows the keys of pending operations, a registration whose answer was lost, even with the whole process,
    /// is asked for again under the same key, and so makes one account. A registration that has changed since goes out
    /// under a key of its own where this process has sent the other one; where an earlier process has, the server has
    /// to refuse the key, as ``AccountAPI/takesIdempotencyKeys`` says.
    ///
    /// - Parameter registration: The wish to become an account.
    /// - Returns: The server's token, or the fact that the owner has to sign in.
    /// - Throws: `RegistrationError.duplicateAccount` where an account has that ID; `.failed` with `.remote` where the server did not do it, `.storage`
    ///   where the operation could not be stored, or `.cancelled`. Nothing was registered then, as far as the server says;
    ///   after `.remote(.outcomeUnknown)` or `.cancelled` nobody knows.
    public func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        let reply: Reply
        do {
            reply = try await settle(
                .register,
                of: registration.id,
                .signUp,
                texts: Self.texts(of: registration)
            )
        } catch {
            throw .failed(error)
        }

        switch reply {
        case .accepted(let acceptance):
            await forgetOperations(of: registration.id)
            let typed = AccountOwner(accountID: registration.id, profile: registration.profile)
            if let authentication = authentication(acceptance, typed, at: api.signUp) {
                return .authenticated(authentication)
            }
            guard api.signsInAfterSignUp else { return .signInRequired }
            do {
                return .authenticated(try await authenticate(registration.id, password: registration.password))
            } catch {
                // The account exists, whatever the sign-in ended with.
                return .signInRequired
            }
        case .duplicateAccount: throw .duplicateAccount
        case .invalidCredentials, .gone: throw .failed(.remote(.pathError))
        case .failed(let failure): throw .failed(.remote(failure))
        }
    }

    /// Asks the server whether somebody is who they say.
    ///
    /// - Parameters:
    ///   - id: The ID that was typed.
    ///   - password: The password that was typed.
    /// - Returns: The token that the server gave.
    /// - Throws: `AuthenticationError.invalidCredentials` where the server says so; `.failed` with `.remote` where it
    ///   did not do it, with `.remote(.tokenMissing)` where it accepted without a token, or with `.cancelled`.
    public func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> Authentication {
        let reply: Reply
        do {
            reply = try await exchange(.signIn, texts: [.id: id.text, .password: password.revealed])
        } catch {
            throw .failed(error)
        }

        switch reply {
        case .accepted(let acceptance):
            await forgetOperations(of: id)
            guard let authentication = authentication(acceptance, AccountOwner(accountID: id), at: api.signIn) else {
                throw .failed(.remote(.tokenMissing))
            }
            return authentication
        case .invalidCredentials: throw .invalidCredentials
        case .duplicateAccount, .gone: throw .failed(.remote(.pathError))
        case .failed(let failure): throw .failed(.remote(failure))
        }
    }

    /// Tells whether a session is still of an account: the server judges its token at every request, so nothing is sure
    /// before.
    ///
    /// - Parameter session: The session to look at.
    /// - Returns: True; nobody is asked.
    public func recognizes(_ session: Session) async -> Bool {
        true
    }

    /// Has the server delete the account of a session; it is no error if the server knows that there is none any more.
    ///
    /// - Parameter session: The session of the account's owner.
    /// - Returns: False where the server knew of no such account any more.
    /// - Throws: `AccountServiceFailure.remote` where the server did not do it, or with `.outcomeUnknown` where nobody
    ///   knows; `.storage` where the operation could not be stored; `.cancelled`. The account may still be there then.
    @discardableResult
    public func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        let texts = [AccountField.id: session.accountID.text]
        let reply = try await settle(
            .deleteAccount,
            of: session.accountID,
            .deleteAccount,
            texts: texts,
            session: session
        )
        switch reply {
        case .accepted, .gone: await forgetOperations(of: session.accountID)
        case .duplicateAccount, .invalidCredentials: throw .remote(.pathError)
        case .failed(let failure): throw .remote(failure)
        }
        return reply != .gone
    }

    /// Asks the server whose token a session has.
    ///
    /// - Parameter session: The session.
    /// - Returns: What the server knows about the owner; what it does not say is taken from the session.
    /// - Throws: `AccountServiceFailure.remote(.tokenRefused)` where the session is over; `.remote` with another failure
    ///   where the server did not tell; `.cancelled`.
    public func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        let known = AccountOwner(accountID: session.accountID, profile: session.profile)
        switch try await exchange(.whoAmI, texts: [.id: session.accountID.text], session: session) {
        case .accepted(let acceptance): return api.whoAmI?.owner.read(acceptance.body, over: known) ?? known
        case .duplicateAccount, .invalidCredentials, .gone: throw .remote(.pathError)
        case .failed(let failure): throw .remote(failure)
        }
    }

    /// Asks for something that must not be done twice, under the key of its operation where the server knows keys.
    private func settle(
        _ wish: PendingOperation.Action,
        of id: AccountID,
        _ action: AccountAction,
        texts: [AccountField: String],
        session: Session? = nil
    ) async throws(AccountServiceFailure) -> Reply {
        guard api.takesIdempotencyKeys, api[action] != nil else {
            return try await exchange(action, texts: texts, session: session)
        }
        var new = PendingOperation(action: wish, accountID: id, key: keys.next(), begunAt: dates.now)
        var operation = try await begin(new, texts)
        var reply = try await exchange(action, texts: texts, session: session, key: operation.key)
        if operation != new, case .failed(.refused) = reply {
            // An earlier operation was taken up, and the server may refuse only because the form says something else now.
            await forget(operation)
            new = PendingOperation(action: wish, accountID: id, key: keys.next(), begunAt: dates.now)
            operation = try await begin(new, texts)
            reply = try await exchange(action, texts: texts, session: session, key: operation.key)
        }
        if reply.isDefinitive { await forget(operation) }
        return reply
    }

    private func begin(
        _ new: PendingOperation,
        _ texts: [AccountField: String]
    ) async throws(AccountServiceFailure) -> PendingOperation {
        guard let pendingOperations else { return new }
        let oldest = new.begunAt.addingTimeInterval(-Self.operationLifetime)
        do {
            var operation = try await pendingOperations.begin(new, forgettingBefore: oldest)
            if forms.differ(from: texts, under: operation.key) {
                // The person wants something else now, and a server that goes by keys alone would not notice.
                try await pendingOperations.end(operation)
                forms.forget(operation.key)
                operation = try await pendingOperations.begin(new, forgettingBefore: oldest)
            }
            forms.add(texts, under: operation.key)
            return operation
        } catch {
            throw .storage(error)
        }
    }

    /// Forgets an operation that is over.
    private func forget(_ operation: PendingOperation) async {
        forms.forget(operation.key)
        // What was done is done. An operation that stays makes the server repeat its answer, and is forgotten in a day.
        try? await pendingOperations?.end(operation)
    }

    /// Forgets all that was asked for an account and never answered, once it is sure whether there is the account.
    ///
    /// A deletion that stayed would be taken up by that of the account's successor, and a server that has done the
    /// one would say again that it is done; and so with a registration. Should one stay, it is forgotten in a day.
    private func forgetOperations(of accountID: AccountID) async {
        guard api.takesIdempotencyKeys else { return }
        for operation in (try? await pendingOperations?.pending()) ?? [] where operation.accountID == accountID {
            await forget(operation)
        }
    }

    private func exchange(
        _ action: AccountAction,
        texts: [AccountField: String],
        session: Session? = nil,
        key: String? = nil
    ) async throws(AccountServiceFailure) -> Reply {
        guard let endpoint = api[action] else { throw .remote(.notOffered) }
        let request: HTTPRequest
        do {
            request = try RequestBuilder(api: api, action: action, endpoint: endpoint).request(texts: texts, key: key)
        } catch {
            // The description of the API makes no request out of this.
            throw .remote(.pathError)
        }

        let response: HTTPResponse
        do {
            if let session {
                let bearer = BearerTransport(
                    transport,
                    origin: api.baseURL,
                    authorization: api.authorization,
                    token: session.token
                )
                response = try await bearer.send(request)
            } else {
                response = try await transport.send(request)
            }
        } catch {
            throw AccountServiceFailure(error, action)
        }
        let reply = ReplyReader(api: api, action: action, endpoint: endpoint).read(response, now: dates.now)
        if let session, case .failed(.tokenRefused) = reply { await tokenRefused(session.token) }
        return reply
    }

    /// The proof that a session begins with, or nil where there is no token.
    private func authentication(
        _ acceptance: Reply.Acceptance,
        _ typed: AccountOwner,
        at endpoint: Endpoint?
    ) -> Authentication? {
        guard let token = acceptance.token else { return nil }
        let owner = endpoint?.owner.read(acceptance.body, over: typed) ?? typed
        return Authentication(
            accountID: owner.accountID,
            profile: owner.profile,
            token: token,
            expiresAt: acceptance.lifetime.map { dates.now.addingTimeInterval(TimeInterval($0.components.seconds)) }
        )
    }

    private static func texts(of registration: Registration) -> [AccountField: String] {
        var texts: [AccountField: String] = [.id: registration.id.text, .password: registration.password.revealed]
        texts[.confirmation] = registration.password.revealed
        texts[.nickname] = registration.profile.nickname?.text
        texts[.name] = registration.profile.name?.text
        texts[.email] = registration.profile.email?.text
        texts[.phone] = registration.profile.phone?.text
        return texts
    }
}
