public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Security events in the file `events.log` of a folder, one per line, shared with every other object and process that
/// uses the same folder.
///
/// A full file is renamed to `events.1.log`, and a new one is started. Lines are not synchronised, so a power cut may
/// remove a line or a part of it.
public actor FileSecurityEvents: SecurityEventRecorder {
    static let fileName = "events.log"
    static let olderFileName = "events.1.log"

    /// The number of events that this object could not write.
    public private(set) var lostCount = 0

    private let directory: StorageDirectory
    private let maximumUTF8Length: Int
    private let executor = DispatchQueueExecutor(label: "Persistence.FileSecurityEvents")

    /// The queue on which the file is written.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a recorder; it does not use the disk before the first call.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file.
    ///   - maximumUTF8Length: The size in bytes at which a new file is started; 0 or less starts one for every event.
    public init(folder: StorageDirectory, maximumUTF8Length: Int = 1 << 20) {
        directory = folder
        self.maximumUTF8Length = maximumUTF8Length
    }

    public func record(_ event: RecordedEvent) {
        do {
            // The store matters only in errors, which are counted and not reported.
            try directory.withLock(for: .attempts) { folder throws(StorageError) in
                try folder.append(
                    Array(SecurityEventLine(event).text.utf8),
                    to: Self.fileName,
                    upTo: maximumUTF8Length,
                    older: Self.olderFileName
                )
            }
        } catch {
            lostCount += 1
        }
    }
}

/// A security event as a line of JSON.
///
/// It has no free text, only fixed words, hexadecimal digits and dates, so that no input can forge an event.
private struct SecurityEventLine {
    let text: String

    init(_ recorded: RecordedEvent) {
        var members: [(String, String)]
        switch recorded.event {
        case .signedUp(let account): members = [("event", "signed-up"), ("account", account.digits)]
        case .signedIn(let account): members = [("event", "signed-in"), ("account", account.digits)]
        case .refused(let account): members = [("event", "refused"), ("account", account.digits)]
        case .throttled(let account, let until):
            members = [("event", "throttled"), ("account", account.digits)]
            if let until { members.append(("until", Self.text(of: until))) }
        case .passwordChanged(let account): members = [("event", "password-changed"), ("account", account.digits)]
        case .profileChanged(let account): members = [("event", "profile-changed"), ("account", account.digits)]
        case .deleted(let account): members = [("event", "deleted"), ("account", account.digits)]
        case .storeRecovered(let store): members = [("event", "store-recovered"), ("store", store.rawValue)]
        case .storeQuarantined(let store): members = [("event", "store-quarantined"), ("store", store.rawValue)]
        }
        let texts = ([("at", Self.text(of: recorded.date))] + members).map { #""\#($0)":"\#($1)""# }
        text = "{" + texts.joined(separator: ",") + "}\n"
    }

    /// Returns the date by ISO 8601 in UTC, with milliseconds, clamped to the years 1 to 9999.
    private static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        let bounded = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
        return Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(Date(timeIntervalSince1970: bounded))
    }
}
