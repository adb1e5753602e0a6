import Domain
import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The forms in which a server may repeat secrets: as they are, in URLs, forms and JSON, and in Base64.
struct SecretForms {
    /// Shorter texts are found in texts that are no secrets.
    private static let minimumUTF8Length = 4

    /// The forms, the longest first, so that none is replaced in part.
    private let forms: [String]

    init(_ secrets: some Sequence<String>) {
        let forms = secrets.filter { $0.utf8.count >= Self.minimumUTF8Length }.flatMap(Self.forms)
        self.forms = Set(forms).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// Returns a text with a mask in place of each form of a secret.
    func masked(_ text: String) -> String {
        forms.reduce(text) { $0.replacing($1, with: MaskedExchange.mask) }
    }

    private static func forms(of secret: String) -> [String] {
        let json = String(decoding: JSONValue.string(secret).bytes.dropFirst().dropLast(), as: UTF8.self)
        let form = BodyEncoding.form.bytes(of: .object(["": .string(secret)])).dropFirst()
        let marks = ["", "-._~", "-._~!*'()", "-._~!*'()$&+,/:;=?@"]
        let encoded = [String(decoding: form, as: UTF8.self)] + marks.map { secret.percentEncoded(except: $0) }
        return [secret, json] + encoded + encoded.map(lowercasedEscapes) + (0..<3).flatMap { base64(secret, after: $0) }
    }

    private static func lowercasedEscapes(_ text: String) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        return ([String(parts[0])] + parts.dropFirst().map { $0.prefix(2).lowercased() + $0.dropFirst(2) })
            .joined(separator: "%")
    }

    /// Returns the part of the Base64 of a longer text, such as `user:password`, that the secret alone decides, in both
    /// alphabets.
    private static func base64(_ secret: String, after count: Int) -> [String] {
        let bytes = Array(repeating: UInt8(0), count: count) + Array(secret.utf8)
        let text = Data(bytes).base64EncodedString().prefix(bytes.count * 8 / 6).dropFirst([0, 2, 3][count])
        return [String(text), String(text.replacing("+", with: "-").replacing("/", with: "_"))]
    }
}
