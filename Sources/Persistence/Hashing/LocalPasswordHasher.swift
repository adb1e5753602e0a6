public import Domain

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Keeps passwords as hashes by the best means that the system has.
///
/// That is yescrypt by the libcrypt of the system, crypt(5), which is looked up when the hasher is made, and
/// PBKDF2-HMAC-SHA-256 (RFC 8018 section 5.2) where there is none, as on Apple platforms. Hashes of either kind are
/// compared, whichever is made. A password is hashed in Unicode Normalization Form C, so that it does not depend on the
/// keyboard, and in full: what would be cut is refused. Hashes are made on a queue apart from the threads that run
/// tasks, at most two at once and never more than there are processors; where 64 calls are waiting, the next one is
/// told `.busy`.
public struct LocalPasswordHasher: PasswordHasher {
    /// What the hashes cost that this hasher makes; it compares with those of other costs too.
    public let cost: HashingCost

    /// Whether a refusal does the work of both algorithms, whichever the password hash is of.
    public let hidesAlgorithms: Bool

    /// Nil where the system has no libcrypt that knows yescrypt.
    private let yescrypt: YescryptScheme?
    private let pbkdf2: PBKDF2Scheme
    private let queue: HashingQueue

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: What each hash is to cost.
    ///   - hidesAlgorithms: Whether a refusal does the work of both algorithms, whichever the password hash is of. It
    ///     is for accounts that come from a system without yescrypt to one that has it: otherwise the time of a refusal
    ///     tells which IDs have a PBKDF2 password hash. Each refusal takes the time of both then, and so does each right
    ///     password of such an ID.
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
        self.cost = cost
        self.hidesAlgorithms = hidesAlgorithms
        // Asking for a setting is the way to learn whether a libcrypt knows yescrypt: some do not.
        yescrypt = library.flatMap { library in
            library.makeSetting(cost.yescrypt).map { _ in YescryptScheme(library: library, cost: cost.yescrypt) }
        }
        pbkdf2 = PBKDF2Scheme(iterations: cost.iterations, derivation: derivation)
        queue = HashingQueue(width: width)
    }

    /// How many hashes are made at once: each takes its memory, and more than two at a time help nobody.
    package static var width: Int { min(2, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Makes a password hash with a fresh salt.
    ///
    /// - Parameter password: At most `Password.maximumUTF8Length` bytes without NUL.
    /// - Returns: A password hash that says how it was made.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyBytes`;
    ///   `.failed` with `.busy`, `.hashingUnavailable` or `.cancelled`.
    public func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash {
        let bytes = try Self.bytes(of: password)
        return try await queue.run { [yescrypt, pbkdf2] () throws(PasswordHashingError) in
            if let yescrypt { return try yescrypt.hash(bytes) }
            return try pbkdf2.hash(bytes)
        }
    }

    /// Compares a password with a password hash, in a time that does not depend on where they differ.
    ///
    /// A refusal takes no less time than one by a password hash of the present cost and the same algorithm, or of either
    /// where ``hidesAlgorithms`` says so.
    ///
    /// - Parameters:
    ///   - password: At most `Password.maximumUTF8Length` bytes without NUL.
    ///   - passwordHash: The password hash of the account.
    /// - Returns: Whether the password hash was made of that password.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyBytes`;
    ///   `.failed` with `.corruptPasswordHash`, `.busy`, `.hashingUnavailable` or `.cancelled`.
    public func verify(
        _ password: Password,
        against passwordHash: PasswordHash
    ) async throws(PasswordHashingError) -> Bool {
        let bytes = try Self.bytes(of: password)
        guard let stored = StoredHash(passwordHash) else { throw .corruptPasswordHash }
        return try await queue.run { [yescrypt, pbkdf2, hidesAlgorithms] () throws(PasswordHashingError) in
            switch stored {
            case .pbkdf2(let stored):
                // In the order of every other refusal: the other one was measured to take up to a fortieth longer.
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

    /// Does the work of a comparison that fails, where there is no password hash to compare with.
    ///
    /// - Parameter password: At most `Password.maximumUTF8Length` bytes without NUL.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyBytes`;
    ///   `.failed` with `.busy`, `.hashingUnavailable` or `.cancelled`.
    public func refuse(_ password: Password) async throws(PasswordHashingError) {
        let bytes = try Self.bytes(of: password)
        try await queue.run { [yescrypt, pbkdf2, hidesAlgorithms] () throws(PasswordHashingError) in
            if let yescrypt { _ = try yescrypt.hash(bytes) }
            if hidesAlgorithms || yescrypt == nil { _ = try pbkdf2.hash(bytes) }
        }
    }

    /// Tells whether a password hash costs less than those that are made now, or is of the weaker algorithm.
    ///
    /// - Parameter passwordHash: The password hash of an account.
    /// - Returns: Whether its owner's next sign-in is to replace it.
    public func isOutdated(_ passwordHash: PasswordHash) -> Bool {
        switch StoredHash(passwordHash) {
        case .yescrypt(let stored): yescrypt.map { stored.cost < $0.cost } ?? false
        case .pbkdf2(let stored): yescrypt != nil || stored.iterations < pbkdf2.iterations
        case nil: false
        }
    }

    /// A password hash that was recognised, before anything is done with it.
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
        // Normalisation takes time in proportion to the text and makes it at most three times shorter, so what is far
        // too long is refused before.
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
