import AccountFlowTesting
import Domain

/// A server of sessions with one fault.
struct BrokenSessionServer: SessionRefreshing, SessionRevoking {
    enum Fault {
        /// Says that it cannot refresh a session with new tokens.
        case canRefreshOnce
        /// Answers a refresh with the old access token.
        case keepsTheAccessToken
        /// Drops the refresh token.
        case losesTheRefreshToken
        /// Reports unknown tokens as an error of the server.
        case hidesRefusals
        /// Reports one of two simultaneous requests as an error of the server.
        case races
        /// Ends no scope.
        case offersNothing
        /// Does not reach the server.
        case isUnreachable
        /// Does not end a session.
        case endsNothing
        /// Ends a session that the tokens do not belong to.
        case endsAnother
    }

    let fault: Fault
    let server: SessionServer
    private let session: Session
    private let gate = Gate()

    static func subject(_ fault: Fault) async -> (server: BrokenSessionServer, session: Session) {
        let server = SessionServer()
        let session = Session.stub(tokens: await server.signIn())
        return (BrokenSessionServer(fault: fault, server: server, session: session), session)
    }

    var revocableScopes: Set<SignOutScope> { fault == .offersNothing ? [] : server.revocableScopes }

    func canRefresh(_ session: Session) -> Bool { fault != .canRefreshOnce || session == self.session }

    func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet {
        if fault == .races { await gate.meeting() }
        let tokens: TokenSet
        do {
            tokens = try await server.refresh(session)
        } catch {
            throw fault == .hidesRefusals || fault == .races ? .remote(.serverError) : error
        }
        switch fault {
        case .keepsTheAccessToken: return TokenSet(session.token, refresh: tokens.refresh)
        case .losesTheRefreshToken: return TokenSet(tokens.access)
        default: return tokens
        }
    }

    func revoke(_ session: Session, scope: SignOutScope) async throws(AccountServiceFailure) {
        switch fault {
        case .isUnreachable: throw .remote(.network(.unreachable))
        case .endsNothing: return
        case .endsAnother: try await server.revoke(self.session, scope: scope)
        default: break
        }
        do {
            try await server.revoke(session, scope: scope)
        } catch {
            throw fault == .hidesRefusals ? .remote(.serverError) : error
        }
    }
}
