#if !canImport(Darwin)
import Domain
@_spi(_Unicode) import Swift
import TestSupport
import Testing

/// Tests that the composition table agrees with the standard library for all scalars.
struct UnicodeScalarCompositionTests {
    // The remaining scalars are ideographs, variation selectors, private use or unassigned.
    private static let scalars = (Array(UInt32(0)...0x1_FFFF) + Array(0x2_F800...0x2_FA1F))
        .compactMap(Unicode.Scalar.init)

    private static func normal(_ text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for scalar in text._nfc { scalars.append(scalar) }
        return scalars
    }

    /// The scalars that can compose with a previous one: all but the first of each decomposition.
    private static let composing: Set<Unicode.Scalar> = {
        var composing = Set((0x1161...0x1175).compactMap(Unicode.Scalar.init as (UInt32) -> Unicode.Scalar?))
        for value in UInt32(0x11A8)...0x11C2 { composing.formUnion([Unicode.Scalar(value)].compactMap(\.self)) }
        for scalar in scalars where !(0xAC00...0xD7A3).contains(scalar.value) && normal(String(scalar)) == [scalar] {
            var parts: [Unicode.Scalar] = []
            for part in String(scalar)._nfd { parts.append(part) }
            composing.formUnion(parts.dropFirst())
        }
        return composing
    }()

    @Test func `a starter or mark is in NFC, composes with no text before it, and is ordered`() {
        for scalar in Self.scalars where scalar.composition != .unknown {
            let isStarter = scalar.properties.canonicalCombiningClass == .notReordered
            let isRight =
                Self.normal(String(scalar)) == [scalar] && !Self.composing.contains(scalar)
                && isStarter == (scalar.composition == .starter)
            if !isRight { Issue.record("U+\(String(scalar.value, radix: 16))") }
        }
    }

    @Test(arguments: [12, 1_212] as [UInt64])
    func `a text that is recognized as composed is composed`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let known = Self.scalars.filter { $0.composition != .unknown && !(0x3400...0xD7A3).contains($0.value) }
        let marks = known.filter { $0.composition == .mark }
        var found = 0
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                text.append((Bool.random(using: &random) ? known : marks).randomElement(using: &random) ?? "a")
            }
            guard String(text).isComposed else { continue }
            found += 1
            if Self.normal(String(text)) != Array(text) { Issue.record("seed \(seed): \(text.map(\.value))") }
        }
        #expect(found > 2_000)
    }

    @Test(arguments: [
        "ήσυχο βράδυ", "тихий вечер", "ערב שקט", "مساء هادئ", "शांत शाम", "ค่ำคืนเงียบ", "buổi tối yên tĩnh", "조용한 밤",
        "静かな夜", "€100", "🔑🚪🏠", "évening",
    ])
    func `common text in many scripts is recognized as composed`(_ text: String) {
        #expect(text.isComposed)
        #expect(Self.normal(text) == Array(text.unicodeScalars))
    }

    @Test func `scalars that combine with the previous one are recognized as combining`() {
        for scalar in Self.scalars {
            let stands = scalar.properties.canonicalCombiningClass != .notReordered
            let decomposes = [0xF73, 0xF75, 0xF81].contains(scalar.value)
            if scalar.isCombining != (stands || decomposes) { Issue.record("U+\(String(scalar.value, radix: 16))") }
        }
    }

    @Test func `composition makes no scalar more than three times smaller or larger`() {
        for scalar in Self.scalars {
            var decomposed = 0
            for part in String(scalar)._nfd { decomposed += String(part).utf8.count }
            let composed = Self.normal(String(scalar)).reduce(0) { $0 + String($1).utf8.count }
            let typed = String(scalar).utf8.count
            if decomposed > 3 * composed || composed > 3 * typed {
                Issue.record("U+\(String(scalar.value, radix: 16))")
            }
        }
    }
}
#endif
