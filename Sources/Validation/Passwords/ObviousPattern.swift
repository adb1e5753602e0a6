/// Passwords with an obvious pattern, which do not have to be on a list.
enum ObviousPattern {
    /// Returns whether a folded password repeats up to 4 characters, or consists of runs along the alphabet, the digits
    /// or a keyboard.
    static func matches(_ password: String) -> Bool {
        let scalars = Array(password.unicodeScalars)
        return isRepetition(scalars) || isSequenceOfRuns(scalars)
    }

    /// Returns whether the text repeats its first 1 to 4 scalars; the last repetition may be incomplete.
    private static func isRepetition(_ text: [Unicode.Scalar]) -> Bool {
        (1...4).contains { period in
            2 * period <= text.count && text.dropFirst(period).elementsEqual(text.dropLast(period))
        }
    }

    /// The sequences that a run follows, in either direction.
    private static let tracks: [Unicode.Scalar] = Array(
        """
        abcdefghijklmnopqrstuvwxyz 012345678901234567890123456789 qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm
        azertyuiop qsdfghjklm wxcvbn 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ !qaz @wsx #edc $rfv %tgb ^yhn
        &ujm *ik, (ol. )p;/ !@#$%^&*() 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0
        """.unicodeScalars
    )

    /// Returns whether the text consists of runs of 3 characters or more.
    private static func isSequenceOfRuns(_ text: [Unicode.Scalar]) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            let length = longestRun(at: rest)
            guard length >= 3 else { return false }
            rest = rest.dropFirst(length)
        }
        return !text.isEmpty
    }

    /// Returns the number of characters at the beginning of a text that are neighbors on a track.
    private static func longestRun(at text: ArraySlice<Unicode.Scalar>) -> Int {
        var longest = 0
        for place in tracks.indices where tracks[place] == text.first {
            for step in [1, -1] {
                var run = 0
                for scalar in text {
                    let next = place + step * run
                    guard tracks.indices.contains(next), tracks[next] == scalar, scalar.value > 0x20 else { break }
                    run += 1
                }
                longest = max(longest, run)
            }
        }
        return longest
    }
}
