import AccountFlowTesting
import Dispatch
import Domain
import Foundation
import Persistence
import Testing

/// Tests of rejected passwords and hashes, of errors of libcrypt, and of outdated hashes.
@Suite struct PasswordRefusalTests {
    private static let salt = "KZsN3bpzH1vJ0Ug1WbKqv1"
    private static let digits = "0123456789./ABCDEFGHIJKLMNOPQRSTUVWXYZabcde"
    private static let setting = "$y$j75$\(salt)"
    private static let stored = "\(setting)$\(digits)"

    @Test(arguments: [("\0", 0), ("abc\0", 3), ("abc\0def", 3), ("각\0", 1)])
    func `C1 a password with a NUL character is rejected`(_ text: String, _ place: Int) async {
        let (hasher, calls) = makeSUT()
        await expectRefusal(of: text, by: hasher, as: .containsControlCharacter(at: place))
        #expect(calls.messages == [])
    }

    @Test func `other control characters are accepted`() async throws {
        let (hasher, calls) = makeSUT()
        _ = try await hasher.hash(Password("\u{1}\t\n\u{7F}"))
        #expect(calls.messages.last == .hash("\u{1}\t\n\u{7F}", setting: Self.setting))
    }

    @Test(arguments: [
        ("x", 512, 512), ("가", 171, 513), ("\u{1100}\u{1161}", 171, 513), ("x", 2044, 2044), ("x", 2045, 2045),
        ("\u{1100}\u{1161}", 340, 1020), ("\u{1100}\u{1161}", 341, 2046), ("x", 1_000_000, 1_000_000),
    ])
    func `C2 a password of more than 511 bytes is rejected`(_ unit: String, _ count: Int, _ bytes: Int) async {
        let (hasher, calls) = makeSUT()
        let text = String(repeating: unit, count: count)
        await expectRefusal(of: text, by: hasher, as: .tooManyBytes(maximum: 511, actual: bytes))
        #expect(calls.messages == [])
    }

    @Test(arguments: [("x", 511, 511), ("가", 170, 510), ("\u{1100}\u{1161}", 170, 510)])
    func `C2 all bytes of a password of up to 511 bytes are hashed`(
        _ unit: String,
        _ count: Int,
        _ bytes: Int
    ) async throws {
        let (hasher, calls) = makeSUT()
        let text = String(repeating: unit, count: count)
        _ = try await hasher.hash(Password(text))
        guard case .hash(let hashed, _) = calls.messages.last else {
            Issue.record("nothing was hashed")
            return
        }
        #expect(hashed == text)
        #expect(hashed.utf8.count == bytes)
    }

    @Test(arguments: [
        "", "*", "*0", "*1", "x", "plain", "ab", "abJnggxhB/yWI", "$", "$y$", "$y$j9T$", "$y$j9T$$",
        "$1$abcdefgh$irWbblnpmw.5z7wgBnprh0", "$2b$10$" + salt + digits, "$5$rounds=999999999$a$b",
        "$6$rounds=999999999$" + salt + "$" + digits, "$7$CU..../....\(salt)$\(digits)", "$gy$j9T$\(salt)$\(digits)",
        "$y$jHT$\(salt)$\(digits)", "$y$jFT$\(salt)$\(digits)", "$y$jET$\(salt)$\(digits)", "$y$j8T$\(salt)$\(digits)",
        "$y$j9T5$\(salt)$\(digits)", "$y$j9$\(salt)$\(digits)", "$y$J9T$\(salt)$\(digits)",
        "$Y$j9T$\(salt)$\(digits)", "$y$j9T$$\(digits)", "$y$j9T$\(salt)", "$y$j9T$\(salt)$",
        "$y$j9T$\(salt.dropLast())$\(digits)", "$y$j9T$\(salt)x$\(digits)",
        "$y$j9T$\(salt)$\(digits.dropLast())", "$y$j9T$\(salt)$\(digits)x", "$y$j9T$\(salt)$\(digits)$",
        "$y$j9T$\(salt)$\(digits)\n", " $y$j9T$\(salt)$\(digits)", "$y$j9T$\(salt)$\(digits.dropLast())é",
        "$y$j9T$\(salt)$\(digits.dropLast())\0", "$y$j9T$\(salt.dropLast())-$\(digits)",
        "$y$j9T$\(salt.dropLast()):$\(digits)", "$y$j9T$\(salt.dropLast())_$\(digits)",
    ])
    func `C4 a password hash of another format is corrupt and never reaches libcrypt`(_ text: String) async {
        let (hasher, calls) = makeSUT()
        await #expect(throws: PasswordHashingError.corruptPasswordHash) {
            try await hasher.verify(Password("password1"), against: PasswordHash(text))
        }
        #expect(calls.messages == [])
    }

    @Test(arguments: ["j75", "j9T", "jAT", "jBT", "jCT", "jDT"])
    func `C4 a password is compared with a hash of any known cost`(_ parameters: String) async throws {
        let passwordHash = PasswordHash("$y$\(parameters)$\(Self.salt)$\(Self.digits)")
        let (hasher, calls) = makeSUT(hash: passwordHash.revealed)
        #expect(try await hasher.verify(Password("password1"), against: passwordHash))
        #expect(calls.messages == [.makeSetting(cost: 1), .hash("password1", setting: passwordHash.revealed)])
    }

    @Test(arguments: [7, 28, 30, 51, 72])
    func `a password is incorrect if its hash differs in any byte`(_ place: Int) async throws {
        var other = Array(Self.stored.utf8)
        other[place] = other[place] == UInt8(ascii: "x") ? UInt8(ascii: "z") : UInt8(ascii: "x")
        let (hasher, _) = makeSUT(hash: String(decoding: other, as: UTF8.self))
        #expect(try await !hasher.verify(Password("password1"), against: PasswordHash(Self.stored)))
    }

    @Test(arguments: [nil, "", "*0", "$1$abcdefgh$irWbblnpmw.5z7wgBnprh0"])
    func `C5 a hash that libcrypt cannot make is an error, not a wrong password`(_ hash: String?) async {
        let (hasher, _) = makeSUT(hash: hash)
        await #expect(throws: PasswordHashingError.unavailable) { try await hasher.hash(Password("password1")) }
        await #expect(throws: PasswordHashingError.unavailable) {
            try await hasher.verify(Password("password1"), against: PasswordHash(Self.stored))
        }
    }

    @Test func `a yescrypt hash on a system without yescrypt is an error, not a wrong password`() async {
        for hasher in [makeSUT(setting: nil).hasher, LocalPasswordHasher(cost: .minimal, library: nil)] {
            await #expect(throws: PasswordHashingError.unavailable) {
                try await hasher.verify(Password("password1"), against: PasswordHash(Self.stored))
            }
        }
    }

    @Test func `C8 a system without yescrypt makes PBKDF2 hashes`() async throws {
        for hasher in [makeSUT(setting: nil).hasher, LocalPasswordHasher(cost: .minimal, library: nil)] {
            let passwordHash = try await hasher.hash(Password("password1"))
            #expect(passwordHash.revealed.hasPrefix("$pbkdf2-sha256$i=1000,l=32$"))
            #expect(try await hasher.verify(Password("password1"), against: passwordHash))
            #expect(try await !hasher.verify(Password("password2"), against: passwordHash))
        }
    }

    @Test(arguments: Self.foreignPBKDF2Strings)
    func `C4 a PBKDF2 string that the hasher would not write is reported as corrupt`(_ text: String) async {
        let hasher = LocalPasswordHasher(cost: .minimal, library: nil)
        await #expect(throws: PasswordHashingError.corruptPasswordHash) {
            try await hasher.verify(Password("password1"), against: PasswordHash(text))
        }
        #expect(!hasher.isOutdated(PasswordHash(text)))
    }

    private static let foreignPBKDF2Strings: [String] = {
        let (salt, hash) = ("KZsN3bpzH1vJ0Ug1WbKqvw", "0123456789+/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdc")
        let parameters = [
            "i=999,l=32", "i=2400001,l=32", "i=999999999999,l=32", "i=0,l=32", "i=-1000,l=32", "i=01000,l=32",
            "i=+1000,l=32", "i=1000", "i=1000,l=64", "l=32,i=1000", "i=1000,l=32,x", "i=1000, l=32", "1000", "",
            "i=,l=32",
        ]
        let tails: [String] = [
            "\(salt)$\(hash.dropLast())", "\(salt)$\(hash)A", "\(salt.dropLast())$\(hash)", "\(salt)A$\(hash)",
            "\(salt.dropLast())x$\(hash)", "\(salt)$\(hash.dropLast())d", "\(salt)$\(hash)$", "\(salt)$",
            "$\(hash)", salt, "\(salt)$\(hash)=", "\(salt.dropLast()).$\(hash)", "\(salt)$\(hash)\n",
        ]
        let strings: [String] = parameters.map { "$pbkdf2-sha256$\($0)$\(salt)$\(hash)" }
        let others: [String] = tails.map { "$pbkdf2-sha256$i=1000,l=32$" + $0 }
        return strings + others + ["$pbkdf2$i=1000,l=32$\(salt)$\(hash)", "$pbkdf2-sha1$i=1000,l=32$\(salt)$\(hash)"]
    }()

    @Test(arguments: [
        ("$y$j75$", HashingCost.minimal, false), ("$y$j75$", .standard, true), ("$y$j9T$", .standard, true),
        ("$y$jAT$", .standard, true), ("$y$jBT$", .standard, false), ("$y$jCT$", .standard, false),
        ("$y$jBT$", .high, true), ("$y$jCT$", .high, false), ("$y$jDT$", .high, false), ("$1$", .standard, false),
    ])
    func `C8 a password hash that costs less than new ones is outdated`(
        _ prefix: String,
        cost: HashingCost,
        expected: Bool
    ) {
        let passwordHash = PasswordHash(prefix + Self.salt + "$" + Self.digits)
        #expect(makeSUT(cost: cost).hasher.isOutdated(passwordHash) == expected)
        // Without yescrypt, new hashes are no stronger.
        #expect(!LocalPasswordHasher(cost: cost, library: nil).isOutdated(passwordHash))
    }

    @Test func `C8 a PBKDF2 hash is outdated with yescrypt, or with fewer iterations than new hashes`() async throws {
        let passwordHash = try await LocalPasswordHasher(cost: .minimal, library: nil).hash(Password("password1"))
        #expect(makeSUT().hasher.isOutdated(passwordHash))
        #expect(!LocalPasswordHasher(cost: .minimal, library: nil).isOutdated(passwordHash))
        #expect(LocalPasswordHasher(cost: .standard, library: nil).isOutdated(passwordHash))
    }

    @Test(arguments: [
        ("j9T", HashingCost.standard, [5, 6] as [UInt]), ("jAT", .standard, [6]), ("jBT", .standard, []),
        ("jBT", .high, [7]), ("jCT", .standard, []), ("j75", .standard, [1, 2, 3, 4, 5, 6]),
    ])
    func `C6 a wrong password costs as much work with an older hash as with a new one`(
        parameters: String,
        cost: HashingCost,
        costs: [UInt]
    ) async throws {
        let stored = "$y$\(parameters)$\(Self.salt)$\(Self.digits)"
        let (hasher, calls) = makeSUT(cost: cost, hash: Self.stored.dropLast() + "0")
        #expect(try await !hasher.verify(Password("password2"), against: PasswordHash(stored)))
        let made = calls.messages.dropFirst().compactMap { call in
            if case .makeSetting(let cost) = call { cost } else { nil }
        }
        #expect(made == costs)

        let accepting = makeSUT(cost: cost, hash: stored)
        #expect(try await accepting.hasher.verify(Password("password1"), against: PasswordHash(stored)))
        #expect(accepting.calls.messages.count == 2)
    }

    @Test(arguments: [
        (1_000, HashingCost.standard, [1_000, 599_000]), (600_000, .standard, [600_000]),
        (600_000, .high, [600_000, 600_000]), (1_200_000, .standard, [1_200_000]),
    ])
    func `C6 a wrong password costs as many iterations with an older PBKDF2 hash as with a new one`(
        iterations: Int,
        cost: HashingCost,
        work: [Int]
    ) async throws {
        let calls = MessageLog<Int>()
        let hasher = LocalPasswordHasher(cost: cost, library: nil) { _, _, iterations, count in
            calls.append(iterations)
            return [UInt8](repeating: 0, count: count)
        }
        let setting = "$pbkdf2-sha256$i=\(iterations),l=32$KZsN3bpzH1vJ0Ug1WbKqvw$"
        let (zeros, other) = (String(repeating: "A", count: 43), "B" + String(repeating: "A", count: 42))
        #expect(try await !hasher.verify(Password("password2"), against: PasswordHash(setting + other)))
        #expect(calls.messages == work)

        #expect(try await hasher.verify(Password("password1"), against: PasswordHash(setting + zeros)))
        #expect(calls.messages == work + [iterations])
    }

    @Test(arguments: [true, false])
    func `C6 with hidden algorithms, a wrong password for a PBKDF2 hash also costs a yescrypt hash`(
        hidesAlgorithms: Bool
    ) async throws {
        let pbkdf2 = try await LocalPasswordHasher(cost: .minimal, library: nil).hash(Password("password1"))
        let work = [Call.makeSetting(cost: 1), .hash("password2", setting: Self.setting)]

        let (hasher, calls) = makeSUT(hidesAlgorithms: hidesAlgorithms)
        #expect(try await !hasher.verify(Password("password2"), against: pbkdf2))
        #expect(Array(calls.messages.dropFirst()) == (hidesAlgorithms ? work : []))
        #expect(try await hasher.verify(Password("password1"), against: pbkdf2))
        try await hasher.simulateVerification(of: Password("password2"))
        // The hash of no password, which is made once.
        let decoy = Call.hash("password2", setting: Self.setting + "$" + String(repeating: ".", count: 43))
        #expect(calls.messages.suffix(2) == [.makeSetting(cost: 1), decoy])
        try await hasher.simulateVerification(of: Password("password2"))
        #expect(calls.messages.suffix(2) == [decoy, decoy])
    }

    @Test func `C6 with hidden algorithms, every rejection runs all of them in the same order`() async throws {
        let pbkdf2 = try await LocalPasswordHasher(cost: .minimal, library: nil).hash(Password("password1"))
        let calls = MessageLog<String>()
        let library = CryptLibrary(
            makeSetting: { _ in Self.setting },
            hash: { _, _ in
                calls.append("yescrypt")
                return "$y$j75$\(Self.salt)$" + String(Self.digits.reversed())
            }
        )
        let hasher = LocalPasswordHasher(cost: .minimal, library: library, hidesAlgorithms: true) {
            calls.append("PBKDF2")
            return PBKDF2.key(from: $0, salt: $1, iterations: $2, count: $3)
        }
        try await hasher.simulateVerification(of: Password("password2"))
        #expect(try await !hasher.verify(Password("password2"), against: pbkdf2))
        #expect(try await !hasher.verify(Password("password2"), against: PasswordHash(Self.stored)))
        #expect(calls.messages == ["yescrypt", "PBKDF2", "yescrypt", "PBKDF2", "yescrypt", "PBKDF2"])
    }

    @Test func `C6 hashing for an unknown ID throws the same errors as for a known one`() async {
        let (hasher, calls) = makeSUT(hash: nil)
        await #expect(throws: PasswordHashingError.unavailable) {
            try await hasher.simulateVerification(of: Password("password1"))
        }
        await #expect(throws: PasswordHashingError.unacceptable(.containsControlCharacter(at: 0))) {
            try await hasher.simulateVerification(of: Password("\0"))
        }
        #expect(calls.messages.count == 3)
    }

    @Test(arguments: zip(HashingCost.allCases, [7, 8, 1]))
    func `the cost is passed to libcrypt`(_ cost: HashingCost, _ parameter: UInt) async throws {
        let (hasher, calls) = makeSUT(cost: cost)
        _ = try await hasher.hash(Password("password1"))
        let inquiry = Call.makeSetting(cost: parameter)
        #expect(calls.messages == [inquiry, inquiry, .hash("password1", setting: Self.setting)])
    }

    @Test func `C14 a cancelled call does not hash`() async {
        let (hasher, calls) = makeSUT()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: PasswordHashingError.cancelled) {
                try await hasher.hash(Password("password1"))
            }
            await #expect(throws: PasswordHashingError.cancelled) {
                try await hasher.verify(Password("password1"), against: PasswordHash(Self.stored))
            }
        }
        await task.value
        #expect(calls.messages == [])
    }

    @Test(.timeLimit(.minutes(5)))
    func `C14 slow hashes block no task`() async {
        let begun = MessageLog<String>()
        // Blocks the threads that hash.
        let door = DispatchGroup()
        door.enter()
        let library = CryptLibrary(
            makeSetting: { _ in Self.setting },
            hash: { text, _ in
                begun.append("\(text)")
                door.wait()
                return Self.stored
            }
        )
        await withTaskGroup { group in
            // More tasks than threads in the task pool.
            let count = 4 * max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 2)
            for _ in 0..<count {
                group.addTask {
                    let hasher = LocalPasswordHasher(cost: .minimal, library: library)
                    await #expect(throws: Never.self) { _ = try await hasher.hash(Password("password1")) }
                }
            }
            group.addTask {
                await begun.arrival(of: count)
                door.leave()
            }
        }
    }

    private enum Call: Hashable {
        case makeSetting(cost: UInt)
        case hash(String, setting: String)
    }

    private func makeSUT(
        cost: HashingCost = .minimal,
        setting: String? = setting,
        hash: String? = stored,
        hidesAlgorithms: Bool = false
    ) -> (hasher: LocalPasswordHasher, calls: MessageLog<Call>) {
        let calls = MessageLog<Call>()
        let library = CryptLibrary(
            makeSetting: { cost in
                calls.append(.makeSetting(cost: cost))
                return setting
            },
            hash: { text, setting in
                calls.append(.hash(text.withBytes { String(decoding: $0, as: UTF8.self) }, setting: setting))
                return hash
            }
        )
        let hasher = LocalPasswordHasher(cost: cost, library: library, hidesAlgorithms: hidesAlgorithms)
        return (hasher, calls)
    }

    private func expectRefusal(
        of text: String,
        by hasher: LocalPasswordHasher,
        as issue: ValidationIssue,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: PasswordHashingError.unacceptable(issue), sourceLocation: sourceLocation) {
            try await hasher.hash(Password(text))
        }
        await #expect(throws: PasswordHashingError.unacceptable(issue), sourceLocation: sourceLocation) {
            try await hasher.verify(Password(text), against: PasswordHash(Self.stored))
        }
    }
}
