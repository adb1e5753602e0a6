import Foundation
import Synchronization

/// The connections of a proxy, with what happens to them.
final class ProxyConnections: Sendable {
    typealias Direction = PostgreSQLProxy.Direction
    typealias Fault = PostgreSQLProxy.Fault

    private struct State {
        var fault: Fault
        var hasStruck = false
        var counts: [Direction: Int] = [:]
        var accepted = 0
        var open: [Pair] = []
        var isListening = true
        var waiters: [CheckedContinuation<Void, Never>] = []

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [] }
            return waiters
        }
    }

    /// The two sockets of a connection, which are closed when its threads have ended.
    private final class Pair: Sendable {
        let client: Int32
        let server: Int32

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }

        deinit {
            _ = systemClose(client)
            _ = systemClose(server)
        }

        func end() {
            ServerSocket.end(client)
            ServerSocket.end(server)
        }
    }

    private let server: PostgreSQLServer
    private let state: Mutex<State>

    /// Wakes the threads that a fault holds.
    private let change = NSCondition()

    init(to server: PostgreSQLServer, fault: Fault) {
        self.server = server
        state = Mutex(State(fault: fault))
    }

    var fault: Fault { state.withLock { $0.fault } }

    var acceptedCount: Int { state.withLock { $0.accepted } }

    func byteCount(_ direction: Direction) -> Int { state.withLock { $0.counts[direction, default: 0] } }

    func set(_ fault: Fault) {
        change.lock()
        state.withLock { state in
            state.fault = fault
            state.counts = [:]
            state.hasStruck = false
        }
        change.broadcast()
        change.unlock()
        if fault == .refuse { endAll() }
    }

    func endAll() {
        for pair in state.withLock({ $0.open }) { pair.end() }
    }

    /// Accepts no more connections, and ends the open ones.
    func close() {
        state.withLock { $0.isListening = false }
        set(.refuse)
    }

    /// Waits until the fault has closed or held a connection, or the task is cancelled.
    func waitForFault() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let isOver = state.hasStruck || Task.isCancelled
                    if !isOver { state.waiters.append(continuation) }
                    return isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            for waiter in state.withLock({ $0.takeWaiters() }) { waiter.resume() }
        }
    }

    /// Accepts connections, on the thread of the caller, until ``close()``.
    func serve(_ listener: Int32) {
        defer { _ = systemClose(listener) }
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            let isAccepted = state.withLock { state in
                if state.isListening { state.accepted += 1 }
                return state.isListening && state.fault != .refuse
            }
            guard isAccepted, let server = ServerSocket.connect(to: server.socket) else {
                _ = systemClose(client)
                guard state.withLock({ $0.isListening }) else { return }
                continue
            }
            let pair = Pair(client: client, server: server)
            state.withLock { $0.open.append(pair) }
            Thread.detachNewThread { self.relay(pair, .toServer) }
            Thread.detachNewThread { self.relay(pair, .toClient) }
        }
    }

    /// Passes bytes in one direction, until one side closes the connection.
    private func relay(_ pair: Pair, _ direction: Direction) {
        let (source, target) = direction == .toServer ? (pair.client, pair.server) : (pair.server, pair.client)
        defer {
            pair.end()
            state.withLock { $0.open.removeAll { $0 === pair } }
        }
        while true {
            var rest = ServerSocket.receive(from: source)[...]
            guard !rest.isEmpty else { return }
            while !rest.isEmpty {
                switch pass(rest, direction) {
                case .now(let count):
                    ServerSocket.send(rest.prefix(count), to: target)
                    rest = rest.dropFirst(count)
                case .later(let pause):
                    Self.pause(pause)
                    ServerSocket.send(rest, to: target)
                    rest = []
                case .inHalves:
                    ServerSocket.send(rest.prefix(rest.count / 2), to: target)
                    Self.pause(.milliseconds(1))
                    ServerSocket.send(rest.dropFirst(rest.count / 2), to: target)
                    rest = []
                case .held:
                    waitForChange()
                case .end(let count):
                    ServerSocket.send(rest.prefix(count), to: target)
                    return
                }
            }
        }
    }

    private enum Passage {
        case now(Int)
        case later(Duration)
        case inHalves
        case held
        case end(Int)
    }

    /// Decides about bytes that have arrived, and counts those that will pass.
    private func pass(_ bytes: ArraySlice<UInt8>, _ direction: Direction) -> Passage {
        let (passage, waiters): (Passage, [CheckedContinuation<Void, Never>]) = state.withLock { state in
            let passage = Self.passage(of: bytes.count, direction, state.fault, state.counts[direction, default: 0])
            switch passage {
            case .now(let count):
                state.counts[direction, default: 0] += count
                return (passage, [])
            case .later, .inHalves:
                state.counts[direction, default: 0] += bytes.count
                return (passage, [])
            case .end(let count):
                state.counts[direction, default: 0] += count
                if state.fault != .refuse { state.fault = .none }
            case .held: break
            }
            state.hasStruck = true
            return (passage, state.takeWaiters())
        }
        for waiter in waiters { waiter.resume() }
        return passage
    }

    private static func passage(of count: Int, _ direction: Direction, _ fault: Fault, _ passed: Int) -> Passage {
        switch fault {
        case .cut(direction, let limit) where passed + count >= limit: .end(max(limit - passed, 0))
        case .hold(direction, let limit) where passed >= limit: .held
        case .hold(direction, let limit): .now(min(count, limit - passed))
        case .none, .cut, .hold: .now(count)
        case .delay(let pause): .later(pause)
        case .halve: .inHalves
        case .refuse: .end(0)
        }
    }

    private func waitForChange() {
        change.lock()
        while case .hold = fault { change.wait() }
        change.unlock()
    }

    /// Blocks the thread of one direction, as a slow network does.
    private static func pause(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
    }
}

// A method of the same name hides the system's function.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
