/// The help in one language, generated from the tables of commands and options.
package struct HelpPages: Sendable {
    private static let width = 100

    private let text: any DemoText

    package init(_ text: any DemoText) {
        self.text = text
    }

    var overview: String {
        let codes = ExitCode.allCases.map { ("\($0.rawValue)", text.meaning(of: $0)) }
        let parts = [
            "account-demo: \(text.tagline)",
            "\(text.usageHeading): account-demo \(text.synopsis)",
            text.commandsHeading + ":\n"
                + table(CommandName.allCases.map { (briefUsage(of: $0), text.summary(of: $0)) }),
            text.optionsHeading + ":\n" + table(of: Option.allCases),
        ]
        let explanations = text.explanations.map { $0.wrapped(to: Self.width).joined(separator: "\n") }
        return (parts + explanations + [text.exitCodesHeading + ":\n" + table(codes)]).joined(separator: "\n\n")
    }

    func page(for command: CommandName) -> String {
        let own = command.ownOptions
        return [
            "\(text.usageHeading): account-demo \(usage(of: command))",
            text.summary(of: command) + ".",
            own.isEmpty ? nil : table(of: own, in: command),
            table(of: Option.general),
        ].compactMap(\.self).joined(separator: "\n\n")
    }

    /// Returns a command with its operand and its own options.
    package func usage(of command: CommandName) -> String {
        let options = command.ownOptions.map { option in
            option.entry.requirement?.by == command ? usage(of: option) : "[\(usage(of: option))]"
        }
        return ([command.rawValue] + operand(of: command) + options).joined(separator: " ")
    }

    /// Returns an option with the placeholder of its value.
    package func usage(of option: Option) -> String {
        ([option.name] + (option.entry.value.map { [text.placeholder(for: $0)] } ?? [])).joined(separator: " ")
    }

    /// Returns a command with its operand and its required options.
    private func briefUsage(of command: CommandName) -> String {
        let options = command.ownOptions.filter { $0.entry.requirement?.by == command }.map(usage)
        return ([command.rawValue] + operand(of: command) + options).joined(separator: " ")
    }

    private func operand(of command: CommandName) -> [String] {
        guard let kind = command.entry.operand else { return [] }
        let placeholder = text.placeholder(for: kind)
        return [command.entry.isOptional ? "[\(placeholder)]" : placeholder]
            + (command.entry.takesFile ? [text.placeholder(for: .file)] : [])
    }

    private func table(of options: [Option], in command: CommandName? = nil) -> String {
        table(options.map { (usage(of: $0), text.meaning(of: $0, in: command)) })
    }

    /// Returns lines of two columns, of which the second is below the first if that is long.
    private func table(_ lines: [(String, String)]) -> String {
        let width = (lines.map(\.0.columns).filter { $0 <= 30 }.max() ?? 0) + 2
        return lines.flatMap { left, right in
            let texts = right.wrapped(to: Self.width - width - 2)
            let isLong = left.columns > width - 2
            let first = "  " + left + String(repeating: " ", count: max(width - left.columns, 0))
            let rest = (isLong ? texts[...] : texts.dropFirst()).map { String(repeating: " ", count: width + 2) + $0 }
            return [isLong ? first : first + (texts.first ?? "")] + rest
        }.joined(separator: "\n")
    }
}
