import App
import Persistence
import Validation

extension AppConfiguration {
    /// Returns a configuration that hashes passwords at the minimum cost.
    static func quick(storage: Storage = .inMemory, policy: AccountPolicy = .emailLocalPart) -> AppConfiguration {
        var configuration = AppConfiguration(storage: storage, policy: policy)
        configuration.hashingCost = .minimal
        return configuration
    }
}
