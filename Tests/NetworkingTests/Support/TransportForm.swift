import Networking

/// The transports that there are in this build.
enum TransportForm: String, CaseIterable, Sendable {
    case loopback
    #if canImport(Glibc)
    case curl
    #endif
    #if canImport(Darwin) || URLSession
    case urlSession
    #endif

    /// Those that use the network.
    static let real = allCases.filter { $0 != .loopback }

    func make(_ limits: TransportLimits = TransportLimits()) throws -> any HTTPTransport {
        switch self {
        case .loopback: LoopbackTransport(limits: limits) { _ in HTTPResponse(.ok) }
        #if canImport(Glibc)
        case .curl: try CurlTransport(limits: limits)
        #endif
        #if canImport(Darwin) || URLSession
        case .urlSession: URLSessionTransport(limits: limits)
        #endif
        }
    }
}
