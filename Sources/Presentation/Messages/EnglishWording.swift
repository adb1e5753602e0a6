/// The English texts, of which an app may replace any.
///
/// ``EnglishMessages`` has all of them as they are. An app that wants another text conforms to this protocol and writes
/// that one alone; sentences that quote it, such as those that name a field, follow:
///
/// ```swift
/// struct ShopMessages: EnglishWording {
///     func label(of field: AccountField) -> String {
///         field == .id ? "E-mail" : EnglishMessages().label(of: field)
///     }
/// }
/// ```
public protocol EnglishWording: MessageCatalog {}
