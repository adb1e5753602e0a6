/// The changes that a user made to a profile, and the profile before them.
///
/// Several edits of one profile are merged field by field, so edits of different fields are all kept.
public struct ProfileEdit: Hashable, Sendable {
    /// The profile that the user saw before the changes.
    public let base: Profile

    /// The profile with the changes.
    public let edited: Profile

    /// Creates an edit.
    ///
    /// - Parameters:
    ///   - base: The profile that the user saw before the changes.
    ///   - edited: The profile with the changes.
    public init(of base: Profile, to edited: Profile) {
        self.base = base
        self.edited = edited
    }

    /// Creates the edit of a submitted form.
    ///
    /// - Parameters:
    ///   - base: The profile that the user saw before the changes.
    ///   - form: The texts of the fields; an empty one removes the text of the profile.
    ///   - fields: The fields of the form; the others stay as they are.
    /// - Throws: ``FieldIssue`` for the first text that is not a value of its field.
    public init(of base: Profile, to form: AccountForm, fields: [AccountField]) throws(FieldIssue) {
        let edited = try Profile { field in
            let text = fields.contains(field.field) ? form[field.field] : field.text(in: base)
            return text?.isEmpty == true ? nil : text
        }
        self.init(of: base, to: edited)
    }

    /// The fields that the user has changed, in the order of ``Profile/fields``.
    public var changedFields: [AccountField] { changes.map(\.field) }

    private var changes: [Profile.Field] { Profile.fields.filter { !$0.isEqual(in: base, edited) } }

    /// Returns a profile with the changes.
    ///
    /// - Parameter stored: The profile as it is now, which others may have changed.
    /// - Returns: That profile with the changed fields of this edit, so applying it again changes nothing.
    /// - Throws: ``ProfileConflict`` if others have changed one of the same fields to another text.
    public func applied(to stored: Profile) throws(ProfileConflict) -> Profile {
        let fields = changes
        let conflicts = fields.filter { !$0.isEqual(in: stored, base) && !$0.isEqual(in: stored, edited) }
        guard conflicts.isEmpty else { throw ProfileConflict(fields: conflicts.map(\.field), stored: stored) }
        var profile = stored
        for field in fields { field.copy(from: edited, to: &profile) }
        return profile
    }
}

/// The reason why an edit does not fit the stored profile: others have changed the same fields since.
public struct ProfileConflict: Error, Hashable, Sendable {
    /// The fields that both have changed, in the order of ``Profile/fields``; at least one.
    public let fields: [AccountField]

    /// The stored profile, which the edit has not changed.
    public let stored: Profile

    /// Creates a conflict.
    ///
    /// - Parameters:
    ///   - fields: The fields that both have changed.
    ///   - stored: The stored profile.
    public init(fields: [AccountField], stored: Profile) {
        self.fields = fields
        self.stored = stored
    }
}
