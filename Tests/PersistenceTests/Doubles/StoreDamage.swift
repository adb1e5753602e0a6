import TestSupport

/// Damage to bytes of a store file, as a faulty disk causes it.
enum StoreDamage: CustomStringConvertible, Sendable {
    case flip(place: Int, bit: UInt8)
    case zero(Range<Int>)
    case cut(at: Int)

    static func random(in range: Range<Int>, using generator: inout SeededGenerator) -> StoreDamage {
        let place = Int.random(in: range, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return .flip(place: place, bit: .random(in: 0..<8, using: &generator))
        case 1: return .zero(place..<min(range.upperBound, place + .random(in: 1...512, using: &generator)))
        default: return .cut(at: place)
        }
    }

    /// The range of the damaged bytes.
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

/// The parts of a store file.
enum DamagedPart: String, CaseIterable, Sendable {
    case header, records, blockTable, index, frames
}

/// The kinds of damage to many bytes of a journal.
enum JournalDamage: CaseIterable {
    case overwrite, insert, delete, zeros, double, swap, garbage

    /// Damages a journal at a random place.
    func apply(to bytes: inout [UInt8], frames: [Int], using random: inout some RandomNumberGenerator) {
        let length = Int.random(in: 1...80, using: &random)
        let start = Int.random(in: 0..<(bytes.count - length), using: &random)
        let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        let first = Int.random(in: 0..<(frames.count - 2), using: &random)
        let second = Int.random(in: (first + 1)..<(frames.count - 1), using: &random)
        let (one, other) = (frames[first]..<frames[first + 1], frames[second]..<frames[second + 1])
        switch self {
        case .overwrite: bytes.replaceSubrange(start..<(start + length), with: noise)
        case .insert: bytes.insert(contentsOf: noise, at: start)
        case .delete: bytes.removeSubrange(start..<(start + length))
        case .zeros: bytes.replaceSubrange(start..<(start + length), with: repeatElement(0, count: length))
        case .double: bytes.insert(contentsOf: bytes[one], at: other.lowerBound)
        case .swap:
            let moved = Array(bytes[other])
            bytes.replaceSubrange(other, with: Array(bytes[one]))
            bytes.replaceSubrange(one, with: moved)
        case .garbage: bytes.insert(contentsOf: noise, at: frames[frames.count - 1])
        }
    }
}
