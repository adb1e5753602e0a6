/// The status line and the header fields of a response, read line by line.
package struct ResponseHead {
    private let limits: TransportLimits
    private var bytes = 0

    /// The status, or nil before it was read.
    private(set) var status: HTTPStatus?

    /// The fields that were read.
    package private(set) var fields = HTTPFields()

    /// Whether the empty line that ends a head was read.
    private(set) var isComplete = false

    package init(limits: TransportLimits) {
        self.limits = limits
    }

    /// Reads a line, including its line break.
    ///
    /// The next head replaces an interim one. Fields after the body are ignored.
    package mutating func take(_ line: UnsafeRawBufferPointer) throws(TransportError) {
        bytes += line.count
        guard bytes <= limits.fieldBytes else { throw .tooLarge(maximumBytes: limits.fieldBytes) }
        var content = line[...]
        while let last = content.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            content.removeLast()
        }
        if content.starts(with: "HTTP/".utf8), !isComplete || status?.kind == .informational {
            try begin(content)
        } else if !isComplete {
            guard status != nil else { throw .invalidResponse }
            if content.isEmpty {
                guard hasOneSizeAtMost else { throw .invalidResponse }
                isComplete = true
            } else {
                try add(content)
            }
        }
    }

    /// Whether the fields state at most one size of the body, as RFC 9112 section 6.3 requires.
    private var hasOneSizeAtMost: Bool {
        let sizes = fields[.contentLength]
        return sizes.allSatisfy { size in
            size == sizes[0] && size.utf8.allSatisfy(\.isDigit) && Int64(size) != nil
        }
    }

    private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) throws(TransportError) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[1].count == 3, words[1].allSatisfy(\.isDigit),
            let status = Int(String(decoding: words[1], as: UTF8.self)).flatMap({ HTTPStatus($0) })
        else { throw .invalidResponse }
        self.status = status
        fields = HTTPFields()
        isComplete = false
    }

    private mutating func add(_ line: Slice<UnsafeRawBufferPointer>) throws(TransportError) {
        guard fields.count < limits.fieldCount else { throw .tooLarge(maximumBytes: limits.fieldBytes) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .invalidResponse }
        var value = line[(colon + 1)...]
        while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
        do {
            try fields.append(HTTPFieldName(String(decoding: line[..<colon], as: UTF8.self)), Self.text(value))
        } catch {
            // Readers treat fields with control characters and folded fields differently.
            throw .invalidResponse
        }
    }

    /// Returns the text of a value in UTF-8, or else Latin-1.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}
