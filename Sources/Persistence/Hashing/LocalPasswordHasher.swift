public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Hashes passwords by the best algorithm of the system.
///
/// That is yescrypt by the system's libcrypt (crypt(5)), and otherwise PBKDF2-HMAC-SHA-256 (RFC 8018 section 5.2), as on
/// Apple platforms; hashes of both are verified. Passwords are hashed in Unicode Normalization Form C, so that they do not
/// depend on the keyboard, and in full: one of more than `Password.maximumUTF8Length` bytes, or with NUL, is refused. At
/// most two hashes are made at once, apart from the threads that run tasks; if 64 calls are waiting, the next one fails
/// with `.busy`.
public struct LocalPasswordHasher: PasswordHasher {
    private let hidesAlgorithms: Bool

    /// Nil if the system has no libcrypt that knows yescrypt.
    private let yescrypt: YescryptScheme?
    private let pbkdf2: PBKDF2Scheme
    private let queue: HashingQueue

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: The cost of new hashes; those of other costs are verified too.
    ///   - hidesAlgorithms: Whether a refusal does the work of both algorithms. It is for accounts that move from a system
    ///     without yescrypt to one that has it: otherwise the time of a refusal reveals which IDs have a PBKDF2 hash. The
    ///     right password of such an ID takes the time of both as well.
    public init(cost: HashingCost, hidesAlgorithms: Bool = false) {
        self.init(cost: cost, library: CryptLibrary.find(), hidesAlgorithms: hidesAlgorithms)
    }

    package init(
        cost: HashingCost,
        library: CryptLibrary?,
        width: Int = Self.width,
        hidesAlgorithms: Bool = false,
        derivation: @escaping PBKDF2Scheme.Derivation = PBKDF2.key
    ) {
        self.hidesAlgorithms = hidesAlgorithms
        // Some libcrypts do not know yescrypt, and make no setting for it.
        yescrypt = library.flatMap { library in
            library.makeSetting(cost.yescrypt).map { _ in YescryptScheme(library: library, cost: cost.yescrypt) }
        }
        pbkdf2 = PBKDF2Scheme(iterations: cost.iterations, derivation: derivation)
        queue = HashingQueue(width: width)
    }

    /// How many hashes are made at once; each takes its memory.
    package static var width: Int { min(2, ProcessInfo.processInfo.activeProcessorCount) }

    /// Makes a password hash with a fresh salt.
    ///
    /// - Parameter password: The password.
    /// - Returns: A password hash that names its algorithm and cost.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyBytes`;
    ///   `.busy`, `.unavailable` or `.cancelled`.
    public func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash {
        let bytes = try Self.bytes(of: password)
        return try await queue.run { [yescrypt, pbkdf2] () throws(PasswordHashingError) in
            if let yescrypt { return try yescrypt.hash(bytes) }
            return try pbkdf2.hash(bytes)
        }
    }

    /// Compares a password with a password hash, in a time that does not depend on where they differ.
    ///
    /// A refusal takes no less time than one by a hash of the present cost.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - passwordHash: The password hash of the account.
    /// - Returns: Whether the password hash was made of that password.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyBytes`;
    ///   `.corruptPasswordHash`, `.busy`, `.unavailable` or `.cancelled`.
    public func verify(
        _ password: Password,
        against passwordHash: PasswordHash
    ) async throws(PasswordHashingError) -> Bool {
        let bytes = try Self.bytes(of: password)
        guard let stored = StoredHash(passwordHash) else { throw .corruptPasswordHash }
        return try await queue.run { [yescrypt, pbkdf2, hidesAlgorithms] () throws(PasswordHashingError) in
            switch stored {
            case .pbkdf2(let stored):
                // In the order of every other refusal: the reverse order takes measurably longer.
                if hidesAlgorithms { _ = try yescrypt?.hash(bytes) }
                if try pbkdf2.verify(bytes, against: stored) { return true }
            case .yescrypt(let stored):
                guard let yescrypt else { throw .unavailable }
                if try yescrypt.verify(bytes, against: stored) { return true }
                if hidesAlgorithms { _ = try pbkdf2.hash(bytes) }
            }
            return false
        }
    }

    /// Does the work of a failed comparison if there is no password hash to compare with.
    ///
    /// - Parameter password: The password.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyBytes`;
    ///   `.busy`, `.unavailable` or `.cancelled`.
    public func refuse(_ password: Password) async throws(PasswordHashingError) {
        let bytes = try Self.bytes(of: password)
        try await queue.run { [yescrypt, pbkdf2, hidesAlgorithms] () throws(PasswordHashingError) in
            if let yescrypt { _ = try yescrypt.hash(bytes) }
            if hidesAlgorithms || yescrypt == nil { _ = try pbkdf2.hash(bytes) }
        }
    }

    /// Returns whether a password hash has a lower cost than new ones, or the weaker algorithm.
    ///
    /// - Parameter passwordHash: The password hash of an account.
    /// - Returns: Whether the next sign-in is to replace it.
    public func isOutdated(_ passwordHash: PasswordHash) -> Bool {
        switch StoredHash(passwordHash) {
        case .yescrypt(let stored): yescrypt.map { stored.cost < $0.cost } ?? false
        case .pbkdf2(let stored): yescrypt != nil || stored.iterations < pbkdf2.iterations
        case nil: false
        }
    }

    /// A password hash of a known format.
    private enum StoredHash {
        case yescrypt(YescryptString)
        case pbkdf2(PBKDF2String)

        init?(_ passwordHash: PasswordHash) {
            if let stored = YescryptString(passwordHash.revealed) {
                self = .yescrypt(stored)
            } else if let stored = PBKDF2String(passwordHash.revealed) {
                self = .pbkdf2(stored)
            } else {
                return nil
            }
        }
    }

    private static func bytes(of password: Password) throws(PasswordHashingError) -> SecretBytes {
        let text = password.revealed
        // Normalising takes time and makes a text at most three times shorter, so a far too long one is refused before.
        let bytes = text.utf8.count
        guard bytes <= 4 * Password.maximumUTF8Length else { throw tooManyBytes(bytes) }
        for (offset, scalar) in text.unicodeScalars.enumerated() where scalar == "\0" {
            throw .unacceptable(.containsControlCharacter(at: offset))
        }
        let normalised = text.nfc
        guard normalised.utf8.count <= Password.maximumUTF8Length else { throw tooManyBytes(normalised.utf8.count) }
        return SecretBytes(normalised)
    }

    private static func tooManyBytes(_ actual: Int) -> PasswordHashingError {
        .unacceptable(.tooManyBytes(maximum: Password.maximumUTF8Length, actual: actual))
    }
}

/// The cost of making, and of guessing, a password hash.
public enum HashingCost: Hashable, Sendable, CaseIterable {
    /// yescrypt at cost 7 of crypt(5), which takes 64 MiB of memory; without yescrypt, 600,000 iterations of PBKDF2, as
    /// OWASP's cheat sheet on password storage recommends for HMAC-SHA-256.
    case standard

    /// Twice as much: yescrypt at cost 8, which takes 128 MiB, or 1,200,000 iterations.
    case high

    /// Almost nothing, for tests only: yescrypt at cost 1, or 1,000 iterations.
    case minimal

    /// The cost of crypt(5): each step up doubles time and memory.
    var yescrypt: UInt {
        switch self {
        case .standard: 7
        case .high: 8
        case .minimal: 1
        }
    }

    /// The number of iterations of PBKDF2.
    var iterations: Int {
        switch self {
        case .standard: 600_000
        case .high: 1_200_000
        case .minimal: 1_000
        }
    }
}
