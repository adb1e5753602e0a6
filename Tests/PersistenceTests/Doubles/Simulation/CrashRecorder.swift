import Synchronization

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
