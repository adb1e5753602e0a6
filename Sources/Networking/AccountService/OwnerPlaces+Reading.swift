import Domain

extension OwnerPlaces {
    /// Reads who the owner of an account is.
    ///
    /// - Parameters:
    ///   - body: The body of a reply; nil where it has none that can be read.
    ///   - known: What is known already, and stands for whatever the reply does not say, or says in a way that Domain
    ///     does not take.
    /// - Returns: The owner.
    func read(_ body: JSONValue?, over known: AccountOwner) -> AccountOwner {
        var profile = known.profile
        profile.nickname = value(at: nickname, in: body, Nickname.init) ?? profile.nickname
        profile.name = value(at: name, in: body, PersonName.init) ?? profile.name
        profile.email = value(at: email, in: body, EmailAddress.init) ?? profile.email
        profile.phone = value(at: phone, in: body, PhoneNumber.init) ?? profile.phone
        return AccountOwner(
            accountID: value(at: id, in: body, AccountID.init) ?? known.accountID,
            profile: profile
        )
    }

    private func value<Value>(
        at path: JSONPath?,
        in body: JSONValue?,
        _ make: (String) throws(ValidationIssue) -> Value
    ) -> Value? {
        guard let path, let text = body?[path]?.text else { return nil }
        // What Domain does not take is treated as if the server had not said it.
        return try? make(text)
    }
}
