import AccountFlowTesting
import Domain
import Persistence
import Synchronization
import TestSupport
import Testing

/// Tests of sessions in a Keychain.
@Suite struct KeychainSessionRepositoryTests {
    private let keychain = KeychainFake()

    private var repository: KeychainSessionRepository { repository() }

    private func repository(_ options: KeychainOptions = KeychainOptions()) -> KeychainSessionRepository {
        KeychainSessionRepository(options, keychain: keychain)
    }

    @Test(arguments: SessionRepositoryContract.promises)
    func `sessions in a Keychain keep the promises of every session repository`(
        promise: ContractPromise<SessionRepositoryContract>
    ) async throws {
        try await promise.verify(
            SessionRepositoryContract { KeychainSessionRepository(KeychainOptions(), keychain: KeychainFake()) }
        )
    }

    /// The statuses of SecBase.h, by their names there without `errSec`.
    private static let reasons: [(status: Int32, reason: StorageError.Reason)] = [
        (-25308, .notPermitted),  // InteractionNotAllowed
        (-25315, .notPermitted),  // InteractionRequired
        (-25320, .notPermitted),  // InDarkWake
        (-34018, .failed(code: -34018)),  // MissingEntitlement
        (-25293, .notPermitted),  // AuthFailed
        (-128, .notPermitted),  // UserCanceled
        (-26275, .corrupt),  // Decode
        (-25292, .readOnly),  // ReadOnly
        (-34, .full),  // DiskFull
        (-25291, .failed(code: -25291)),  // NotAvailable
        (-50, .failed(code: -50)),  // Param
        (-108, .failed(code: -108)),  // Allocate
        (-36, .failed(code: -36)),  // IO
        (-4, .failed(code: -4)),  // Unimplemented
    ]

    @Test(arguments: reasons, KeychainFake.Function.allCases)
    func `each status of each function has a matching reason, and changes nothing`(
        _ answer: (status: Int32, reason: StorageError.Reason),
        _ function: KeychainFake.Function
    ) async throws {
        if function != .add { try await repository.save(.stub()) }
        let before = keychain.items
        keychain.answer { $0 == function ? answer.status : 0 }
        await #expect(throws: StorageError(store: .session, reason: answer.reason)) {
            switch function {
            case .copyMatching: _ = try await repository.load()
            case .add, .update: try await repository.save(.stub(id: .stub("second")))
            case .delete: try await repository.clear()
            }
        }
        #expect(keychain.items == before)
        keychain.answer { _ in 0 }
        #expect(try await repository.active() == (function == .add ? nil : .stub()))
    }

    @Test func `by default, the item never leaves the device and is readable after the first unlock`() async throws {
        try await repository.save(.stub())
        let item = try #require(keychain.items.first)
        #expect(keychain.items.count == 1)
        #expect(item.isReadableWhileLocked == true)
        #expect(item.service == "AccountFlow")
        #expect(item.account == "session")
        #expect(item.accessGroup == "default")
    }

    @Test func `the options are those of the item, and the next change applies a new protection`() async throws {
        var options = KeychainOptions()
        options.service = "other"
        options.accessGroup = "shared"
        try await repository(options).save(.stub())
        options.isReadableWhileLocked = false
        #expect(try await repository(options).active() == .stub())
        #expect(keychain.items.map(\.isReadableWhileLocked) == [true])
        try await repository(options).save(.stub(id: .stub("second")))
        let item = try #require(keychain.items.first)
        #expect(item.service == "other")
        #expect(item.accessGroup == "shared")
        #expect(item.isReadableWhileLocked == false)
        #expect(try await repository.load() == StoredSessions())
    }

    @Test func `the item has the same document as the file`() async throws {
        let folder = TemporaryFolder().stores
        for repository in [FileSessionRepository(folder: folder), repository] as [any SessionRepository] {
            try await repository.save(.stub())
        }
        #expect(try keychain.items.first?.data == Disk.read(folder.path + "/session.json"))
    }

    @Test func `an item without sessions is deleted, and an unchanged one is not written`() async throws {
        try await repository.save(.stub())
        keychain.answer { $0 == .copyMatching ? 0 : -36 }
        #expect(try await repository.update { $0.remove(.stub("other")) } == nil)
        keychain.answer { _ in 0 }
        try await repository.update { _ = $0.remove(.stub()) }
        #expect(keychain.items == [])
    }

    enum Interruption: CaseIterable {
        case firstSession, change, lastSession, end
    }

    @Test(arguments: Interruption.allCases)
    func `a change of another process between a read and a write is not lost`(_ moment: Interruption) async throws {
        let (own, other) = (repository, repository)
        let (first, second) = (Session.stub(), Session.stub(id: .stub("2"), accountID: .stub("second")))
        if moment != .firstSession { try await own.save(first) }
        let otherKeychain = KeychainFake()
        try await KeychainSessionRepository(KeychainOptions(), keychain: otherKeychain).update { sessions in
            if moment == .change || moment == .lastSession { sessions.begin(first) }
            sessions.begin(second)
        }
        let (keychain, items) = (keychain, moment == .end ? [] : otherKeychain.items)
        let isInterrupted = Mutex(false)
        keychain.answer { function in
            let isFirst = isInterrupted.withLock { isInterrupted in
                guard function != .copyMatching, !isInterrupted else { return false }
                isInterrupted = true
                return true
            }
            if isFirst { keychain.items = items }
            return 0
        }
        let third = Session.stub(id: .stub("3"), accountID: .stub("third"))
        try await own.update { sessions in
            if moment == .lastSession { sessions.remove(first.id) } else { sessions.begin(third) }
        }
        let expected: [Session] =
            switch moment {
            case .firstSession: [second, third]
            case .change: [first, second, third]
            case .lastSession: [second]
            case .end: [third]
            }
        #expect(try await other.load().sessions == expected)
    }

    @Test(arguments: [false, true])
    func `a change that never meets an unchanged item fails as busy after 100 attempts`(isNew: Bool) async throws {
        if !isNew { try await repository.save(.stub()) }
        let before = keychain.items
        let count = Mutex(0)
        keychain.answer { function in
            guard function != .copyMatching else { return 0 }
            count.withLock { $0 += 1 }
            return isNew ? -25299 : -25300
        }
        await #expect(throws: StorageError(store: .session, reason: .busy)) {
            try await repository.save(.stub(id: .stub("second")))
        }
        #expect(count.withLock { $0 } == 100)
        #expect(keychain.items == before)
    }

    @Test func `changes by four repositories at once are all stored`() async throws {
        let tags = (0..<StoredSessions.limit).map { String($0) }
        let repositories = (0..<4).map { _ in repository }
        try await withThrowingTaskGroup { group in
            for (number, tag) in tags.enumerated() {
                let repository = repositories[number % repositories.count]
                let session = Session.stub(id: .stub(tag), accountID: .stub("person\(tag)"))
                group.addTask { try await repository.save(session) }
            }
            try await group.waitForAll()
        }
        #expect(try await Set(repository.load().sessions.map(\.id)) == Set(tags.map { .stub($0) }))
    }

    @Test func `every call of the Keychain is made on a queue of the repository`() async throws {
        let labels = Mutex<Set<String>>([])
        keychain.answer { _ in
            labels.withLock { _ = $0.insert(QueueLabel.current) }
            return 0
        }
        try await repository.save(.stub())
        _ = try await repository.load()
        try await repository.clear()
        #expect(labels.withLock { $0 } == ["Persistence.KeychainSessionRepository"])
    }
}

/// Tests of Keychain items that cannot be read.
@Suite struct KeychainDamageTests {
    private let keychain = KeychainFake()

    private var repository: KeychainSessionRepository {
        KeychainSessionRepository(KeychainOptions(), keychain: keychain)
    }

    @Test(arguments: StoreQuarantineContract.promises)
    func `sessions in a Keychain keep the promises of a quarantine`(
        promise: ContractPromise<StoreQuarantineContract>
    ) async throws {
        let folders = TemporaryFolders()
        try await promise.verify(
            StoreQuarantineContract {
                let (keychain, folder) = (KeychainFake(), folders.next())
                let sessions = KeychainSessionRepository(KeychainOptions(), keychain: keychain)
                return QuarantinedStores(
                    quarantine: KeychainQuarantine(sessions: sessions, others: FileStoreQuarantine(folder: folder)),
                    sessions: sessions,
                    consents: FileConsentRepository(folder: folder),
                    attempts: FileAttemptRepository(folder: folder),
                    damage: { store in
                        if store == .session {
                            keychain.items[0].data?[100] ^= 1
                        } else {
                            try Disk.flip(400, of: folder.path + "/\(store.rawValue).json")
                        }
                    }
                )
            }
        )
    }

    private func damage(_ damage: KeychainDamage) { damage.apply(to: &keychain.items[0]) }

    @Test(arguments: KeychainDamage.allCases)
    func `a damaged item is reported, stays, and is moved aside when that is requested`(
        _ damage: KeychainDamage
    ) async throws {
        try await repository.save(.stub())
        self.damage(damage)
        let before = keychain.items
        await #expect(throws: damage.error) { try await repository.load() }
        await #expect(throws: damage.error) { try await repository.save(.stub()) }
        #expect(keychain.items == before)
        for number in 1...2 {
            #expect(try await repository.quarantine(.session, startingWith: SignInAttempts()))
            #expect(try await repository.load() == StoredSessions())
            #expect(keychain.items.last?.account == "session.damaged-\(number)")
            #expect(keychain.items.last?.data == before[0].data)
            guard number == 1 else { break }
            keychain.items.append(before[0])
        }
        try await repository.save(.stub())
        try await repository.clear()
        #expect(keychain.items.map(\.account) == ["session.damaged-1", "session.damaged-2"])
    }

    @Test func `an item that the Keychain cannot decode is moved aside`() async throws {
        try await repository.save(.stub())
        let keychain = keychain
        keychain.answer { $0 == .copyMatching ? -26275 : 0 }
        await #expect(throws: StorageError(store: .session, reason: .corrupt)) { try await repository.load() }
        #expect(try await repository.quarantine(.session, startingWith: SignInAttempts()))
        #expect(keychain.items.map(\.account) == ["session.damaged-1"])
    }

    @Test func `a damaged item that another process replaces meanwhile is not moved aside`() async throws {
        try await repository.save(.stub())
        let good = keychain.items
        try await repository.save(.stub(id: .stub("other")))
        damage(.flippedBit)
        let keychain = keychain
        keychain.answer { function in
            if function == .update { keychain.items = good }
            return 0
        }
        #expect(try await !repository.quarantine(.session, startingWith: SignInAttempts()))
        #expect(keychain.items == good)
    }

    @Test(
        arguments: [(-25308, .notPermitted), (-34018, .failed(code: -34018))] as [(Int32, StorageError.Reason)]
    )
    func `what cannot be read at present is not moved aside`(
        _ status: Int32,
        _ reason: StorageError.Reason
    ) async throws {
        try await repository.save(.stub())
        let before = keychain.items
        keychain.answer { $0 == .copyMatching ? status : 0 }
        await #expect(throws: StorageError(store: .session, reason: reason)) {
            try await repository.quarantine(.session, startingWith: SignInAttempts())
        }
        #expect(keychain.items == before)
    }

    @Test(arguments: KeychainDamage.allCases)
    func `clearing deletes a damaged item, and nothing that was moved aside`(_ damage: KeychainDamage) async throws {
        try await repository.save(.stub())
        self.damage(damage)
        try await repository.clear()
        #expect(keychain.items == [])
    }
}

/// Tests of Keychain items that outlast their app.
@Suite struct KeychainReinstallTests {
    private let keychain = KeychainFake()
    private let marker = Marker()

    private final class Marker: Sendable {
        private let value = Mutex(false)

        var isSet: Bool {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }

    private func launch(service: String = "AccountFlow", isMarked: Bool = true) -> KeychainSessionRepository {
        var options = KeychainOptions()
        options.service = service
        let marker = marker
        if isMarked { options.reinstallMarker = (isSet: { marker.isSet }, set: { marker.isSet = true }) }
        return KeychainSessionRepository(options, keychain: keychain)
    }

    @Test func `the first launch after a reinstall has no sessions of the earlier installation`() async throws {
        try await launch().save(.stub())
        #expect(try await launch().active() == .stub())
        marker.isSet = false
        #expect(try await launch().load() == StoredSessions())
        #expect(keychain.items == [])
        #expect(marker.isSet)
    }

    @Test func `a reinstall deletes what was moved aside, and nothing of another service`() async throws {
        let repository = launch(isMarked: false)
        try await repository.save(.stub())
        keychain.items[0].data = []
        _ = try await repository.quarantine(.session, startingWith: SignInAttempts())
        try await repository.save(.stub())
        try await launch(service: "other", isMarked: false).save(.stub())
        try await launch().save(.stub(id: .stub("new")))
        #expect(keychain.items.map(\.service) == ["other", "AccountFlow"])
    }

    @Test func `without a marker, the sessions of an earlier installation are restored`() async throws {
        try await launch(isMarked: false).save(.stub())
        #expect(try await launch(isMarked: false).active() == .stub())
    }

    @Test(arguments: KeychainFake.Function.allCases)
    func `while the device is locked, a mark that cannot be read deletes nothing`(
        _ function: KeychainFake.Function
    ) async throws {
        try await launch().save(.stub())
        let before = keychain.items
        // Until the first unlock, neither the mark nor the data of an item can be read.
        marker.isSet = false
        keychain.answer { $0 == .delete ? 0 : -25308 }
        let repository = launch()
        await #expect(throws: StorageError(store: .session, reason: .notPermitted)) {
            switch function {
            case .copyMatching: _ = try await repository.load()
            case .add, .update: try await repository.save(.stub())
            case .delete: try await repository.clear()
            }
        }
        #expect(keychain.items == before)
        marker.isSet = true
        keychain.answer { _ in 0 }
        #expect(try await repository.active() == .stub())
    }

    @Test func `if the items cannot be deleted, the mark is not set and the next access tries again`() async throws {
        try await launch(isMarked: false).save(.stub())
        keychain.answer { $0 == .delete ? -36 : 0 }
        let repository = launch()
        await #expect(throws: StorageError(store: .session, reason: .failed(code: -36))) {
            try await repository.load()
        }
        #expect(!marker.isSet)
        keychain.answer { _ in 0 }
        #expect(try await repository.load() == StoredSessions())
        #expect(marker.isSet)
    }

    @Test func `a session that another process stores at its first launch is not deleted`() async throws {
        try await launch(isMarked: false).save(.stub())
        let other = KeychainFake()
        try await KeychainSessionRepository(KeychainOptions(), keychain: other).save(.stub(id: .stub("new")))
        let (keychain, marker) = (keychain, marker)
        // The other process deletes the earlier session first.
        keychain.answer { function in
            if function == .delete, !marker.isSet {
                marker.isSet = true
                keychain.items = other.items
            }
            return 0
        }
        #expect(try await launch().active() == .stub(id: .stub("new")))
    }

    @Test func `without an entitlement no user is signed in, and storing a session reports the status`() async throws {
        // A search finds nothing then, instead of failing.
        keychain.answer { $0 == .copyMatching ? -25300 : -34018 }
        let repository = launch()
        #expect(try await repository.load() == StoredSessions())
        await #expect(throws: StorageError(store: .session, reason: .failed(code: -34018))) {
            try await repository.save(.stub())
        }
    }

    @Test func `items that the Keychain cannot decode do not prevent the deletion`() async throws {
        try await launch(isMarked: false).save(.stub())
        let keychain = keychain
        keychain.answer { $0 == .copyMatching && !keychain.items.isEmpty ? -26275 : 0 }
        #expect(try await launch().load() == StoredSessions())
        #expect(keychain.items == [])
    }
}

/// The ways in which an item cannot be read.
enum KeychainDamage: CaseIterable {
    case noData, empty, cut, flippedBit, noRevision, otherFormat, newerVersion

    var error: StorageError {
        StorageError(store: .session, reason: self == .newerVersion ? .unsupportedVersion(2) : .corrupt)
    }

    func apply(to item: inout KeychainAttributes) {
        switch self {
        case .noData: item.data = nil
        case .empty: item.data = []
        case .cut: item.data?.removeLast()
        case .flippedBit: item.data?[100] ^= 1
        case .noRevision: item.revision = nil
        case .otherFormat: item.data = Documents.make(.consents, payload: "[]")
        case .newerVersion: item.data = Array(#"{"format":"account-flow.session","version":2}"#.utf8) + [10]
        }
    }
}

/// The quarantine of an app whose sessions are in the Keychain.
private struct KeychainQuarantine: StoreQuarantine {
    let sessions: KeychainSessionRepository
    let others: FileStoreQuarantine

    func quarantine(_ store: StorageError.Store, startingWith attempts: SignInAttempts) async throws(StorageError)
        -> Bool
    {
        if store == .session { return try await sessions.quarantine(store, startingWith: attempts) }
        return try await others.quarantine(store, startingWith: attempts)
    }
}
