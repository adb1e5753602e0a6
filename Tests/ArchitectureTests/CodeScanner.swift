/// Reads a Swift source as the compiler does, as far as it takes to tell code from comments and strings.
///
/// Regular expressions count as strings where they are spelt `#/…/#`.
struct CodeScanner {
    /// Whether a byte may begin something else than plain code.
    private static let isSpecial = (0..<256).map { ##"/"#`()"##.utf8.contains(UInt8($0)) }

    private let source: [UInt8]
    private var place = 0
    private var code: [UInt8] = []

    /// The code of a source: comments are white space, and strings are empty.
    static func code(of text: String) -> String {
        var scanner = CodeScanner(source: Array(text.utf8))
        scanner.readCode(isInterpolated: false)
        return String(decoding: scanner.code, as: UTF8.self)
    }

    private init(source: [UInt8]) {
        self.source = source
        code.reserveCapacity(source.count)
    }

    private func byte(at place: Int) -> UInt8? { place < source.count ? source[place] : nil }

    private func has(_ text: StaticString, at place: Int) -> Bool {
        place + text.utf8CodeUnitCount <= source.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { source[place + $0] == text.utf8Start[$0] }
    }

    /// Reads up to the end, or up to the parenthesis that ends an interpolation.
    private mutating func readCode(isInterpolated: Bool) {
        var depth = 0
        while let byte = byte(at: place) {
            switch byte {
            case UInt8(ascii: "/") where has("//", at: place):
                while let byte = self.byte(at: place), byte != UInt8(ascii: "\n") { place += 1 }
            case UInt8(ascii: "/") where has("/*", at: place):
                skipBlockComment()
            case UInt8(ascii: "\""):
                skipString(hashes: 0)
            case UInt8(ascii: "#"):
                readHashes()
            case UInt8(ascii: "`"):
                readQuotedName()
            case UInt8(ascii: ")") where isInterpolated && depth == 0:
                return
            default:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                let start = place
                repeat { place += 1 } while place < source.count && !Self.isSpecial[Int(source[place])]
                code += source[start..<place]
            }
        }
    }

    /// Comments may stand in each other; one of several lines separates statements.
    private mutating func skipBlockComment() {
        var depth = 0
        var separator = UInt8(ascii: " ")
        repeat {
            if has("/*", at: place) {
                depth += 1
                place += 2
            } else if has("*/", at: place) {
                depth -= 1
                place += 2
            } else {
                if byte(at: place) == UInt8(ascii: "\n") { separator = UInt8(ascii: "\n") }
                place += 1
            }
        } while depth > 0 && place < source.count
        code.append(separator)
    }

    /// Reads what begins with `#`: a string, a regular expression, or code such as `#if`.
    private mutating func readHashes() {
        let start = place
        while byte(at: place) == UInt8(ascii: "#") { place += 1 }
        let count = place - start
        if byte(at: place) == UInt8(ascii: "\"") {
            skipString(hashes: count)
        } else if count == 1, byte(at: place) == UInt8(ascii: "/") {
            while place < source.count, !has("/#", at: place) { place += 1 }
            place += 2
        } else {
            code += source[start..<place]
        }
    }

    /// Reads a name in backticks, in which anything may stand.
    private mutating func readQuotedName() {
        repeat {
            code.append(source[place])
            place += 1
        } while place < source.count && source[place] != UInt8(ascii: "`") && source[place] != UInt8(ascii: "\n")
        if byte(at: place) == UInt8(ascii: "`") {
            code.append(source[place])
            place += 1
        }
    }

    private mutating func skipString(hashes: Int) {
        let isLong = has("\"\"\"", at: place)
        let quotes = isLong ? 3 : 1
        place += quotes
        while let byte = byte(at: place) {
            if byte == UInt8(ascii: "\\"), hasHashes(hashes, at: place + 1) {
                place += 1 + hashes
                if self.byte(at: place) == UInt8(ascii: "(") {
                    skipInterpolation()
                } else {
                    place += 1
                }
            } else if byte == UInt8(ascii: "\""), !isLong || has("\"\"\"", at: place),
                hasHashes(hashes, at: place + quotes)
            {
                place += quotes + hashes
                break
            } else if byte == UInt8(ascii: "\n"), !isLong {
                break
            } else {
                place += 1
            }
        }
        code += Array("\"\"".utf8)
    }

    private func hasHashes(_ count: Int, at place: Int) -> Bool {
        (0..<count).allSatisfy { byte(at: place + $0) == UInt8(ascii: "#") }
    }

    /// No import stands in a string, so its code is dropped.
    private mutating func skipInterpolation() {
        let length = code.count
        place += 1
        readCode(isInterpolated: true)
        place += 1
        code.removeSubrange(min(length, code.count)...)
    }
}
