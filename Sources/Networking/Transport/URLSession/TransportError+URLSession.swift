#if canImport(Darwin) || URLSESSION
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// What an error of URLSession means.
    init(urlSession error: any Error) {
        guard let code = (error as? URLError)?.code else {
            self = .truncated
            return
        }
        switch code {
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: self = .unreachable
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self = .tlsFailed
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            self = .invalidResponse
        // On Linux whatever is wrong with a response is an unknown error.
        default: self = .truncated
        }
    }
}
#endif
