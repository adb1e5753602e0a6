import Domain

/// The place of the one session that is remembered.
struct SessionSlot: Sendable {
    var session: Session?

    /// Whether the document still has the token itself where there is to be a digest.
    var holdsToken = false
}
