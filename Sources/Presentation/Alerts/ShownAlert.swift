/// The alert that a view shows, for views that must not replace an alert while they show it, such as those of SwiftUI.
///
/// Call ``follow(_:)`` after each change of the queue and of ``isShown``.
public struct ShownAlert: Hashable, Sendable {
    /// The alert that is shown, or was shown last; its texts stay while it disappears.
    public private(set) var alert: AlertContent?

    /// Whether the alert is shown; the view sets false when the alert disappears.
    public var isShown = false

    private var answered: AlertContent.ID?

    /// Creates the state without an alert.
    public init() {}

    /// Hides an alert that is no longer the first of the queue, or shows the first one if none is shown.
    ///
    /// An alert that disappeared without an answer is shown again, so that the alerts behind it are never blocked.
    ///
    /// - Parameter first: The alert of ``AlertQueue/state``.
    public mutating func follow(_ first: AlertContent?) {
        if isShown {
            isShown = first?.id == alert?.id
        } else if let first, first.id != answered {
            (alert, isShown) = (first, true)
        }
    }

    /// Marks the alert as answered; call it with ``AlertQueue/answer(_:to:)``, which may begin later.
    public mutating func markAnswered() { answered = alert?.id }
}
