/// The hash function SHA-1 of FIPS 180-4, for one-time passwords alone: collisions are known, which do not weaken HMAC.
package enum SHA1: HashFunction {
    package static let scheduleWords = 80

    package static let digestBytes = 20

    /// The initial state of section 5.3.1.
    package static let initial = Words(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0, 0, 0)

    /// Processes one block by section 6.1.2.
    package static func compress(_ state: inout Words, _ schedule: UnsafeMutableBufferPointer<UInt32>) {
        for place in blockWords..<scheduleWords {
            let far = schedule[place - 14] ^ schedule[place - 16]
            schedule[place] = (schedule[place - 3] ^ schedule[place - 8] ^ far).rotated(31)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for place in 0..<scheduleWords {
            let (mixed, constant): (UInt32, UInt32) =
                switch place {
                case ..<20: (b & c ^ ~b & d, 0x5a82_7999)
                case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
                case ..<60: (b & c ^ b & d ^ c & d, 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = a.rotated(27) &+ mixed &+ e &+ constant &+ schedule[place]
            (e, d, c, b, a) = (d, c, b.rotated(2), a, next)
        }
        state = state &+ Words(a, b, c, d, e, 0, 0, 0)
    }
}
