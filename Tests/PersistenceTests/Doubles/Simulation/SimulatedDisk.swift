import Persistence
import TestSupport

/// A disk as processes see it and as a crash would leave it, as a value that is cheap to copy.
struct SimulatedDisk: Sendable {
    typealias Number = UInt64

    static let root: Number = 1

    private var files: [Number: SimulatedFile] = [root: SimulatedFile(content: .names(SimulatedNames()), mode: 0o755)]
    private var nextNumber = root + 1

    // MARK: Folders

    /// Returns the file or folder at a path.
    ///
    /// A relative path starts at the root, too.
    func find(_ path: String) throws(SimulatedFailure) -> Number {
        var number = Self.root
        for name in Self.names(of: path) { number = try find(name, in: number) }
        return number
    }

    func find(_ name: String, in folder: Number) throws(SimulatedFailure) -> Number {
        guard let number = try names(in: folder).live[name] else { throw .missing }
        return number
    }

    /// - Returns: False if the path already exists.
    mutating func makeFolder(at path: String, mode: UInt32) throws(SimulatedFailure) -> Bool {
        let names = Self.names(of: path)
        guard let name = names.last else { return false }
        let parent = try find(names.dropLast().joined(separator: "/"))
        guard try self.names(in: parent).live[name] == nil else { return false }
        let number = add(.names(SimulatedNames()), mode: mode)
        try change(parent) { $0.add(name, for: number) }
        return true
    }

    mutating func removeFolder(at path: String) throws(SimulatedFailure) {
        let names = Self.names(of: path)
        let number = try find(path)
        guard try self.names(in: number).live.isEmpty else { throw .notEmpty }
        guard let name = names.last else { throw .notPermitted }
        try change(try find(names.dropLast().joined(separator: "/"))) { $0.remove(name) }
    }

    mutating func makeFile(_ name: String, in folder: Number, mode: UInt32) throws(SimulatedFailure) -> Number {
        let number = add(.bytes(SimulatedContents()), mode: mode)
        try change(folder) { $0.add(name, for: number) }
        return number
    }

    mutating func move(_ name: String, to newName: String, in folder: Number) throws(SimulatedFailure) {
        _ = try find(name, in: folder)
        try change(folder) { $0.move(name, to: newName) }
    }

    mutating func remove(_ name: String, in folder: Number) throws(SimulatedFailure) {
        guard isRegular(try find(name, in: folder)) else { throw .isFolder }
        try change(folder) { $0.remove(name) }
    }

    func names(in folder: Number) throws(SimulatedFailure) -> SimulatedNames {
        guard case .names(let names)? = files[folder]?.content else { throw .notFolder }
        return names
    }

    // MARK: Files

    func isRegular(_ number: Number) -> Bool {
        guard case .bytes? = files[number]?.content else { return false }
        return true
    }

    func bytes(of number: Number) throws(SimulatedFailure) -> SimulatedBytes {
        guard case .bytes(let contents)? = files[number]?.content else { throw .isFolder }
        return contents.live
    }

    mutating func make(_ kind: UnsyncedChange.Kind, in number: Number) throws(SimulatedFailure) {
        // The contents are removed from the dictionary during the change, so that the pages are not copied.
        guard case .bytes(var contents)? = files[number]?.content else { throw .isFolder }
        files[number]?.content = .names(SimulatedNames())
        contents.make(kind)
        files[number]?.content = .bytes(contents)
    }

    mutating func setMode(_ mode: UInt32, of number: Number) {
        files[number]?.mode = mode
    }

    func mode(of number: Number) -> UInt32 { files[number]?.mode ?? 0 }

    func linkCount(of number: Number) -> Int {
        files.values.reduce(0) { count, file in
            guard case .names(let names) = file.content else { return count }
            return count + names.live.values.count { $0 == number }
        }
    }

    mutating func synchronize(_ number: Number) {
        switch files[number]?.content {
        case .bytes(var contents)?:
            contents.synchronize()
            files[number]?.content = .bytes(contents)
        case .names(var names)?:
            names.synchronize()
            files[number]?.content = .names(names)
        case nil: break
        }
    }

    mutating func failToSynchronize(_ number: Number) {
        guard case .bytes(var contents)? = files[number]?.content else { return }
        contents.failToSynchronize()
        files[number]?.content = .bytes(contents)
    }

    // MARK: Crashes

    /// Returns the disk after a crash and a restart, with durable contents.
    func survivor(_ policy: CrashPolicy) -> SimulatedDisk {
        var random = SeededGenerator(seed: policy.seed)
        var disk = self
        // In order, so that equal seeds give equal results.
        for number in files.keys.sorted() {
            switch files[number]?.content {
            case .bytes(let contents)?:
                let bytes = contents.survivor(policy.contents, using: &random)
                disk.files[number]?.content = .bytes(SimulatedContents(durable: bytes))
            case .names(let names)?:
                let entries = names.survivor(policy.names, using: &random)
                disk.files[number]?.content = .names(SimulatedNames(durable: entries))
            case nil: break
            }
        }
        disk.forgetUnreachable(keeping: [])
        return disk
    }

    /// Removes the files and folders that have no name and are not open.
    mutating func forgetUnreachable(keeping open: Set<Number>) {
        var reached = open.union([Self.root])
        var next = Array(reached)
        while let number = next.popLast() {
            guard case .names(let names)? = files[number]?.content else { continue }
            let found = names.reachable.subtracting(reached)
            reached.formUnion(found)
            next += found
        }
        guard files.count > reached.count else { return }
        files = files.filter { reached.contains($0.key) }
    }

    // MARK: Helpers

    private mutating func add(_ content: SimulatedFile.Content, mode: UInt32) -> Number {
        defer { nextNumber += 1 }
        files[nextNumber] = SimulatedFile(content: content, mode: mode)
        return nextNumber
    }

    private mutating func change(_ folder: Number, _ change: (inout SimulatedNames) -> Void) throws(SimulatedFailure) {
        var names = try names(in: folder)
        change(&names)
        files[folder]?.content = .names(names)
    }

    private static func names(of path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }
}

/// A file or folder, without its names.
struct SimulatedFile: Sendable {
    enum Content: Sendable {
        case bytes(SimulatedContents)
        case names(SimulatedNames)
    }

    var content: Content
    var mode: UInt32
}

/// The names in a folder, as processes see them and as the disk stores them.
struct SimulatedNames: Sendable {
    typealias Entries = [String: SimulatedDisk.Number]

    private(set) var live: Entries = [:]
    private var durable: Entries = [:]
    private var unsynced: [Change] = []

    init() {}

    /// Creates the names of a folder that is entirely on the disk.
    init(durable: Entries) {
        live = durable
        self.durable = durable
    }

    /// The files and folders that can have a name here after a crash.
    var reachable: Set<SimulatedDisk.Number> {
        Set(live.values).union(durable.values).union(unsynced.compactMap(\.target))
    }

    mutating func add(_ name: String, for target: SimulatedDisk.Number) {
        make(Change(removed: nil, added: name, target: target))
    }

    mutating func move(_ name: String, to newName: String) {
        make(Change(removed: name, added: newName, target: live[name]))
    }

    mutating func remove(_ name: String) {
        make(Change(removed: name, added: nil, target: nil))
    }

    mutating func synchronize() {
        durable = live
        unsynced = []
    }

    /// Returns the names on the disk after a crash.
    func survivor(_ policy: CrashPolicy.Names, using random: inout SeededGenerator) -> Entries {
        switch policy {
        case .kept: return live
        case .lost: return durable
        case .subset:
            var entries = durable
            for change in unsynced where Bool.random(using: &random) { change.apply(to: &entries) }
            return entries
        }
    }

    private mutating func make(_ change: Change) {
        change.apply(to: &live)
        unsynced.append(change)
    }

    /// The removal of a name, the addition of one, or both at once.
    private struct Change: Sendable {
        let removed: String?
        let added: String?
        let target: SimulatedDisk.Number?

        func apply(to entries: inout Entries) {
            if let removed { entries[removed] = nil }
            if let added { entries[added] = target }
        }
    }
}
