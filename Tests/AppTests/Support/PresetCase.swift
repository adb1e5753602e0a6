import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Testing

/// A preset, and where its accounts are kept.
struct PresetCase: Sendable, CustomTestStringConvertible {
    /// The servers that a preset is tried against.
    enum Server: String, Sendable, CaseIterable {
        /// One within the process, past all sockets.
        case inProcess

        /// One that listens on this machine, by the transport that the system has.
        case loopback
    }

    let preset: AppSettings.Preset
    let server: Server?

    var testDescription: String { "\(preset.rawValue), \(server?.rawValue ?? "accounts kept here")" }

    private static func against(_ presets: AppSettings.Preset...) -> [PresetCase] {
        presets.flatMap { preset in Server.allCases.map { PresetCase(preset: preset, server: $0) } }
    }

    static let signIn = against(.signIn)
    static let remote = against(.remote)
    static let local = [AppSettings.Preset.start, .accounts, .shop].map { PresetCase(preset: $0, server: nil) }
    static let shop = [PresetCase(preset: .shop, server: nil)] + against(.shop)
    static let onServers = against(.signIn, .remote, .shop)
    static let all = local + onServers

    /// What somebody types who signs up; forms without a field leave it out.
    var form: AccountForm {
        let id =
            switch preset {
            case .start: "abcdef@gmail.com"
            case .accounts: "kim@x.com"
            case .signIn, .remote, .shop: "kimkim"
            }
        return AccountForm([
            .id: id, .password: "passphrase", .confirmation: "passphrase", .nickname: "Kim",
            .name: "김철수", .email: "kim@example.com", .phone: "010-1234-5678",
        ])
    }
}
