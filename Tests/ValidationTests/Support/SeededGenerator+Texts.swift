import TestSupport

#if !canImport(Darwin)
@_spi(_Unicode) import Swift
#endif

extension SeededGenerator {
    static let lowercase = Array("abcdefghijklmnopqrstuvwxyz")
    static let digits = Array("0123456789")

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// Returns random characters of an alphabet, with a count in a range.
    mutating func text(_ length: ClosedRange<Int>, of alphabet: [Character]) -> String {
        let count = Int.random(in: length, using: &self)
        return String((0..<count).map { _ in pick(alphabet) })
    }

    /// Returns a local part that S1.2 allows.
    mutating func localPart() -> String {
        String(pick(Self.lowercase)) + text(5...19, of: Self.lowercase + Self.digits)
    }

    /// Returns a domain of two to four labels.
    mutating func domain() -> String {
        let inner = Self.lowercase + Self.digits + ["-", "A", "Z"]
        let edge = Self.lowercase + Self.digits + ["A", "Z"]
        let labels = (0..<Int.random(in: 1...3, using: &self)).map { _ in
            switch Int.random(in: 0..<3, using: &self) {
            case 0: String(pick(edge))
            case 1: String(pick(edge)) + String(pick(edge))
            default: String(pick(edge)) + text(0...20, of: inner) + String(pick(edge))
            }
        }
        // The last label must not consist of digits alone.
        return (labels + [String(pick(Self.lowercase)) + text(0...3, of: edge)]).joined(separator: ".")
    }

    /// Returns a text of any Unicode scalars, half of them from a list of awkward ones.
    mutating func unicode(_ length: ClosedRange<Int>) -> String {
        let awkward: [Unicode.Scalar] = [
            "\0", "\n", "\r", "\u{7F}", "\u{85}", "@", ".", "-", "a", "0", "e", "\u{301}", "\u{315}", "\u{200D}",
            "\u{FE0F}",
            "\u{1F468}", "\u{1F1F0}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "\u{3000}", "\u{FEFF}",
            "\u{10FFFF}",
            "\u{212B}", "\u{1F82}", "\u{1D160}", "\u{0958}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: length, using: &self) {
            if Bool.random(using: &self) {
                text.append(pick(awkward))
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

extension String {
    /// The text in Normalization Form D.
    ///
    /// The standard library offers it only on Linux; on Apple platforms the text does not change.
    var decomposed: String {
        #if canImport(Darwin)
        return self
        #else
        var scalars = UnicodeScalarView()
        for scalar in _nfd { scalars.append(scalar) }
        return String(scalars)
        #endif
    }
}
