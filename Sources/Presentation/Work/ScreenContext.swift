/// What the screens of an app share, and the way out of one of them.
@MainActor
public struct ScreenContext {
    let time: ScreenTiming
    let alerts: AlertQueue
    let queue: SerialTaskQueue
    let proceed: @MainActor (ScreenOutcome) -> Void

    /// Creates the context of a screen.
    ///
    /// - Parameters:
    ///   - time: The clocks and durations of the screen.
    ///   - alerts: The queue for the alerts of the screen.
    ///   - queue: The queue for the operations of all screens.
    ///   - proceed: Called with each outcome of the screen.
    public init(
        time: ScreenTiming = ScreenTiming(),
        alerts: AlertQueue = AlertQueue(),
        queue: SerialTaskQueue = SerialTaskQueue(),
        proceed: @escaping @MainActor (ScreenOutcome) -> Void
    ) {
        self.time = time
        self.alerts = alerts
        self.queue = queue
        self.proceed = proceed
    }
}
