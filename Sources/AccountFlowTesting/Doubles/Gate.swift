/// A gate at which tasks wait until a test opens it.
///
/// A test that acts while a port is working calls ``open(after:)``. Cancelled tasks wait too.
public actor Gate {
    private var isOpen = false
    private var visitors: [CheckedContinuation<Void, Never>] = []
    private let arrivals = MessageLog<Void>()

    /// Creates a closed gate.
    public init() {}

    /// Waits until the gate is open.
    public func pass() async {
        arrivals.append(())
        guard !isOpen else { return }
        await withCheckedContinuation { visitors.append($0) }
    }

    /// Waits until a number of tasks have arrived, or the task is cancelled.
    ///
    /// - Parameter count: The number of arrivals since the gate was created.
    public func arrival(of count: Int = 1) async { await arrivals.arrival(of: count) }

    /// Opens the gate permanently.
    public func open() {
        isOpen = true
        let released = visitors
        visitors = []
        for visitor in released { visitor.resume() }
    }

    /// Waits until a task has arrived, acts while the task waits, and opens the gate.
    ///
    /// - Parameter act: The function that acts.
    /// - Throws: The error of the function; the gate stays closed then.
    public nonisolated func open(after act: () async throws -> Void) async rethrows {
        await arrival()
        try await act()
        await open()
    }
}
