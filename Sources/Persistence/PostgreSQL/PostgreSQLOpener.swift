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

    /// The time after which the server ends a statement.
    let statementTime: Duration

    /// Returns the library, or nil if it is missing.
    let library: @Sendable () -> PostgreSQLLibrary?

    /// The parameters that apply where the string has no others.
    ///
    /// libpq ignores `sslmode` on a local socket.
    private static let defaults = [
        "sslmode": "verify-full", "tcp_user_timeout": "10000", "keepalives_idle": "10", "keepalives_interval": "3",
        "keepalives_count": "3", "fallback_application_name": "AccountFlow",
    ]

    /// The parameters, or the beginnings of their names, that libpq checks only when it connects.
    private static let checkedLast = [
        "gssencmode", "target_session_attrs", "load_balance_hosts", "keepalives", "tcp_user_timeout",
    ]

    /// The seconds in which each host must accept a connection, unless the string has `connect_timeout`, which is used
    /// from 2 seconds to an hour; libpq has no limit for 0 and less.
    private static let longestTime = 5

    /// Opens a connection to the first host that accepts one.
    func open() throws(PostgreSQLFailure) -> PostgreSQLHandle {
        guard let functions = library()?.functions else { throw .noLibrary }
        let hosts = Self.hosts(of: try parameters(functions))
        var failure = PostgreSQLFailure.unreachable
        for host in hosts {
            do throws(PostgreSQLFailure) {
                return try Self.connect(host, functions, hasOtherHosts: hosts.count > 1)
            } catch {
                // What a server says tells more than that another one cannot be reached.
                if error.state != nil || failure.state == nil { failure = error }
            }
        }
        throw failure
    }

    /// The parameters of the connection string, of its service and of the environment, and the defaults.
    private func parameters(_ functions: PQFunctions) throws(PostgreSQLFailure) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        let first = functions.conninfoParse(text, &message)
        // The message quotes the string.
        functions.freemem(message)
        guard let first, !text.utf8.contains(0) else { throw .invalidConnection }
        let own = Self.values(of: first, functions)
        // With a value that it does not know, libpq looks up the other parameters and does not connect.
        let lookUp = functions.connectStart(Self.text(of: own.merging(["gssencmode": "none"]) { $1 }))
        defer { functions.finish(lookUp) }
        guard let options = functions.conninfo(lookUp) else { throw .unreachable }
        var parameters = Self.values(of: options, besidesDefaults: true, functions).merging(own) { $1 }
        // An earlier mistake, such as a missing service, is reported instead of that value. Ports are checked later.
        let mistake = functions.errorMessage(lookUp).map { String(cString: $0) } ?? ""
        let ports = parameters["port"]?.split(separator: ",").map { UInt16($0.filter { !$0.isWhitespace }) } ?? []
        guard mistake.contains("gssencmode"), ports.allSatisfy({ $0 ?? 0 > 0 }) else { throw .invalidConnection }
        // libpq checks it only in calls that block.
        if let time = parameters["connect_timeout"], Int(time) == nil { throw .invalidConnection }
        parameters["gssencmode"] = own["gssencmode"]
        parameters.merge(Self.defaults) { parameter, _ in parameter }
        parameters["client_encoding"] = "UTF8"
        // The warning of a commit that no longer waits for a synchronous standby is needed.
        // Servers older than 12 round numbers otherwise.
        let settings = " -c client_min_messages=warning -c extra_float_digits=3 -c statement_timeout="
        parameters["options", default: ""] += settings + String(Int(statementTime / .milliseconds(1)))
        return parameters
    }

    /// Returns the parameters that have a value, besides libpq's defaults if they do not count, and frees the options.
    private static func values(
        of first: UnsafeMutablePointer<PQOption>,
        besidesDefaults: Bool = false,
        _ pq: PQFunctions
    ) -> [String: String] {
        defer { pq.conninfoFree(first) }
        var (parameters, option): ([String: String], _) = ([:], first)
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value.map({ String(cString: $0) }),
                !besidesDefaults || value != option.pointee.compiled.map({ String(cString: $0) })
            {
                parameters[String(cString: keyword)] = value
            }
            option += 1
        }
        return parameters
    }

    /// Returns a connection string of parameters.
    private static func text(of parameters: [String: String]) -> String {
        parameters.map { name, value in
            // Scalars, because a combining mark makes another character of a quotation mark.
            name + "='" + value.unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
        }.joined(separator: " ")
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

    /// Opens a connection to one host.
    private static func connect(
        _ host: [String: String],
        _ pq: PQFunctions,
        hasOtherHosts: Bool
    ) throws(PostgreSQLFailure) -> PostgreSQLHandle {
        guard let handle = PostgreSQLHandle(text(of: host), pq, hasOtherHosts: hasOtherHosts) else {
            throw .unreachable
        }
        let connection = handle.pointer
        let given = host["connect_timeout"].flatMap { Int($0) } ?? 0
        let deadline = ContinuousClock.now + .seconds(given > 0 ? min(max(given, 2), 3_600) : longestTime)
        // PGRES_POLLING_WRITING, after which libpq says what to wait for, unless it is CONNECTION_BAD.
        var step: Int32 = pq.status(connection) == 1 ? 0 : 2
        var stage: Int32 = 0
        // PGRES_POLLING_READING and PGRES_POLLING_WRITING
        while step == 1 || step == 2 {
            let rest = max(ContinuousClock.now.duration(to: deadline) / .milliseconds(1), 0)
            var socket = pollfd(fd: pq.socket(connection), events: Int16(step == 1 ? POLLIN : POLLOUT), revents: 0)
            let count = poll(&socket, 1, Int32(rest.rounded(.up)))
            if count == 0 { throw .unreachable }
            stage = pq.status(connection)
            if count > 0 { step = pq.connectPoll(connection) }
        }
        // PGRES_POLLING_OK
        guard step == 3 else {
            if pq.connectionNeedsPassword(connection) == 1 { throw .noPassword }
            // A line of a server's message ends with its state.
            let message = pq.errorMessage(connection).map { String(cString: $0) } ?? ""
            // The only values that libpq has not checked yet.
            if stage == 0, Self.checkedLast.contains(where: message.contains) { throw .invalidConnection }
            // Below it can be the name of the file with the password.
            guard let state = message.matches(of: #/(?m)\s([0-9A-Z]{5})$/#).last?.1 else {
                // CONNECTION_SSL_STARTUP
                throw stage == 7 ? .untrusted : .unreachable
            }
            var failure = PostgreSQLFailure(state: String(state))
            failure.mayHaveRun = false
            throw failure
        }
        guard pq.serverVersion(connection) >= 90_500 else { throw .oldServer }
        // A pooler may not say it.
        if let encoding = pq.parameterStatus(connection, "server_encoding"), String(cString: encoding) != "UTF8" {
            throw .otherEncoding
        }
        guard pq.setnonblocking(connection, 1) == 0, pq.enterPipelineMode(connection) == 1 else { throw .unreachable }
        return handle
    }
}
