/// Admits every piece of work, for apps that are never shut down.
public struct UnlimitedWork: WorkAdmitting {
    /// Creates the admission.
    public init() {}

    /// Admits the work.
    ///
    /// - Returns: True.
    public func begin() -> Bool { true }

    /// Takes no note.
    public func end() {}
}
