/// The reader's repository in the example of the guide: a repository without a fault.
typealias MyAccountRepository = BrokenRepository
