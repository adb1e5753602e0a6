import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Turns content into the bytes of a document and back.
///
/// A document is one line of JSON that says what follows, and then the records as JSON. Every byte counts: the line is
/// exactly the one that belongs to the records, or the document is damaged.
struct DocumentFormat<Content: StoredContent> {
    /// The version that is written; those below it are read.
    static var version: Int { Content.version }

    private static var newline: UInt8 { UInt8(ascii: "\n") }

    /// The spelling of numbers that JSON has not, so that any date is kept.
    private static var infinity: String { "+infinity" }
    private static var negativeInfinity: String { "-infinity" }
    private static var notANumber: String { "nan" }

    /// Makes the document of a content.
    ///
    /// - Throws: `.failed` where the content cannot be put into JSON, which no content of strings, numbers and truth
    ///   values is subject to.
    func encode(_ content: Content) throws(StorageError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: Self.infinity,
            negativeInfinity: Self.negativeInfinity,
            nan: Self.notANumber
        )
        let payload: Data
        do {
            payload = try encoder.encode(content.records)
        } catch {
            throw Content.store.unencodable
        }
        return firstLine(before: payload, version: Self.version) + [Self.newline] + payload
    }

    /// Reads a document.
    ///
    /// - Throws: `.corrupt` or `.unsupportedVersion`.
    func decode(_ document: [UInt8]) throws(StorageError) -> Content {
        guard let end = document.firstIndex(of: Self.newline) else { throw Content.store.corrupt }
        let line = document[..<end]
        let payload = document[(end + 1)...]
        let checksum = CRC32C.checksum(of: payload)
        let version = (1...Self.version).first { version in
            line.elementsEqual(firstLine(checksum: checksum, count: payload.count, version: version))
        }
        guard let version else { throw failure(of: line) }

        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: Self.infinity,
            negativeInfinity: Self.negativeInfinity,
            nan: Self.notANumber
        )
        do {
            return try Content(try decoder.decode([Content.Record].self, from: Data(payload)), version: version)
        } catch {
            throw Content.store.corrupt
        }
    }

    private func firstLine(before payload: some Collection<UInt8>, version: Int) -> [UInt8] {
        firstLine(checksum: CRC32C.checksum(of: payload), count: payload.count, version: version)
    }

    private func firstLine(checksum: UInt32, count: Int, version: Int) -> [UInt8] {
        let digits = String(checksum, radix: 16)
        let checksum = String(repeating: "0", count: 8 - digits.count) + digits
        let line =
            #"{"format":"\#(Content.store.formatName)","version":\#(version),"#
            + #""crc32c":"\#(checksum)","bytes":\#(count)}"#
        return Array(line.utf8)
    }

    /// Tells a newer version from damage; a newer line may say anything besides.
    private func failure(of line: ArraySlice<UInt8>) -> StorageError {
        do {
            let label = try JSONDecoder().decode(Label.self, from: Data(line))
            guard label.format == Content.store.formatName, label.version > Self.version else {
                return Content.store.corrupt
            }
            return StorageError(store: Content.store, reason: .unsupportedVersion(label.version))
        } catch {
            return Content.store.corrupt
        }
    }

    private struct Label: Decodable {
        let format: String
        let version: Int
    }
}
