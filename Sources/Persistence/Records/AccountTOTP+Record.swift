import Domain

extension AccountTOTP {
    /// The stored text: the hash function, the number of digits, the period, the key in Base32 and the steps of the accepted
    /// passwords, with points between them.
    var revealedRecord: String {
        let parts = [totp.algorithm.rawValue, String(totp.digits), String(totp.period), totp.secret.revealed]
        return (parts + [usedSteps.map { String($0) }.joined(separator: ".")]).joined(separator: ",")
    }

    /// Creates one-time passwords from a stored text, and throws unless it is exactly the one of them.
    init(record text: String) throws(InvalidRecord) {
        let parts = text.split(separator: ",", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let algorithm = TOTP.Algorithm(rawValue: parts[0]), let digits = Int(parts[1]),
            let period = Int(parts[2]), let secret = TOTPSecret(base32: parts[3]),
            let totp = TOTP(secret, algorithm: algorithm, digits: digits, period: period)
        else { throw InvalidRecord() }
        self.init(totp, usedSteps: parts[4].split(separator: ".").compactMap { Int($0) })
        // Numbers have several spellings, but only one is accepted.
        guard isStorable, revealedRecord.utf8.elementsEqual(text.utf8) else { throw InvalidRecord() }
    }

    /// Whether stores accept the steps.
    var isStorable: Bool { usedSteps.allSatisfy { $0 >= 0 } }
}
