/// An observation that lasts until it is cancelled or released.
@MainActor
public class Subscription {
    @inlinable
    init() {}

    /// Ends the observation; it may be called any number of times.
    ///
    /// From then on the observer is not called, not even with a value that is being delivered, and what it captures
    /// is released. It takes the same time however many others observe.
    public func cancel() {}
}
