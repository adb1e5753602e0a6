/// What tells a file from every other on this machine, by whatever name and opening.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64

    package init(device: UInt64, number: UInt64) {
        self.device = device
        self.number = number
    }
}
