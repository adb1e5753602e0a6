#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
/// What is the same for all exchanges of a transport.
struct CurlSettings: Sendable {
    let limits: TransportLimits
    let certificateAuthorities: String?
    let usesEnvironmentProxy: Bool
}
#endif
