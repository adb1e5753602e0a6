import Domain

/// One question to a field, with one answer.
enum LeafCheck: Hashable, Sendable {
    case notEmpty
    case notBlank
    case length(LengthCheck)
    case sameAs(SameAsCheck)
    case storable(maximumOctets: Int)

    var requirement: Requirement {
        switch self {
        case .notEmpty, .notBlank: .notEmpty
        case .length(let check): .length(minimum: check.bounds.lowerBound, maximum: check.bounds.upperBound)
        case .sameAs(let check): .sameAs(check.field)
        case .storable: .storable
        }
    }

    /// Finds what is wrong with a field, or nil where nothing is.
    func issue(in form: AccountForm, field: AccountField) -> ValidationIssue? {
        switch self {
        case .notEmpty:
            return form[field].isEmpty ? .empty : nil
        case .notBlank:
            return Self.showsSomething(form[field]) ? nil : .empty
        case .length(let check):
            return check.issue(in: form[field])
        case .sameAs(let check):
            return check.issue(in: form[field], comparedWith: form[check.field])
        case .storable(let maximumOctets):
            do throws(ValidationIssue) {
                try form[field].checkLimits(maximumOctets: maximumOctets)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Looks at the first 64 scalars and no further.
    private static func showsSomething(_ text: String) -> Bool {
        var left = 64
        for scalar in text.unicodeScalars {
            if left == 0 { return false }
            if shows(scalar) { return true }
            left -= 1
        }
        return false
    }

    private static func shows(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
        return !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }
}
