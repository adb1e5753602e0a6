/// The alerts of an app: one is shown at a time, the others wait for their turn.
@MainActor
public final class AlertQueue {
    private struct Entry {
        let alert: Alert
        // Weak, because the address of an owner that has gone may be that of the next one.
        weak var owner: AnyObject?
        let answered: @MainActor (AlertIntent) async -> Void
    }

    /// The alert that is shown, if any.
    public var state: ObservedValue<Alert?> { box.observed }

    private let box = ObservableBox<Alert?>(nil)
    private var entries: [Entry] = []
    private var count = 0

    /// Creates an empty queue.
    public init() {}

    /// Shows an alert as soon as no other one is shown; one that its owner has in the queue already is not repeated.
    ///
    /// - Parameters:
    ///   - subject: What the alert tells or asks.
    ///   - owner: Who wants to know the answer. The queue does not keep it; where it has gone, its alerts go when
    ///     anything else happens in the queue.
    ///   - answered: Gets the answer, once, unless the alert is taken back before.
    public func present(
        _ subject: AlertSubject,
        for owner: AnyObject,
        answered: @escaping @MainActor (AlertIntent) async -> Void = { _ in }
    ) {
        removeAbandoned()
        guard !entries.contains(where: { $0.owner === owner && $0.alert.subject == subject }) else { return }
        count += 1
        entries.append(Entry(alert: Alert(id: count, subject: subject), owner: owner, answered: answered))
        showFirst()
    }

    /// Answers the alert that is shown, and shows the next one; where it has no such button, nothing happens.
    ///
    /// - Parameter intent: What the button that was pressed stands for.
    public func answer(_ intent: AlertIntent) async {
        guard let entry = entries.first, entry.alert.buttons.contains(where: { $0.intent == intent }) else { return }
        entries.removeFirst()
        removeAbandoned()
        showFirst()
        await entry.answered(intent)
    }

    /// Takes back the alerts of an owner who does not want to know their answers any more.
    ///
    /// - Parameter owner: Who has presented them.
    public func removeAll(of owner: AnyObject) {
        entries.removeAll { $0.owner === owner }
        removeAbandoned()
        showFirst()
    }

    /// Nobody wants to know the answers any more.
    private func removeAbandoned() { entries.removeAll { $0.owner == nil } }

    private func showFirst() { box.value = entries.first?.alert }
}
