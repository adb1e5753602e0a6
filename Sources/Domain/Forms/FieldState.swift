/// How a field of a form stands, as a screen shows it.
public enum FieldState: Hashable, Sendable {
    /// Nobody has been in the field yet.
    case untouched

    /// Something is being typed that is not as it should be yet; nothing is held against it so far.
    case editing

    /// The field is as it should be.
    case valid

    /// The field was left, or the form submitted, and this is wrong with it.
    case invalid([ValidationIssue])

    /// The form was submitted and refused because of this field, until it is edited again or a moment has gone by.
    ///
    /// The list is empty where the refusal itself says what is wrong, as with an ID that is taken.
    case rejected([ValidationIssue])

    /// Decides what a field shows.
    ///
    /// A field is not scolded while it is typed in for the first time, but turns valid at once. Once it was left, or
    /// the form submitted, it shows what is wrong at every key press.
    ///
    /// - Parameters:
    ///   - stage: How far the person has come with the field.
    ///   - issues: What is wrong with the field, in the order of its rules.
    public init(stage: FieldStage, issues: [ValidationIssue]) {
        self =
            if stage == .untouched {
                .untouched
            } else if issues.isEmpty {
                .valid
            } else if stage.disclosesIssues {
                .invalid(issues)
            } else {
                .editing
            }
    }

    /// Adds what is known about whether an ID is free.
    ///
    /// Only a field that is valid otherwise is concerned. While the answer is awaited it is not valid yet; an ID that
    /// is taken makes it invalid. That nobody could tell is held neither against the ID nor for it: the field stays
    /// as it is, and the store decides.
    ///
    /// - Parameters:
    ///   - availability: What is known, and about which ID; if it is another one, nothing is added.
    ///   - text: What is in the field now.
    /// - Returns: What the field shows.
    public func considering(_ availability: AvailabilityState, of text: String) -> FieldState {
        guard self == .valid, availability.concerns(text) else { return self }
        return switch availability {
        case .pending: .editing
        case .answered(_, .taken): .invalid([.taken])
        case .idle, .answered(_, .available), .answered(_, .unknown): self
        }
    }
}

/// How far a person has come with a field; it only ever advances.
public enum FieldStage: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Nobody has been in the field yet.
    case untouched

    /// Something is being typed for the first time.
    case editing

    /// The person went on to another field.
    case left

    /// The form was submitted.
    case submitted

    /// Whether it is time to say what is wrong.
    public var disclosesIssues: Bool { self >= .left }

    /// Advances to a stage, unless the field is there or further already.
    ///
    /// - Parameter stage: What has just happened: typing, leaving or submitting.
    public mutating func advance(to stage: FieldStage) { self = max(self, stage) }

    /// Orders stages as they follow each other.
    public static func < (left: FieldStage, right: FieldStage) -> Bool { left.rawValue < right.rawValue }
}
