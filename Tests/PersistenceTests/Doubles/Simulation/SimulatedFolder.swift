import Persistence

/// A folder of a file system, to be used by names and texts.
struct SimulatedFolder {
    let files: any FileSystem
    let descriptor: FileDescriptor

    init(_ path: String = "/stores", of files: any FileSystem) throws {
        self.files = files
        descriptor = try files.openFolder(at: path, followsLink: false)
    }

    /// Makes a file, or writes on at the end of it.
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

    /// The text of every file.
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
    /// A system with one folder that is durable.
    static func withFolder(_ path: String = "/stores", hooks: Hooks = Hooks()) throws -> SimulatedFileSystem {
        let files = SimulatedFileSystem(hooks: hooks)
        _ = try files.makeFolder(at: path, mode: 0o700)
        let root = try files.openFolder(at: "/", followsLink: false)
        try files.synchronize(root)
        files.closeFile(root)
        return files
    }

    /// The text of every file that a crash leaves.
    func texts(after policy: CrashPolicy) throws -> [String: String] {
        try SimulatedFolder(of: survivors(policy)).texts()
    }
}
