#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
import Synchronization

/// What the thread that sends is asked to do, by any thread.
final class CurlMailbox: Sendable {
    enum Order {
        case send(HTTPRequest, ResponseTicket)
        case drop(ResponseTicket)
        case stop
    }

    private struct State {
        var orders: [Order] = []
        var multi: CurlLibrary.Handle?
    }

    private let library: CurlLibrary
    private let state: Mutex<State>

    /// Creates a mailbox.
    ///
    /// - Parameters:
    ///   - library: The library.
    ///   - multi: The handle whose thread empties the mailbox, as a number, because a pointer may not be handed from
    ///     one thread to another; this one may be woken from any thread.
    init(library: CurlLibrary, multi: UInt) {
        self.library = library
        state = Mutex(State(multi: CurlLibrary.Handle(bitPattern: multi)))
    }

    /// Adds an order and wakes the thread; once that has ended, nothing happens.
    func post(_ order: Order) {
        state.withLock { state in
            guard let multi = state.multi else { return }
            state.orders.append(order)
            // Whoever came first has woken it, and it takes all orders at once.
            if state.orders.count == 1 { _ = library.wakeUp(multi) }
        }
    }

    /// Takes all orders out.
    func takeAll() -> [Order] {
        state.withLock { state in
            let orders = state.orders
            state.orders.removeAll(keepingCapacity: true)
            return orders
        }
    }

    /// Takes no more orders, and gives those that nobody has taken.
    func close() -> [Order] {
        state.withLock { state in
            state.multi = nil
            let orders = state.orders
            state.orders = []
            return orders
        }
    }
}
#endif
