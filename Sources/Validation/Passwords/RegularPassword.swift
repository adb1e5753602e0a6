/// Passwords that are so regular that no list needs to have them.
enum RegularPassword {
    /// Tells whether a folded password is nothing but a repetition of up to 4 characters, or a sequence of runs along
    /// the alphabet, the digits and the keys of a keyboard.
    static func matches(_ password: UnsafeBufferPointer<UInt8>) -> Bool {
        isRepetition(password) || isWalk(password)
    }

    /// Whether the text is its first 1 to 4 scalars over and over again, the last time perhaps in part.
    private static func isRepetition(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var period = 0
        for _ in 0..<4 {
            period += 1
            while period < text.count, text[period] & 0xC0 == 0x80 { period += 1 }
            guard 2 * period <= text.count else { return false }
            if text[period...].elementsEqual(text[..<(text.count - period)]) { return true }
        }
        return false
    }

    // MARK: Walks

    /// What people run along, to and fro.
    private static let tracks: StaticString = """
        abcdefghijklmnopqrstuvwxyz 012345678901234567890123456789 qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm
        azertyuiop qsdfghjklm wxcvbn 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/ !qaz @wsx #edc $rfv %tgb ^yhn
        &ujm *ik, (ol. )p;/ !@#$%^&*() 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0
        """

    /// How many characters are a run.
    private static let shortestRun = 3

    /// The characters next to each ASCII character on one of the tracks.
    private static let neighbours: [ASCIISet] = {
        var neighbours = [ASCIISet](repeating: "", count: 128)
        withTracks { tracks in
            for (one, other) in zip(tracks, tracks.dropFirst()) where one > 0x20 && other > 0x20 {
                neighbours[Int(one)].insert(other)
                neighbours[Int(other)].insert(one)
            }
        }
        return neighbours
    }()

    /// Whether the text is a sequence of runs and of nothing else.
    private static func isWalk(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= shortestRun else { return false }
        var place = 0
        while place < text.count {
            let run = longestRun(in: text, from: place)
            if run < shortestRun { return false }
            place += run
        }
        return true
    }

    /// How many bytes from a place on stand side by side on a track.
    private static func longestRun(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        // Few passwords begin with two keys that are neighbours, and those need no look at the tracks.
        guard start + 1 < text.count, text[start] < 0x80, neighbours[Int(text[start])].contains(text[start + 1]) else {
            return 1
        }
        return withTracks { tracks in
            var longest = 1
            for place in tracks.indices where tracks[place] == text[start] && text[start] > 0x20 {
                longest = max(
                    longest,
                    run(in: text, from: start, along: tracks, from: place, by: 1),
                    run(in: text, from: start, along: tracks, from: place, by: -1)
                )
            }
            return longest
        }
    }

    private static func run(
        in text: UnsafeBufferPointer<UInt8>,
        from start: Int,
        along tracks: UnsafeBufferPointer<UInt8>,
        from place: Int,
        by step: Int
    ) -> Int {
        var length = 1
        while start + length < text.count, tracks.indices.contains(place + step * length) {
            let byte = tracks[place + step * length]
            guard byte > 0x20, byte == text[start + length] else { break }
            length += 1
        }
        return length
    }

    private static func withTracks<Answer>(_ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer {
        body(UnsafeBufferPointer(start: tracks.utf8Start, count: tracks.utf8CodeUnitCount))
    }
}
