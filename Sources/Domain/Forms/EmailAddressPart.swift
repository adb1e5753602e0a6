/// The part of an e-mail address in which something is wrong.
public enum EmailAddressPart: String, Hashable, Sendable, CaseIterable {
    /// The whole: there is not exactly one `@`, or nothing on one side of it.
    case shape

    /// What stands before the `@`.
    case local

    /// What stands behind the `@`.
    case domain
}
