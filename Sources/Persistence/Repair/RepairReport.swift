/// What was saved of a damaged store, and what was not.
public struct RepairReport: Hashable, Sendable {
    /// How many accounts were saved, each as it was stored once.
    ///
    /// An account whose deletion or last change is among what is missing is saved as it was before.
    public let accounts: Int

    /// How many accounts the checkpoint had at least that could not be read.
    ///
    /// A later change may have saved some of them.
    public let lostRecords: Int

    /// How many frames of the journal are missing, each with one change or more, not counting any behind the last one
    /// that was found.
    public let missingFrames: Int

    /// How many bytes are in places where a part of the accounts should be, and could not be read.
    public let unreadableBytes: Int

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - accounts: How many accounts were saved.
    ///   - lostRecords: How many accounts the checkpoint had at least that could not be read.
    ///   - missingFrames: How many frames of the journal are missing.
    ///   - unreadableBytes: How many bytes could not be read in places where a part of the accounts should be.
    public init(accounts: Int, lostRecords: Int, missingFrames: Int, unreadableBytes: Int) {
        self.accounts = accounts
        self.lostRecords = lostRecords
        self.missingFrames = missingFrames
        self.unreadableBytes = unreadableBytes
    }
}
