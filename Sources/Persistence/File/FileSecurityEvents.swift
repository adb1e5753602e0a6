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

    /// The largest size of a file; of a larger one, which is damaged, only the end is read.
    static let largestFile = 4 << 20

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
    ///   - maximumUTF8Length: The size in bytes at which a new file is started, at most 4 MiB; 0 or less starts one for
    ///     every event.
    public init(folder: StorageDirectory, maximumUTF8Length: Int = 1 << 20) {
        directory = folder
        self.maximumUTF8Length = min(maximumUTF8Length, Self.largestFile)
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

    /// Returns the events of an account in both files, the latest last; an incomplete line is skipped.
    ///
    /// Of each file, at most the last 4 MiB are read.
    ///
    /// - Parameter account: The tag of the account.
    /// - Returns: The events.
    /// - Throws: `SecurityEventError` if a file cannot be read, such as `.notPermitted`.
    public func events(of account: AccountTag) async throws(SecurityEventError) -> [RecordedEvent] {
        let bytes: [UInt8]
        var file: String?
        do throws(StorageError) {
            // Without a folder there are no events, and reading makes none.
            guard let folder = try directory.open(for: .attempts) else { return [] }
            folder.close()
            bytes = try directory.withLock(for: .attempts) { folder throws(StorageError) in
                var bytes: [UInt8] = []
                for name in [Self.olderFileName, Self.fileName] {
                    file = name
                    bytes += try folder.last(Self.largestFile, of: name)
                }
                return bytes
            }
        } catch {
            throw SecurityEventError(error.reason, file: error.file == .lock ? OpenFolder.lockName : file)
        }
        let decoder = JSONDecoder()
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            // A power cut may have removed a part of a line.
            let event = try? decoder.decode(SecurityEventLine.self, from: Data(line)).recorded
            return event?.event.account == account ? event : nil
        }
    }
}

/// A security event as a line of JSON.
///
/// It has no free text, only fixed words, hexadecimal digits and dates, so that no input can forge an event.
struct SecurityEventLine: Codable {
    let at: String
    let event: String
    var account: String?
    var until: String?
    var store: String?

    init(_ recorded: RecordedEvent) {
        at = recorded.date.iso8601
        event = recorded.event.word
        account = recorded.event.account?.digits
        switch recorded.event {
        case .throttled(_, let until): self.until = until?.iso8601
        case .storeRecovered(let store), .storeQuarantined(let store): self.store = store.rawValue
        case .signedUp, .signedIn, .refused, .passwordChanged, .passwordReset, .recoveryCodeMade, .totpEnabled,
            .totpDisabled, .profileChanged,
            .exported, .deleted:
            break
        }
    }

    /// The line, with its line break.
    var text: String {
        let members = [("at", at), ("event", event), ("account", account), ("until", until), ("store", store)]
        let texts = members.compactMap { name, text in text.map { #""\#(name)":"\#($0)""# } }
        return "{" + texts.joined(separator: ",") + "}\n"
    }

    /// The event, or nil if this is not a line of this format.
    var recorded: RecordedEvent? {
        guard let date = Date(iso8601: at) else { return nil }
        let until = until.map { Date(iso8601: $0) }
        guard until != .some(nil) else { return nil }
        let tag = account.flatMap { AccountTag(digits: $0) }
        let store = store.flatMap { StorageError.Store(rawValue: $0) }
        return SecurityEvent(event, account: tag, until: until ?? nil, store: store)
            .map { RecordedEvent($0, at: date) }
    }
}

extension SecurityEvent {
    /// The word of the event in lines and exports, which never changes.
    var word: String {
        switch self {
        case .signedUp: "signed-up"
        case .signedIn: "signed-in"
        case .refused: "refused"
        case .throttled: "throttled"
        case .passwordChanged: "password-changed"
        case .passwordReset: "password-reset"
        case .recoveryCodeMade: "recovery-code-made"
        case .totpEnabled: "totp-enabled"
        case .totpDisabled: "totp-disabled"
        case .profileChanged: "profile-changed"
        case .exported: "exported"
        case .deleted: "deleted"
        case .storeRecovered: "store-recovered"
        case .storeQuarantined: "store-quarantined"
        }
    }

    /// Creates the event of a word, or nil if the word is unknown or a value is missing.
    fileprivate init?(_ word: String, account: AccountTag?, until: Date?, store: StorageError.Store?) {
        let events =
            (account.map {
                [
                    .signedUp($0), .signedIn($0), .refused($0), .throttled($0, until: until), .passwordChanged($0),
                    .passwordReset($0), .recoveryCodeMade($0), .totpEnabled($0), .totpDisabled($0), .profileChanged($0),
                    .exported($0), .deleted($0),
                ]
            } ?? []) + (store.map { [.storeRecovered($0), .storeQuarantined($0)] } ?? []) as [SecurityEvent]
        guard let event = events.first(where: { $0.word == word }) else { return nil }
        self = event
    }
}
