import Synchronization
import TestSupport

/// The unsynchronised changes that survive a power cut.
struct CrashPolicy: Hashable, Sendable, CustomStringConvertible {
    /// The surviving changes of a file.
    enum Contents: String, Hashable, Sendable {
        case kept
        case lost

        /// Each change survives or is lost, independently of the others.
        case subset

        /// A prefix or a suffix of each write survives.
        case torn

        /// Each sector of 512 bytes of each write survives or is lost.
        case sectors
    }

    /// The surviving creations, moves and removals of names.
    enum Names: String, Hashable, Sendable {
        case kept
        case lost

        /// Each change of a name survives whole or is lost, independently of the others.
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

    /// The policies without randomness: everything survives, nothing, only contents, or only names.
    static let certain = [
        keepAll, dropAll, CrashPolicy(contents: .kept, names: .lost), CrashPolicy(contents: .lost, names: .kept),
    ]

    /// Returns `count` policies of each random kind.
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

/// A recorder of the disk and the test's knowledge after every call that can change the result of a crash.
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

    /// The hooks that record every change.
    var hooks: SimulatedFileSystem.Hooks {
        SimulatedFileSystem.Hooks(onChange: { disk in
            let point = Point(disk: disk, knowledge: self.knowledge())
            self.recorded.withLock { $0.append(point) }
        })
    }
}
