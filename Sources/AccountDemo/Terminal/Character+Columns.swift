extension Character {
    /// The number of columns that the character occupies on a terminal.
    ///
    /// It is 2 for East Asian Width W and F and for emoji (UAX 11, UTS 51), otherwise 1. Characters of ambiguous width
    /// are narrow, as in most terminals.
    package var columns: Int {
        // Most characters of a screen need no look into the tables of Unicode.
        guard !isASCII, let first = unicodeScalars.first else { return 1 }
        if first.isWide || first.properties.isEmojiPresentation { return 2 }
        // A text symbol followed by U+FE0F is shown as a wide emoji.
        return unicodeScalars.contains("\u{FE0F}") && first.properties.isEmoji ? 2 : 1
    }

    /// The character in a form that can be shown: unprintable characters and those without a form are replaced, and a
    /// mark alone gets a base.
    package var shown: Character {
        if let ascii = asciiValue, (0x20..<0x7F).contains(ascii) { return self }
        // Like ASCII, syllables need no look into the tables of Unicode.
        let isSyllable = unicodeScalars.first.map { $0.value >= 0xAC00 && $0.value <= 0xD7A3 } ?? false
        if isSyllable, unicodeScalars.dropFirst().isEmpty { return self }
        guard let first = unicodeScalars.first, !unicodeScalars.contains(where: \.isUnprintable) else {
            return "\u{FFFD}"
        }
        switch first.properties.generalCategory {
        case .format, .surrogate, .unassigned, .privateUse:
            return "\u{FFFD}"
        case .nonspacingMark, .enclosingMark, .spacingMark:
            return Character("\u{25CC}\(self)")
        default:
            return self
        }
    }
}

extension Unicode.Scalar {
    /// The blocks of wide scalars; their few narrow scalars are unassigned.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF,
        0x1B000...0x1B2FF, 0x20000...0x3FFFD,
    ]

    fileprivate var isWide: Bool {
        value >= 0x1100 && Self.wide.contains { $0.contains(value) }
    }
}

extension StringProtocol {
    /// The number of columns that the text occupies on a terminal.
    package var columns: Int { reduce(0) { $0 + $1.shown.columns } }

    /// Returns the beginning that fits into some columns, with an ellipsis if the text is cut.
    package func fitting(_ width: Int) -> String {
        guard columns > width else { return String(self) }
        var (text, used) = ("", 0)
        for character in self {
            let columns = character.shown.columns
            guard used + columns < width else { break }
            text.append(character)
            used += columns
        }
        return width > 0 ? text + "…" : ""
    }

    /// Returns the beginning and the end that fit into some columns, with an ellipsis between them if the text is cut.
    func shortened(to width: Int) -> String {
        guard columns > width else { return String(self) }
        let head = fitting(width / 2 + 1)
        var used = head.columns
        let tail = reversed().prefix { character in
            used += character.shown.columns
            return used <= width
        }
        return head + String(tail.reversed())
    }

    /// Returns the text in lines of at most `width` columns, of which the last one is cut if there are too many and it
    /// does not help to shorten a part of the text.
    func wrapped(to width: Int, in count: Int, shortening part: String? = nil) -> [String] {
        var lines = wrapped(to: width)
        var room = part?.columns ?? 0
        while let part, lines.count > count, room > 8 {
            room -= 1
            lines = String(self).replacing(part, with: part.shortened(to: room), maxReplacements: 1).wrapped(to: width)
        }
        guard lines.count > count else { return lines }
        guard count > 0 else { return [] }
        return lines.prefix(count - 1) + [lines.dropFirst(count - 1).joined(separator: " ").fitting(width)]
    }

    /// Returns the text in lines of at most `width` columns, broken between words if possible.
    ///
    /// If two spaces or more are before its last part, the lines of that are below each other.
    package func wrapped(to width: Int) -> [String] {
        guard width > 0 else { return [] }
        // Spaces stay where no line is broken, so that columns are aligned.
        if columns <= width { return isEmpty ? [] : [String(self)] }
        if let last = split(separator: "  ").last?.drop(while: { $0 == " " }) {
            let (head, indent) = (self[..<last.startIndex], self[..<last.startIndex].columns)
            if indent > 0, indent * 2 <= width {
                let margin = String(repeating: " ", count: indent)
                return last.wrapped(to: width - indent).enumerated().map { ($0 == 0 ? String(head) : margin) + $1 }
            }
        }
        var (lines, line, used) = ([String](), "", 0)
        for word in split(separator: " ") {
            let columns = word.columns
            if used > 0, used + 1 + columns <= width {
                line += " " + word
                used += 1 + columns
                continue
            }
            if used > 0 { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                let columns = character.shown.columns
                if used + columns > width, used > 0 {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += columns
            }
        }
        return used > 0 ? lines + [line] : lines
    }
}
