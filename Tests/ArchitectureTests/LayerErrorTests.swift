import Testing

/// Tests of the boundaries between layers: each has its own error types, and only the store uses records.
struct LayerErrorTests {
    /// The layers from storage upwards, with the error types that their functions throw.
    private static let layers: [(files: String, errors: Set<String>)] = [
        ("Sources/Persistence/FileSystem/", ["FileSystemError"]),
        (
            "Sources/Domain/Ports/AccountRepository.swift",
            ["StorageError", "AccountInsertionError", "AccountUpdateError"]
        ),
        ("Sources/Domain/Ports/SessionRepository.swift", ["StorageError"]),
        ("Sources/Domain/Ports/ConsentRepository.swift", ["StorageError"]),
        (
            "Sources/Domain/Ports/AccountService.swift",
            ["RegistrationError", "AuthenticationError", "AccountServiceFailure"]
        ),
        // The error of a submission or of another operation, which the form catches and shows.
        ("Sources/Presentation/", ["Failure", "Reason"]),
    ]

    /// Returns the types in the `throws(…)` of functions, but not of closures, which name the error of what they call.
    private func thrown(in code: some StringProtocol) -> Set<String> {
        let errors = String(code).matches(of: #/\)\s*(?:async\s+)?throws\((\w+)\)(?!\s+(?:->[^{\n]+\s)?in\b)/#)
        return Set(errors.map { String($0.output.1) })
    }

    @Test(arguments: layers)
    func `S1.11 each layer throws its own error types`(files: String, errors: Set<String>) throws {
        let sources = try SourceTree.swiftFiles(below: "Sources").filter { $0.path.hasPrefix(files) }
        try #require(!sources.isEmpty)
        #expect(sources.reduce(into: []) { $0.formUnion(thrown(in: $1.code)) } == errors)
    }

    @Test func `S1.11 each use case throws an error named after it, or a storage error`() throws {
        let files = try SourceTree.swiftFiles(below: "Sources/Domain/UseCases")
        let useCases = files.compactMap { file -> (name: String, errors: Set<String>)? in
            let code = file.code
            guard let signature = code.firstMatch(of: #/public func callAsFunction[^{]*/#)?.output,
                signature.contains("throws")
            else { return nil }
            return (file.path.split(separator: /[\/.]/).suffix(2).first.map(String.init) ?? "", thrown(in: signature))
        }
        try #require(useCases.count >= 5)
        #expect(useCases.filter { $0.errors != [$0.name + "Error"] && $0.errors != ["StorageError"] }.map(\.name) == [])
    }

    @Test func `S1.11 each error of a use case has a message for the user`() throws {
        let errors = try SourceTree.swiftFiles(below: "Sources/Domain/UseCases").reduce(into: Set<String>()) {
            $0.formUnion(thrown(in: $1.code).filter { $0.hasSuffix("Error") })
        }
        try #require(errors.count >= 5)
        // The compiler requires a text for every case.
        let catalog = try SourceTree.text(of: "Sources/Presentation/Messages/MessageCatalog.swift")
        #expect(
            errors.filter {
                !catalog.contains("(for error: \($0)) -> String") && !catalog.contains("(for error: \($0), of ")
            } == []
        )
    }

    @Test(arguments: ["Domain", "Validation", "Presentation"])
    func `S1.11 no layer above the store uses Codable`(layer: String) throws {
        let files = try SourceTree.swiftFiles(below: "Sources/" + layer).filter {
            $0.code.contains(#/\b(?:Codable|Encodable|Decodable)\b/#)
        }
        #expect(files.map(\.path) == [])
    }

    @Test func `S1.11 the records of the store are internal`() throws {
        let files = try SourceTree.swiftFiles(below: "Sources/Persistence/Records")
        let records = files.filter { $0.text.contains(": Codable {") }
        try #require(records.count >= 4)
        #expect(files.filter { $0.text.contains(#/\b(?:public|package) (?!import)/#) }.map(\.path) == [])
    }
}
