import Domain

extension String {
    /// Where the first white space is, in Unicode scalars of the text as it was typed, or nil.
    var firstWhitespace: Int? {
        var place = 0
        for scalar in unicodeScalars {
            if scalar.isWhitespace { return place }
            place += 1
        }
        return nil
    }

    /// Whether something shows among the first 64 scalars.
    var showsSomething: Bool {
        var left = 64
        for scalar in unicodeScalars {
            if left == 0 { return false }
            if scalar.shows { return true }
            left -= 1
        }
        return false
    }

    /// What keeps the text from being stored, or nil.
    func storageIssue(maximumUTF8Length: Int, isSecret: Bool) -> ValidationIssue? {
        // Before the size, because that is taken in Normalization Form C.
        if let place = firstHeapedMark {
            let mark = unicodeScalars[unicodeScalars.index(startIndex, offsetBy: place)]
            return .forbiddenCharacter(first: isSecret ? nil : Character(mark), at: place)
        }
        do throws(ValidationIssue) {
            try checkLimits(maximumUTF8Length: maximumUTF8Length)
            return nil
        } catch {
            return error
        }
    }
}

extension Unicode.Scalar {
    /// The property White_Space, by its ranges: asking for properties takes longer than all the rest.
    var isWhitespace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Whether it is neither a control character nor white space nor a Default_Ignorable_Code_Point.
    fileprivate var shows: Bool {
        switch value {
        case 0...0x20, 0x7F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
            0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8,
            0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            false
        default: !isWhitespace
        }
    }
}
