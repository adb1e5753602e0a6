/// The state of a field, as a screen shows it.
public enum FieldState: Hashable, Sendable {
    /// The user has not been in the field.
    case untouched

    /// The text is not valid, or not known to be, and no issue is shown.
    ///
    /// The user is typing for the first time, or a submission with this text was rejected a while ago.
    case editing

    /// The text is valid.
    case valid

    /// The user left the field or submitted the form, and the text has these issues.
    case invalid([ValidationIssue])

    /// The submitted form was rejected because of this field; a moment later, or after an edit, the mark ends.
    ///
    /// The list is empty if the reason of the rejection names the issue, such as a taken ID.
    case rejected([ValidationIssue])

    /// Creates the state of a field.
    ///
    /// While a user types for the first time, a field turns valid at once but shows no issues. After the user has left
    /// the field or submitted the form, it shows its issues at every change.
    ///
    /// - Parameters:
    ///   - stage: The stage of the field.
    ///   - issues: The issues of the text, in the order of its rules.
    public init(stage: FieldStage, issues: [ValidationIssue]) {
        self =
            if stage == .untouched {
                .untouched
            } else if issues.isEmpty {
                .valid
            } else if stage.showsIssues {
                .invalid(issues)
            } else {
                .editing
            }
    }

    /// Returns the state combined with the result of the check of the ID.
    ///
    /// Only a valid field changes. While the check is pending, the field is not valid yet; a taken ID makes it invalid.
    /// If the check fails, the field stays valid, and the store decides.
    ///
    /// - Parameters:
    ///   - availability: The state of the check; it is ignored if it is about another ID.
    ///   - text: The text of the field.
    /// - Returns: The combined state.
    public func considering(_ availability: AvailabilityState, of text: String) -> FieldState {
        guard self == .valid, availability.concerns(text) else { return self }
        return switch availability {
        case .pending: .editing
        case .answered(_, .taken): .invalid([.taken])
        case .idle, .answered(_, .available), .answered(_, .unknown): self
        }
    }
}

/// The stages of a field, which only advance.
public enum FieldStage: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// The user has not been in the field.
    case untouched

    /// The user is typing for the first time.
    case editing

    /// The user has left the field.
    case left

    /// The user has submitted the form.
    case submitted

    /// Whether the field shows its issues.
    public var showsIssues: Bool { self >= .left }

    /// Advances to a stage, unless the field has reached it already.
    ///
    /// - Parameter stage: The stage of the latest event: typing, leaving or submitting.
    public mutating func advance(to stage: FieldStage) { self = max(self, stage) }

    /// Returns whether a stage comes before another.
    public static func < (left: FieldStage, right: FieldStage) -> Bool { left.rawValue < right.rawValue }
}
