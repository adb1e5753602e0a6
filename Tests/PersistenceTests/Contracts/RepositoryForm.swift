/// The forms in which a repository is kept.
enum RepositoryForm: String, CaseIterable, Sendable {
    case inMemory
    case file
    case simulatedFile
}
