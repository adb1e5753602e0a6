import Domain

extension NetworkFailure {
    /// What `--json` calls the failure.
    var code: String {
        switch self {
        case .unreachable: "server-unreachable"
        case .notSecure: "server-not-secure"
        case .timedOut: "server-timed-out"
        case .broken: "connection-broken"
        case .unavailable: "transport-unavailable"
        }
    }
}
