import AccountFlowTesting
import Domain
import Testing

struct ProfileValidatorTests {
    private let sut = ProfileValidator(
        rules: FormValidatorStub(fields: [.nickname, .name]),
        base: Profile(nickname: .stub("Kim"))
    )

    @Test(
        arguments: [
            ("Kim", "", []), ("", "", [.nickname]), ("Lee", "", []), ("Kim", "Kim Gu", []),
        ] as [(String, String, [AccountField])]
    )
    func `only changed fields have issues`(nickname: String, name: String, fields: [AccountField]) {
        // The rules require both fields, but the profile has no name.
        let form = AccountForm([.nickname: nickname, .name: name])
        #expect(sut.issues(in: form).map(\.field) == fields)
        #expect(sut.report(on: form).fields.map(\.field) == [.nickname, .name])
    }
}
