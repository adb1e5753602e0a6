#if canImport(Glibc)
internal import CAccountFlowCurl

/// libcurl, loaded at run time.
///
/// The library is not linked, so a program without it starts and reports that it is missing.
package struct CurlLibrary: Sendable {
    package typealias Handle = UnsafeMutableRawPointer

    /// A function called before an option is set to a pointer; a result other than nil replaces libcurl's.
    package typealias Interceptor = @Sendable (CurlLibrary, _ easy: Handle, _ option: Int32) -> Int32?

    /// The library of this system, or nil if none has the required functions.
    ///
    /// The library is initialised once, on the first thread that uses it, and stays loaded.
    package static let system = CurlLibrary(names: ["libcurl.so.4", "libcurl-gnutls.so.4"])

    /// The functions by their names without `curl_`.
    let functions: CurlFunctions
    private let interceptor: Interceptor?

    /// Loads the first available library.
    ///
    /// In tests, `hidden` names a function that counts as missing, and `interceptor` can replace the setting of an
    /// option.
    package init?(names: [String], hiding hidden: String? = nil, interceptor: Interceptor? = nil) {
        var functions = CurlFunctions()
        guard names.contains(where: { CurlLoad(&functions, $0, hidden) }) else { return nil }
        // CURL_GLOBAL_DEFAULT: TLS and, elsewhere, sockets.
        guard functions.global_init(3) == 0 else { return nil }
        self.functions = functions
        self.interceptor = interceptor
    }

    func set(_ easy: Handle, _ option: CurlOption, _ number: Int) {
        _ = withUnsafePointer(to: functions) { CurlSetLong($0, easy, option.rawValue, number) }
    }

    package func set(_ easy: Handle, _ option: Int32, pointer: UnsafeRawPointer?) {
        if interceptor?(self, easy, option) != nil { return }
        _ = withUnsafePointer(to: functions) { CurlSetPointer($0, easy, option, pointer) }
    }

    func set(_ easy: Handle, _ option: CurlOption, _ function: @escaping CurlWriteFunction) {
        _ = withUnsafePointer(to: functions) { CurlSetWriteFunction($0, easy, option.rawValue, function) }
    }

    /// Sets the function to call before a request is sent; returns false if libcurl is older than 7.80.
    func setPrerequestFunction(_ easy: Handle, _ function: @escaping CurlPrerequestFunction) -> Bool {
        let option = CurlOption.prerequestFunction.rawValue
        let result =
            interceptor?(self, easy, option)
            ?? withUnsafePointer(to: functions) { CurlSetPrerequestFunction($0, easy, option, function) }
        return result == 0
    }

    /// Limits the connections to one server, and the number that stay open.
    func limitConnections(of multi: Handle, to count: Int) {
        // CURLMOPT_MAXCONNECTS and CURLMOPT_MAX_HOST_CONNECTIONS.
        for option in [6, 7] as [Int32] {
            _ = withUnsafePointer(to: functions) { CurlMultiSetLong($0, multi, option, count) }
        }
    }
}

/// The options of `curl_easy_setopt` in use, by their numbers in `curl.h`.
enum CurlOption: Int32 {
    case writeData = 10_001
    case url = 10_002
    case proxy = 10_004
    case fields = 10_023
    case headerData = 10_029
    case method = 10_036
    case authoritiesFile = 10_065
    case authoritiesFolder = 10_097
    case acceptEncoding = 10_102
    case copiedBody = 10_165
    case prerequestData = 10_313
    case writeFunction = 20_011
    case headerFunction = 20_079
    case prerequestFunction = 20_312
    case sslVersion = 32
    case noBody = 44
    case post = 47
    case bodySize = 60
    case freshConnection = 74
    case get = 80
    case httpVersion = 84
    case noSignal = 99
    case timeout = 155
    case connectTimeout = 156
    case protocols = 181
    case pathAsIs = 234
    case suppressesConnectHeaders = 265
    case maximumIdleTime = 288
    case quickExit = 322
}
#endif
