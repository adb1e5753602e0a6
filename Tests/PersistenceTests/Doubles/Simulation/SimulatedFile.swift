/// A file or folder, whatever its names.
struct SimulatedFile: Sendable {
    enum Content: Sendable {
        case bytes(SimulatedContents)
        case names(SimulatedNames)
    }

    var content: Content
    var mode: UInt32
}
