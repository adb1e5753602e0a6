public import Domain

extension Authentication {
    /// An authentication of which a test says only what matters to it: everything has a value unless it is given one.
    ///
    /// - Parameters:
    ///   - accountID: The account.
    ///   - profile: What the service knows about the owner.
    ///   - token: What later calls have to show.
    /// - Returns: The authentication.
    public static func stub(
        accountID: AccountID = .stub(),
        profile: Profile = Profile(nickname: .stub()),
        token: AccessToken = AccessToken("token-1")
    ) -> Authentication {
        Authentication(accountID: accountID, profile: profile, token: token)
    }
}
