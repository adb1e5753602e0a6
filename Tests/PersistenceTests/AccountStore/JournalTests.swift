import AccountFlowTesting
import Domain
import Persistence
import Synchronization
import Testing
import TestSupport

/// Tests of reading a damaged journal.
///
/// Reading a frame does not need earlier frames, so most tests read only a few frames around the damage.
@Suite struct JournalDamageTests {
    private static let generation: UInt64 = 0x1234_5678_9ABC_DEF0

    /// 700 frames with 1 to 180 bytes of changes each, more than 64 KiB in all.
    private static let journal = Journal(frames: 700, seed: 1)

    /// A journal in memory, with the offsets of its frames.
    struct Journal: Sendable {
        var bytes: [UInt8] = []
        var starts: [Int] = []

        init(frames: Int, seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            for number in 1...frames {
                let changes = (0..<Int.random(in: 1...180, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                starts.append(bytes.count)
                bytes += JournalFrame.encode(
                    changes,
                    sequence: UInt64(number),
                    generation: JournalDamageTests.generation
                )
            }
            starts.append(bytes.count)
        }

        /// Returns the bytes of a range of frames.
        func window(_ frames: Range<Int>) -> [UInt8] {
            Array(bytes[starts[frames.lowerBound]..<starts[frames.upperBound]])
        }
    }

    private static func scan(_ bytes: [UInt8], after sequence: Int = 0) -> JournalScan {
        bytes.withUnsafeBytes { JournalScan($0, after: UInt64(sequence), generation: generation) }
    }

    @Test func `D1 a truncated journal has all whole frames, and a torn end unless cut between frames`() {
        let journal = Self.journal
        for frame in 0..<700 {
            let before = max(0, frame - 1)
            let window = journal.window(before..<(frame + 1))
            let start = journal.starts[frame] - journal.starts[before]
            for cut in start..<window.count {
                let scan = Self.scan(Array(window[..<cut]), after: before)
                guard scan.frames.count == frame - before, scan.end == start else {
                    Issue.record("cut \(cut - start) bytes into frame \(frame + 1): \(scan)")
                    return
                }
                // A cut at the start of a frame leaves no torn end.
                let isTorn = window[start..<cut].contains { $0 != 0 }
                guard scan.ending == (isTorn ? .torn(upTo: Self.end(window[..<cut])) : .clean) else {
                    Issue.record("cut \(cut - start) bytes into frame \(frame + 1): \(scan.ending)")
                    return
                }
            }
        }
        #expect(Self.scan(journal.bytes).frames.map(\.end) == Array(journal.starts.dropFirst()))
    }

    @Test func `D2 every flipped bit is detected, and counts as a torn end only in the last frame`() {
        let journal = Self.journal
        #expect(journal.bytes.count * 8 >= 500_000)
        let step = Thoroughness.count(9, change: 1, soak: 1)
        for frame in 0..<700 {
            let after = min(700, frame + 2)
            var window = journal.window(frame..<after)
            for bit in stride(from: 0, to: (journal.starts[frame + 1] - journal.starts[frame]) * 8, by: step) {
                window[bit / 8] ^= 1 << (bit % 8)
                let scan = Self.scan(window, after: frame)
                window[bit / 8] ^= 1 << (bit % 8)
                let isRight = frame == 699 ? scan.ending != .damaged : scan.ending == .damaged
                guard scan.frames.isEmpty, isRight else {
                    Issue.record("bit \(bit) of frame \(frame + 1): \(scan)")
                    return
                }
            }
        }
    }

    @Test(arguments: 0..<Thoroughness.count(5, change: 20, soak: 1_000))
    func `D3 damage of many bytes never yields a frame that was not written`(batch: Int) {
        let journal = Journal(frames: 12, seed: 2)
        let whole = Self.scan(journal.bytes).frames
        let payloads = whole.map { Array(journal.bytes[$0.payload]) }
        for number in 0..<1_000 {
            let seed = UInt64(batch * 1_000 + number)
            var random = SeededGenerator(seed: seed)
            var bytes = journal.bytes + [UInt8](repeating: 0, count: 64)
            let damage = JournalDamage.allCases.randomElement(using: &random)!
            damage.apply(to: &bytes, frames: journal.starts, using: &random)

            let scan = Self.scan(bytes)

            let read = scan.frames.map { Array(bytes[$0.payload]) }
            guard read == Array(payloads.prefix(read.count)) else {
                Issue.record("seed \(seed), \(damage): \(read.count) frames are not those that were written")
                return
            }
            // If a complete frame follows the damage, the damage is not a torn end.
            let isFrameLeft = (min(read.count + 1, 12)..<12).contains { frame in
                let start = journal.starts[frame]
                let frameBytes = journal.bytes[start..<journal.starts[frame + 1]]
                return bytes[scan.end...].firstRange(of: frameBytes) != nil
            }
            if isFrameLeft, scan.ending != .damaged {
                Issue.record("seed \(seed), \(damage): \(scan.ending), though a later frame is whole")
                return
            }
        }
    }

    private static func end(_ bytes: ArraySlice<UInt8>) -> Int { (bytes.lastIndex { $0 != 0 } ?? -1) + 1 }
}

/// Tests of a store file that contains a frame of another file.
@Suite struct ForeignFrameTests {
    private let temporary = TemporaryFolder()

    @Test func `D3 a frame of an older file is not read, even with the next sequence number`() async throws {
        let folder = temporary.stores
        let path = folder.path + "/accounts.store"
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("first")))
        let before = try Disk.read(path)
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("second")))
        let older = try Disk.read(path)
        let frame = try #require(try StoreLayout(older).frames.last)

        // Compacting the file without the second change makes the old frame the next one by its sequence number.
        try Disk.write(before, to: path)
        try Disk.remove(folder.path + "/.lock")
        try await FileAccountRepository(folder: folder).compact()
        var bytes = try Disk.read(path)
        let layout = try StoreLayout(bytes)
        try #require(try layout.generation != StoreLayout(older).generation)
        try #require(layout.sequence == 1 && StoreLayout.number(8, at: frame.lowerBound + 4, of: older) == 2)
        let end = (layout.index.upperBound + StoreLayout.pageSize - 1) / StoreLayout.pageSize * StoreLayout.pageSize
        bytes.replaceSubrange(end..<min(end + frame.count, bytes.count), with: older[frame])
        try Disk.write(bytes, to: path)

        let repository = FileAccountRepository(folder: folder)
        #expect(try await repository.page(after: nil, limit: 3).map(\.id) == [.stub("first")])
        #expect(try await repository.count() == 1)
    }
}

/// Tests of a journal with a zeroed frame in the middle, or with a stale read.
@Suite struct VanishedFrameTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test(arguments: [true, false])
    func `D3 a frame overwritten with zeros is an error, with or without the commit pointer`(hasMark: Bool)
        async throws
    {
        let repository = FileAccountRepository(folder: folder)
        for name in ["first", "second", "third"] { try await repository.insert(.stub(id: .stub(name))) }
        let path = folder.path + "/accounts.store"
        var bytes = try Disk.read(path)
        let second = try StoreLayout(bytes).frames[1]
        bytes.replaceSubrange(second, with: repeatElement(0, count: second.count))
        try Disk.write(bytes, to: path)
        if !hasMark { try Disk.remove(folder.path + "/.lock") }

        await #expect(throws: StorageError(store: .accounts, reason: .corrupt)) {
            try await FileAccountRepository(folder: folder).find(.stub("second"))
        }
        #expect(try Disk.read(path) == bytes)
    }

    @Test(arguments: 1...4, [true, false])
    func `D9 a stale read of an earlier frame is not an error, with or without the commit pointer`(
        number: Int,
        hasMark: Bool
    ) async throws {
        let repository = FileAccountRepository(folder: folder)
        for name in ["first", "second", "third"] { try await repository.insert(.stub(id: .stub(name))) }
        let path = folder.path + "/accounts.store"
        let bit = try (StoreLayout(Disk.read(path)).frames[0].upperBound - 5) * 8
        try Disk.flip(bit, of: path)
        if !hasMark { try Disk.remove(folder.path + "/.lock") }

        // The system reads page by page, and a page may still have its earlier content.
        let reads = Atomic(0)
        let files = FaultyFileSystem(fault: { _, operation in
            guard operation == .read else { return nil }
            if reads.add(1, ordering: .relaxed).newValue == number {
                #expect(throws: Never.self) { try Disk.flip(bit, of: path) }
            }
            return nil
        })
        let other = FileAccountRepository(folder: folder.on(files))
        _ = try await other.count()
        #expect(try await other.count() == 3)
    }
}
