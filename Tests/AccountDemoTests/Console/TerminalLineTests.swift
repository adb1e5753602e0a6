import AccountDemo
import Testing

/// Taking back what was typed where it is not shown.
struct TerminalLineTests {
    @Test(
        "Backspace takes back a character, or a byte that belongs to none, and leaves the rest as it was typed",
        arguments: [
            ("", ""), ("a", ""), ("ab", "a"), ("aé", "a"), ("ae\u{301}", "a"), ("a한", "a"),
            ("a\u{1112}\u{1161}\u{11AB}", "a"), ("a👩‍👩‍👧", "a"), ("a👍🏽", "a"), ("é\u{FFFD}", "é"), ("e\u{301}a", "e\u{301}"),
        ].map { (Array($0.utf8), Array($1.utf8)) }
            + [
                ([0xE9, 0x61], [0xE9]), ([0xE9], []), ([0x61, 0xE9], [0x61]), ([0x61, 0x80], [0x61]),
                ([0xE9, 0x80], [0xE9]), ([0xE9, 0xE9], [0xE9]), ([0xE9, 0xC3, 0xA4], [0xE9]),
                ([0xE9, 0xCC, 0x81], [0xE9, 0xCC]), ([0xE9, 0xEF, 0xBF, 0xBD], [0xE9]),
            ] as [([UInt8], [UInt8])]
    )
    func backspace(typed: [UInt8], left: [UInt8]) {
        var line = typed
        TerminalLine.eraseCharacter(of: &line)
        #expect(line == left)
    }
}
