import App
import Domain
package import Presentation

/// Reads command lines, strictly: whatever is not understood is refused.
package struct InvocationParser: Sendable {
    private var options: [OptionName: String] = [:]
    private var words: [String] = []

    private init() {}

    /// Reads a command line.
    ///
    /// Options may stand anywhere; `--name value` and `--name=value` mean the same, and `--` ends the options.
    ///
    /// - Parameter arguments: The arguments without the name of the program.
    /// - Returns: What is to be done.
    /// - Throws: The first thing that was not understood.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = InvocationParser()
        try parser.sort(arguments)
        return try parser.invocation()
    }

    /// Tells what a command line says about language and form even if the rest of it is wrong, so that the violation
    /// comes as it was asked for.
    ///
    /// - Parameter arguments: The arguments without the name of the program.
    /// - Returns: The language, where a known one is named, and whether JSON is asked for.
    package static func manner(of arguments: [String]) -> (language: Language?, isJSON: Bool) {
        let read = arguments.prefix { $0 != "--" }
        let option = OptionName.language.rawValue
        var language = read.lazy.filter { $0.hasPrefix(option + "=") }
            .compactMap { Language(rawValue: String($0.dropFirst(option.count + 1))) }.first
        if language == nil, let place = read.firstIndex(of: option), place + 1 < read.endIndex {
            language = Language(rawValue: read[place + 1])
        }
        return (language, read.contains(OptionName.json.rawValue))
    }

    /// Tells options and words apart.
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
            let spelling = parts[0] == "-h" ? OptionName.help.rawValue : parts[0]
            guard let option = OptionName(rawValue: spelling) else {
                let known = OptionName.allCases.map(\.rawValue)
                throw .unknownOption(parts[0], suggestion: Self.closest(to: parts[0], among: known))
            }
            guard options[option] == nil else { throw .repeatedOption(option.rawValue) }
            if !option.takesValue {
                guard parts.count == 1 else { throw .unexpectedValue(option: option.rawValue) }
                options[option] = ""
            } else if parts.count == 2 {
                options[option] = parts[1]
            } else {
                // An option where a value should be means that the value was forgotten; `--name=--value` insists.
                guard let value = rest.popFirst(), !value.hasPrefix("--") else {
                    throw .missingValue(option: option.rawValue)
                }
                options[option] = value
            }
            if option.takesValue, option != .nickname, options[option] == "" {
                throw .missingValue(option: option.rawValue)
            }
        }
    }

    private func invocation() throws(UsageError) -> Invocation {
        Invocation(
            storage: try storage(),
            server: try server(),
            config: options[.config],
            preset: try preset(),
            language: try language(),
            isJSON: options[.json] != nil,
            command: try command()
        )
    }

    private func storage() throws(UsageError) -> StorageOption {
        switch (options[.data], options[.inMemory]) {
        case (nil, nil): .unspecified
        case (let folder?, nil): .folder(folder)
        case (nil, .some): .inMemory
        case (.some, .some): throw .conflictingOptions(OptionName.data.rawValue, OptionName.inMemory.rawValue)
        }
    }

    private func server() throws(UsageError) -> ServerOption? {
        guard let url = options[.server] else {
            if options[.api] != nil { throw .optionWithoutOther(OptionName.api.rawValue, OptionName.server.rawValue) }
            return nil
        }
        let api: ServerOption.API? =
            switch options[.api] {
            case nil: nil
            case "s3"?: .s3
            case "s0"?: .s0
            case let path?: .file(path)
            }
        return ServerOption(url: url, api: api)
    }

    private func preset() throws(UsageError) -> AppSettings.Preset? {
        guard let name = options[.preset] else { return nil }
        guard let preset = AppSettings.Preset(rawValue: name) else { throw .unknownPreset(name) }
        return preset
    }

    private func language() throws(UsageError) -> Language? {
        guard let code = options[.language] else { return nil }
        guard let language = Language(rawValue: code) else { throw .unknownLanguage(code) }
        return language
    }

    private func speed() throws(UsageError) -> Int? {
        guard let text = options[.speed] else { return nil }
        guard let speed = Int(text), Command.speeds.contains(speed) else { throw .invalidSpeed(text) }
        // One object is not printed line by line.
        if options[.json] != nil { throw .conflictingOptions(OptionName.speed.rawValue, OptionName.json.rawValue) }
        return speed
    }

    private func command() throws(UsageError) -> Command {
        if options[.version] != nil { return .version }
        if options[.help] != nil { return .help(words.first.flatMap(CommandName.init)) }
        guard let word = words.first else {
            // A screen is no JSON object, and what belongs to a command means nothing without it.
            guard options[.json] == nil, options.keys.allSatisfy({ $0.commands == nil || $0 == .server || $0 == .api })
            else { throw .noCommand }
            return .fullScreen
        }
        guard let name = CommandName(rawValue: word) else {
            throw Self.unknownCommand(word)
        }
        for option in OptionName.allCases where options[option] != nil {
            if let commands = option.commands, !commands.contains(name) {
                throw .optionOfAnotherCommand(option: option.rawValue, command: word)
            }
        }
        if name.needsFolder, options[.inMemory] != nil {
            throw .optionOfAnotherCommand(option: OptionName.inMemory.rawValue, command: word)
        }
        let operand = words.dropFirst().first
        switch name.operand {
        case .none: if let operand { throw .unexpectedArgument(operand) }
        case .id: if operand == nil { throw .missingID(command: word) }
        case .file: if operand == nil || operand == "" { throw .missingFile(command: word) }
        case .fileOrNone: if operand == "" { throw .missingFile(command: word) }
        case .shell: if operand == nil { throw .unknownShell(nil) }
        case .commandOrNone: break
        }
        if words.count > 2 { throw .unexpectedArgument(words[2]) }

        switch name {
        case .tour: return .tour(speed: try speed())
        case .signUp:
            // What a server, a preset or a file of settings wants to know is said by its form.
            if options[.nickname] == nil, [.server, .preset, .config].allSatisfy({ options[$0] == nil }) {
                throw .missingOption(command: word, option: OptionName.nickname.rawValue)
            }
            var profile: [AccountField: String] = [:]
            profile[.nickname] = options[.nickname]
            profile[.name] = options[.name]
            profile[.email] = options[.email]
            profile[.phone] = options[.phone]
            return .signUp(id: words[1], profile: profile)
        case .signIn: return .signIn(id: words[1], remember: options[.noRemember] == nil)
        case .status: return .status
        case .signOut: return .signOut
        case .changePassword: return .changePassword
        case .deleteAccount: return .deleteAccount
        case .accounts: return .accounts
        case .verify: return .verify
        case .repair:
            guard let folder = options[.to] else {
                throw .missingOption(command: word, option: OptionName.to.rawValue)
            }
            return .repair(to: folder)
        case .compact: return .compact
        case .exportAccounts:
            let place = TransferPlace(operand ?? "-")
            // Standard output cannot be both.
            if place == .standard, options[.json] != nil { throw .conflictingOptions(OptionName.json.rawValue, "-") }
            return .exportAccounts(to: place, replacesExisting: options[.force] != nil)
        case .importAccounts:
            return .importAccounts(from: TransferPlace(operand ?? "-"), isStrict: options[.strict] != nil)
        case .completions:
            guard let shell = operand.flatMap(ShellName.init) else { throw .unknownShell(operand) }
            return .completions(shell)
        case .help:
            guard let operand else { return .help(nil) }
            guard let explained = CommandName(rawValue: operand) else { throw Self.unknownCommand(operand) }
            return .help(explained)
        }
    }

    private static func unknownCommand(_ word: String) -> UsageError {
        .unknownCommand(word, suggestion: closest(to: word, among: CommandName.allCases.map(\.rawValue)))
    }

    /// The known spelling that is at most two typing errors away, if there is one.
    private static func closest(to word: String, among known: [String]) -> String? {
        guard word.count <= 32 else { return nil }
        return known.map { (name: $0, distance: distance(from: word, to: $0)) }
            .filter { $0.distance <= 2 }
            .min { $0.distance < $1.distance }?.name
    }

    /// The Levenshtein distance between two words.
    private static func distance(from left: String, to right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let cost = diagonal + (letter == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(cost, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
