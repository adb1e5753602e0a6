import Persistence

/// The actor of the files that the command line names, which may wait for a disk or for the other end of a pipe.
@globalActor
actor FileActor {
    static let shared = FileActor()

    private let executor = DispatchQueueExecutor(label: "AccountDemo.FileActor")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
