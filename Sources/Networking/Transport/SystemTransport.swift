/// The default transport of the platform.
public enum SystemTransport {
    /// Creates the transport: libcurl on Linux, URLSession on Apple platforms.
    ///
    /// - Parameters:
    ///   - limits: The time limits of an exchange and the size limits of a response.
    ///   - certificateAuthorities: The path of a PEM file of certificates to trust instead of the system's; nil for the
    ///     system's. Apple platforms support only nil.
    /// - Returns: A transport.
    /// - Throws: `TransportError.transportUnavailable` if the transport cannot work here or with these arguments.
    public static func make(
        limits: TransportLimits = TransportLimits(),
        certificateAuthorities: String? = nil
    ) throws(TransportError) -> any HTTPTransport {
        #if canImport(Glibc)
        return CurlTransport(limits: limits, certificateAuthorities: certificateAuthorities)
        #elseif canImport(Darwin)
        guard certificateAuthorities == nil else { throw .transportUnavailable }
        return URLSessionTransport(limits: limits)
        #else
        throw .transportUnavailable
        #endif
    }
}
