/// Admits pieces of work until the app is shut down, and knows which are under way.
///
/// A use case is a piece of work as a whole: what it has begun it may finish, and where it may not begin it fails
/// before it has done anything.
public protocol WorkAdmitting: Sendable {
    /// Asks to begin a piece of work.
    ///
    /// - Returns: Whether it may begin; if so, ``end()`` is to be called once when it has ended.
    func begin() -> Bool

    /// Tells that a piece of work has ended.
    func end()
}
