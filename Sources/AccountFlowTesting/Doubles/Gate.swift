/// A place where tasks wait until a test lets them go on.
///
/// A test that needs something to happen while a port is at work waits for ``arrival(of:)``, does it, and then
/// calls ``open()``; nobody sleeps. Cancelling a task does not get it through.
public actor Gate {
    private var isOpen = false
    private var arrivals = 0
    private var visitors: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates a gate that is closed.
    public init() {}

    /// Waits until the gate is open.
    public func pass() async {
        arrivals += 1
        let satisfied = watchers.filter { $0.count <= arrivals }
        watchers.removeAll { $0.count <= arrivals }
        for watcher in satisfied { watcher.continuation.resume() }
        guard !isOpen else { return }
        await withCheckedContinuation { visitors.append($0) }
    }

    /// Waits until so many have come to the gate, and not at all for none or fewer.
    ///
    /// - Parameter count: How many have come since the gate was made, those who went through included.
    public func arrival(of count: Int = 1) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    /// Lets everybody through, now and later.
    public func open() {
        isOpen = true
        let released = visitors
        visitors = []
        for visitor in released { visitor.resume() }
    }
}
