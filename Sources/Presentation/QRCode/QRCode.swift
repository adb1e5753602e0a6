/// A QR code of a text by ISO/IEC 18004: byte mode, error correction level M, version 1 to 40.
public struct QRCode: Hashable, Sendable {
    /// The number of light modules that have to surround a code.
    public static let quietZone = 4

    /// The number of modules in a row, and of rows.
    public let size: Int

    /// The modules in rows from top to bottom; true is dark.
    private var modules: [Bool]

    /// Which modules are part of a pattern, and hold no data.
    private var isPattern: [Bool]

    /// Creates the smallest code of a text, with the mask that is easiest to read.
    ///
    /// - Parameter text: At most 2,331 bytes of UTF-8; the result is nil if there are more.
    public init?(_ text: String) {
        guard let version = QRVersion.smallest(forBytes: text.utf8.count) else { return nil }
        let words = version.codewords(of: Array(text.utf8))
        let masked = (0..<8).map { QRCode(version, words, mask: $0) }
        guard let best = masked.min(by: { $0.penalty < $1.penalty }) else { return nil }
        self = best
    }

    /// Creates the code of codewords with one of the eight masks.
    package init(_ version: QRVersion, _ words: [UInt8], mask: Int) {
        size = version.size
        modules = [Bool](repeating: false, count: size * size)
        isPattern = modules
        drawPatterns(of: version)
        drawFormat(mask: mask)
        draw(words, mask: mask)
    }

    /// Returns whether a module is dark; modules outside the code are light.
    ///
    /// - Parameters:
    ///   - row: The row, from the top.
    ///   - column: The column, from the left.
    public subscript(row: Int, column: Int) -> Bool {
        (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
    }

    // MARK: Drawing

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        modules[row * size + column] = isDark
        isPattern[row * size + column] = true
    }

    private mutating func drawPatterns(of version: QRVersion) {
        for place in 0..<size {
            set(6, place, place.isMultiple(of: 2))
            set(place, 6, place.isMultiple(of: 2))
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            // A finder pattern and the light modules around it.
            for down in -4...4 {
                for right in -4...4
                where (0..<size).contains(row + down) && (0..<size).contains(column + right) {
                    let ring = max(abs(down), abs(right))
                    set(row + down, column + right, ring != 2 && ring != 4)
                }
            }
        }
        let places = version.alignments
        for row in places {
            for column in places {
                // Those would overlap the finder patterns.
                let corner = (row == 6 && column == 6) || (row == 6 && column == places.last)
                if corner || (row == places.last && column == 6) { continue }
                for down in -2...2 {
                    for right in -2...2 { set(row + down, column + right, max(abs(down), abs(right)) != 1) }
                }
            }
        }
        guard let bits = version.informationBits else { return }
        for place in 0..<18 {
            let isDark = bits >> place & 1 == 1
            set(place / 3, size - 11 + place % 3, isDark)
            set(size - 11 + place % 3, place / 3, isDark)
        }
    }

    private mutating func drawFormat(mask: Int) {
        let bits = QRVersion.formatBits(mask: mask)
        for place in 0..<15 {
            let isDark = bits >> place & 1 == 1
            // Beside the finder pattern at the top left, without the timing patterns.
            switch place {
            case ..<6: set(place, 8, isDark)
            case 6, 7: set(place + 1, 8, isDark)
            case 8: set(8, 7, isDark)
            default: set(8, 14 - place, isDark)
            }
            // Beside the other two.
            if place < 8 { set(8, size - 1 - place, isDark) } else { set(size - 15 + place, 8, isDark) }
        }
        set(size - 8, 8, true)
    }

    /// Draws the bits in columns of two modules, from the right, upwards and downwards in turn.
    private mutating func draw(_ words: [UInt8], mask: Int) {
        var bit = 0
        for right in stride(from: size - 1, through: 1, by: -2) {
            // The vertical timing pattern has a column of its own.
            let right = right <= 6 ? right - 1 : right
            let isUpwards = (right + 1) & 2 == 0
            for step in 0..<size {
                let row = isUpwards ? size - 1 - step : step
                for column in [right, right - 1] where !isPattern[row * size + column] {
                    // The bits that remain are light.
                    let isDark = bit < words.count * 8 && words[bit / 8] >> (7 - bit % 8) & 1 == 1
                    modules[row * size + column] = isDark != Self.isMasked(row, column, mask)
                    bit += 1
                }
            }
        }
    }

    /// The conditions of section 7.8.2.
    private static func isMasked(_ row: Int, _ column: Int, _ mask: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    // MARK: The penalty of section 7.8.3

    /// The points for features that make a code hard to read.
    package var penalty: Int {
        let rows = (0..<size).map { row in (0..<size).map { self[row, $0] } }
        let columns = (0..<size).map { column in (0..<size).map { self[$0, column] } }
        let lines = (rows + columns).map { Self.runs($0) + Self.finders($0) }.reduce(0, +)
        var blocks = 0
        for row in 0..<size - 1 {
            for column in 0..<size - 1 {
                let first = self[row, column]
                if self[row, column + 1] == first, self[row + 1, column] == first, self[row + 1, column + 1] == first {
                    blocks += 3
                }
            }
        }
        // Ten points for each 5 % by which the share of dark modules differs from a half.
        let difference = abs(modules.count(where: \.self) * 20 - modules.count * 10)
        return lines + blocks + difference / modules.count * 10
    }

    /// Three points for five equal modules in a row, and one for each more.
    private static func runs(_ line: [Bool]) -> Int {
        var (points, length, last) = (0, 0, false)
        for isDark in line {
            length = isDark == last ? length + 1 : 1
            last = isDark
            points += length == 5 ? 3 : length > 5 ? 1 : 0
        }
        return points
    }

    /// Forty points for each sequence that looks like a finder pattern, with four light modules before or after it.
    private static func finders(_ line: [Bool]) -> Int {
        let padded = [Bool](repeating: false, count: 4) + line + [Bool](repeating: false, count: 4)
        let finder = [true, false, true, true, true, false, true]
        return (4..<padded.count - 10).count { start in
            padded[start..<start + 7].elementsEqual(finder)
                && (!padded[start - 4..<start].contains(true) || !padded[start + 7..<start + 11].contains(true))
        } * 40
    }
}
