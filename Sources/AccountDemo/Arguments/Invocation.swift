import App
import Domain
package import Presentation

/// A parsed command line.
package struct Invocation: Equatable, Sendable {
    /// The command; nil runs the app on the whole terminal.
    package var command: CommandName?
    package var operand: String?

    /// The file that follows the operand.
    package var file: String?

    /// The options and their values; the value of a flag is empty.
    package var options: [Option: String]

    package init(
        _ command: CommandName? = nil,
        _ operand: String? = nil,
        _ options: [Option: String] = [:],
        file: String? = nil
    ) {
        self.command = command
        self.operand = operand
        self.file = file
        self.options = options
    }

    package subscript(option: Option) -> String? { options[option] }

    package func has(_ option: Option) -> Bool { options[option] != nil }

    /// The place for accounts; nil if the command line does not name one.
    var storage: AppConfiguration.Storage? { has(.inMemory) ? .inMemory : self[.data].map { .folder($0) } }

    var preset: AppSettings.Preset? { self[.preset].flatMap(AppSettings.Preset.init) }

    var language: Language? { self[.language].flatMap(Language.init) }
}

/// A strict parser of command lines, which rejects unknown commands and options.
package struct InvocationParser: Sendable {
    private var options: [Option: String] = [:]
    private var words: [String] = []

    private init() {}

    /// Parses a command line, without the name of the program.
    ///
    /// Options may be anywhere. `--name value` and `--name=value` mean the same, and `--` ends the options.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = InvocationParser()
        try parser.sort(arguments)
        try parser.checkValues()
        return try parser.invocation()
    }

    /// Returns the command that a command line names, even if it is invalid; the values of options do not count.
    package static func command(in arguments: [String]) -> CommandName? {
        var isValue = false
        for argument in arguments {
            if !isValue, !argument.hasPrefix("-") { return CommandName(rawValue: argument) }
            isValue = !isValue && Option.allCases.contains { $0.name == argument && $0.entry.value != nil }
        }
        return nil
    }

    /// Returns the requested language and format of the output, even if the command line is invalid.
    package static func outputStyle(of arguments: [String]) -> (language: Language?, isJSON: Bool) {
        let read = arguments.prefix { $0 != "--" }
        let words = read.flatMap { $0.split(separator: "=", maxSplits: 1) }.map(String.init)
        let value = words.firstIndex(of: Option.language.name).flatMap { words.dropFirst($0 + 1).first }
        return (value.flatMap(Language.init), read.contains(Option.json.name))
    }

    /// Separates options and words.
    private mutating func sort(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0] == "-h" ? Option.help.name : parts[0]
            guard let option = Option.allCases.first(where: { $0.name == name }) else {
                let known = Self.command(in: arguments)?.options ?? Option.allCases
                throw .unknownOption(name, suggestion: Self.closest(to: name, among: known.map(\.name)))
            }
            guard options[option] == nil else { throw .repeatedOption(option) }
            guard let kind = option.entry.value else {
                guard parts.count == 1 else { throw .unexpectedValue(option) }
                options[option] = ""
                continue
            }
            var value = parts.count == 2 ? parts[1] : nil
            if value == nil {
                // An option in place of a value means that the value is missing; `--name=--value` is allowed.
                value = rest.popFirst().flatMap { $0.hasPrefix("--") ? nil : $0 }
            }
            guard let value, !value.isEmpty || kind.allowsEmpty else { throw .missingValue(option) }
            options[option] = value
        }
    }

    private func checkValues() throws(UsageError) {
        for option in Option.allCases {
            guard let value = options[option] else { continue }
            let entry = option.entry
            if let kind = entry.value, !kind.accepts(value) { throw .invalidValue(value, kind) }
            if let other = entry.excludes.first(where: { options[$0] != nil }) {
                throw .conflictingOptions(option.name, other.name)
            }
        }
    }

    private func invocation() throws(UsageError) -> Invocation {
        if options[.version] != nil { return Invocation(nil, nil, options) }
        if options[.help] != nil {
            return Invocation(.help, words.first.flatMap { CommandName(rawValue: $0)?.rawValue }, options)
        }
        guard let word = words.first else {
            // Without a command, only options of the app are allowed.
            guard options.keys.allSatisfy(\.entry.scope.includesScreen) else { throw .noCommand }
            return Invocation(nil, nil, options)
        }
        guard let command = CommandName(rawValue: word) else { throw Self.unknownCommand(word) }
        for option in Option.allCases where options[option] != nil {
            guard option.entry.scope.commands.contains(command) else { throw .optionOfAnotherCommand(option, command) }
        }
        let operand = try operand(of: command)
        for option in command.options where options[option] == nil {
            guard let requirement = option.entry.requirement, requirement.by == command else { continue }
            guard requirement.unless.contains(where: { options[$0] != nil }) else {
                throw .missingOption(option, command)
            }
        }
        // The data and the JSON report cannot both be written to standard output.
        if command == .exportAccounts || command == .exportMine, options[.json] != nil, operand ?? "-" == "-" {
            throw .conflictingOptions(Option.json.name, "-")
        }
        return Invocation(command, operand, options, file: command.entry.takesFile ? words[2] : nil)
    }

    private func operand(of command: CommandName) throws(UsageError) -> String? {
        let entry = command.entry
        let operand = words.dropFirst().first
        guard let kind = entry.operand else {
            if let operand { throw .unexpectedArgument(operand) }
            return nil
        }
        let count = entry.takesFile ? 3 : 2
        if words.count > count { throw .unexpectedArgument(words[count]) }
        guard let operand else {
            guard entry.isOptional else { throw .missingOperand(kind, command) }
            return nil
        }
        if operand.isEmpty, !kind.allowsEmpty { throw .missingOperand(kind, command) }
        guard kind.accepts(operand) else {
            throw command == .help ? Self.unknownCommand(operand) : .invalidValue(operand, kind)
        }
        if entry.takesFile, words.count < 3 || words[2].isEmpty { throw .missingOperand(.file, command) }
        return operand
    }

    /// The names that other programs have for some commands.
    private static let otherNames: [String: CommandName] = [
        "login": .signIn, "logout": .signOut, "register": .signUp, "whoami": .status, "passwd": .changePassword,
        "list": .accounts, "salvage": .repair, "recover": .repair, "check": .verify, "vacuum": .compact,
    ]

    private static func unknownCommand(_ word: String) -> UsageError {
        let other = otherNames[word.lowercased()]?.rawValue
        let suggestion = other ?? closest(to: word, among: CommandName.allCases.map(\.rawValue))
        return .unknownCommand(word, suggestion: suggestion)
    }

    /// Returns the known word that continues a word, or differs from it by a few typing errors or by case, if any.
    static func closest(to word: String, among known: [String]) -> String? {
        guard word.count <= 32 else { return nil }
        let word = word.lowercased()
        // A wrong letter counts as a removal and an insertion, and so do two swapped letters.
        func changes(_ name: String) -> Int { name.lowercased().difference(from: word).count }
        let near = known.filter { name in
            word.count > 2 && name.lowercased().hasPrefix(word)
                || abs(name.count - word.count) <= 2 && changes(name) < min(word.count, 5)
        }
        return near.min { changes($0) < changes($1) }
    }
}
