import AccountFlowTesting
import Domain
import Testing

struct SecretTests {
    private static let canary = "canary-7f3a91"

    /// A value that contains a secret at some depth.
    struct Holder: Sendable, CustomTestStringConvertible {
        let name: String
        let value: any Sendable

        init(_ name: String, _ value: any Sendable) {
            self.name = name
            self.value = value
        }

        var testDescription: String { name }
    }

    /// A conversion of values to text.
    enum Rendering: CaseIterable {
        case describing
        case reflecting
        case interpolation
        case printing
        case debugPrinting
        case dumping
        case mirror

        func callAsFunction(_ value: Any) -> String {
            var text = ""
            switch self {
            case .describing: text = String(describing: value)
            case .reflecting: text = String(reflecting: value)
            case .interpolation: text = "\(value)"
            case .printing: print(value, to: &text)
            case .debugPrinting: debugPrint(value, to: &text)
            case .dumping: dump(value, to: &text)
            case .mirror: text = Self.leaves(of: value)
            }
            return text
        }

        /// Returns every label and every string that reflection finds.
        private static func leaves(of value: Any) -> String {
            if let text = value as? String { return text }
            return Mirror(reflecting: value).children
                .map { child in (child.label ?? "") + "=" + leaves(of: child.value) }
                .joined(separator: ";")
        }
    }

    static let secrets: [Holder] = [
        Holder("password", Password(canary)),
        Holder("token", AccessToken(canary)),
        Holder("token of ours", AccessToken(issuedHere: canary)),
        Holder("digest", TokenDigest(of: canary)),
        Holder("passwordHash", PasswordHash(canary)),
        Holder("form", filledForm),
    ]

    static let holders: [Holder] =
        secrets + [
            Holder("array", [Password(canary), Password(canary)]),
            Holder("nested array", [[AccessToken(canary)]]),
            Holder("set", Set([PasswordHash(canary)])),
            Holder("dictionary value", ["key": Password(canary)]),
            Holder("dictionary key", [AccessToken(canary): "value"]),
            Holder("optional", Optional(Password(canary)) as Password?),
            Holder("optional of an optional", Optional(Optional(filledForm))),
            Holder("tuple in an array", [(1, Password(canary))]),
            Holder("existential", [Password(canary) as any Secret]),
            Holder("array of forms", [filledForm]),
            Holder("registration", Registration(id: .stub(), password: Password(canary))),
            Holder("authentication", Authentication.stub(token: AccessToken(canary))),
            Holder("account", Account.stub(passwordHash: PasswordHash(canary))),
            Holder("account summary", AccountSummary(.stub(passwordHash: PasswordHash(canary)))),
            Holder("session", session),
            Holder("optional session", Optional(session)),
            Holder("restored session", RestoreOutcome.restored(session)),
            Holder("result", Result<Session, SignInError>.success(session)),
            Holder("opened session", OpenedSession(session, storageError: .stub())),
            Holder("outcome of a sign-up", SignUpOutcome.signedIn(OpenedSession(session))),
            Holder("outcome of a registration", RegistrationOutcome.authenticated(.stub(token: AccessToken(canary)))),
            Holder("event", RecordedEvent(.refused(AccountTag(.stub(canary))), at: .stub)),
            Holder(
                "result of a sign-up",
                Result<SignUpOutcome, SignUpError>.success(.signedIn(OpenedSession(session)))
            ),
        ]

    private static let session = Session.stub(token: AccessToken(canary))

    private static var filledForm: AccountForm {
        var form = AccountForm()
        for field in AccountField.allCases { form[field] = canary }
        return form
    }

    @Test(arguments: holders, Rendering.allCases)
    func `C13 T7 nothing shows a secret`(holder: Holder, rendering: Rendering) {
        let text = rendering(holder.value)
        #expect(!text.contains(Self.canary), "\(text)")
        // With a digest, a reader could find its session.
        #expect(!text.contains(TokenDigest(of: Self.canary).revealed), "\(text)")
    }

    @Test(arguments: secrets, Rendering.allCases.filter { $0 != .mirror })
    func `a secret is shown as redacted`(holder: Holder, rendering: Rendering) {
        #expect(rendering(holder.value).contains("‹redacted›"))
    }

    @Test(arguments: secrets)
    func `reflection finds no children in a secret`(holder: Holder) {
        #expect(Mirror(reflecting: holder.value).children.isEmpty)
    }

    @Test(arguments: Rendering.allCases)
    func `a value that is not secret is shown`(rendering: Rendering) {
        // Shows that the renderings above would reveal an unprotected value.
        let text = rendering(Session.stub(accountID: .stub(Self.canary)))
        #expect(text.contains(Self.canary))
    }

    @Test func `the member revealed returns the value of a secret`() {
        #expect(Password(Self.canary).revealed == Self.canary)
        #expect(AccessToken(Self.canary).revealed == Self.canary)
        #expect(PasswordHash(Self.canary).revealed == Self.canary)
    }

    @Test(arguments: ["", " ", "\0", "a\nb", "e\u{301}", String(repeating: "x", count: 100_000)])
    func `any text is a password, unchanged`(text: String) {
        #expect(Array(Password(text).revealed.utf8) == Array(text.utf8))
    }

    @Test func `secrets are equal if their values are equal`() {
        #expect(Password("a") == Password("a"))
        #expect(Password("a") != Password("A"))
        #expect(AccessToken("a") != AccessToken("b"))
        #expect(PasswordHash("a") != PasswordHash("b"))
    }

    @Test func `a token is equal to its digest, and to no other digest`() {
        let (token, left) = (AccessToken(issuedHere: "a"), AccessToken(TokenDigest(of: "a")))
        #expect(token == left)
        #expect(Set([token]).contains(left))
        #expect(AccessToken("a") == token)
        #expect(left != AccessToken(TokenDigest(of: "b")))
        #expect(token != AccessToken(TokenDigest(of: "b")))
    }
}
