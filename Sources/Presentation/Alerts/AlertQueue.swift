/// The alerts of an app, shown one at a time.
@MainActor
public final class AlertQueue {
    private struct Entry {
        let alert: AlertContent
        // Weak, because a new owner may get the address of a released one.
        weak var owner: AnyObject?
        let answered: @MainActor (AlertAction) async -> Void
    }

    /// The alert that is shown; nil if there is none.
    public var state: ObservedValue<AlertContent?> { box.observed }

    private let box = ObservableBox<AlertContent?>(nil)
    private var entries: [Entry] = []
    private var count = 0

    /// Creates an empty queue.
    public init() {}

    /// Adds an alert, which is shown after all earlier ones, unless its owner already has the same one in the queue.
    ///
    /// - Parameters:
    ///   - subject: The subject of the alert.
    ///   - owner: The owner, which is not retained; after its release, the next change of the queue removes its alerts.
    ///   - answered: Called once with the action of the pressed button, unless the alert is removed before.
    public func present(
        _ subject: AlertSubject,
        for owner: AnyObject,
        answered: @escaping @MainActor (AlertAction) async -> Void = { _ in }
    ) {
        removeAbandoned()
        guard !entries.contains(where: { $0.owner === owner && $0.alert.subject == subject }) else { return }
        count += 1
        entries.append(Entry(alert: AlertContent(id: count, subject: subject), owner: owner, answered: answered))
        showFirst()
    }

    /// Answers an alert, and shows the next one; nothing happens if it is no longer shown, or has no such button.
    ///
    /// - Parameters:
    ///   - action: The action of the button that was pressed.
    ///   - id: The ID of the alert with the button. Another alert may have replaced it before the press.
    public func answer(_ action: AlertAction, to id: AlertContent.ID) async {
        guard let entry = entries.first, entry.alert.id == id else { return }
        guard entry.alert.buttons.contains(where: { $0.action == action }) else { return }
        entries.removeFirst()
        removeAbandoned()
        showFirst()
        await entry.answered(action)
    }

    /// Removes the alerts of an owner.
    ///
    /// - Parameter owner: The owner.
    public func removeAll(of owner: AnyObject) {
        entries.removeAll { $0.owner === owner }
        removeAbandoned()
        showFirst()
    }

    private func removeAbandoned() { entries.removeAll { $0.owner == nil } }

    private func showFirst() { box.value = entries.first?.alert }
}
