/// A line of text with a cursor.
package struct LineEditor: Hashable, Sendable {
    package private(set) var text: String

    /// The number of characters before the cursor.
    package private(set) var cursor: Int

    /// Whether all of the text is selected, so that what is typed replaces it.
    package var isSelected = false

    /// Creates an editor with the cursor at the end.
    package init(_ text: String) {
        self.text = text
        cursor = text.count
    }

    /// Replaces the text with that of the form; a cursor at the end stays there.
    package mutating func replaceText(_ text: String) {
        guard text != self.text else { return }
        cursor = cursor == self.text.count ? text.count : min(cursor, text.count)
        self.text = text
    }

    /// Handles a key, and returns whether the editor uses it.
    package mutating func press(_ key: Key) -> Bool {
        if isSelected {
            isSelected = false
            switch key {
            case .text, .paste, .backspace, .delete, .deleteWord: (text, cursor) = ("", 0)
            default: break
            }
        }
        switch key {
        case .text(let new): insert(new)
        // A copied text often ends with a line break.
        case .paste(let new): insert(new.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .backspace: remove(at: cursor - 1)
        case .delete, .control("d"): remove(at: cursor)
        case .left, .control("b"): cursor = max(cursor - 1, 0)
        case .right, .control("f"): cursor = min(cursor + 1, text.count)
        case .wordLeft: cursor = wordStart
        case .wordRight: cursor = wordEnd
        case .deleteWord, .control("w"):
            let start = wordStart
            text = String(text.prefix(start) + text.dropFirst(cursor))
            cursor = start
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .control("u"):
            text = String(text.dropFirst(cursor))
            cursor = 0
        case .control("k"): text = String(text.prefix(cursor))
        default: return false
        }
        return true
    }

    /// Returns the part of the line around the cursor that fits into some columns, the column of the cursor, and the
    /// number of the characters before the part.
    ///
    /// A mask replaces every character.
    package func window(columns width: Int, mask: Character? = nil) -> (text: String, cursorColumn: Int, start: Int) {
        let characters = text.map { mask ?? $0 }
        guard width > 1 else { return ("", 0, 0) }
        // The cursor needs a column too.
        var (start, column) = (cursor, 0)
        while start > 0, column + characters[start - 1].shown.columns < width {
            start -= 1
            column += characters[start].shown.columns
        }
        var (visible, used) = ("", 0)
        for character in characters[start...] {
            guard used + character.shown.columns <= width else { break }
            visible.append(character)
            used += character.shown.columns
        }
        return (visible, column, start)
    }

    /// The start of the word that ends at or before the cursor; a word has letters and digits.
    private var wordStart: Int {
        let before = text.prefix(cursor).reversed().drop { !$0.isLetter && !$0.isNumber }
        return before.drop { $0.isLetter || $0.isNumber }.count
    }

    /// The end of the word that begins at or after the cursor.
    private var wordEnd: Int {
        let after = text.dropFirst(cursor).drop { !$0.isLetter && !$0.isNumber }
        return text.count - after.drop { $0.isLetter || $0.isNumber }.count
    }

    private mutating func insert(_ new: String) {
        let place = text.index(text.startIndex, offsetBy: cursor)
        let rest = text[place...].count
        text.insert(contentsOf: new, at: place)
        // The new text may have combined with the character before it.
        cursor = max(text.count - rest, 0)
    }

    private mutating func remove(at place: Int) {
        guard (0..<text.count).contains(place) else { return }
        text.remove(at: text.index(text.startIndex, offsetBy: place))
        cursor = min(place, text.count)
    }
}
