#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
/// The options of libcurl that are used here, by their numbers in `curl.h`.
enum CurlOption {
    static let writeData: Int32 = 10_001
    static let url: Int32 = 10_002
    static let proxy: Int32 = 10_004
    static let fields: Int32 = 10_023
    static let headerData: Int32 = 10_029
    static let method: Int32 = 10_036
    static let services: Int32 = 10_065
    static let authoritiesFolder: Int32 = 10_097
    static let acceptEncoding: Int32 = 10_102
    static let copiedBody: Int32 = 10_165
    static let preludeData: Int32 = 10_313
    static let writeFunction: Int32 = 20_011
    static let headerFunction: Int32 = 20_079
    static let preludeFunction: Int32 = 20_312

    static let sslVersion: Int32 = 32
    static let noBody: Int32 = 44
    static let post: Int32 = 47
    static let bodySize: Int32 = 60
    static let freshConnection: Int32 = 74
    static let get: Int32 = 80
    static let httpVersion: Int32 = 84
    static let noSignal: Int32 = 99
    static let totalTime: Int32 = 155
    static let connectTime: Int32 = 156
    static let protocols: Int32 = 181
    static let pathAsIs: Int32 = 234
    static let idleTime: Int32 = 288
    static let hidesProxyFields: Int32 = 265
    static let quickExit: Int32 = 322

    /// `CURLMOPT_MAXCONNECTS` and `CURLMOPT_MAX_HOST_CONNECTIONS` of `multi.h`.
    static let multiKeptConnections: Int32 = 6
    static let multiHostConnections: Int32 = 7
}
#endif
