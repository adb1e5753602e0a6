package import Domain

extension Profile {
    /// The texts of the profile, "" for one that is missing.
    package var texts: [String] {
        [nickname?.text, name?.text, email?.text, phone?.text].map { $0 ?? "" }
    }

    /// A profile with all there is, in texts that are not plain ASCII.
    package static func full() throws -> Profile {
        Profile(
            nickname: try Nickname("길동 👩‍👩‍👧‍👦"),
            name: try PersonName("홍길동 \"Gil\\dong\" / O'Hong"),
            email: try EmailAddress("Hong.Gil+Dong@example.co.kr"),
            phone: try PhoneNumber("+82 (10) 1234-5678")
        )
    }

    /// A profile whose texts are in Unicode Normalization Form D.
    static func decomposed() throws -> Profile {
        Profile(nickname: try Nickname("\u{1100}\u{1161}"), name: try PersonName("Jose\u{301}"))
    }
}
