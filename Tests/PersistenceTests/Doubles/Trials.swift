import AccountFlowTesting

/// Many trials of one promise, side by side, of which a few broken ones are enough.
enum Trials {
    private static let enough = 3
    private static let width = 4

    /// Tries what a number stands for, for every number below `count`.
    ///
    /// - Returns: What was wrong, of a few trials at the most.
    static func violations(
        in count: Int,
        _ trial: @escaping @Sendable (_ number: Int) async -> String?
    ) async -> [String] {
        let found = MessageLog<String>()
        await withTaskGroup { group in
            for worker in 0..<width {
                group.addTask {
                    for number in stride(from: worker, to: count, by: width) {
                        // Other tests want their turn, too.
                        await Task.yield()
                        guard found.messages.count < enough else { return }
                        if let violation = await trial(number) { found.append(violation) }
                    }
                }
            }
        }
        return found.messages
    }
}
