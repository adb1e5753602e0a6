#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
/// One exchange on its way; it lives on the thread that sends.
final class CurlTransfer {
    let easy: CurlLibrary.Handle
    let ticket: ResponseTicket
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

    init(
        _ easy: CurlLibrary.Handle,
        _ ticket: ResponseTicket,
        _ library: CurlLibrary,
        _ limits: TransportLimits,
        time: Duration
    ) {
        self.easy = easy
        self.ticket = ticket
        self.library = library
        self.limits = limits
        self.time = time
        deadline = .now + min(time, .seconds(1 << 21))
        head = ResponseHead(limits: limits)
    }

    /// When a request that has not been sent by then is given up; nil once it was sent, from when on libcurl sees to
    /// it.
    var waitEnds: ContinuousClock.Instant? { sendings > 0 ? nil : deadline }

    /// Puts a request into the handle; the transfer has to live as long as the handle is in use.
    func prepare(_ request: HTTPRequest, _ settings: CurlSettings) {
        set(CurlOption.noSignal, 1)
        // CURLPROTO_HTTP and CURLPROTO_HTTPS. Redirects are not followed unless that is asked for.
        set(CurlOption.protocols, 3)
        set(CurlOption.pathAsIs, 1)
        // A transfer that ends while its host is being looked up leaves the look-up to its own thread; the others do
        // not wait for it.
        set(CurlOption.quickExit, 1)
        set(CurlOption.url, request.url.text)
        set(CurlOption.totalTime, max(1, time.milliseconds))
        set(CurlOption.connectTime, max(1, min(limits.connecting, time).milliseconds))
        // Connections that were idle for longer are often being closed by the server at this moment.
        set(CurlOption.idleTime, 30)
        // CURL_HTTP_VERSION_2TLS and CURL_HTTP_VERSION_1_1.
        set(CurlOption.httpVersion, request.url.scheme == .https ? 4 : 2)
        // CURL_SSLVERSION_TLSv1_2 or newer. Certificates and host names are verified unless that is switched off.
        set(CurlOption.sslVersion, 6)
        set(CurlOption.acceptEncoding, "gzip")
        if !settings.usesEnvironmentProxy { set(CurlOption.proxy, "") }
        // What a proxy says when it has connected would be taken for the head of the response.
        set(CurlOption.hidesProxyFields, 1)
        if let path = settings.certificateAuthorities {
            set(CurlOption.services, path)
            // The system's folder of services is looked at as well, unless there is none.
            set(CurlOption.authoritiesFolder, pointer: nil)
        }
        setBody(of: request)
        setFields(of: request)
        let this = Unmanaged.passUnretained(self).toOpaque()
        set(CurlOption.writeFunction, pointer: unsafeBitCast(Self.takeBody, to: UnsafeRawPointer.self))
        set(CurlOption.writeData, pointer: this)
        set(CurlOption.headerFunction, pointer: unsafeBitCast(Self.takeLine, to: UnsafeRawPointer.self))
        set(CurlOption.headerData, pointer: this)
        // Old libraries do not have this one. They send again what was sent on a connection that turns out to be
        // closed, so nothing that must not be sent twice goes over a connection that was used before.
        let result = library.setPointer(
            easy,
            CurlOption.preludeFunction,
            unsafeBitCast(Self.beforeSending, to: UnsafeRawPointer.self)
        )
        countsSendings = result == 0
        set(CurlOption.preludeData, pointer: this)
        if !countsSendings { set(CurlOption.freshConnection, 1) }
    }

    /// The outcome of a request that was never sent in its time.
    ///
    /// It is that of OPERATION_TIMEDOUT.
    var overdue: ResponseTicket.Outcome { outcome(28) }

    /// Frees what the request needed; the handle must not be used any more.
    func finish() {
        library.freeList(list)
        list = nil
    }

    /// The outcome, once libcurl has come to an end with a result.
    func outcome(_ result: CurlLibrary.Result) -> ResponseTicket.Outcome {
        if let failure { return .failure(failure) }
        guard result == 0 else {
            let wasSent = sendings > 0 || !countsSendings
            let error = TransportError(curl: result, wasSent: wasSent, limits: limits)
            // Where a connection was closed, libcurl makes another one by itself. That this one fails says nothing
            // about what was sent on the first.
            let failedToConnect = error == .unreachable || error == .tlsFailed
            return .failure(sendings > 0 && failedToConnect ? .truncated : error)
        }
        // libcurl takes a connection that ends within the head for the end of the response.
        guard let status = head.status, head.isComplete else { return .failure(.truncated) }
        do throws(TransportError) {
            return .success(try limits.judge(HTTPResponse(status, fields: head.fields, body: body)))
        } catch {
            return .failure(error)
        }
    }

    private func setBody(of request: HTTPRequest) {
        if request.method == .head {
            set(CurlOption.noBody, 1)
        } else if !request.body.isEmpty || [.post, .put, .patch].contains(request.method) {
            set(CurlOption.post, 1)
            set(CurlOption.bodySize, request.body.count)
            request.body.withUnsafeBytes { bytes in
                // An empty text, not no pointer, which would make libcurl ask for the body.
                withUnsafePointer(to: 0 as UInt8) { empty in
                    set(CurlOption.copiedBody, pointer: bytes.baseAddress ?? UnsafeRawPointer(empty))
                }
            }
        } else {
            set(CurlOption.get, 1)
        }
        if request.method != .head { set(CurlOption.method, request.method.text) }
    }

    private func setFields(of request: HTTPRequest) {
        for field in request.fields {
            // With a semicolon a field is sent without a value; with a colon it would not be sent.
            append(field.name.text + (field.value.isEmpty ? ";" : ": " + field.value))
        }
        // libcurl adds these by itself where they are not taken out.
        append("Expect:")
        if request.fields[.accept].isEmpty { append("Accept:") }
        if request.fields[.contentType].isEmpty { append("Content-Type:") }
        set(CurlOption.fields, pointer: list)
    }

    private func append(_ line: String) {
        list = line.withCString { library.appendToList(list, $0) }
    }

    private func set(_ option: Int32, _ number: Int) {
        _ = library.setNumber(easy, option, number)
    }

    private func set(_ option: Int32, _ text: String) {
        text.withCString { _ = library.setPointer(easy, option, $0) }
    }

    private func set(_ option: Int32, pointer: UnsafeRawPointer?) {
        _ = library.setPointer(easy, option, pointer)
    }

    private func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limits.bodyBytes - body.count else {
            failure = .tooLarge(maximumUTF8Length: limits.bodyBytes)
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

    /// Lets a request be sent once; libcurl would try again by itself where a connection was closed meanwhile.
    private func begin() -> Bool {
        sendings += 1
        if sendings > 1 { failure = .truncated }
        return sendings == 1
    }

    /// The transfer that a callback is about, which lives because its handle is in use.
    private static func transfer(_ data: UnsafeMutableRawPointer?) -> CurlTransfer? {
        data.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let takeBody: CurlLibrary.Sink = { bytes, size, count, data in
        let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(data)?.take(body: buffer) == true ? buffer.count : -1
    }

    private static let takeLine: CurlLibrary.Sink = { bytes, size, count, data in
        let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(data)?.take(line: buffer) == true ? buffer.count : -1
    }

    private static let beforeSending: CurlLibrary.Prelude = { data, _, _, _, _ in
        // CURL_PREREQFUNC_OK and CURL_PREREQFUNC_ABORT.
        transfer(data)?.begin() == true ? 0 : 1
    }
}

extension Duration {
    /// The whole milliseconds, rounded up, as far as libcurl takes them.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1 << 21 else { return 1 << 31 - 1 }
        return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
#endif
