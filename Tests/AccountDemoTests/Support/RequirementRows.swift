import App

/// The rows of the requirements by system.
enum RequirementRows {
    /// Returns the rows of one system, in their order.
    static func rows(of preset: AppSettings.Preset) -> [String] {
        switch preset {
        case .signIn: (1...5).map { "S0.\($0)" }
        case .start: (1...11).map { "S1.\($0)" }
        case .accounts: (1...8).map { "S2.\($0)" }
        case .remote: (1...7).map { "S3.\($0)" }
        case .shop: (1...10).map { "S4.\($0)" }
        }
    }

    /// All rows.
    static let all = AppSettings.Preset.allCases.flatMap(rows)

    /// Returns the rows that a transcript names, in its order.
    static func named(in transcript: String) -> [String] {
        transcript.matches(of: /S[0-9]+\.[0-9]+/).map { String($0.output) }
    }
}
