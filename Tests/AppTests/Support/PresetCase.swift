import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Testing

/// A preset and the place of its accounts.
struct PresetCase: Sendable, CustomTestStringConvertible {
    /// The servers that presets are tested with.
    enum Server: String, Sendable, CaseIterable {
        /// A server within the process, without sockets.
        case inProcess

        /// A server on this machine, used through the system's transport.
        case loopback
    }

    let preset: AppSettings.Preset
    let server: Server?

    var testDescription: String { "\(preset.rawValue), \(server?.rawValue ?? "accounts on this device")" }

    private static func against(_ presets: AppSettings.Preset...) -> [PresetCase] {
        presets.flatMap { preset in Server.allCases.map { PresetCase(preset: preset, server: $0) } }
    }

    static let signIn = against(.signIn)
    static let remote = against(.remote)
    static let local = [AppSettings.Preset.start, .accounts, .shop].map { PresetCase(preset: $0, server: nil) }
    static let shop = [PresetCase(preset: .shop, server: nil)] + against(.shop)
    static let onServers = against(.signIn, .remote, .shop)
    static let all = local + onServers

    /// The texts that the user types at sign-up, if the form has the field.
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
