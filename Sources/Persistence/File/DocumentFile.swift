import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoredContent {
    var isNothing: Bool { false }
}

/// A document in a folder, which is read and changed as a whole.
///
/// Its methods wait for the disk and for other processes, so callers run on its executor.
struct DocumentFile<Content: StoredContent>: Sendable {
    /// The executor of the actor that uses the document.
    let executor = DispatchQueueExecutor(label: "Persistence.\(Content.store.rawValue)")

    private let directory: StorageDirectory
    private let format = DocumentFormat<Content>()

    init(directory: StorageDirectory) {
        self.directory = directory
    }

    /// Reads the content, or returns nil if there is no document.
    ///
    /// No lock is needed, because a document is replaced in one step. A process that is reading the old document can
    /// read all of it.
    func read() throws(StorageError) -> Content? {
        guard let folder = try directory.open(for: Content.store) else { return nil }
        defer { folder.close() }
        return try content(of: try folder.read(checking: format.checkSize))
    }

    /// Reads, changes and writes the content in one step; unchanged content is not written.
    ///
    /// Without a document, the change first runs on empty content, so that a change without effect creates no folder.
    func update<Value>(_ change: (inout Content) -> Value) throws(StorageError) -> Value {
        let found = try directory.open(for: Content.store)
        defer { found?.close() }
        if try found?.holdsAnything() != true {
            var content = Content()
            let value = change(&content)
            if content.records.isEmpty {
                // A process may have been killed before its removal of the document was durable.
                try found?.synchronizeNames()
                return value
            }
        }

        return try directory.withLock(for: Content.store) { folder throws(StorageError) in
            let bytes = try folder.read(checking: format.checkSize)
            var content = try content(of: bytes) ?? Content()
            let value = change(&content)
            let document = try format.encode(content)
            if content.isNothing {
                try folder.remove(bytes)
            } else if bytes.map({ $0 == document }) ?? content.records.isEmpty {
                // A process may have been killed before the document that it wrote was durable.
                try folder.synchronizeNames()
            } else {
                try folder.replace(bytes, with: document)
            }
            return value
        }
    }

    /// Removes the document even if it cannot be read.
    ///
    /// A folder, a link or the like in its place is moved aside, because it is not the store's.
    func clear() throws(StorageError) {
        guard let found = try directory.open(for: Content.store) else { return }
        defer { found.close() }
        guard try found.holdsAnything() else {
            // A process may have been killed before its removal of the document was durable.
            try found.synchronizeNames()
            return
        }
        try directory.withLock(for: Content.store) { folder throws(StorageError) in
            let bytes: [UInt8]?
            do throws(StorageError) {
                // A document that is damaged is removed too; one that is too large is moved aside.
                bytes = try folder.read { _, _ in }
            } catch {
                guard error.allowsStartingOver else { throw error }
                try folder.quarantine(startingWith: nil)
                return
            }
            try folder.remove(bytes)
        }
    }

    /// Moves the document aside if it is damaged or newer, and starts with new content.
    ///
    /// - Returns: Whether it was moved; false if there is none, or it can be read.
    func quarantine(startingWith content: Content) throws(StorageError) -> Bool {
        guard let found = try directory.open(for: Content.store) else { return false }
        defer { found.close() }
        guard try found.holdsAnything() else { return false }
        return try directory.withLock(for: Content.store) { folder throws(StorageError) in
            do throws(StorageError) {
                _ = try self.content(of: try folder.read(checking: format.checkSize))
                return false
            } catch {
                guard error.allowsStartingOver else { throw error }
                try folder.quarantine(startingWith: content.records.isEmpty ? nil : try format.encode(content))
                return true
            }
        }
    }

    private func content(of bytes: [UInt8]?) throws(StorageError) -> Content? {
        guard let bytes else { return nil }
        return try format.decode(bytes)
    }
}

/// The format of documents: one line of JSON with a checksum and a length, and the records as JSON.
///
/// A document is damaged unless its first line is exactly that of the records.
struct DocumentFormat<Content: StoredContent> {
    /// The version of the format.
    static var version: Int { 1 }

    private static var newline: UInt8 { UInt8(ascii: "\n") }

    /// Encodes a document.
    func encode(_ content: Content) throws(StorageError) -> [UInt8] {
        let payload: Data
        do {
            payload = try JSONEncoder.records.encode(content.records)
        } catch {
            throw Content.store.unencodable
        }
        return firstLine(before: payload) + [Self.newline] + payload
    }

    func decode(_ document: [UInt8]) throws(StorageError) -> Content {
        guard let end = document.firstIndex(of: Self.newline) else { throw Content.store.corrupt }
        let (line, payload) = (document[..<end], document[(end + 1)...])
        guard line.elementsEqual(firstLine(before: payload)) else { throw failure(of: line) }
        do {
            return try Content(try JSONDecoder.records.decode([Content.Record].self, from: Data(payload)))
        } catch {
            throw Content.store.corrupt
        }
    }

    /// Throws unless a document with this beginning has the size that its first line says.
    ///
    /// So a file of a wrong size is not read into memory.
    func checkSize(_ beginning: [UInt8], _ size: Int) throws(StorageError) {
        guard let end = beginning.firstIndex(of: Self.newline) else { throw Content.store.corrupt }
        let line = beginning[..<end]
        guard let label = label(line), label.version == Self.version else { throw failure(of: line) }
        guard label.bytes == size - end - 1 else { throw Content.store.corrupt }
    }

    private func firstLine(before payload: some Collection<UInt8>) -> [UInt8] {
        let digits = String(CRC32C.checksum(of: payload), radix: 16)
        let checksum = String(repeating: "0", count: 8 - digits.count) + digits
        let line =
            #"{"format":"\#(Content.store.formatName)","version":\#(Self.version),"#
            + #""crc32c":"\#(checksum)","bytes":\#(payload.count)}"#
        return Array(line.utf8)
    }

    /// Returns the error for a line: a newer version, whose line may have more members, or damage.
    private func failure(of line: ArraySlice<UInt8>) -> StorageError {
        guard let label = label(line), label.version > Self.version else { return Content.store.corrupt }
        return StorageError(store: Content.store, reason: .unsupportedVersion(label.version))
    }

    /// Returns the members of a line of this format; nil for another line.
    private func label(_ line: ArraySlice<UInt8>) -> Label? {
        // Other text is damage, which the callers report.
        let label = try? JSONDecoder().decode(Label.self, from: Data(line))
        return label?.format == Content.store.formatName ? label : nil
    }

    private struct Label: Decodable {
        let format: String
        let version: Int
        let bytes: Int?
    }
}
