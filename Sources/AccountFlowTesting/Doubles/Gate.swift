/// A gate where tasks wait until a test opens it.
///
/// A test that has to act while a port is working waits for ``arrival(of:)``, acts, and then calls ``open()``. A
/// cancelled task waits as well.
public actor Gate {
    private var isOpen = false
    private var arrivals = 0
    private var visitors: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates a closed gate.
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

    /// Waits until a number of tasks have arrived.
    ///
    /// - Parameter count: The number of arrivals since the gate was created.
    public func arrival(of count: Int = 1) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    /// Opens the gate for good.
    public func open() {
        isOpen = true
        let released = visitors
        visitors = []
        for visitor in released { visitor.resume() }
    }
}
