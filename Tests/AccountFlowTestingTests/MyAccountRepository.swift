/// The repository of the example in the guide: a repository of another module, without a fault.
typealias MyAccountRepository = BrokenRepository
