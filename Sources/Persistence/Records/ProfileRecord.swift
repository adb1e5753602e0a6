import Domain

/// How a profile is stored.
///
/// The names of the members are the format: they never change.
struct ProfileRecord: Codable {
    let nickname: String?
    let name: String?
    let email: String?
    let phone: String?

    init(_ profile: Profile) {
        nickname = profile.nickname?.text
        name = profile.name?.text
        email = profile.email?.text
        phone = profile.phone?.text
    }

    /// The profile that is stored.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a text.
    func profile() throws(InvalidRecord) -> Profile {
        do {
            return Profile(
                nickname: try nickname.map { text throws(ValidationIssue) in try Nickname(text) },
                name: try name.map { text throws(ValidationIssue) in try PersonName(text) },
                email: try email.map { text throws(ValidationIssue) in try EmailAddress(text) },
                phone: try phone.map { text throws(ValidationIssue) in try PhoneNumber(text) }
            )
        } catch {
            throw InvalidRecord()
        }
    }
}
