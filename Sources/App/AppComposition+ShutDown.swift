extension AppComposition {
    /// Ends the app: cancels or finishes all that is under way, and returns when the last of it is done.
    ///
    /// - What waits for a server is cancelled, connections are closed, and what the screens of every flow have under
    ///   way ends with them. A request that was on its way may have been heard; it is repeated under its own key.
    /// - What changes files is finished, together with what goes on in their background. What was acknowledged stays
    ///   acknowledged.
    /// - Afterwards nothing begins any more, and nothing is acknowledged: use cases fail with
    ///   `AccountServiceFailure.cancelled` or `StorageError.Reason.closed` before they have done anything, and screens do
    ///   nothing.
    ///
    /// Whoever calls it again, or meanwhile, waits for the same end. It is not to be called by what it would have to
    /// wait for, such as a hasher or a repository.
    public func shutDown() async { await life.shutDown() }

    /// Whether anything is under way that ``shutDown()`` would have to wait for, but for what the screens do.
    package var hasPendingWork: Bool { life.hasPendingWork }
}
