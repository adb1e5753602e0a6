/// The random number of a store, which also keys the hash of its index.
struct StoreNumber: Hashable, Sendable {
    let low: UInt64
    let high: UInt64

    var hash: SipHash { SipHash(low: low, high: high) }

    static func random() -> StoreNumber {
        StoreNumber(low: .random(in: .min ... .max), high: .random(in: .min ... .max))
    }
}
