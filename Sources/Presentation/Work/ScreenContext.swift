/// What the screens of an app share, and the way out of one of them.
@MainActor
public struct ScreenContext {
    let time: ScreenTiming
    let alerts: AlertQueue
    let queue: SerialTaskQueue
    let requests: SerialTaskQueue
    let localQueue: SerialTaskQueue
    let proceed: @MainActor (ScreenOutcome) -> Void

    /// Creates the context of a screen.
    ///
    /// - Parameters:
    ///   - time: The clocks and durations of the screen.
    ///   - alerts: The queue for the alerts of the screen.
    ///   - queue: The queue of all screens for operations that begin, replace or end a session at a server.
    ///   - requests: The queue for those that leave the session as it is.
    ///   - localQueue: The queue for those that need no server, such as a sign-out.
    ///   - proceed: Called with each outcome of the screen.
    public init(
        time: ScreenTiming = ScreenTiming(),
        alerts: AlertQueue = AlertQueue(),
        queue: SerialTaskQueue = SerialTaskQueue(),
        requests: SerialTaskQueue = SerialTaskQueue(),
        localQueue: SerialTaskQueue = SerialTaskQueue(),
        proceed: @escaping @MainActor (ScreenOutcome) -> Void
    ) {
        self.time = time
        self.alerts = alerts
        (self.queue, self.requests, self.localQueue) = (queue, requests, localQueue)
        self.proceed = proceed
    }

    /// The same for a screen whose operations leave the session as it is.
    var withRequests: ScreenContext {
        ScreenContext(
            time: time,
            alerts: alerts,
            queue: requests,
            requests: requests,
            localQueue: localQueue,
            proceed: proceed
        )
    }
}
