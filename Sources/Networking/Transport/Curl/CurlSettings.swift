#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
/// What is the same for all exchanges of a transport.
struct CurlSettings: Sendable {
    let limits: TransportLimits

    /// The largest number of connections to one server.
    let connections: Int
    let certificateAuthorities: String?
    let usesEnvironmentProxy: Bool
}
#endif
