internal import CAccountFlowPostgreSQL
import Domain

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Opens connections as a connection string says; it waits for name servers and database servers.
struct PostgreSQLOpener: Secret {
    /// The connection string, which can have a password.
    let text: String

    /// Returns the library, or nil if it is missing.
    let library: @Sendable () -> PostgreSQLLibrary?

    /// The parameters that apply where the string has no others.
    ///
    /// libpq ignores `sslmode` on a local socket.
    private static let defaults = [
        "sslmode": "verify-full", "tcp_user_timeout": "10000", "keepalives_idle": "10", "keepalives_interval": "3",
        "keepalives_count": "3", "fallback_application_name": "AccountFlow",
    ]

    /// The seconds in which each host must accept a connection, unless the string has `connect_timeout`.
    private static let longestTime = 5

    /// Opens a connection to the first host that accepts one.
    ///
    /// - Returns: The address of libpq's connection, the functions of the library, and whether there are several hosts.
    func open() throws(PostgreSQLFailure) -> (address: UInt, functions: PQFunctions, hasOtherHosts: Bool) {
        guard let functions = library()?.functions else { throw .noLibrary }
        let hosts = Self.hosts(of: try parameters(functions))
        var failure = PostgreSQLFailure.unreachable
        for host in hosts {
            do throws(PostgreSQLFailure) {
                return (try Self.connect(host, functions), functions, hosts.count > 1)
            } catch {
                // What a server says tells more than that another one cannot be reached.
                if error.state != nil || failure.state == nil { failure = error }
            }
        }
        throw failure
    }

    /// The parameters of the connection string, and the defaults.
    private func parameters(_ functions: PQFunctions) throws(PostgreSQLFailure) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        let options = functions.conninfoParse(text, &message)
        // The message quotes the string.
        functions.freemem(message)
        guard let options, !text.utf8.contains(0) else { throw .invalidConnection }
        defer { functions.conninfoFree(options) }
        var parameters = Self.defaults
        if getenv("PGSSLMODE") != nil { parameters["sslmode"] = nil }
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        parameters["client_encoding"] = "UTF8"
        return parameters
    }

    /// The parameters for each host of a list, so that one that drops packets ends only its own attempt.
    private static func hosts(of parameters: [String: String]) -> [[String: String]] {
        let lists = parameters.filter { ["host", "hostaddr", "port"].contains($0.key) }
            .mapValues { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let count = max(lists["host"]?.count ?? 1, lists["hostaddr"]?.count ?? 1)
        return (0..<count).map { place in
            var host = parameters
            // One port is for all hosts.
            for (name, list) in lists { host[name] = list.count == 1 ? list[0] : place < list.count ? list[place] : "" }
            if count > 1, host["target_session_attrs"] == nil { host["target_session_attrs"] = "read-write" }
            return host
        }
    }

    /// Opens a connection to one host, and returns its address.
    private static func connect(_ host: [String: String], _ functions: PQFunctions) throws(PostgreSQLFailure) -> UInt {
        let seconds = host["connect_timeout"].flatMap { Int($0) } ?? longestTime
        let deadline = ContinuousClock.now + .seconds(max(seconds, 2))
        let text = host.map { name, value in
            name + "='" + value.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
        }
        guard let connection = functions.connectStart(text.joined(separator: " ")) else { throw .unreachable }
        // PQERRORS_SQLSTATE: a message is a state instead of a text in the server's language.
        _ = functions.setErrorVerbosity(connection, 3)
        _ = functions.setNoticeReceiver(connection, PQIgnoreNotice, nil)
        let isOpen = wait(for: connection, until: deadline, functions)
        if isOpen, functions.serverVersion(connection) >= 90_500 { return UInt(bitPattern: connection) }
        defer { functions.finish(connection) }
        guard !isOpen else { throw .oldServer }
        // The message of a server ends with its state.
        let message = functions.errorMessage(connection).map { String(cString: $0) } ?? ""
        guard let state = message.firstMatch(of: #/\s([0-9A-Z]{5})\s*$/#)?.1 else { throw .unreachable }
        var failure = PostgreSQLFailure(state: String(state))
        failure.mayHaveRun = false
        throw failure
    }

    /// Waits until a connection is open, and returns false if that fails.
    private static func wait(
        for connection: UnsafeMutableRawPointer,
        until deadline: ContinuousClock.Instant,
        _ functions: PQFunctions
    ) -> Bool {
        // PGRES_POLLING_WRITING, after which libpq says what to wait for, unless it is CONNECTION_BAD.
        var step: Int32 = functions.status(connection) == 1 ? 0 : 2
        // PGRES_POLLING_READING and PGRES_POLLING_WRITING
        while step == 1 || step == 2 {
            let rest = max(ContinuousClock.now.duration(to: deadline) / .milliseconds(1), 0)
            let events = Int16(step == 1 ? POLLIN : POLLOUT)
            var socket = pollfd(fd: functions.socket(connection), events: events, revents: 0)
            let count = poll(&socket, 1, Int32(rest.rounded(.up)))
            guard count > 0 || (count < 0 && errno == EINTR && rest > 0) else { return false }
            if count > 0 { step = functions.connectPoll(connection) }
        }
        // PGRES_POLLING_OK
        return step == 3
    }
}
