/// The name, group and protection of the sessions in the Keychain; they never leave the device, not even in a backup.
public struct KeychainOptions: Sendable {
    /// The service of the items; stores that must not be mixed up, such as those of two servers, need different ones.
    public var service = "AccountFlow"

    /// The access group that apps and extensions of one team share, with its prefix; nil for the groups of the app.
    public var accessGroup: String?

    /// Whether the sessions can be read while the device is locked, once it was unlocked after its start.
    public var isReadableWhileLocked = true

    /// A mark in the data of the app, such as in `UserDefaults`, which is deleted with the app; Keychain items are not.
    ///
    /// If the mark is missing, the first access deletes all items of the service, and then sets the mark. Processes that
    /// share an access group must share it. Both functions are called on a queue of the repository. Without a marker, the
    /// sessions of an earlier installation are restored.
    public var reinstallMarker: (isSet: @Sendable () -> Bool, set: @Sendable () -> Void)?

    /// Creates the default options.
    public init() {}
}
