#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
extension TransportError {
    /// What a result of libcurl means, by its number in `curl.h`.
    ///
    /// - Parameters:
    ///   - result: The result, which is not 0.
    ///   - wasSent: Whether there was a connection and the request has perhaps been sent.
    ///   - limits: The limits that may have been passed.
    init(curl result: CurlLibrary.Result, wasSent: Bool, limits: TransportLimits) {
        switch result {
        // COULDNT_RESOLVE_PROXY, COULDNT_RESOLVE_HOST, COULDNT_CONNECT
        case 5, 6, 7: self = .unreachable
        // SSL_CONNECT_ERROR and what is wrong with ciphers, certificates and lists of services
        case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .tlsFailed
        // OPERATION_TIMEDOUT
        case 28: self = wasSent ? .timedOut : .unreachable
        // PARTIAL_FILE, GOT_NOTHING, SEND_ERROR, RECV_ERROR, SEND_FAIL_REWIND, HTTP2, HTTP2_STREAM
        case 18, 52, 55, 56, 65, 16, 92: self = wasSent ? .truncated : .unreachable
        // OUT_OF_MEMORY, which is also what a line without end gives; FILESIZE_EXCEEDED, TOO_LARGE
        case 27, 63, 100: self = .tooLarge(maximumUTF8Length: limits.fieldBytes)
        // UNSUPPORTED_PROTOCOL, WEIRD_SERVER_REPLY, BAD_CONTENT_ENCODING and whatever else there is
        default: self = wasSent ? .invalidResponse : .unreachable
        }
    }
}
#endif
