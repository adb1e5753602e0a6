import Domain

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A cookie that a server has set (RFC 6265bis).
struct Cookie: Hashable {
    /// The largest size of name and value in bytes; longer cookies are ignored (section 5.6).
    static let maximumUTF8Length = 4_096

    /// The largest size of the value of an attribute in bytes; longer ones are ignored (section 5.6).
    static let maximumAttributeUTF8Length = 1_024

    let name: String
    let value: String

    /// The requests that carry the cookie.
    let scope: CookieScope

    /// Reads the value of a field `Set-Cookie` in the response to a request for a URL; nil if it is not valid there.
    init?(_ text: String, from url: HTTPURL, at now: Date) {
        guard !text.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmingSpace() }
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
        let name = String(pair[..<equals].trimmingSpace())
        let value = String(pair[pair.index(after: equals)...].trimmingSpace())
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.maximumUTF8Length else { return nil }

        let attributes = Self.attributes(parts.dropFirst())
        let host = url.host.description
        let domain = attributes["domain"].map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }?.lowercased()
        if let domain, !domain.isEmpty {
            // A cookie for a whole top-level domain would reach strangers.
            let isParent = host.hasSuffix("." + domain) && domain.contains(".") && !url.host.isAddress
            guard host == domain || isParent else { return nil }
        }
        let isSecure = attributes["secure"] != nil
        guard !isSecure || url.scheme == .https else { return nil }
        let path = attributes["path"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Self.defaultPath(of: url)
        let isOfHost = name.lowercased().hasPrefix("__host-")
        if isOfHost || name.lowercased().hasPrefix("__secure-") {
            guard isSecure, !isOfHost || (domain == nil && attributes["path"] == "/") else { return nil }
        }
        self.name = name
        self.value = value
        let parent = url.host.isAddress ? nil : domain.flatMap { $0.isEmpty ? nil : "." + $0 }
        scope = CookieScope(
            domain: parent ?? host,
            path: path,
            isSecure: isSecure,
            expiresAt: Self.expiry(attributes, now: now)
        )
    }

    /// Returns whether a cookie that is set later replaces this one (section 5.7).
    func isReplaced(by other: Cookie) -> Bool {
        (name, scope.domain, scope.path) == (other.name, other.scope.domain, other.scope.path)
    }

    /// Returns the text of a cookie in a request, or throws if its value would end before its last character.
    static func pair(_ name: String, _ value: String) throws(HTTPRequestError) -> String {
        guard !value.contains(";") else { throw .invalidFieldValue(.cookie) }
        return name + "=" + value
    }

    /// Returns the attributes by name in lower case; the last one with the same name counts (section 5.6).
    private static func attributes(_ parts: some Sequence<Substring>) -> [String: String] {
        var attributes: [String: String] = [:]
        for part in parts {
            let equals = part.firstIndex(of: "=") ?? part.endIndex
            let value = part[equals...].dropFirst().trimmingSpace()
            guard value.utf8.count <= maximumAttributeUTF8Length else { continue }
            attributes[part[..<equals].trimmingSpace().lowercased()] = String(value)
        }
        return attributes
    }

    /// Returns the directory of a URL's path (section 5.1.4).
    private static func defaultPath(of url: HTTPURL) -> String {
        guard let slash = url.path.lastIndex(of: "/"), slash > url.path.startIndex else { return "/" }
        return String(url.path[..<slash])
    }

    /// Returns the date of `Max-Age`, which has precedence, or `Expires`; nil for neither.
    private static func expiry(_ attributes: [String: String], now: Date) -> Date? {
        if let age = attributes["max-age"], let first = age.utf8.first, first.isDigit || first == UInt8(ascii: "-"),
            age.utf8.dropFirst().allSatisfy(\.isDigit)
        {
            // An age beyond the range of integers is beyond every limit too (section 5.6.2).
            let seconds = Int(age) ?? (first == UInt8(ascii: "-") ? 0 : maximumAge)
            return now + Double(min(max(seconds, 0), maximumAge))
        }
        guard let date = attributes["expires"].flatMap({ HTTPDate.read($0) }) else { return nil }
        return min(date, now + Double(maximumAge))
    }

    /// The longest age in seconds: 400 days.
    private static let maximumAge = 400 * 24 * 3_600
}

extension CookieScope {
    /// Returns whether a request for a URL may carry the cookie, if it has not expired (section 5.8.3).
    func includes(_ url: HTTPURL) -> Bool {
        let host = url.host.description
        let isHost = domain.hasPrefix(".") ? ("." + host).hasSuffix(domain) : host == domain
        let isPath = url.path == path || url.path.hasPrefix(path.hasSuffix("/") ? path : path + "/")
        return isHost && isPath && (!isSecure || url.scheme == .https)
    }

    func isExpired(at now: Date) -> Bool { expiresAt.map { now >= $0 } ?? false }
}

/// The described cookies of one operation.
package struct CookieJar {
    private let names: Set<String>
    private var cookies: [Cookie] = []

    /// Creates a jar without cookies.
    ///
    /// - Parameter names: The cookies to store; all others are ignored.
    package init(names: Set<String>) {
        self.names = names
    }

    /// Stores the described cookies of a response.
    package mutating func store(_ fields: HTTPFields, from url: HTTPURL, at now: Date) {
        for cookie in fields.cookies(from: url, at: now) where names.contains(cookie.name) {
            cookies.removeAll { $0.isReplaced(by: cookie) }
            cookies.append(cookie)
        }
    }

    /// Returns the cookies that a request for a URL carries.
    package func cookies(for url: HTTPURL, at now: Date) -> CookieJar {
        var jar = self
        jar.cookies.removeAll { !$0.scope.includes(url) || $0.scope.isExpired(at: now) }
        return jar
    }

    /// The value of the field `Cookie`, or nil without cookies.
    package var field: String? {
        cookies.isEmpty ? nil : cookies.map { $0.name + "=" + $0.value }.joined(separator: "; ")
    }

    /// Returns whether there is a cookie with a name.
    func has(_ name: String) -> Bool { cookies.contains { $0.name == name } }
}

extension HTTPFields {
    /// Returns the cookies that a response to a request for a URL sets, those that it removes included.
    func cookies(from url: HTTPURL, at now: Date) -> [Cookie] {
        let cookies = self[.setCookie].compactMap { Cookie($0, from: url, at: now) }
        return cookies.reduce(into: []) { last, cookie in
            last.removeAll { $0.isReplaced(by: cookie) }
            last.append(cookie)
        }
    }

    /// Separates cookies that URLSession has joined; a comma in a date is not followed by a name and `=`.
    package static func separated(_ text: String) -> [String] {
        var cookies: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.trimmingSpace().prefix { $0 != "=" && $0 != ";" }
            let isCookie = HTTPGrammar.isToken(String(name)) && part[name.endIndex...].hasPrefix("=")
            if let last = cookies.last, !isCookie {
                cookies[cookies.count - 1] = last + "," + part
            } else {
                cookies.append(String(part))
            }
        }
        return cookies
    }
}

extension Substring {
    /// Returns the text without spaces and tabs at its ends.
    fileprivate func trimmingSpace() -> Substring {
        let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
        let end = self[start...].lastIndex { $0 != " " && $0 != "\t" }.map { index(after: $0) } ?? start
        return self[start..<end]
    }
}
