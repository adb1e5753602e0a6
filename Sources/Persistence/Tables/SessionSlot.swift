import Domain

/// The place of the one session that is remembered.
struct SessionSlot: Sendable {
    var session: Session?
}
