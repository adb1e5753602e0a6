import AccountFlowTesting
import AccountFlowTransportTesting
import Networking
import Testing

struct TransportContractTests {
    @Test(arguments: TransportForm.allCases, TransportContract.promises)
    func `a transport fulfils its contract`(form: TransportForm, promise: ContractPromise<TransportContract>)
        async throws
    {
        try await promise.verify(form == .loopback ? .loopback : TransportContract { try form.make($0) })
    }
}

/// Tests that the transport contract detects faulty transports.
struct BrokenTransportTests {
    /// A transport that repeats a request if the server is unavailable.
    private struct Insistent: HTTPTransport {
        let transport: any HTTPTransport

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let response = try await transport.send(request)
            guard response.status == .serviceUnavailable else { return response }
            return try await transport.send(request)
        }
    }

    /// A transport that ignores the deadline of a request.
    private struct Stubborn: HTTPTransport {
        let transport: any HTTPTransport

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            var request = request
            request.options.timeout = nil
            return try await transport.send(request)
        }
    }

    private static func find(
        _ sentence: String,
        _ makeTransport: @escaping @Sendable (TransportLimits) throws -> any HTTPTransport
    ) async throws {
        let promise = try #require(TransportContract.promises.first { $0.testDescription == sentence })
        let contract = try TransportContract(makeTransport: makeTransport)
        await withKnownIssue { try await promise.verify(contract) }
    }

    @Test(arguments: TransportForm.real)
    func `the contract detects a transport that repeats a request`(form: TransportForm) async throws {
        try await Self.find("any status is an outcome, without a retry") {
            Insistent(transport: try form.make($0))
        }
    }

    @Test(arguments: TransportForm.real)
    func `the contract detects a transport that waits for at least three seconds`(form: TransportForm) async throws {
        try await Self.find("H7 the earlier deadline of transport and request ends the wait") {
            var limits = $0
            limits.timeout = max(limits.timeout, .seconds(3))
            return try form.make(limits)
        }
    }

    @Test(arguments: TransportForm.real)
    func `the contract detects a transport that ignores the deadline of a request`(form: TransportForm) async throws {
        try await Self.find("H7 the earlier deadline of transport and request ends the wait") {
            Stubborn(transport: try form.make($0))
        }
    }
}

struct TransportErrorTests {
    @Test(arguments: [
        (TransportError.unreachable, false), (.tlsFailed, false), (.transportUnavailable, false),
        (.cancelled, true),
        (.timedOut, true), (.truncated, true), (.tooLarge(maximumBytes: 1), true),
        (.invalidResponse, true),
    ])
    func `an error says whether the server may have received the request`(
        error: TransportError,
        mayHaveReachedServer: Bool
    ) {
        #expect(error.mayHaveReachedServer == mayHaveReachedServer)
    }
}

/// The transports of this build.
enum TransportForm: String, CaseIterable, Sendable {
    case loopback
    #if canImport(Glibc)
    case curl
    #endif
    #if canImport(Darwin) || URLSession
    case urlSession
    #endif

    /// The transports that use the network.
    static let real = allCases.filter { $0 != .loopback }

    func make(_ limits: TransportLimits = TransportLimits()) throws -> any HTTPTransport {
        switch self {
        case .loopback: LoopbackTransport(limits: limits) { _ in HTTPResponse(.ok) }
        #if canImport(Glibc)
        case .curl: CurlTransport(limits: limits)
        #endif
        #if canImport(Darwin) || URLSession
        case .urlSession: URLSessionTransport(limits: limits)
        #endif
        }
    }
}
