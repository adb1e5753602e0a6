#if canImport(Glibc)
internal import CAccountFlowCurl
import Domain

/// One exchange in progress, on the sending thread.
final class CurlTransfer {
    let easy: CurlLibrary.Handle
    let promise: ResponsePromise
    private let library: CurlLibrary
    private let limits: TransportLimits
    private let time: Duration
    private let deadline: ContinuousClock.Instant
    private var list: CurlLibrary.Handle?
    private var head: ResponseHead
    private var body: [UInt8] = []
    private var failure: TransportError?
    private var sendings = 0
    private var countsSendings = true

    /// Sets the options of a handle for a request; the transfer must live as long as the handle is in use.
    init(
        _ easy: CurlLibrary.Handle,
        _ request: HTTPRequest,
        _ promise: ResponsePromise,
        _ library: CurlLibrary,
        _ settings: CurlSettings
    ) {
        self.easy = easy
        self.promise = promise
        self.library = library
        limits = settings.limits
        time = limits.timeout(for: request)
        deadline = .now + min(time, .seconds(1 << 21))
        head = ResponseHead(limits: limits)
        prepare(request, settings)
    }

    /// The deadline of a request that waits for a connection; nil after it was sent, because libcurl then applies the
    /// deadline.
    var waitEnds: ContinuousClock.Instant? { sendings > 0 ? nil : deadline }

    private func prepare(_ request: HTTPRequest, _ settings: CurlSettings) {
        set(.noSignal, 1)
        // CURLPROTO_HTTP and CURLPROTO_HTTPS. libcurl follows no redirects by default.
        set(.protocols, 3)
        set(.pathAsIs, 1)
        // If a transfer ends during its DNS look-up, the others do not wait for the look-up.
        set(.quickExit, 1)
        set(.url, request.url.text)
        set(.timeout, max(1, time.milliseconds))
        set(.connectTimeout, max(1, min(limits.connectTimeout, time).milliseconds))
        // The server may be closing a connection that was idle for longer.
        set(.maximumIdleTime, 30)
        // CURL_HTTP_VERSION_2TLS and CURL_HTTP_VERSION_1_1.
        set(.httpVersion, request.url.scheme == .https ? 4 : 2)
        // CURL_SSLVERSION_TLSv1_2 or newer. libcurl verifies certificates and host names by default.
        set(.sslVersion, 6)
        set(.acceptEncoding, "gzip")
        if !settings.usesEnvironmentProxy { set(.proxy, "") }
        // Otherwise a proxy's response to CONNECT would be read as the head of the response.
        set(.suppressesConnectHeaders, 1)
        if let path = settings.certificateAuthorities {
            set(.authoritiesFile, path)
            // Without this, libcurl would also trust the system's folder of authorities.
            set(.authoritiesFolder, pointer: nil)
        }
        setBody(of: request)
        setFields(of: request)
        let this = Unmanaged.passUnretained(self).toOpaque()
        library.set(easy, .writeFunction, Self.takeBody)
        set(.writeData, pointer: this)
        library.set(easy, .headerFunction, Self.takeLine)
        set(.headerData, pointer: this)
        // Libraries before 7.80 lack this option, and send a request again if its reused connection turns out to be
        // closed. With them, every request gets its own connection.
        countsSendings = library.setPrerequestFunction(easy, Self.beforeSending)
        set(.prerequestData, pointer: this)
        if !countsSendings { set(.freshConnection, 1) }
    }

    /// The outcome of a request that was not sent before its deadline, which is that of OPERATION_TIMEDOUT.
    var overdue: Result<HTTPResponse, TransportError> { outcome(28) }

    /// Frees the memory of the request; the handle must not be used afterwards.
    func finish() {
        library.functions.slist_free_all(list)
        list = nil
    }

    /// The outcome for a result of libcurl.
    func outcome(_ result: Int32) -> Result<HTTPResponse, TransportError> {
        if let failure { return .failure(failure) }
        guard result == 0 else {
            let wasSent = sendings > 0 || !countsSendings
            let error = TransportError(curl: result, wasSent: wasSent, limits: limits)
            // libcurl opens another connection if the first was closed. If that fails, the server may still have
            // received the request on the first.
            let failedToConnect = error == .unreachable || error == .tlsFailed
            return .failure(sendings > 0 && failedToConnect ? .truncated : error)
        }
        // libcurl accepts a response whose connection is closed within the head.
        guard let status = head.status, head.isComplete else { return .failure(.truncated) }
        do throws(TransportError) {
            return .success(try limits.validate(HTTPResponse(status, fields: head.fields, body: body)))
        } catch {
            return .failure(error)
        }
    }

    private func setBody(of request: HTTPRequest) {
        if request.method == .head {
            set(.noBody, 1)
        } else if !request.body.isEmpty || [.post, .put, .patch].contains(request.method) {
            set(.post, 1)
            set(.bodySize, request.body.count)
            request.body.withUnsafeBytes { bytes in
                // A null pointer would make libcurl call a function for the body.
                withUnsafePointer(to: 0 as UInt8) { empty in
                    set(.copiedBody, pointer: bytes.baseAddress ?? UnsafeRawPointer(empty))
                }
            }
        } else {
            set(.get, 1)
        }
        if request.method != .head { set(.method, request.method.text) }
    }

    private func setFields(of request: HTTPRequest) {
        for field in request.fields {
            // libcurl sends a field without a value only if it ends with a semicolon.
            append(field.name.text + (field.value.isEmpty ? ";" : ": " + field.value))
        }
        // libcurl would add these fields.
        append("Expect:")
        if request.fields[.accept].isEmpty { append("Accept:") }
        if request.fields[.contentType].isEmpty { append("Content-Type:") }
        set(.fields, pointer: list)
    }

    private func append(_ line: String) {
        list = library.functions.slist_append(list, line)
    }

    private func set(_ option: CurlOption, _ number: Int) {
        library.set(easy, option, number)
    }

    private func set(_ option: CurlOption, _ text: String) {
        text.withCString { library.set(easy, option.rawValue, pointer: $0) }
    }

    private func set(_ option: CurlOption, pointer: UnsafeRawPointer?) {
        library.set(easy, option.rawValue, pointer: pointer)
    }

    private func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limits.bodyBytes - body.count else {
            failure = .tooLarge(maximumBytes: limits.bodyBytes)
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    private func take(line bytes: UnsafeRawBufferPointer) -> Bool {
        do {
            try head.take(bytes)
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Allows one sending; libcurl would send the request again if its connection was closed before the response.
    private func begin() -> Bool {
        sendings += 1
        if sendings > 1 { failure = .truncated }
        return sendings == 1
    }

    /// The transfer that was passed to a callback, which is alive because its handle is in use.
    private static func transfer(_ data: UnsafeMutableRawPointer?) -> CurlTransfer? {
        data.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let takeBody: CurlWriteFunction = { bytes, size, count, data in
        let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(data)?.take(body: buffer) == true ? buffer.count : -1
    }

    private static let takeLine: CurlWriteFunction = { bytes, size, count, data in
        let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(data)?.take(line: buffer) == true ? buffer.count : -1
    }

    private static let beforeSending: CurlPrerequestFunction = { data, _, _, _, _ in
        // CURL_PREREQFUNC_OK and CURL_PREREQFUNC_ABORT.
        transfer(data)?.begin() == true ? 0 : 1
    }
}

extension Duration {
    /// The milliseconds, rounded up, up to the largest number that libcurl accepts.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1 << 21 else { return Int(Int32.max) }
        return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

extension TransportError {
    /// Creates the error for a result of libcurl other than 0, by its number in `curl.h`.
    init(curl result: Int32, wasSent: Bool, limits: TransportLimits) {
        switch result {
        // COULDNT_RESOLVE_PROXY, COULDNT_RESOLVE_HOST, COULDNT_CONNECT
        case 5, 6, 7: self = .unreachable
        // SSL_CONNECT_ERROR and the errors of ciphers, certificates and authorities
        case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .tlsFailed
        // OPERATION_TIMEDOUT
        case 28: self = wasSent ? .timedOut : .unreachable
        // PARTIAL_FILE, GOT_NOTHING, SEND_ERROR, RECV_ERROR, SEND_FAIL_REWIND, HTTP2, HTTP2_STREAM
        case 18, 52, 55, 56, 65, 16, 92: self = wasSent ? .truncated : .unreachable
        // OUT_OF_MEMORY, also for a line without end; FILESIZE_EXCEEDED, TOO_LARGE
        case 27, 63, 100: self = .tooLarge(maximumBytes: limits.fieldBytes)
        // UNSUPPORTED_PROTOCOL, WEIRD_SERVER_REPLY, BAD_CONTENT_ENCODING and all others
        default: self = wasSent ? .invalidResponse : .unreachable
        }
    }
}
#endif
