import AccountDemo
import Domain
import Foundation
import Networking
import Persistence
import Validation

/// A parser that reads what others have written, and what has to be true whatever that is.
enum FuzzTarget: String, CaseIterable {
    /// The decoder of stored accounts.
    case record

    /// The opener of store files.
    case store

    /// The parser of header fields of responses.
    case fields

    /// The JSON reader.
    case json

    /// The parser of terminal keys.
    case keys

    /// The e-mail scanner and the other rules of forms.
    case forms

    /// The parser of command lines.
    case arguments

    /// The reader of descriptions of account APIs.
    case description

    /// The parser of cookies.
    case cookies

    /// The decoder of form bodies.
    case form

    /// The reader of the messages in rejections.
    case errors

    /// The readers of keys and of one-time passwords.
    case codes

    /// The reader of the links of messages.
    case links

    /// The one that this process was started for.
    static let chosen = ProcessInfo.processInfo.environment["FUZZ_TARGET"].flatMap(FuzzTarget.init) ?? .json

    func run(_ bytes: [UInt8]) {
        switch self {
        case .record: Self.readRecord(bytes)
        case .store: StoreOpening.run(bytes)
        case .fields: Self.readFields(bytes)
        case .json: Self.readJSON(bytes)
        case .keys: Self.readKeys(bytes)
        case .forms: Self.compareIssues(bytes)
        case .arguments: Self.readArguments(bytes)
        case .description: Self.readDescription(bytes)
        case .cookies: Self.readCookies(bytes)
        case .form: Self.readForm(bytes)
        case .errors: Self.readErrors(bytes)
        case .codes: Self.readCodes(bytes)
        case .links: Self.readLink(bytes)
        }
    }

    /// An account that is read is written as bytes that are read as the same account.
    private static func readRecord(_ bytes: [UInt8]) {
        func read(_ bytes: [UInt8]) -> Account? {
            bytes.withUnsafeBytes { bytes in
                var reader = ByteReader(bytes)
                return try? StoredAccount(&reader).account()
            }
        }
        guard let account = read(bytes) else { return }
        var written: [UInt8] = []
        StoredAccount.append(account, to: &written)
        guard let again = read(written) else { preconditionFailure("\(written) cannot be read") }
        precondition(again.id == account.id && again.profile == account.profile)
        precondition(again.passwordHash == account.passwordHash)
    }

    /// A key and a code have one spelling, which is read as the same again.
    private static func readCodes(_ bytes: [UInt8]) {
        precondition(Base32.bytes(of: Base32.text(of: bytes)) == bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        if let bytes = Base32.bytes(of: text) { precondition(Base32.text(of: bytes) == text) }
        if let code = OneTimePassword(text) { precondition(OneTimePassword(code.revealed) == code) }
        if let code = RecoveryCode(text) {
            precondition(RecoveryCode(code.revealed) == code && OneTimePassword(text) == nil)
        }
        guard let secret = TOTPSecret(base32: text) else { return }
        precondition(secret.revealed.utf8.elementsEqual(text.utf8))
        precondition(OneTimePassword(TOTP(secret).revealedPassword(ofStep: 1)) != nil)
    }

    /// A link that is read has a code, and a plain link with the same parts is read as the same.
    private static func readLink(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        precondition(!AccountConfirmation(typed: text).code.contains(where: \.isNewline) || text.contains("://"))
        guard let link = URL(string: text), let found = AccountConfirmation(link: link) else { return }
        precondition(link.absoluteString.utf8.count <= AccountConfirmation.maximumLinkUTF8Length)
        precondition(!found.code.isEmpty && found.uid?.isEmpty != true)
        var plain = URLComponents()
        (plain.scheme, plain.host, plain.path) = ("https", "x.com", "/")
        let values = [("token", found.code), ("uid", found.uid)]
        plain.queryItems = values.map { URLQueryItem(name: $0, value: $1) }
        guard let again = plain.url, again.absoluteString.utf8.count <= AccountConfirmation.maximumLinkUTF8Length
        else { return }
        precondition(AccountConfirmation(link: again) == found)
    }

    /// Fields in any number of lines, each line ended by a line feed.
    private static func readFields(_ bytes: [UInt8]) {
        var head = ResponseHead(limits: TransportLimits(fieldBytes: 4096, fieldCount: 32))
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let whole = Array(line) + [UInt8(ascii: "\n")]
            let result = whole.withUnsafeBytes { line in
                Result { () throws(TransportError) in try head.take(line) }
            }
            guard case .success = result else { return }
        }
        precondition(head.fields.count <= 32)
        for field in head.fields { precondition(!field.value.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 }) }
    }

    /// A value that is read is written as bytes that are read as the same value.
    private static func readJSON(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(reading: bytes) else { return }
        precondition((try? JSONValue(reading: value.bytes)) == value)
    }

    /// The keys are the same whether the bytes come at once or one by one, but for how texts are cut.
    private static func readKeys(_ bytes: [UInt8]) {
        var whole = KeyParser()
        let keys = whole.read(bytes)
        var single = KeyParser()
        let pieces = bytes.flatMap { single.read([$0]) }
        precondition(Self.joined(keys) == Self.joined(pieces), "\(keys) are not \(pieces)")
        precondition(whole.isWaiting == single.isWaiting)
    }

    private static func joined(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { keys, key in
            if case .text(let new) = key, case .text(let old)? = keys.last {
                var scalars = old.unicodeScalars
                scalars.append(contentsOf: new.unicodeScalars)
                keys[keys.count - 1] = .text(String(scalars))
            } else {
                keys.append(key)
            }
        }
    }

    /// The issues of a form are those of the whole report on it.
    private static func compareIssues(_ bytes: [UInt8]) {
        let texts = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        let fields: [AccountField] = [.id, .password, .confirmation, .nickname, .email, .phone]
        var form = AccountForm()
        for (field, text) in zip(fields, texts) { form[field] = text }
        for policy in [AccountPolicy.emailLocalPart, .standard, .compact, .nonEmpty] {
            for policy in [policy.signUp, policy.signIn] {
                let report = policy.report(on: form)
                precondition(policy.issues(in: form) == report.issues)
            }
        }
    }

    /// A description is read, or has at least one mistake with a location in the text.
    private static func readDescription(_ bytes: [UInt8]) {
        do throws(APIDescriptionError) {
            _ = try AccountAPI(describedBy: bytes)
        } catch {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            precondition(!error.mistakes.isEmpty)
            precondition(error.mistakes.allSatisfy { (1...lines).contains($0.location.line) })
        }
    }

    /// What is sent back can be a header field, and is sent to no other host.
    private static func readCookies(_ bytes: [UInt8]) {
        guard let page = try? HTTPURL("https://a.example.com/b/c"),
            let other = try? HTTPURL("https://b.example.org/b/c")
        else { preconditionFailure("the URLs are valid") }
        var jar = CookieJar(names: ["a", "b", "__Host-a"])
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            var fields = HTTPFields()
            guard (try? fields.append(.setCookie, String(decoding: line, as: UTF8.self))) != nil else { continue }
            jar.store(fields, from: page, at: .distantPast)
            let text = fields[.setCookie][0]
            precondition(HTTPFields.separated(text).joined(separator: ",") == text)
        }
        precondition(jar.cookies(for: other, at: .distantPast).field == nil)
        guard let sent = jar.cookies(for: page, at: .distantPast).field else { return }
        var fields = HTTPFields()
        precondition((try? fields.append(.cookie, sent)) != nil, "\(sent)")
    }

    /// A body that is decoded is encoded as bytes that are decoded as the same body.
    private static func readForm(_ bytes: [UInt8]) {
        guard let body = BodyEncoding.form.body(of: bytes) else { return }
        precondition(BodyEncoding.form.body(of: BodyEncoding.form.bytes(of: body)) == body)
    }

    /// The messages of any JSON value are short.
    private static func readErrors(_ bytes: [UInt8]) {
        guard let body = try? JSONValue(reading: bytes) else { return }
        var format = ResponseFormat()
        format.codes["weak*"] = ErrorCodeMeaning(.refused, field: .password)
        format.codes["taken"] = ErrorCodeMeaning(.duplicateAccount)
        let messages = ErrorMessages(body, format: format, fieldNames: ["mail": .email])
        precondition(messages.message.text.unicodeScalars.count <= ServerMessage.maximumScalars)
    }

    /// Words with NUL between them, which is what no argument contains.
    private static func readArguments(_ bytes: [UInt8]) {
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        _ = try? InvocationParser.parse(words)
        _ = InvocationParser.outputStyle(of: words)
    }
}
