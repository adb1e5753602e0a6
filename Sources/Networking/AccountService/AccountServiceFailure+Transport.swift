import Domain

extension AccountServiceFailure {
    /// What an error of a transport means for what the server was asked.
    init(_ error: TransportError, _ action: AccountAction) {
        switch error {
        case .cancelled: self = .cancelled
        // A redirect is an answer: what was asked for is not there.
        case .unexpectedRedirect: self = .remote(.pathError)
        case _ where error.mayHaveReachedServer && action.changesAccounts: self = .remote(.outcomeUnknown)
        case .unreachable: self = .remote(.network(.unreachable))
        case .tlsFailed: self = .remote(.network(.notSecure))
        case .transportUnavailable: self = .remote(.network(.unavailable))
        case .timedOut: self = .remote(.network(.timedOut))
        case .truncated: self = .remote(.network(.broken))
        case .tooLarge, .invalidResponse: self = .remote(.undecodable)
        }
    }
}

extension AccountAction {
    /// Whether it matters if the server has done it.
    var changesAccounts: Bool {
        switch self {
        case .signUp, .deleteAccount: true
        case .signIn, .whoAmI: false
        }
    }
}
