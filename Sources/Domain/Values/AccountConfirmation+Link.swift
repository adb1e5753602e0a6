#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension AccountConfirmation {
    /// The largest link that is read, in bytes of UTF-8.
    public static let maximumLinkUTF8Length = 4_096

    /// Reads the link of a message, with which a password is set or an address is confirmed; nothing is opened.
    ///
    /// The code is the parameter `token`, `code`, `key` or `oobCode` of the query, and the identity of the account `uid`,
    /// `uidb64`, `user_id` or `userId`. Without such a parameter, the last two parts of the path are the identity and the
    /// code. Both may also be in the fragment, as the links of apps in a browser have them.
    ///
    /// - Parameter link: The link; the result is nil if it has no code, or is longer than ``maximumLinkUTF8Length``.
    public init?(link: URL) {
        let text = link.absoluteString
        guard text.utf8.count <= Self.maximumLinkUTF8Length, let parts = URLComponents(string: text) else { return nil }
        let places = [parts, parts.percentEncodedFragment.flatMap { URLComponents(string: $0) }].compactMap(\.self)
        for place in places {
            guard let code = Self.value(of: ["token", "code", "key", "oobCode"], in: place) else { continue }
            self.init(code: code, uid: Self.value(of: ["uid", "uidb64", "user_id", "userId"], in: place))
            return
        }
        for place in places.reversed() {
            let path = place.percentEncodedPath.split(separator: "/").suffix(2).map(Self.decoded)
            guard path.count == 2, let code = path.last, path.allSatisfy({ !$0.isEmpty }) else { continue }
            self.init(code: code, uid: path[0])
            return
        }
        return nil
    }

    /// Reads what a user typed or pasted: the link of a message, as ``init(link:)`` does, or its code.
    ///
    /// - Parameter text: The text; white space, such as between groups of digits, is ignored.
    public init(typed text: String) {
        let typed = text.filter { !$0.isWhitespace }
        let link = typed.contains("://") ? URL(string: typed).flatMap { AccountConfirmation(link: $0) } : nil
        self = link ?? AccountConfirmation(code: typed)
    }

    /// Returns a part of a path without percent-encoding, or an empty text if that is not UTF-8.
    private static func decoded(_ part: Substring) -> String {
        var components = URLComponents()
        components.percentEncodedPath = "/" + part
        return String(components.path.dropFirst())
    }

    /// Returns the first value that is not empty, of the first of these names that has one.
    private static func value(of names: [String], in place: URLComponents) -> String? {
        let items = place.queryItems ?? []
        return names.lazy.compactMap { name in
            items.first { $0.name == name && $0.value?.isEmpty == false }?.value
        }.first
    }
}
