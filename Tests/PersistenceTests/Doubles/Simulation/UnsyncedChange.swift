/// A change of a file that the medium may not have yet.
struct UnsyncedChange: Sendable {
    enum Kind: Sendable {
        case bytes([UInt8], at: Int)
        case size(Int)
    }

    /// What the system will do about the change.
    enum Standing: Sendable {
        /// The next synchronisation puts it on the medium.
        case dirty

        /// A synchronisation has failed over it: the system believes that the medium has it, and will not try again.
        case abandoned

        /// It is on the medium, on top of changes that may not be.
        case durable
    }

    let kind: Kind
    var standing = Standing.dirty

    /// Where a file ends once the change is made, at least.
    var end: Int {
        switch kind {
        case .bytes(let bytes, let offset): offset + bytes.count
        case .size(let size): size
        }
    }

    /// Makes the change.
    func apply(to bytes: inout SimulatedBytes) {
        switch kind {
        case .bytes(let new, let offset): new.withUnsafeBytes { bytes.write($0, at: offset) }
        case .size(let size): bytes.resize(to: size)
        }
    }
}
