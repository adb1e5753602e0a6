import TestSupport

/// What a medium does to some bytes of a file.
enum Harm: CustomStringConvertible, Sendable {
    case flip(place: Int, bit: UInt8)
    case zero(Range<Int>)
    case cut(at: Int)

    static func random(in range: Range<Int>, using generator: inout SeededGenerator) -> Harm {
        let place = Int.random(in: range, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return .flip(place: place, bit: .random(in: 0..<8, using: &generator))
        case 1: return .zero(place..<min(range.upperBound, place + .random(in: 1...512, using: &generator)))
        default: return .cut(at: place)
        }
    }

    /// The bytes that are not what they were.
    var range: Range<Int> {
        switch self {
        case .flip(let place, _): place..<(place + 1)
        case .zero(let range): range
        case .cut(let place): place..<Int.max
        }
    }

    func apply(to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        switch self {
        case .flip(let place, let bit): bytes[place] ^= 1 << bit
        case .zero(let range): for place in range { bytes[place] = 0 }
        case .cut(let place): bytes.removeSubrange(place...)
        }
        return bytes
    }

    var description: String {
        switch self {
        case .flip(let place, let bit): "flip bit \(bit) at \(place)"
        case .zero(let range): "zero \(range)"
        case .cut(let place): "cut at \(place)"
        }
    }
}
