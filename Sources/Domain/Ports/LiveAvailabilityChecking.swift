/// Follows what is typed into an ID field, and finds out whether it is free.
public protocol LiveAvailabilityChecking: AnyObject, Sendable {
    /// What is known now.
    var state: AvailabilityState { get }

    /// The state now and at every change, for one reader.
    var states: AsyncStream<AvailabilityState> { get }

    /// Takes note of what is in the field; to be called at every key press.
    ///
    /// - Parameter id: The ID, or nil while the text is none or its rules refuse it: then nothing is asked.
    func update(_ id: AccountID?)
}
