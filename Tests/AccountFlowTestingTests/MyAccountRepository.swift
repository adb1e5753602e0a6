/// The repository of the example in the README: a repository of another module, without a fault.
typealias MyAccountRepository = BrokenRepository
