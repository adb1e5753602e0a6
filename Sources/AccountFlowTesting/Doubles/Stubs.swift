public import Domain
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Values for tests. A test passes the arguments that matter to it; the others have defaults.

extension Date {
    /// A fixed date, whose fraction reveals a store that rounds dates.
    public static let stub = Date(timeIntervalSinceReferenceDate: 785_000_000.123_456_7)
}

extension AccountID {
    /// Creates an ID from a well-formed text.
    ///
    /// - Parameter text: The text; a malformed one is a programming error and stops the process.
    /// - Returns: The ID.
    public static func stub(_ text: String = "abcdef@gmail.com") -> AccountID {
        do {
            return try AccountID(text)
        } catch {
            preconditionFailure("\(text) is not an account ID: \(error)")
        }
    }
}

extension Nickname {
    /// Creates a nickname from a well-formed text.
    ///
    /// - Parameter text: The text; a malformed one is a programming error and stops the process.
    /// - Returns: The nickname.
    public static func stub(_ text: String = "Kim") -> Nickname {
        do {
            return try Nickname(text)
        } catch {
            preconditionFailure("\(text) is not a nickname: \(error)")
        }
    }
}

extension Profile {
    /// The texts of all fields, "" for a missing one.
    package var texts: [String] { Self.fields.map { $0.text(in: self) ?? "" } }

    /// A profile with all fields, some in other characters than ASCII.
    package static func full() throws -> Profile {
        let texts: [AccountField: String] = [
            .nickname: "길동 👩‍👩‍👧‍👦", .name: "홍길동 \"Gil\\dong\" / O'Hong", .email: "Hong.Gil+Dong@example.co.kr",
            .phone: "+82 (10) 1234-5678",
        ]
        return try Profile { texts[$0.field] ?? $0.example }
    }

    /// A profile in Unicode Normalization Form D.
    static func decomposed() throws -> Profile {
        Profile(nickname: try Nickname("\u{1100}\u{1161}"), name: try PersonName("Jose\u{301}"))
    }
}

extension RegistrationID {
    /// Creates an identity from a text.
    ///
    /// - Parameter text: Any text; equal texts give equal identities.
    /// - Returns: The identity.
    public static func stub(_ text: String = "registration-1") -> RegistrationID {
        RegistrationID(IDGenerator { text })
    }
}

extension Account {
    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The ID, spelt as it was registered.
    ///   - registrationID: The identity of the registration.
    ///   - profile: The profile.
    ///   - passwordHash: The hash of the password.
    ///   - recoveryHash: The hash of the recovery code, or nil for none.
    ///   - totp: The one-time passwords, or nil for none.
    ///   - createdAt: The date of registration.
    /// - Returns: The account.
    public static func stub(
        id: AccountID = .stub(),
        registrationID: RegistrationID = .stub(),
        profile: Profile = Profile(nickname: .stub()),
        passwordHash: PasswordHash = PasswordHash("hash of password1"),
        recoveryHash: PasswordHash? = nil,
        totp: AccountTOTP? = nil,
        createdAt: Date = .stub
    ) -> Account {
        Account(
            id: id,
            registrationID: registrationID,
            profile: profile,
            passwordHash: passwordHash,
            recoveryHash: recoveryHash,
            totp: totp,
            createdAt: createdAt
        )
    }
}

extension SessionID {
    /// Creates an identity from a text.
    ///
    /// - Parameter text: Any text; equal texts give equal identities.
    /// - Returns: The identity.
    public static func stub(_ text: String = "session-1") -> SessionID {
        SessionID(IDGenerator { text })
    }
}

extension Session {
    /// Creates a session.
    ///
    /// - Parameters:
    ///   - id: The identity of the session.
    ///   - accountID: The ID of the account.
    ///   - registrationID: The identity of the registration, or nil for none.
    ///   - profile: The profile.
    ///   - token: The access token.
    ///   - tokens: The tokens, or nil for the access token alone.
    ///   - serverKey: The server's own key of the account, or nil for none.
    ///   - startedAt: The date of sign-in.
    ///   - lastUsedAt: The date of the last use; nil stands for `startedAt`.
    ///   - expiresAt: The expiry date, or nil for none.
    ///   - isRemembered: Whether the next launch restores the session.
    /// - Returns: The session.
    public static func stub(
        id: SessionID = .stub(),
        accountID: AccountID = .stub(),
        registrationID: RegistrationID? = .stub(),
        profile: Profile = Profile(nickname: .stub()),
        token: AccessToken = AccessToken("token-1"),
        tokens: TokenSet? = nil,
        serverKey: String? = nil,
        startedAt: Date = .stub,
        lastUsedAt: Date? = nil,
        expiresAt: Date? = nil,
        isRemembered: Bool = true
    ) -> Session {
        Session(
            id: id,
            accountID: accountID,
            registrationID: registrationID,
            profile: profile,
            tokens: tokens ?? TokenSet(token),
            serverKey: serverKey,
            startedAt: startedAt,
            lastUsedAt: lastUsedAt,
            expiresAt: expiresAt,
            isRemembered: isRemembered
        )
    }
}

extension CurrentSession {
    /// Creates the session of an app, in which every session that begins has the identity of ``SessionID/stub(_:)``.
    ///
    /// - Parameters:
    ///   - repository: The store of the sessions.
    ///   - dates: The clock.
    ///   - policy: The lifetime of sessions.
    /// - Returns: The session of an app without a server, in which no time elapses.
    public static func stub(
        _ repository: any SessionRepository,
        dates: DateGenerator = .constant(.stub),
        policy: SessionPolicy = .untilSignOut
    ) -> CurrentSession {
        let clock = ManualClock()
        return CurrentSession(
            repository,
            dates: dates,
            policy: policy,
            clock: clock,
            uptime: clock.uptime,
            identifiers: IDGenerator { "session-1" }
        )
    }
}

extension Authentication {
    /// Creates an authentication.
    ///
    /// - Parameters:
    ///   - accountID: The ID of the account.
    ///   - registrationID: The identity of the registration, or nil for none.
    ///   - profile: The profile.
    ///   - token: The access token.
    /// - Returns: The authentication.
    public static func stub(
        accountID: AccountID = .stub(),
        registrationID: RegistrationID? = .stub(),
        profile: Profile = Profile(nickname: .stub()),
        token: AccessToken = AccessToken("token-1")
    ) -> Authentication {
        Authentication(accountID: accountID, registrationID: registrationID, profile: profile, tokens: TokenSet(token))
    }
}

extension AccountForm {
    /// Creates a sign-up form that the policy of system S1 accepts.
    ///
    /// - Parameters:
    ///   - id: The ID field.
    ///   - password: The password field.
    ///   - confirmation: The confirmation field; nil repeats the password.
    ///   - nickname: The nickname field.
    /// - Returns: The form.
    public static func signUp(
        id: String = "abcdef@gmail.com",
        password: String = "password1",
        confirmation: String? = nil,
        nickname: String = "Kim"
    ) -> AccountForm {
        AccountForm([
            .id: id, .password: password, .confirmation: confirmation ?? password, .nickname: nickname,
        ])
    }

    /// Creates a sign-in form.
    ///
    /// - Parameters:
    ///   - id: The ID field.
    ///   - password: The password field.
    /// - Returns: The form.
    public static func signIn(id: String = "abcdef@gmail.com", password: String = "password1") -> AccountForm {
        AccountForm([.id: id, .password: password])
    }
}

extension ConsentDocument {
    /// Creates a document.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - version: The version.
    /// - Returns: The document.
    public static func stub(_ name: String = "auto-login-terms", version: Int = 1) -> ConsentDocument {
        ConsentDocument(name: name, version: version)
    }
}

extension Consent {
    /// Creates a consent.
    ///
    /// - Parameters:
    ///   - accountID: The ID of the account.
    ///   - document: The document that was agreed to.
    ///   - agreedAt: The date of agreement.
    ///   - withdrawnAt: The date of the withdrawal, or nil.
    /// - Returns: The consent.
    public static func stub(
        accountID: AccountID = .stub(),
        document: ConsentDocument = .stub(),
        agreedAt: Date = .stub,
        withdrawnAt: Date? = nil
    ) -> Consent {
        Consent(accountID: accountID, document: document, agreedAt: agreedAt, withdrawnAt: withdrawnAt)
    }
}

extension PendingOperation {
    /// Creates a pending operation.
    ///
    /// - Parameters:
    ///   - action: The requested action.
    ///   - id: The ID of the account; a malformed one is a programming error and stops the process.
    ///   - address: The e-mail address to be confirmed, or nil.
    ///   - key: The idempotency key of the operation.
    ///   - begunAt: The date when the operation began.
    /// - Returns: The operation.
    public static func stub(
        _ action: Action = .register,
        id: String = "abcdef@gmail.com",
        address: EmailAddress? = nil,
        key: String = "key-1",
        begunAt: Date = .stub
    ) -> PendingOperation {
        PendingOperation(action: action, accountID: .stub(id), address: address, key: key, begunAt: begunAt)
    }
}

extension StorageError {
    /// Creates a storage error.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - reason: The reason.
    /// - Returns: The error.
    public static func stub(_ store: Store = .session, _ reason: Reason = .full) -> StorageError {
        StorageError(store: store, reason: reason)
    }
}

extension IDGenerator {
    /// Creates a generator of predictable identifiers: `token-1`, `token-2` and so on.
    ///
    /// - Parameter prefix: The text before the number.
    /// - Returns: A generator with its own counter.
    public static func sequential(prefix: String = "token-") -> IDGenerator {
        let count = Count()
        return IDGenerator { prefix + String(count.next()) }
    }

    private final class Count: Sendable {
        private let value = Mutex(0)

        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }
}
