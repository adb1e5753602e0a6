/// The help in one language, generated from the tables of commands and options.
package struct HelpPages: Sendable {
    private let text: any DemoText
    private let width: Int

    /// Creates the help for a terminal with this many columns; `columns` is nil without a terminal.
    package init(_ text: any DemoText, columns: Int? = nil) {
        self.text = text
        width = min(max(columns ?? 80, 40), 100)
    }

    var overview: String {
        let codes = ExitCode.allCases.map { ("\($0.rawValue)", text.meaning(of: $0)) }
        let parts = [
            wrapped("account-demo: \(text.tagline)"),
            "\(text.usageHeading): account-demo \(text.synopsis)",
            text.commandsHeading + ":\n"
                + table(CommandName.allCases.map { (briefUsage(of: $0), text.summary(of: $0)) }),
            text.optionsHeading + ":\n" + table(of: Option.allCases),
        ]
        let endings = text.exitCodesHeading + ":\n" + table(codes)
        return (parts + text.explanations.map(wrapped) + [endings]).joined(separator: "\n\n")
    }

    func page(for command: CommandName) -> String {
        let own = command.ownOptions
        return [
            wrappedUsage(of: command),
            wrapped(text.summary(of: command) + "."),
            own.isEmpty ? nil : table(of: own, in: command),
            table(of: Option.general.filter { $0.entry.scope.commands.contains(command) }),
        ].compactMap(\.self).joined(separator: "\n\n")
    }

    /// Returns a command with its operand and its own options.
    package func usage(of command: CommandName) -> String { usageParts(of: command).joined(separator: " ") }

    private func usageParts(of command: CommandName) -> [String] {
        let options = command.ownOptions.map { option in
            option.entry.requirement?.by == command ? usage(of: option) : "[\(usage(of: option))]"
        }
        return [command.rawValue] + operand(of: command) + options
    }

    /// Returns the usage in lines, of which those after the first one are indented.
    private func wrappedUsage(of command: CommandName) -> String {
        // No line ends between an option and its value.
        let parts = usageParts(of: command).map { $0.replacing(" ", with: "\u{A0}") }
        return "\(text.usageHeading): account-demo \(parts.joined(separator: " "))".wrapped(to: width - 4)
            .joined(separator: "\n    ").replacing("\u{A0}", with: " ")
    }

    private func wrapped(_ text: String) -> String { text.wrapped(to: width).joined(separator: "\n") }

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
        let indent = (lines.map(\.0.columns).filter { $0 <= width * 3 / 10 }.max() ?? 0) + 4
        return lines.flatMap { left, right in
            let lefts = left.wrapped(to: width - 2).map { "  " + $0 }
            let texts = right.wrapped(to: width - indent)
            let rest = texts.map { String(repeating: " ", count: indent) + $0 }
            guard left.columns <= indent - 4, let first = texts.first else { return lefts + rest }
            return ["  " + left + String(repeating: " ", count: indent - 2 - left.columns) + first] + rest.dropFirst()
        }.joined(separator: "\n")
    }
}
