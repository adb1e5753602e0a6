import Testing

/// Tests of the texts that rules of the package pass to `.custom`, which the compiler requires in no language.
struct CustomTextTests {
    /// Returns the arguments of `.custom` in Swift code, as they are written.
    private func texts(in code: String) -> Set<String> {
        Set(code.matches(of: #/\.custom\(\s*([^)]*)/#).map { String($0.1) })
    }

    @Test func `each text that a rule of the package passes to custom has one in every other language`() throws {
        try #require(texts(in: #"Rule(.custom("a symbol")) { _, _ in .custom("Use one.") }"#).count == 2)
        let rules = try SourceTree.swiftFiles(below: "Sources/Validation").map(\.code).joined(separator: "\n")
        let catalogs = "Sources/Presentation/Messages/"
        let languages = try SourceTree.text(of: catalogs + "Language.swift").matches(of: #/case (\w+) = "/#)
            .map { $0.1.prefix(1).uppercased() + $0.1.dropFirst() }
        try #require(languages.contains("English"))
        // The rules are written in English.
        for language in languages where language != "English" {
            let own = texts(in: try SourceTree.text(of: "\(catalogs)\(language)Messages.swift"))
            #expect(texts(in: rules).subtracting(own) == [], "\(language)")
        }
    }
}
