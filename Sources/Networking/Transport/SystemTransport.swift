/// The transport that this system is best served with.
public enum SystemTransport {
    /// Creates the transport: libcurl on Linux, URLSession on Apple platforms.
    ///
    /// - Parameters:
    ///   - limits: How long an exchange may take, and how large a response may be.
    ///   - certificateAuthorities: The path of a file of certificates in PEM that are trusted instead of the system's;
    ///     nil for the system's. Apple platforms know the system's alone.
    /// - Returns: A transport.
    /// - Throws: `TransportError.transportUnavailable` where what it needs is missing here.
    public static func make(
        limits: TransportLimits = TransportLimits(),
        certificateAuthorities: String? = nil
    ) throws(TransportError) -> any HTTPTransport {
        #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
        return try CurlTransport(limits: limits, certificateAuthorities: certificateAuthorities)
        #elseif canImport(Darwin)
        // Trusting another authority than the user of the device does is not offered there.
        guard certificateAuthorities == nil else { throw .transportUnavailable }
        return URLSessionTransport(limits: limits)
        #else
        throw .transportUnavailable
        #endif
    }
}
