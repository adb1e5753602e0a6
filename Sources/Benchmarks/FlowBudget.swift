import Foundation

/// How often a flow hashes and synchronises, as it is on file, with which `FlowBudgetTests` compares what it counts.
struct FlowBudget {
    let hashes: Int
    let synchronizations: Int

    /// The budgets of all flows, by what they are called in the file.
    static func all() throws -> [String: FlowBudget] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Tests/PersistenceTests/Snapshots/flow-budget.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        return Dictionary(
            uniqueKeysWithValues: lines.compactMap { line in
                let cells = line.split(separator: "\t")
                guard cells.count == 4, let synchronizations = Int(cells[1]), let hashes = Int(cells[2]) else {
                    return nil
                }
                return (String(cells[3]), FlowBudget(hashes: hashes, synchronizations: synchronizations))
            }
        )
    }
}
