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
