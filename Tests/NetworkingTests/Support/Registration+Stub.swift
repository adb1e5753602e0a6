import Domain

extension Registration {
    /// A registration with every part of a profile.
    static func stub(id: String = "abcdef@gmail.com", password: String = "p4ss word\"값") throws -> Registration {
        Registration(
            id: try AccountID(id),
            password: Password(password),
            profile: Profile(
                nickname: try Nickname("Kim"),
                name: try PersonName("김철수"),
                email: try EmailAddress("kim@example.com"),
                phone: try PhoneNumber("010-1234-5678")
            )
        )
    }
}
