import AccountDemo
import TestSupport
import Testing

/// Tests of parsing a terminal's bytes into keys.
struct KeyParserTests {
    private static let sequences: [(sent: String, keys: [Key])] = [
        ("a", [.text("a")]), ("한글 é👩‍👩‍👧", [.text("한글 é👩‍👩‍👧")]), ("\r", [.enter]), ("\n", [.enter]),
        ("\t", [.tab]), ("\u{1B}[Z", [.backTab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
        ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OC\u{1B}OD", [.right, .left]),
        ("\u{1B}[1;5C\u{1B}[1;3D", [.wordRight, .wordLeft]),
        ("\u{1B}[H\u{1B}[F", [.home, .end]), ("\u{1B}[1~\u{1B}[4~", [.home, .end]),
        ("\u{1B}OH\u{1B}OF", [.home, .end]),
        ("\u{1B}[3~", [.delete]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
        ("\u{1B}OP\u{1B}OQ", [.function(1), .function(2)]), ("\u{1B}[12~", [.function(2)]),
        ("\u{1B}[[B", [.function(2)]), ("\u{1B}[15~\u{1B}[17~", [.function(5), .function(6)]),
        ("\u{1B}[24~", [.function(12)]), ("\u{1}\u{15}\u{3}", [.control("a"), .control("u"), .control("c")]),
        ("\u{1B}[200~two\nlines\u{1B}[A\u{1B}[201~x", [.paste("two\nlines\u{1B}[A"), .text("x")]),
        ("\u{1B}[200~two\u{1B}[20\u{3}x\u{1B}[201~", [.paste("two\u{1B}[20"), .control("c"), .text("x")]),
        ("\u{1B}[200~\u{1B}[201~\u{3}", [.paste(""), .control("c")]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]), ("a\rb", [.text("a"), .enter, .text("b")]),
        // Ignored sequences: a focus event, a report and an unknown key.
        ("\u{1B}[I\u{1B}[?1;2c\u{1B}[99~\u{0}", []), ("\u{1B}x", [.alt("x")]),
        // A press of the left button, its release, the wheel, another button, and places that do not exist.
        ("\u{1B}[<0;3;4M\u{1B}[<0;3;4m", [.click(row: 3, column: 2)]),
        ("\u{1B}[<64;1;1M\u{1B}[<65;1;1M", [.up, .down]),
        ("\u{1B}[<2;1;1M\u{1B}[<32;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<0;1;99999999999999999999M", []),
        // A press in the format of terminals that do not know the other one, with three bytes after the letter.
        ("\u{1B}[M !!a", [.text("a")]),
        // With Alt, and with Shift alone.
        ("\u{1B}b\u{1B}f\u{1B}\u{7F}\u{1B}\u{8}", [.wordLeft, .wordRight, .deleteWord, .deleteWord]),
        // Alt and a key that has no meaning with it; some terminals send Escape before a whole sequence.
        ("\u{1B}\r\u{1B}\t\u{1B}\u{1}x", [.text("x")]),
        ("\u{1B}\u{1B}[D\u{1B}\u{1B}OC\u{1B}\u{1B}[A", [.wordLeft, .wordRight, .up]),
        ("\u{1B}\u{1B}x\u{1B}\u{1B}[200~a\u{1B}[201~", [.escape, .alt("x"), .paste("a")]),
        // Answers of the terminal: white and black, with and without a cut end, and a colour that was not asked for.
        (
            "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}]11;rgb:0/1f/300\u{1B}\\x",
            [.ground(.light), .ground(.dark), .text("x")]
        ),
        ("\u{1B}]10;rgb:ffff/ffff/ffff\u{7}\u{1B}]11;rgb:fffff/0/0\u{7}\u{1B}]11;rgb:f/f\u{7}x", [.text("x")]),
        ("\u{1B}]11;rgb:ff\u{3}\u{1B}]11;\u{1B}[A\u{1B}]x", [.control("c"), .up, .alt("]"), .text("x")]),
        ("\u{1B}한x", [.alt("한"), .text("x")]), ("\u{1B}[1;2D\u{1B}[1;9C\u{1B}[1;C", [.left, .wordRight, .right]),
    ]

    @Test(arguments: sequences)
    func `a sequence gives the same keys however it is split`(sent: String, keys: [Key]) {
        let bytes = Array(sent.utf8)
        for cut in 0...bytes.count {
            var parser = KeyParser()
            let found = parser.read(bytes[..<cut]) + parser.read(bytes[cut...])
            #expect(joined(found) == keys, "cut at \(cut)")
            #expect(!parser.isWaiting)
        }
        var parser = KeyParser()
        #expect(joined(bytes.flatMap { parser.read([$0]) }) == keys)
    }

    @Test func `a lone Escape is a key, and an Escape before other bytes starts a sequence`() {
        var parser = KeyParser()
        #expect(parser.read([0x1B]) == [])
        #expect(parser.isWaiting)
        #expect(parser.finish() == [.escape])
        #expect(parser.finish() == [])
        #expect(!parser.isWaiting)
        #expect(parser.read([0x1B]) == [])
        #expect(parser.read(Array("[A".utf8)) == [.up])
        #expect(parser.read([0x1B, 0x1B]) == [])
        #expect(parser.finish() == [.escape, .escape])
    }

    @Test(arguments: ["[", "]", "O"])
    func `a letter with Alt that may begin a sequence is a key of its own after a pause`(letter: Character) {
        var parser = KeyParser()
        #expect(parser.read(Array("\u{1B}\(letter)".utf8)) == [])
        #expect(parser.isWaiting)
        #expect(parser.finish() == [.alt(letter)])
    }

    @Test func `a pause within an answer of the terminal types nothing`() {
        var parser = KeyParser()
        #expect(parser.read(Array("\u{1B}]11;rgb:00".utf8)) == [])
        #expect(!parser.isWaiting)
        #expect(parser.finish() == [])
        #expect(parser.read(Array("/00/00\u{7}a".utf8)) == [.ground(.dark), .text("a")])
    }

    @Test func `an answer without an end is dropped after its longest length`() {
        var parser = KeyParser()
        let keys = parser.read(Array(("\u{1B}]" + String(repeating: "1", count: 64) + "x\r").utf8))
        #expect(joined(keys) == [.text("x"), .enter])
    }

    @Test func `invalid UTF-8 is dropped, and the text around it is not`() {
        var parser = KeyParser()
        #expect(joined(parser.read([0x61, 0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x62])) == [.text("ab")])
        // The parser holds an incomplete character until the rest arrives or the input ends.
        #expect(parser.read([0xED, 0x95]) == [])
        #expect(parser.isWaiting)
        #expect(parser.read([0x9C]) == [.text("한")])
        #expect(parser.read([0xED, 0x95]) == [])
        #expect(parser.finish() == [])
        #expect(!parser.isWaiting)
    }

    @Test func `a paste without an end is limited`() {
        var parser = KeyParser()
        #expect(parser.read(Array("\u{1B}[200~".utf8)) == [])
        for count in [KeyParser.maximumPaste - 1, 2, 3] {
            #expect(parser.read(Array(repeating: 0x61, count: count)) == [])
        }
        let keys = parser.read(Array("\u{1B}[201~b".utf8))
        #expect(keys == [.paste(String(repeating: "a", count: KeyParser.maximumPaste)), .text("b")])
    }

    @Test(arguments: [1, 7, 66, 67, 68, 300])
    func `a sequence that is too long gives no keys, however it is split`(size: Int) {
        var parser = KeyParser()
        let bytes = Array(
            ("\u{1B}[" + String(repeating: "5", count: 90) + "~x\u{1B}[" + String(repeating: ";", count: 65)).utf8
        )
        let pieces = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
        #expect(joined(pieces.flatMap { parser.read($0) }) == [.text("x")])
        #expect(parser.read([0x0D]) == [.enter])
    }

    @Test(arguments: 1...UInt64(20))
    func `random bytes never trap, and Enter works after them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let likely = Array("\u{1B}[O~;0123456789ABCDHFZ200201\r\n\t한é".utf8)
        for _ in 0..<200 {
            var parser = KeyParser()
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let piece = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    Bool.random(using: &generator)
                        ? likely.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
                }
                _ = parser.read(piece)
            }
            _ = parser.finish() + parser.read(Array("\u{1B}[201~".utf8))
            #expect(parser.read([0x0D]) == [.enter])
        }
    }

    /// Returns the keys, with adjacent texts joined.
    private func joined(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { joined, key in
            if case .text(let new) = key, case .text(let old) = joined.last {
                joined[joined.count - 1] = .text(old + new)
            } else {
                joined.append(key)
            }
        }
    }
}
