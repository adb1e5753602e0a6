/// When the bytes of an account that was deleted leave the medium.
///
/// A deletion is durable in either case when it is reported. What is overwritten here can live on in blocks that the
/// file system or the drive keeps for itself.
public enum ErasePolicy: Hashable, Sendable, CaseIterable {
    /// Before the deletion is reported; if that fails it is tried again with the next change.
    case immediate

    /// When the journal is put in order for another reason, or by ``FileAccountRepository/compact()``.
    case deferred
}
