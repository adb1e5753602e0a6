/// Under which circumstances a request may be sent again.
public enum Repetition: Hashable, Sendable, CaseIterable {
    /// Only where the server has certainly not heard it: it did not take the call.
    case unsent

    /// Also where a server or one before it has said that it is not working (502, 503 or 504), because nothing bad
    /// comes of being heard twice; but not where an answer was lost, lest it counts twice.
    case unavailable

    /// Also where an answer was lost: the server does it once however often it is asked.
    case always
}
