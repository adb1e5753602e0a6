/// What the system knows about an open file or folder.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case regular
        case folder
        case other
    }

    package var kind: Kind

    /// What tells the file from every other on this machine.
    package var identity: FileIdentity

    /// Whether the effective user of this process owns it.
    package var isOwn: Bool

    /// The permission bits with set-user-ID, set-group-ID and the sticky bit.
    package var mode: UInt32

    /// How many names it has.
    package var links: Int

    /// The size in bytes.
    package var size: Int

    package init(kind: Kind, identity: FileIdentity, isOwn: Bool, mode: UInt32, links: Int, size: Int) {
        self.identity = identity
        self.kind = kind
        self.isOwn = isOwn
        self.mode = mode
        self.links = links
        self.size = size
    }

    /// Whether it is a file of our own that nobody reaches by another name.
    var isOwnFile: Bool { kind == .regular && isOwn && links == 1 }

    /// Whether it is such a file, or was until another one took its name.
    var isOwnDocument: Bool { kind == .regular && isOwn && links <= 1 }
}
