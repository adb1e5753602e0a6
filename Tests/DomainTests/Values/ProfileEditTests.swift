import AccountFlowTesting
import Domain
import Testing

struct ProfileEditTests {
    private static func profile(_ nickname: String?, _ name: String? = nil) throws -> Profile {
        Profile(nickname: try nickname.map { try Nickname($0) }, name: try name.map { try PersonName($0) })
    }

    @Test(
        arguments: [
            ("Kim", "Kim", []), ("Kim", "Lee", [.nickname]), ("Kim", nil, [.nickname]), (nil, "Kim", [.nickname]),
            (nil, nil, []),
            // Swift compares these as equal, but their bytes differ.
            ("e\u{301}", "\u{E9}", [.nickname]),
        ] as [(String?, String?, [AccountField])]
    )
    func `an edit names the fields that differ, byte by byte`(old: String?, new: String?, fields: [AccountField]) throws
    {
        let edit = ProfileEdit(of: try Self.profile(old, "Kim Gu"), to: try Self.profile(new, "Kim Gu"))
        #expect(edit.changedFields == fields)
    }

    @Test(
        arguments: [
            // base, edited, stored, merged; nil stands for a conflict
            ("Kim", "Lee", "Kim", "Lee"), ("Kim", "Lee", "Lee", "Lee"), ("Kim", "Lee", "Park", "conflict"),
            ("Kim", "Lee", nil, "conflict"), ("Kim", nil, "Kim", nil), ("Kim", nil, nil, nil),
            ("Kim", nil, "Lee", "conflict"), (nil, "Kim", nil, "Kim"), (nil, "Kim", "Kim", "Kim"),
            (nil, "Kim", "Lee", "conflict"), ("Kim", "Kim", "Lee", "Lee"), ("Kim", "Kim", nil, nil),
            (nil, nil, "Lee", "Lee"),
        ] as [(String?, String?, String?, String?)]
    )
    func `a change is applied unless others have changed the same field to another text`(
        base: String?,
        edited: String?,
        stored: String?,
        merged: String?
    ) throws {
        // Others have changed another field, which stays as they left it.
        let edit = ProfileEdit(of: try Self.profile(base, "Kim Gu"), to: try Self.profile(edited, "Kim Gu"))
        let stored = try Self.profile(stored, "Kim Koo")
        if merged == "conflict" {
            #expect(throws: ProfileConflict(fields: [.nickname], stored: stored)) { try edit.applied(to: stored) }
        } else {
            let expected = try Self.profile(merged, "Kim Koo")
            #expect(try edit.applied(to: stored) == expected)
            #expect(try edit.applied(to: expected) == expected)
        }
    }

    @Test func `each field of a profile can be edited, and only that one changes`() throws {
        let (base, full) = (try Profile.full(), try Profile.full())
        for field in Profile.fields {
            var edited = base
            try field.set(nil, in: &edited)
            let removal = ProfileEdit(of: base, to: edited)
            #expect(removal.changedFields == [field.field])
            #expect(try removal.applied(to: full) == edited)
            let addition = ProfileEdit(of: edited, to: base)
            #expect(try addition.applied(to: edited) == full)
        }
    }

    @Test func `a form changes its fields only, and an empty text removes one`() throws {
        let base = try Self.profile("Kim", "Kim Gu")
        let form = AccountForm([.nickname: "", .name: "Lee"])
        #expect(try ProfileEdit(of: base, to: form, fields: [.nickname]).edited == Self.profile(nil, "Kim Gu"))
        #expect(try ProfileEdit(of: base, to: form, fields: [.nickname, .name]).edited == Self.profile(nil, "Lee"))
        #expect(throws: FieldIssue(field: .email, issue: .notAnEmailAddress(.shape))) {
            try ProfileEdit(of: base, to: AccountForm([.email: "kim"]), fields: [.email])
        }
    }
}
