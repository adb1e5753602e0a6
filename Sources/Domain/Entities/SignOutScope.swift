/// The sessions of an account that a server ends.
public enum SignOutScope: String, Hashable, Sendable, CaseIterable {
    /// The session on this device.
    case thisDevice

    /// The sessions on all other devices; the one on this device goes on.
    case otherDevices

    /// All sessions; if the server hears of it late, also those that have begun since.
    case everywhere
}
