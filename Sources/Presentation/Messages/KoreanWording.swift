/// The Korean texts, of which an app may replace any.
///
/// ``KoreanMessages`` has all of them as they are. An app that wants another text conforms to this protocol and writes
/// that one alone; sentences that quote it, such as those that name a field, follow:
///
/// ```swift
/// struct ShopMessages: KoreanWording {
///     func label(of field: AccountField) -> String {
///         field == .id ? "이메일" : KoreanMessages().label(of: field)
///     }
/// }
/// ```
public protocol KoreanWording: MessageCatalog {}
