import App
import Presentation

/// Scripts by which shells complete command lines of the program, made of what the parser knows.
struct CompletionScript: Sendable {
    private let text: DemoText

    init(_ text: DemoText) {
        self.text = text
    }

    /// Writes the script for a shell, for somebody to `source` or to `eval`.
    func script(for shell: ShellName) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        }
    }

    /// What may be typed behind an option that takes a value.
    private enum Value {
        case words([String])
        case file
        case folder
        case anything
    }

    private func value(of option: OptionName) -> Value {
        switch option {
        case .data, .to: .folder
        case .api, .config: .file
        case .preset: .words(AppSettings.Preset.allCases.map(\.rawValue))
        case .language: .words(Language.allCases.map(\.rawValue))
        case .server: .words(["https://"])
        case .speed, .nickname, .name, .email, .phone, .inMemory, .json, .noRemember, .force, .strict, .help, .version:
            .anything
        }
    }

    private func options(of command: CommandName) -> [OptionName] {
        OptionName.allCases.filter { $0.commands?.contains(command) ?? true }
    }

    private var commands: String { CommandName.allCases.map(\.rawValue).joined(separator: " ") }

    // MARK: bash

    private var bash: String {
        let values = OptionName.allCases.filter(\.takesValue).map { option in
            switch value(of: option) {
            case .words(let words):
                "        \(option.rawValue)) COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")); return ;;"
            case .file: "        \(option.rawValue)) COMPREPLY=($(compgen -f -- \"$word\")); return ;;"
            case .folder: "        \(option.rawValue)) COMPREPLY=($(compgen -d -- \"$word\")); return ;;"
            case .anything: "        \(option.rawValue)) return ;;"
            }
        }
        let own = CommandName.allCases.map { command in
            let names = options(of: command).map(\.rawValue).joined(separator: " ")
            return "        \(command.rawValue)) options=\"\(names)\" ;;"
        }
        let general = OptionName.allCases.filter { $0.commands == nil }.map(\.rawValue).joined(separator: " ")
        let takingValue = OptionName.allCases.filter(\.takesValue).map(\.rawValue).joined(separator: "|")
        return """
            # eval "$(account-demo completions bash)"
            _account_demo() {
                local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
                local command="" place options="\(general)"
                COMPREPLY=()
                case "$previous" in
            \(values.joined(separator: "\n"))
                esac
                for ((place = 1; place < COMP_CWORD; place++)); do
                    case "${COMP_WORDS[place]}" in
                        \(takingValue)) ((place++)) ;;
                        -*) ;;
                        *) command="${COMP_WORDS[place]}"; break ;;
                    esac
                done
                case "$command" in
            \(own.joined(separator: "\n"))
                esac
                if [[ $word == -* ]]; then
                    COMPREPLY=($(compgen -W "$options" -- "$word"))
                elif [[ -z $command || $command == \(CommandName.help.rawValue) ]]; then
                    COMPREPLY=($(compgen -W "\(commands)" -- "$word"))
                elif [[ $command == \(CommandName.completions.rawValue) ]]; then
                    COMPREPLY=($(compgen -W "\(ShellName.allCases.map(\.rawValue).joined(separator: " "))" -- "$word"))
                elif [[ $command == \(CommandName.importAccounts.rawValue) || $command == \(CommandName.exportAccounts.rawValue) ]]; then
                    COMPREPLY=($(compgen -f -- "$word"))
                fi
            }
            complete -F _account_demo account-demo

            """
    }

    // MARK: zsh

    private var zsh: String {
        let descriptions = CommandName.allCases.map { command in
            "        \(quoted(command.rawValue + ":" + text.summary(of: command)))"
        }
        let cases = CommandName.allCases.map { command in
            let specifications = options(of: command).map(specification) + operands(of: command)
            return "        \(command.rawValue)) _arguments \(specifications.joined(separator: " ")) ;;"
        }
        let general = OptionName.allCases.filter { $0.commands == nil }.map(specification)
        return """
            #compdef account-demo
            # eval "$(account-demo completions zsh)"
            _account_demo() {
                local curcontext="$curcontext" state line
                local -a commands=(
            \(descriptions.joined(separator: "\n"))
                )
                _arguments -C \(general.joined(separator: " ")) '1: :->command' '*:: :->rest'
                case $state in
                    command) _describe command commands ;;
                    rest)
                        case $words[1] in
            \(cases.joined(separator: "\n"))
                        esac ;;
                esac
            }
            compdef _account_demo account-demo

            """
    }

    private func specification(of option: OptionName) -> String {
        let meaning = text.meaning(of: option).replacing("[", with: "(").replacing("]", with: ")")
        var specification = option.rawValue + "[" + meaning + "]"
        if option.takesValue {
            switch value(of: option) {
            case .words(let words):
                specification += ":value:(\(words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ")))"
            case .file: specification += ":file:_files"
            case .folder: specification += ":folder:_files -/"
            case .anything: specification += ":value: "
            }
        }
        return quoted(specification)
    }

    private func operands(of command: CommandName) -> [String] {
        switch command.operand {
        case .none: []
        case .id: [quoted("1:ID: ")]
        case .file, .fileOrNone: [quoted("1:file:_files")]
        case .shell: [quoted("1:shell:(\(ShellName.allCases.map(\.rawValue).joined(separator: " ")))")]
        case .commandOrNone: [quoted("1:command:(\(commands))")]
        }
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
