import Testing

/// Tests of the texts that rules of the package pass to `.custom`, which the compiler requires in no language.
struct CustomTextTests {
    /// Returns the arguments of `.custom` in Swift code, as they are written.
    private func texts(in code: String) -> Set<String> {
        Set(code.matches(of: #/\.custom\(\s*([^)]*)/#).map { String($0.1) })
    }

    @Test func `each text that a rule of the package passes to custom has a Korean one`() throws {
        try #require(texts(in: #"Rule(.custom("a symbol")) { _, _ in .custom("Use one.") }"#).count == 2)
        let rules = try SourceTree.swiftFiles(below: "Sources/Validation").map(\.code).joined(separator: "\n")
        let korean = texts(in: try SourceTree.text(of: "Sources/Presentation/Messages/KoreanMessages.swift"))
        #expect(texts(in: rules).subtracting(korean) == [])
    }
}
