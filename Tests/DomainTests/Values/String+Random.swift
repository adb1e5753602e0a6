/// Equal texts with different scalars, for tests of canonical forms.
extension String {
    /// Composed characters with one of their decompositions: letters, marks in two classes, Hangul, singletons and
    /// composition exclusions.
    private static let spellings: [(String, String)] = [
        ("\u{E9}", "e\u{301}"), ("\u{C9}", "E\u{301}"), ("\u{1EA1}", "a\u{323}"), ("\u{1EA5}", "\u{E2}\u{301}"),
        ("\u{1E69}", "s\u{323}\u{307}"), ("\u{1E69}", "s\u{307}\u{323}"), ("\u{130}", "I\u{307}"),
        ("\u{C5}", "A\u{30A}"), ("\u{C5}", "\u{212B}"), ("K", "\u{212A}"), ("\u{3A9}", "\u{2126}"),
        ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"), ("\u{AC01}", "\u{AC00}\u{11A8}"),
        ("\u{958}", "\u{915}\u{93C}"), ("\u{1F80}", "\u{3B1}\u{313}\u{345}"), ("\u{3AC}", "\u{1F71}"),
        ("\u{8C48}", "\u{F900}"), ("\u{1D15E}", "\u{1D157}\u{1D165}"),
        ("\u{344}", "\u{308}\u{301}"),
    ]

    /// Marks in the canonical combining classes 230, 220, 202, 9 and 240, Hangul letters, and characters that never
    /// compose.
    private static let others = [
        "a", "Z", "@", "1", "\u{301}", "\u{308}", "\u{323}", "\u{331}", "\u{327}", "\u{94D}", "\u{345}", "\u{11A8}",
        "\u{1161}", "\u{200D}", "🙂", "ß", "中",
    ]

    /// Returns a text with a random number of pieces from both tables.
    static func random(using generator: inout some RandomNumberGenerator, count: ClosedRange<Int>) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: count, using: &generator) {
            let index = Int.random(in: 0..<(spellings.count + others.count), using: &generator)
            let piece = index < spellings.count ? spellings[index].0 : others[index - spellings.count]
            text.append(contentsOf: piece.unicodeScalars)
        }
        return String(text)
    }

    /// Returns an equal text with randomly chosen other scalars.
    func respelt(using generator: inout some RandomNumberGenerator) -> String {
        var scalars: [Unicode.Scalar] = []
        for scalar in unicodeScalars {
            let choices = Self.spellings.flatMap { composed, other in
                Array(composed.unicodeScalars) == [scalar] ? [other] : []
            }
            let piece = Bool.random(using: &generator) ? choices.randomElement(using: &generator) : nil
            scalars.append(contentsOf: piece.map { Array($0.unicodeScalars) } ?? [scalar])
        }
        // Swapping adjacent marks of different classes gives an equal text.
        for _ in 0..<scalars.count where scalars.count > 1 {
            let place = Int.random(in: 1..<scalars.count, using: &generator)
            let (left, right) = (scalars[place - 1].combiningClass, scalars[place].combiningClass)
            if left != 0, right != 0, left != right { scalars.swapAt(place - 1, place) }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var combiningClass: UInt8 { properties.canonicalCombiningClass.rawValue }
}
