import Synchronization
import TestSupport

/// What a medium keeps of the changes that were not synchronised when the power went.
struct CrashPolicy: Hashable, Sendable, CustomStringConvertible {
    /// What becomes of the changes of a file.
    enum Contents: String, Hashable, Sendable {
        case kept
        case lost

        /// Each change is kept or lost, in no order.
        case subset

        /// Each write is kept up to a byte, or from a byte on.
        case torn

        /// Each sector of 512 bytes of each write is kept or lost.
        case sectors
    }

    /// What becomes of the names that were given, moved and removed.
    enum Names: String, Hashable, Sendable {
        case kept
        case lost

        /// Each change of a name is kept or lost, in no order, and always whole.
        case subset
    }

    let contents: Contents
    let names: Names
    let seed: UInt64

    init(contents: Contents, names: Names, seed: UInt64 = 0) {
        self.contents = contents
        self.names = names
        self.seed = seed
    }

    static let keepAll = CrashPolicy(contents: .kept, names: .kept)
    static let dropAll = CrashPolicy(contents: .lost, names: .lost)

    /// The policies without chance: everything is kept, or nothing, or one of names and bytes.
    static let certain = [
        keepAll, dropAll, CrashPolicy(contents: .kept, names: .lost), CrashPolicy(contents: .lost, names: .kept),
    ]

    /// So many policies of each kind that is left to chance.
    static func random(_ count: Int, seed: UInt64) -> [CrashPolicy] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).flatMap { _ in
            [Contents.subset, .torn, .sectors].map { contents in
                CrashPolicy(contents: contents, names: .subset, seed: random.next())
            }
        }
    }

    var description: String { "contents \(contents.rawValue), names \(names.rawValue), seed \(seed)" }
}

/// What there was on the medium, and what a test knew, after every call that may have changed what a crash leaves.
final class CrashRecorder<Knowledge: Sendable>: Sendable {
    struct Point: Sendable {
        let disk: SimulatedDisk
        let knowledge: Knowledge
    }

    private let recorded = Mutex<[Point]>([])
    private let knowledge: @Sendable () -> Knowledge

    init(_ knowledge: @escaping @Sendable () -> Knowledge) {
        self.knowledge = knowledge
    }

    var points: [Point] { recorded.withLock { $0 } }

    /// To be called while the calls are made.
    var hooks: SimulatedFileSystem.Hooks {
        SimulatedFileSystem.Hooks(onChange: { disk in
            let point = Point(disk: disk, knowledge: self.knowledge())
            self.recorded.withLock { $0.append(point) }
        })
    }
}
