/// The profile of an account owner.
///
/// The policy of an app decides which fields its forms have. A new field is a property here and a row of ``fields``:
/// storage, account servers and command lines derive from that table.
public struct Profile: Hashable, Sendable {
    // Unlike `?`, `Optional` has no value by default, so the compiler notices a property that `init` omits.

    /// The name with which the app greets the owner.
    public var nickname: Optional<Nickname>

    /// The owner's name.
    public var name: Optional<PersonName>

    /// The owner's e-mail address; the account ID can be another one.
    public var email: Optional<EmailAddress>

    /// The owner's telephone number.
    public var phone: Optional<PhoneNumber>

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - nickname: The name with which the app greets the owner.
    ///   - name: The owner's name.
    ///   - email: The owner's e-mail address; the account ID can be another one.
    ///   - phone: The owner's telephone number.
    public init(
        nickname: Nickname? = nil,
        name: PersonName? = nil,
        email: EmailAddress? = nil,
        phone: PhoneNumber? = nil
    ) {
        self.nickname = nickname
        self.name = name
        self.email = email
        self.phone = phone
    }
}

extension Profile {
    /// One field of a profile, which reads and replaces its text.
    public struct Field: Sendable {
        /// The form field; its raw value is the field's key in files, placeholders of API descriptions and options.
        public let field: AccountField

        /// The key of the field in stored documents, API descriptions and command lines.
        public var key: String { field.rawValue }

        /// The largest size of a text in UTF-8 bytes, in Normalization Form C.
        public let maximumUTF8Length: Int

        /// Whether a text may have ZWNJ, ZWJ and the selectors of the style of emoji.
        public let allowsJoiners: Bool

        /// A text for a trial, which belongs to no person.
        public let example: String

        private let read: @Sendable (Profile) -> String?
        private let write: @Sendable (inout Profile, String?) throws(ValidationIssue) -> Void
        private let move: @Sendable (Profile, inout Profile) -> Void

        /// Creates the description of a property, with functions rather than a key path, because a store reads it for
        /// each account.
        init<Value: ProfileText>(
            _ field: AccountField,
            _ value: @escaping @Sendable (Profile) -> Value?,
            _ replace: @escaping @Sendable (inout Profile, Value?) -> Void
        ) {
            self.field = field
            maximumUTF8Length = Value.maximumUTF8Length
            allowsJoiners = Value.allowsJoiners
            example = Value.example
            read = { value($0)?.text }
            write = { profile, text throws(ValidationIssue) in
                var value: Value?
                if let text { value = try Value(text) }
                replace(&profile, value)
            }
            move = { replace(&$1, value($0)) }
        }

        /// Returns the text of the field.
        ///
        /// - Parameter profile: The profile to read.
        /// - Returns: The text as the user typed it, or nil if the profile has none.
        public func text(in profile: Profile) -> String? { read(profile) }

        /// Replaces the text of the field.
        ///
        /// - Parameters:
        ///   - text: The new text; nil removes it.
        ///   - profile: The profile to change.
        /// - Throws: ``ValidationIssue`` if the text is not a value of the field; in that case, the profile is
        ///   unchanged.
        public func set(_ text: String?, in profile: inout Profile) throws(ValidationIssue) {
            try write(&profile, text)
        }

        /// Replaces the value of the field by that of another profile.
        func copy(from other: Profile, to profile: inout Profile) { move(other, &profile) }

        /// Returns whether two profiles have the same bytes in the field, or both have none.
        func isEqual(in first: Profile, _ second: Profile) -> Bool {
            switch (read(first), read(second)) {
            case (nil, nil): true
            case (let first?, let second?): first.isUTF8Equal(to: second)
            case (nil, .some), (.some, nil): false
            }
        }
    }

    /// The fields of a profile.
    ///
    /// The store file refers to them by position, so a new field goes to the end.
    public static let fields: [Field] = [
        Field(.nickname, \.nickname) { $0.nickname = $1 },
        Field(.name, \.name) { $0.name = $1 },
        Field(.email, \.email) { $0.email = $1 },
        Field(.phone, \.phone) { $0.phone = $1 },
    ]

    /// Creates a profile from the texts of a form or a stored document.
    ///
    /// - Parameter text: Returns the text of a field, or nil if it has none.
    /// - Throws: ``FieldIssue`` for the first text that is not a value of its field.
    public init(_ text: (Field) -> String?) throws(FieldIssue) {
        self.init()
        for field in Self.fields {
            do {
                try field.set(text(field), in: &self)
            } catch {
                throw FieldIssue(field: field.field, issue: error)
            }
        }
    }
}
