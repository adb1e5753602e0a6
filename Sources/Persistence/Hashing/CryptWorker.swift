import Domain

/// Makes one hash at a time, on a queue of its own.
actor CryptWorker {
    private let library: CryptLibrary?
    private let executor = DispatchQueueExecutor(label: "Persistence.YescryptHasher")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(library: CryptLibrary?) {
        self.library = library
    }

    /// Hashes a text with a fresh salt.
    func hash(_ text: String, cost: UInt) throws(PasswordHashingError) -> YescryptString {
        let library = try availableLibrary()
        guard let setting = library.makeSetting(cost) else { throw .failed(.hashingUnavailable) }
        return try run(library, text, setting)
    }

    /// Hashes a text the way a stored hash was made.
    func hash(_ text: String, by stored: YescryptString) throws(PasswordHashingError) -> YescryptString {
        try run(try availableLibrary(), text, stored.text)
    }

    /// A call whose task was cancelled while it waited for its turn costs nothing.
    private func availableLibrary() throws(PasswordHashingError) -> CryptLibrary {
        guard !Task.isCancelled else { throw .failed(.cancelled) }
        guard let library else { throw .failed(.hashingUnavailable) }
        return library
    }

    /// libcrypt does not say why it failed, such as for want of memory; it is never the password that is wrong then.
    private func run(
        _ library: CryptLibrary,
        _ text: String,
        _ setting: String
    ) throws(PasswordHashingError) -> YescryptString {
        guard let hash = library.hash(text, setting).flatMap(YescryptString.init) else {
            throw .failed(.hashingUnavailable)
        }
        return hash
    }
}
