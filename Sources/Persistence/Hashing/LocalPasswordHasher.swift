public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A hasher that uses the best algorithm of the system.
///
/// The algorithm is yescrypt of the system's libcrypt (crypt(5)), or else PBKDF2-HMAC-SHA-256 (RFC 8018 section 5.2),
/// as on Apple platforms. Hashes of both are verified, but yescrypt hashes throw `.unavailable` without that library.
/// Passwords are converted to Unicode Normalization Form C, so that they do not depend on the keyboard, and are never
/// truncated. Those of more than `Password.maximumUTF8Length` bytes, or with NUL, are rejected. At most two hashes are
/// computed at the same time, outside the cooperative pool. If 64 calls are waiting, the next one throws `.busy`. A
/// rejection takes at least as long as one by a hash of the same algorithm at the current cost.
public struct LocalPasswordHasher: PasswordHasher {
    private let hidesAlgorithms: Bool

    /// The yescrypt scheme, or nil if the system has no libcrypt that supports it.
    private let library: LazyValue<YescryptScheme?>
    private let pbkdf2: PBKDF2Scheme

    /// A hash of no password at the current cost, for IDs without an account; nil if the library fails.
    private let decoy: LazyValue<PasswordHash?>
    private let queue: HashingQueue

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: The cost of new hashes; hashes of other costs are verified too.
    ///   - hidesAlgorithms: Whether a rejection does the work of both algorithms. Set it if accounts move from a system
    ///     without yescrypt to one that has it: otherwise, the time of a rejection reveals which IDs have a PBKDF2
    ///     hash. The correct password of such an ID takes the time of both too.
    public init(cost: HashingCost, hidesAlgorithms: Bool = false) {
        self.init(cost: cost, library: CryptLibrary.find(), hidesAlgorithms: hidesAlgorithms)
    }

    package init(
        cost: HashingCost,
        library: @autoclosure @escaping @Sendable () -> CryptLibrary?,
        width: Int = Self.width,
        hidesAlgorithms: Bool = false,
        derivation: @escaping PBKDF2Scheme.Derivation = PBKDF2.key
    ) {
        self.hidesAlgorithms = hidesAlgorithms
        // Loading the library waits for the disk, so the first hash does it. Some libcrypts do not support yescrypt, and
        // return no setting for it.
        self.library = LazyValue {
            library().flatMap { library in
                library.makeSetting(cost.yescrypt).map { _ in YescryptScheme(library: library, cost: cost.yescrypt) }
            }
        }
        pbkdf2 = PBKDF2Scheme(iterations: cost.iterations, derivation: derivation)
        decoy = LazyValue { [library = self.library, pbkdf2] in
            guard let yescrypt = library.value else { return pbkdf2.decoy }
            return yescrypt.makeDecoy()
        }
        queue = HashingQueue(width: width)
    }

    /// The number of hashes that are computed at the same time; each needs memory of its own.
    package static var width: Int { min(2, ProcessInfo.processInfo.activeProcessorCount) }

    public func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash {
        let bytes = try Self.bytes(of: password)
        return try await queue.run { [library, pbkdf2] () throws(PasswordHashingError) in
            if let yescrypt = library.value { return try yescrypt.hash(bytes) }
            return try pbkdf2.hash(bytes)
        }
    }

    public func verify(
        _ password: Password,
        against passwordHash: PasswordHash
    ) async throws(PasswordHashingError) -> Bool {
        try await compare(password) { passwordHash }
    }

    public func simulateVerification(of password: Password) async throws(PasswordHashingError) {
        _ = try await compare(password) { [decoy] in decoy.value }
    }

    /// Compares a password with a hash; an ID without an account has that of no password, and so takes the same path.
    private func compare(
        _ password: Password,
        with passwordHash: @escaping @Sendable () -> PasswordHash?
    ) async throws(PasswordHashingError) -> Bool {
        let bytes = try Self.bytes(of: password)
        return try await queue.run { [library, pbkdf2, hidesAlgorithms] () throws(PasswordHashingError) in
            guard let passwordHash = passwordHash() else { throw .unavailable }
            guard let stored = StoredHash(passwordHash) else { throw .corruptPasswordHash }
            let yescrypt = library.value
            switch stored {
            case .pbkdf2(let stored):
                // The order is that of every other rejection; the reverse order takes measurably longer.
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

    /// Returns whether a hash has a lower cost than new ones, or the weaker algorithm.
    ///
    /// - Parameter passwordHash: The hash of an account.
    /// - Returns: Whether to hash the password again the next time that it is verified.
    public func isOutdated(_ passwordHash: PasswordHash) -> Bool {
        // A hash that was verified before has loaded the library.
        let yescrypt = library.value
        return switch StoredHash(passwordHash) {
        case .yescrypt(let stored): yescrypt.map { stored.cost < $0.cost } ?? false
        case .pbkdf2(let stored): yescrypt != nil || stored.iterations < pbkdf2.iterations
        case nil: false
        }
    }

    /// A hash in a known format.
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
        // Normalising takes time and shortens a text at most to a third, so a far longer one is rejected first.
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

/// The cost of hashing, and of guessing, a password.
public enum HashingCost: Hashable, Sendable, CaseIterable {
    /// yescrypt at cost 7 of crypt(5), which takes 64 MiB of memory; without yescrypt, 600,000 iterations of PBKDF2,
    /// which OWASP's cheat sheet on password storage recommends for HMAC-SHA-256.
    case standard

    /// Twice the cost: yescrypt at cost 8, which takes 128 MiB, or 1,200,000 iterations.
    case high

    /// A very low cost, for tests only: yescrypt at cost 1, or 1,000 iterations.
    case minimal

    /// The cost of crypt(5); each step doubles time and memory.
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
