import AccountFlowTesting
import Persistence

/// What the example in the README calls the repository of whoever reads it.
typealias MyAccountRepository = InMemoryAccountRepository
