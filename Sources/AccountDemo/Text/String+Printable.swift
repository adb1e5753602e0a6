extension Unicode.Scalar {
    /// Whether the scalar controls a terminal, separates lines, or changes the direction of text, which a stored text
    /// must not do on the screen of its reader.
    ///
    /// ZWNJ and ZWJ join characters, as in Persian names and in emoji.
    package var isUnprintable: Bool {
        guard value >= 0x7F else { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return self != "\u{200C}" && self != "\u{200D}"
        default: return false
        }
    }
}

extension String {
    /// The text for standard output or standard error: unprintable scalars are replaced, except line breaks.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable && $0 != "\n" ? "\u{FFFD}" : $0 }))
    }

    /// The text with `***` in place of passwords, such as those of a connection string that is in the wrong place.
    ///
    /// A path may have lost one of the two slashes of a URL, and the password can contain others. As libpq takes them, a
    /// URL can contain spaces, and its parameters can be written in % codes. The values of other connection strings end at
    /// a space without a backslash.
    package var maskingPasswords: String {
        let masked =
            replacing(#/(postgres(?:ql)?:/+[^/:@]*:).*@/#) { "\($0.1)***@" }
            .replacing(#/(postgres(?:ql)?:/[^?]*\?).*%.*/#) { "\($0.1)***" }
            .replacing(#/(:/+[^/:@\s]*:)[^/\s]*@/#) { "\($0.1)***@" }
        let password =
            contains(#/postgres(?:ql)?://#)
            ? #/(password\s*=\s*)((?!•)[^&]*)/# : #/(password\s*=\s*)('(?:\\.|[^'\\])*'?|(?!•)(?:\\.|\S)*)/#
        return masked.replacing(password.ignoresCase()) { "\($0.1)***" }
    }

    /// A text in JSON whose unprintable scalars are escaped; JSON has them only in strings.
    package var printableJSON: String {
        guard unicodeScalars.contains(where: { $0.isUnprintable && $0 != "\n" }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.isUnprintable, scalar != "\n" else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
