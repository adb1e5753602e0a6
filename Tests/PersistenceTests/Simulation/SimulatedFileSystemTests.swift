import Foundation
import Persistence
import Testing
import TestSupport

/// Tests of the crashes of the simulated system, on which the durability tests rely.
@Suite struct SimulatedCrashTests {
    private let files: SimulatedFileSystem
    private let folder: SimulatedFolder

    init() throws {
        files = try .withFolder()
        folder = try SimulatedFolder(of: files)
    }

    @Test func `a crash loses unsynchronised bytes, and no synchronised ones`() throws {
        try folder.append("one", to: "a")
        try folder.synchronize()
        try folder.append(" two", to: "a", isDurable: false)
        #expect(try files.texts(after: .dropAll) == ["a": "one"])
        #expect(try files.texts(after: .keepAll) == ["a": "one two"])
    }

    @Test func `a crash loses the name of a file in an unsynchronised folder, even with durable bytes`() throws {
        try folder.append("one", to: "a")
        #expect(try files.texts(after: .dropAll) == [:])
        #expect(try files.texts(after: .keepAll) == ["a": "one"])
    }

    @Test func `a folder whose parent was not synchronised is lost with its contents`() throws {
        let files = SimulatedFileSystem()
        #expect(try files.makeFolder(at: "/stores", mode: 0o700))
        let folder = try SimulatedFolder(of: files)
        try folder.append("one", to: "a")
        try folder.synchronize()
        #expect(throws: FileSystemError(operation: .openFolder, code: ENOENT)) {
            try files.texts(after: .dropAll)
        }
    }

    @Test func `a durable name may belong to a file without durable bytes`() throws {
        try folder.append("one", to: "a", isDurable: false)
        try folder.synchronize()
        #expect(try files.texts(after: .dropAll) == ["a": ""])
    }

    @Test func `a move survives a crash entirely or not at all`() throws {
        try folder.append("old", to: "a")
        try folder.append("new", to: "b")
        try folder.synchronize()
        try files.moveFile("b", to: "a", in: folder.descriptor)
        #expect(try files.texts(after: .dropAll) == ["a": "old", "b": "new"])
        #expect(try files.texts(after: .keepAll) == ["a": "new"])
        for policy in CrashPolicy.random(16, seed: 1) {
            let texts = try files.texts(after: policy)
            #expect(texts == ["a": "old", "b": "new"] || texts == ["a": "new"])
        }
        try folder.synchronize()
        #expect(try files.texts(after: .dropAll) == ["a": "new"])
    }

    @Test func `a removal is undone unless its folder was synchronised`() throws {
        try folder.append("one", to: "a")
        try folder.synchronize()
        try files.removeFile("a", in: folder.descriptor)
        #expect(try files.texts(after: .dropAll) == ["a": "one"])
        try folder.synchronize()
        #expect(try files.texts(after: .dropAll) == [:])
    }

    @Test func `a truncation is undone unless it was synchronised`() throws {
        try folder.append("one two", to: "a")
        try folder.synchronize()
        let file = try folder.open("a")
        try files.setSize(3, of: file)
        try files.setSize(5, of: file)
        #expect(try folder.texts() == ["a": "one\0\0"])
        #expect(try files.texts(after: .dropAll) == ["a": "one two"])
        try files.synchronizeData(file)
        #expect(try files.texts(after: .dropAll) == ["a": "one\0\0"])
    }

    @Test func `a synchronisation does not write the bytes of an earlier failed one`() throws {
        try folder.append("one", to: "a")
        try folder.synchronize()
        files.fail { _, call in call.operation == .synchronize ? .error(EIO) : nil }
        #expect(throws: FileSystemError(operation: .synchronize, code: EIO)) { try folder.append(" two", to: "a") }
        files.fail(SimulatedFault.none)
        #expect(try folder.texts() == ["a": "one two"])
        try folder.append(" three", to: "a")
        let texts = try CrashPolicy.random(16, seed: 3).map { try files.texts(after: $0)["a"] }
        #expect(try files.texts(after: .dropAll) == ["a": "one\0\0\0\0 three"])
        #expect(try files.texts(after: .keepAll) == ["a": "one two three"])
        #expect(Set(texts).isSuperset(of: ["one\0\0\0\0 three", "one two three"]))
    }

    @Test func `a write is torn at any byte, from either side`() throws {
        try folder.append("....", to: "a")
        try folder.synchronize()
        let file = try folder.open("a")
        _ = try files.writeBytes(Array("abcd".utf8)[...], at: 0, to: file)
        let texts = try (0..<200 as Range<UInt64>).map { seed in
            try files.texts(after: CrashPolicy(contents: .torn, names: .kept, seed: seed))["a"]
        }
        let expected: Set = ["....", "a...", "ab..", "abc.", "abcd", ".bcd", "..cd", "...d"]
        #expect(Set(texts) == expected)
    }

    @Test func `the sectors of a write survive a crash in any combination`() throws {
        try folder.append(String(repeating: ".", count: 2000), to: "a")
        try folder.synchronize()
        let file = try folder.open("a")
        _ = try files.writeBytes(Array(String(repeating: "x", count: 1100).utf8)[...], at: 500, to: file)
        let shapes = try (0..<200 as Range<UInt64>).map { seed in
            let policy = CrashPolicy(contents: .sectors, names: .kept, seed: seed)
            let text = Array(try #require(try files.texts(after: policy)["a"]).utf8)
            return [500..<512, 512..<1024, 1024..<1536, 1536..<1600].map { sector in
                Set(text[sector]).count == 1 ? text[sector.lowerBound] : 0
            }
        }
        #expect(Set(shapes).count == 16)
        #expect(!shapes.joined().contains(0))
    }

    @Test func `each of several writes survives a crash or is lost, independently of the others`() throws {
        try folder.append("....", to: "a")
        try folder.synchronize()
        let file = try folder.open("a")
        for (offset, text) in ["ab", "cd", "ef"].enumerated() {
            _ = try files.writeBytes(Array(text.utf8)[...], at: offset, to: file)
        }
        let texts = try (0..<100 as Range<UInt64>).map { seed in
            try files.texts(after: CrashPolicy(contents: .subset, names: .kept, seed: seed))["a"]
        }
        #expect(Set(texts) == ["....", "ab..", ".cd.", "..ef", "acd.", "abef", ".cef", "acef"])
    }

    @Test func `the same seed gives the same crash`() throws {
        try folder.append("one two three", to: "a", isDurable: false)
        try folder.append("four five six", to: "b", isDurable: false)
        for policy in CrashPolicy.random(8, seed: 2) {
            #expect(try files.texts(after: policy) == files.texts(after: policy))
        }
    }

    @Test func `after a crash, every call fails and changes nothing`() throws {
        try folder.append("one", to: "a")
        try folder.synchronize()
        files.fail(SimulatedFault.none)
        files.crash(at: 4)
        #expect(throws: FileSystemError(operation: .synchronize, code: EIO)) { try folder.append("two", to: "a") }
        #expect(throws: FileSystemError(operation: .synchronize, code: EIO)) { try folder.synchronize() }
        #expect(throws: FileSystemError(operation: .listFolder, code: EIO)) { try folder.texts() }
        #expect(try files.texts(after: .keepAll) == ["a": "onetwo"])
        #expect(try files.texts(after: .dropAll) == ["a": "one"])
    }

    @Test func `mapped memory shows writes to the file, and its changes can be lost in a crash`() throws {
        try folder.append("12345678abcdefgh", to: "a")
        try folder.synchronize()
        let file = try folder.open("a")
        let memory = try files.map(file, count: 16, isWritable: true)
        #expect(String(decoding: memory.bytes, as: UTF8.self) == "12345678abcdefgh")
        _ = try files.writeBytes(Array("--".utf8)[...], at: 3, to: file)
        #expect(String(decoding: memory.bytes, as: UTF8.self) == "123--678abcdefgh")

        try files.synchronizeData(file)
        memory.store(0x5858_5858_5858_5858, at: 8)
        #expect(try folder.texts() == ["a": "123--678XXXXXXXX"])
        #expect(try files.texts(after: .dropAll) == ["a": "123--678abcdefgh"])
        #expect(try files.texts(after: .keepAll) == ["a": "123--678XXXXXXXX"])
        try files.synchronizeData(file)
        #expect(try files.texts(after: .dropAll) == ["a": "123--678XXXXXXXX"])
        #expect(memory.load(at: 8) == 0x5858_5858_5858_5858)
    }

    @Test func `a lock excludes every other descriptor until it is closed or the system crashes`() throws {
        let (first, second) = (try folder.open("lock"), try folder.open("lock"))
        try folder.synchronize()
        #expect(try files.tryLock(first))
        #expect(try files.tryLock(first))
        #expect(try !files.tryLock(second))
        try files.unlock(second)
        #expect(try !files.tryLock(second))
        let survivors = files.survivors(.dropAll)
        #expect(try survivors.tryLock(try SimulatedFolder(of: survivors).open("lock")))
        files.closeFile(first)
        #expect(try files.tryLock(second))
    }

    @Test func `an injected fault occurs once or always, and a short write has the given length`() throws {
        let file = try folder.open("a")
        let bytes = Array("abc".utf8)[...]
        let error = FileSystemError(operation: .write, code: ENOSPC)
        files.fail(SimulatedFault.once(at: 1, .error(ENOSPC)))
        #expect(try files.writeBytes(bytes, at: 0, to: file) == 3)
        #expect(throws: error) { try files.writeBytes(bytes, at: 3, to: file) }
        #expect(try files.writeBytes(bytes, at: 3, to: file) == 3)
        files.fail(SimulatedFault.forever(from: 1, of: .write, .error(ENOSPC)))
        #expect(try files.writeBytes(bytes, at: 6, to: file) == 3)
        #expect(throws: error) { try files.writeBytes(bytes, at: 9, to: file) }
        #expect(throws: error) { try files.writeBytes(bytes, at: 9, to: file) }
        files.fail(SimulatedFault.once(at: 0, .short(2)))
        #expect(try files.writeBytes(bytes, at: 9, to: file) == 2)
        files.fail(SimulatedFault.none)
        #expect(try folder.texts() == ["a": "abcabcabcab"])
    }
}

/// Tests that the simulated system behaves like the real one.
@Suite struct SimulatedAgreementTests {
    @Test(arguments: 1...8)
    func `random calls have the same results on the simulated and the real system`(_ seed: UInt64) throws {
        let temporary = TemporaryFolder()
        var real = SystemSession(files: LocalFileSystem(), path: temporary.stores.path)
        var simulated = SystemSession(files: try SimulatedFileSystem.withFolder("/tmp"), path: "/tmp/stores")
        var (random, copy) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
        for step in 0..<600 {
            let (answer, other) = (real.step(using: &random), simulated.step(using: &copy))
            try #require(answer == other, "seed \(seed), step \(step)")
        }
        real.end()
        simulated.end()
    }
}

/// A sequence of random calls to a file system, and their results.
private struct SystemSession {
    let files: any FileSystem
    let path: String
    private var folder: FileDescriptor?
    private var open: [FileDescriptor] = []

    init(files: any FileSystem, path: String) {
        self.files = files
        self.path = path
    }

    mutating func end() {
        for file in open { files.closeFile(file) }
        if let folder { files.closeFile(folder) }
    }

    mutating func step(using random: inout SeededGenerator) -> String {
        do {
            return try answer(using: &random)
        } catch let error as FileSystemError {
            return "\(error.operation) \(error.code)"
        } catch {
            return "\(error)"
        }
    }

    private mutating func answer(using random: inout SeededGenerator) throws -> String {
        let kind = Int.random(in: 0..<16, using: &random)
        let (name, newName) = (Self.name(&random), Self.name(&random))
        let (offset, count) = (Int.random(in: 0..<9000, using: &random), Int.random(in: 0..<6000, using: &random))
        let index = Int.random(in: 0..<8, using: &random)
        guard let folder else {
            let isNew = try files.makeFolder(at: path, mode: 0o700)
            folder = try files.openFolder(at: path, followsLink: false)
            return "made \(isNew)"
        }
        let file = open.isEmpty ? folder : open[index % open.count]
        switch kind {
        case 0: return "\(try files.names(in: folder).sorted())"
        case 1, 2, 3:
            guard open.count < 8 else { break }
            let purpose: FilePurpose = [.creating, .reading, .writing, .locking][index % 4]
            open.append(try files.openFile(name, in: folder, for: purpose))
        case 4:
            guard !open.isEmpty else { break }
            let closed = open.remove(at: index % open.count)
            defer { files.closeFile(closed) }
            // A child process of another test may inherit the descriptor, and with it the lock, for a moment.
            try files.unlock(closed)
        case 5: return describe(try files.status(of: file))
        case 6: return describe(try files.status(of: name, in: folder))
        case 7, 8: return Self.describe(try files.readBytes(upTo: count + 1, at: offset, from: file))
        case 9, 10: return "\(try files.writeBytes(Self.bytes(count, &random)[...], at: offset, to: file))"
        case 11: try files.setSize(offset, of: file)
        case 12: return "\(try files.tryLock(file))"
        case 13: try files.moveFile(name, to: newName, in: folder)
        case 14: try files.removeFile(name, in: folder)
        default:
            let size = try files.status(of: file).size
            guard size > 0, try files.status(of: file).kind == .regular else { break }
            let memory = try files.map(file, count: size, isWritable: false)
            return withExtendedLifetime(memory) { Self.describe(Array(memory.bytes)) }
        }
        return "done"
    }

    private func describe(_ status: FileStatus) -> String {
        let size = status.kind == .regular ? status.size : 0
        return "\(status.kind) \(status.isOwn) \(String(status.mode, radix: 8)) \(size)"
            + (status.kind == .regular ? " \(status.links)" : "")
    }

    private static func describe(_ bytes: [UInt8]) -> String {
        "\(bytes.count) bytes of checksum \(CRC32C.checksum(of: bytes))"
    }

    private static func name(_ random: inout SeededGenerator) -> String {
        ["a", "b", "c", "d"][Int.random(in: 0..<4, using: &random)]
    }

    private static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        [UInt8](repeating: UInt8.random(in: 1...255, using: &random), count: count)
    }
}

/// A folder of a file system, with access to files by name and text.
struct SimulatedFolder {
    let files: any FileSystem
    let descriptor: FileDescriptor

    init(_ path: String = "/stores", of files: any FileSystem) throws {
        self.files = files
        descriptor = try files.openFolder(at: path, followsLink: false)
    }

    /// Creates a file, or appends to it.
    func append(_ text: String, to name: String, isDurable: Bool = true) throws {
        let file = try open(name)
        defer { files.closeFile(file) }
        _ = try files.writeBytes(Array(text.utf8)[...], at: try files.status(of: file).size, to: file)
        if isDurable { try files.synchronize(file) }
    }

    func open(_ name: String) throws -> FileDescriptor {
        let isThere = try files.names(in: descriptor).contains(name)
        return try files.openFile(name, in: descriptor, for: isThere ? .writing : .creating)
    }

    func synchronize() throws {
        try files.synchronize(descriptor)
    }

    /// Returns the text of every file.
    func texts() throws -> [String: String] {
        try files.names(in: descriptor).reduce(into: [:]) { texts, name in
            let file = try files.openFile(name, in: descriptor, for: .reading)
            defer { files.closeFile(file) }
            let bytes = try files.readBytes(upTo: 1 << 20, at: 0, from: file)
            texts[name] = String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension SimulatedFileSystem {
    /// Creates a system with one durable folder.
    static func withFolder(_ path: String = "/stores", hooks: Hooks = Hooks()) throws -> SimulatedFileSystem {
        let files = SimulatedFileSystem(hooks: hooks)
        _ = try files.makeFolder(at: path, mode: 0o700)
        let root = try files.openFolder(at: "/", followsLink: false)
        try files.synchronize(root)
        files.closeFile(root)
        return files
    }

    /// Returns the text of every file after a crash.
    func texts(after policy: CrashPolicy) throws -> [String: String] {
        try SimulatedFolder(of: survivors(policy)).texts()
    }
}
