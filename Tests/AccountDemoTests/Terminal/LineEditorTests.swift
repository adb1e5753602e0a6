import AccountDemo
import TestSupport
import Testing

/// Tests of editing a line of text.
struct LineEditorTests {
    @Test(
        arguments: [
            ([.text("abc"), .left, .text("x")], "abxc", 3), ([.text("abc"), .home, .delete], "bc", 0),
            ([.text("abc"), .left, .backspace], "ac", 1), ([.text("abc"), .home, .backspace, .left], "abc", 0),
            ([.text("abc"), .delete, .right], "abc", 3), ([.text("abc"), .left, .control("u")], "c", 0),
            ([.text("abc"), .home, .right, .control("k")], "a", 1), ([.text("e"), .text("\u{301}")], "é", 1),
            ([.text("👩‍👩‍👧a"), .backspace, .backspace], "", 0), ([.text("ab"), .paste("x\ny\n"), .end], "abx y", 5),
            ([.text("ab"), .control("a"), .text("한"), .control("e")], "한ab", 3),
            ([.text("abc"), .control("b"), .control("b"), .control("d"), .control("f")], "ac", 2),
            ([.text("kim@x.com"), .wordLeft, .deleteWord], "kim@com", 4),
            ([.text("kim@x.com"), .deleteWord, .deleteWord, .control("w"), .control("w")], "", 0),
            ([.text("kim@한.com"), .home, .wordRight, .wordRight], "kim@한.com", 5),
            ([.text("--"), .wordLeft, .wordRight, .wordRight], "--", 2),
        ] as [([Key], String, Int)]
    )
    func `keys edit at the cursor`(keys: [Key], text: String, cursor: Int) {
        var editor = LineEditor("")
        let used = keys.map { editor.press($0) }
        #expect(used.allSatisfy { $0 })
        #expect(editor.text == text)
        #expect(editor.cursor == cursor)
    }

    @Test(
        arguments: [.enter, .tab, .escape, .up, .function(2), .alt("x")] as [Key]
    )
    func `a line does not use keys that move between fields`(key: Key) {
        var editor = LineEditor("abc")
        let isUsed = editor.press(key)
        #expect(!isUsed)
        #expect(editor.text == "abc")
    }

    @Test(arguments: 1...UInt64(30))
    func `the visible part fits, and contains the cursor`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var editor = LineEditor("")
        for _ in 0..<60 {
            let key: Key =
                [.text("a"), .text("한"), .text("é"), .left, .right, .backspace, .home, .end]
                .randomElement(using: &generator) ?? .end
            _ = editor.press(key)
            let width = Int.random(in: 2...9, using: &generator)
            let (text, column, start) = editor.window(columns: width)
            #expect(text.columns <= width)
            #expect(column < width)
            #expect(editor.text.dropFirst(start).hasPrefix(text))
            #expect(editor.window(columns: width, mask: "•").text.allSatisfy { $0 == "•" })
        }
    }

    @Test func `the form can replace the typed text, and the cursor moves only if necessary`() {
        var editor = LineEditor("abcd")
        editor.replaceText("abc")
        #expect(editor.text == "abc")
        #expect(editor.cursor == 3)
        _ = editor.press(.left)
        editor.replaceText("abc")
        #expect(editor.cursor == 2)
        editor.replaceText("a")
        #expect(editor.cursor == 1)
    }

    @Test func `a text that the form puts back has the cursor at its end`() {
        var editor = LineEditor("abc")
        editor.replaceText("")
        editor.replaceText("Kim")
        _ = editor.press(.text("Z"))
        #expect(editor.text == "KimZ")
    }
}
