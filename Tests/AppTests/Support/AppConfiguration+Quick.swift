import App
import Persistence
import Validation

extension AppConfiguration {
    /// A configuration whose passwords are hashed at the least cost.
    static func quick(storage: Storage = .inMemory, policy: AccountPolicy = .emailLocalPart) -> AppConfiguration {
        var configuration = AppConfiguration(storage: storage, policy: policy)
        configuration.hashingCost = .minimal
        return configuration
    }
}
