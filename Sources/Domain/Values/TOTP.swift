#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A generator of time-based one-time passwords by RFC 6238, as an authenticator app has it.
public struct TOTP: Hashable, Sendable {
    /// The hash function of the passwords.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// SHA-1, which every authenticator app knows.
        case sha1 = "SHA1"

        /// SHA-256.
        case sha256 = "SHA256"

        var digestBytes: Int {
            switch self {
            case .sha1: SHA1.digestBytes
            case .sha256: SHA256.digestBytes
            }
        }
    }

    /// The result of checking a one-time password.
    public enum Check: Hashable, Sendable {
        /// It is the password of this step.
        case accepted(step: Int)

        /// It is the password of a step that was used, or of one before it.
        case used

        /// It is the password of none of the steps.
        case wrong
    }

    /// The accepted numbers of digits.
    public static let digitCounts = 6...8

    /// The accepted lengths of a step, in seconds.
    public static let periods = 10...300

    /// The number of steps before and after the current one whose passwords are accepted too, because clocks differ and
    /// typing takes time.
    static let window = 1

    /// The key.
    public let secret: TOTPSecret

    /// The hash function.
    public let algorithm: Algorithm

    /// The number of digits of a password.
    public let digits: Int

    /// The length of a step in seconds.
    public let period: Int

    /// Creates a generator of passwords of 6 digits, which change every 30 seconds.
    ///
    /// - Parameters:
    ///   - secret: The key.
    ///   - algorithm: The hash function.
    public init(_ secret: TOTPSecret, algorithm: Algorithm = .sha1) {
        (self.secret, self.algorithm, digits, period) = (secret, algorithm, 6, 30)
    }

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - secret: The key.
    ///   - algorithm: The hash function.
    ///   - digits: The number of digits, one of ``digitCounts``; otherwise the result is nil.
    ///   - period: The length of a step in seconds, one of ``periods``; otherwise the result is nil.
    public init?(_ secret: TOTPSecret, algorithm: Algorithm, digits: Int, period: Int) {
        guard Self.digitCounts.contains(digits), Self.periods.contains(period) else { return nil }
        (self.secret, self.algorithm, self.digits, self.period) = (secret, algorithm, digits, period)
    }

    /// Returns the number of the step at a date.
    ///
    /// - Parameter date: The date.
    /// - Returns: The number of whole periods since 1970-01-01 00:00:00 UTC; 0 if no clock shows that date.
    public func step(at date: Date) -> Int {
        Int(exactly: (date.timeIntervalSince1970 / Double(period)).rounded(.down)).map { max($0, 0) } ?? 0
    }

    /// Returns the password of a step, which RFC 4226 calls the value of a counter.
    ///
    /// - Parameter step: The number of the step, 0 or more.
    /// - Returns: As many digits as ``digits`` says.
    public func revealedPassword(ofStep step: Int) -> String {
        let message = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: step >> $0) }
        let code =
            switch algorithm {
            case .sha1: HMAC<SHA1>(key: secret.bytes).code(for: message)
            case .sha256: HMAC<SHA256>(key: secret.bytes).code(for: message)
            }
        // The truncation of RFC 4226 section 5.3.
        let offset = Int(code[code.count - 1] & 15)
        let number = code[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        let text = String(number % (0..<digits).reduce(1) { power, _ in power * 10 })
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// Checks a password, in a time that does not depend on where it differs.
    ///
    /// - Parameters:
    ///   - password: The password that the user typed.
    ///   - date: The current date.
    ///   - used: The steps of the accepted passwords. Those up to the latest of them are used too; only a clock that was
    ///     ahead can have left later ones than this date allows, which count by themselves.
    /// - Returns: The result.
    public func check(_ password: OneTimePassword, at date: Date, used: [Int] = []) -> Check {
        let (typed, current) = (Array(password.revealed.utf8), step(at: date))
        // All steps are compared, whichever is the right one.
        let steps = (current - Self.window...current + Self.window).filter { step in
            ConstantTime.areEqual(typed, Array(revealedPassword(ofStep: step).utf8)) && step >= 0
        }
        guard !steps.isEmpty else { return .wrong }
        let last = used.filter { $0 <= current + Self.window }.max() ?? -1
        return steps.first { $0 > last && !used.contains($0) }.map { .accepted(step: $0) } ?? .used
    }

    /// Returns the `otpauth` URI that an authenticator app reads, for example from a QR code.
    ///
    /// It contains the key. Parameters with the defaults of the format are left out, because a smaller code is easier to
    /// scan.
    ///
    /// - Parameters:
    ///   - issuer: The name of the app; its colons are left out, because a colon ends it.
    ///   - account: The account.
    /// - Returns: A URI by the Key URI format of Google Authenticator.
    public func revealedURI(issuer: String, account: AccountID) -> String {
        let name = issuer.filter { $0 != ":" }.percentEncoded()
        let prefix = name.isEmpty ? "" : name + ":"
        let parameters: [(name: String, value: String, standard: String)] = [
            ("secret", secret.revealed, ""), ("issuer", name, ""),
            ("algorithm", algorithm.rawValue, Algorithm.sha1.rawValue), ("digits", "\(digits)", "6"),
            ("period", "\(period)", "30"),
        ]
        let query = parameters.filter { $0.value != $0.standard }.map { "\($0.name)=\($0.value)" }
        return "otpauth://totp/\(prefix)\(account.text.percentEncoded())?\(query.joined(separator: "&"))"
    }
}
