import AccountFlowTesting
import Domain
import Testing

struct ProfileTests {
    @Test func `a profile knows nothing unless it is told`() {
        let profile = Profile()

        #expect(profile.nickname == nil)
        #expect(profile.name == nil)
        #expect(profile.email == nil)
        #expect(profile.phone == nil)
    }

    @Test func `each part is kept in its place`() throws {
        let profile = Profile(
            nickname: try Nickname("1"),
            name: try PersonName("2"),
            email: try EmailAddress("3@x"),
            phone: try PhoneNumber("4")
        )

        #expect(profile.nickname?.text == "1")
        #expect(profile.name?.text == "2")
        #expect(profile.email?.text == "3@x")
        #expect(profile.phone?.text == "4")
    }

    @Test func `profiles differ when one part does`() throws {
        let profiles = [
            Profile(), Profile(nickname: try Nickname("1")), Profile(name: try PersonName("1")),
            Profile(email: try EmailAddress("1@x")), Profile(phone: try PhoneNumber("1")),
        ]
        #expect(Set(profiles).count == 5)
    }

    @Test func `the profile that every repository is tried with has every part there is`() throws {
        let profile = try Profile.full()
        let parts = Mirror(reflecting: profile).children
        for part in parts {
            #expect(!Mirror(reflecting: part.value).children.isEmpty, "\(part.label ?? "") is missing")
        }
        #expect(profile.texts.count == parts.count && !profile.texts.contains(""))
    }
}
