/// The ways in which many bytes of a journal can be damaged.
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
