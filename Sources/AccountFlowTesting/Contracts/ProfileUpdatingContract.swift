public import Domain
import Testing

/// The contract of every service that changes profiles, including the nickname and the name.
///
/// The account of the session exists.
public typealias ProfileUpdatingContract = Contract<BegunSession<any ProfileUpdating>>

extension ProfileUpdatingContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("a change is in the answer, and stays") { subject in
                let edit = try await subject.edit(nickname: "Lee", name: "Lee Gu")
                #expect(try await subject.service.updateProfile(of: subject.session, edit) == edit.edited)
                #expect(try await subject.service.owner(of: subject.session).profile == edit.edited)
            },
            promise("fields that an edit does not change stay as others have left them") { subject in
                let edits = [try await subject.edit(nickname: "Lee"), try await subject.edit(name: "Lee Gu")]
                for edit in edits { _ = try await subject.service.updateProfile(of: subject.session, edit) }
                let profile = try await subject.service.owner(of: subject.session).profile
                #expect([profile.nickname?.text, profile.name?.text] == ["Lee", "Lee Gu"])
            },
            promise("an edit of a text that others have changed is a conflict, and changes nothing") { subject in
                let edits = [
                    try await subject.edit(nickname: "Lee"), try await subject.edit(nickname: "Park", name: "Park Gu"),
                ]
                let stored = try await subject.service.updateProfile(of: subject.session, edits[0])
                await #expect(throws: UpdateProfileError.conflict(ProfileConflict(fields: [.nickname], stored: stored)))
                {
                    try await subject.service.updateProfile(of: subject.session, edits[1])
                }
                #expect(try await subject.service.owner(of: subject.session).profile == stored)
            },
            promise("the same edit twice is no conflict") { subject in
                let edit = try await subject.edit(nickname: "Lee")
                let first = try await subject.service.updateProfile(of: subject.session, edit)
                #expect(try await subject.service.updateProfile(of: subject.session, edit) == first)
            },
            promise("a text can be removed") { subject in
                let set = try await subject.edit(nickname: "Lee", name: "Lee Gu")
                _ = try await subject.service.updateProfile(of: subject.session, set)
                let removal = ProfileEdit(of: set.edited, to: Profile(nickname: set.edited.nickname))
                #expect(try await subject.service.updateProfile(of: subject.session, removal) == removal.edited)
                #expect(try await subject.service.owner(of: subject.session).profile == removal.edited)
            },
            promise("the nickname and the name can be changed") { subject in
                #expect(Set(subject.service.updatableFields).isSuperset(of: [.nickname, .name]))
            },
        ]
    }
}

extension BegunSession<any ProfileUpdating> {
    /// Returns an edit of the profile as it is now.
    fileprivate func edit(nickname: String? = nil, name: String? = nil) async throws -> ProfileEdit {
        let base = try await service.owner(of: session).profile
        var edited = base
        if let nickname { edited.nickname = try Nickname(nickname) }
        if let name { edited.name = try PersonName(name) }
        return ProfileEdit(of: base, to: edited)
    }
}
