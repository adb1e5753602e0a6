import Domain
import Validation

extension Rule {
    /// A rule that requires a symbol or a punctuation mark.
    static let symbol = Rule(.custom("a symbol, such as ! or #")) { text, _ in
        let hasSymbol = text.contains { $0.isSymbol || $0.isPunctuation }
        return hasSymbol ? nil : .custom("Your password needs a symbol, such as ! or #.")
    }
}

extension AccountPolicy {
    /// The recommended policy, whose passwords need a symbol too.
    static let withSymbol: AccountPolicy = {
        var policy = AccountPolicy.standard
        policy.signUp[.password] = .all(.guessResistantPassword(15...128), .symbol)
        return policy
    }()
}
