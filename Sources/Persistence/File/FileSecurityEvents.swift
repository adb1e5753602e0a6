public import Domain

/// Security events in a file of a folder, a line each, shared with whoever names the same folder.
///
/// When the file has grown to its limit it becomes the older one of two, and the one before is gone. A line is written
/// whole or, where the power fails, perhaps in part; it is not synchronised, because nobody waits for it.
public actor FileSecurityEvents: SecurityEventRecorder {
    /// The file that is written.
    public static let fileName = "events.log"

    /// The file that was full before it.
    public static let olderFileName = "events.1.log"

    /// The size at which a new file is begun, in bytes.
    public let maximumUTF8Length: Int

    /// How many events could not be written since this object was made.
    public private(set) var lostCount = 0

    private let place: StorageLocation
    private let executor = DispatchQueueExecutor(label: "Persistence.FileSecurityEvents")

    /// The queue on which the file is written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a recorder; nothing is read or made before the first call.
    ///
    /// - Parameters:
    ///   - folder: Where the events are kept.
    ///   - maximumUTF8Length: The size at which a new file is begun, in bytes; 0 or less begins one for every event.
    public init(folder: StorageDirectory, maximumUTF8Length: Int = 1 << 20) {
        self.init(folder: folder, maximumUTF8Length: maximumUTF8Length, fileSystem: LocalFileSystem())
    }

    package init(folder: StorageDirectory, maximumUTF8Length: Int = 1 << 20, fileSystem: any FileSystem) {
        self.maximumUTF8Length = maximumUTF8Length
        place = StorageLocation(folder: folder, fileSystem: fileSystem)
    }

    /// Writes an event behind the others.
    ///
    /// - Parameter event: The event and its time.
    public func record(_ event: RecordedEvent) {
        do {
            // The folder belongs to stores, of which any does to open it; which one shows only in errors, which go
            // nowhere.
            let folder = try place.prepare(for: .attempts)
            defer { folder.close() }
            let lock = try folder.lock(waitingFor: place.folder.lockWait)
            defer { folder.fileSystem.closeFile(lock) }
            try folder.append(
                Array(SecurityEventLine(event).text.utf8),
                to: Self.fileName,
                upTo: maximumUTF8Length,
                older: Self.olderFileName
            )
        } catch {
            lostCount += 1
        }
    }
}
