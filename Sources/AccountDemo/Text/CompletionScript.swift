/// The completion scripts of shells, generated from the tables of commands and options.
struct CompletionScript: Sendable {
    private let text: any DemoText

    init(_ text: any DemoText) {
        self.text = text
    }

    private var commands: String { CommandName.allCases.map(\.rawValue).joined(separator: " ") }

    // MARK: bash

    var bash: String {
        let takingValue = Option.allCases.filter { $0.entry.value != nil }
        let values = takingValue.map { option in
            "        \(option.name)) words=\"\(words(of: option.entry.value))\" files=\(files(of: option.entry.value)) ;;"
        }
        let own = CommandName.allCases.map { command in
            "            \(command.rawValue)) options=\"\(command.options.map(\.name).joined(separator: " "))\" ;;"
        }
        // The number of typed words includes the command.
        let operands = CommandName.allCases.flatMap { command in
            command.completedOperands.enumerated().map { place, kind in
                "            '\(command.rawValue) \(place + 1)') words=\"\(words(of: kind))\" files=\(files(of: kind)) ;;"
            }
        }
        return """
            # eval "$(account-demo completions bash)"
            _account_demo() {
                local word typed=() folder=() operands=() place words="" files="" IFS=$'\\n'
                local options="\(Option.general.map(\.name).joined(separator: " "))"
                # Bash splits --data=d into three words, which have their quotation marks.
                for word in "${COMP_WORDS[@]:0:COMP_CWORD}"; do
                    [[ $word == = ]] || typed+=("${word//[\\'\\"\\\\]/}")
                done
                word="${COMP_WORDS[COMP_CWORD]#=}" word="${word//[\\'\\"\\\\]/}"
                for ((place = 1; place + 1 < ${#typed[@]}; place++)); do
                    case "${typed[place]}" in
                        --data|--config) folder+=("${typed[place]}" "${typed[place + 1]/#\\~\\//$HOME/}") ;;
                    esac
                done
                case "${typed[${#typed[@]} - 1]}" in
            \(values.joined(separator: "\n"))
                *)
                    for ((place = 1; place < ${#typed[@]}; place++)); do
                        case "${typed[place]}" in
                            \(takingValue.map(\.name).joined(separator: "|"))) ((place++)) ;;
                            -*) ;;
                            *) operands+=("${typed[place]}") ;;
                        esac
                    done
                    case "${operands[0]-}" in
                        "") words="\(commands)" ;;
            \(own.joined(separator: "\n"))
                    esac
                    case "${operands[0]-} ${#operands[@]}" in
            \(operands.joined(separator: "\n"))
                    esac
                    [[ $word != -* ]] || words="$options" files="" ;;
                esac
                COMPREPLY=($(compgen $files -W "${words// /$'\\n'}" -- "$word"))
                # Files get quotation marks, and folders a slash.
                [[ -z $files ]] || compopt -o filenames 2>/dev/null
            }
            complete -F _account_demo account-demo

            """
    }

    /// Returns the words of a value, or the command that lists them.
    ///
    /// Bash expands the words, so the IDs must be plain ones.
    private func words(of kind: ValueKind?) -> String {
        if kind == .id { return #"$("${COMP_WORDS[0]/#\~\//$HOME/}" completions ids "${folder[@]}" 2>/dev/null)"# }
        return kind?.words.joined(separator: " ") ?? ""
    }

    /// Returns the option of `compgen` for files, if the value is a file.
    private func files(of kind: ValueKind?) -> String {
        switch kind {
        case .file, .stream, .wordOrFile: "-f"
        case .folder: "-d"
        default: ""
        }
    }

    // MARK: zsh

    var zsh: String {
        let descriptions = CommandName.allCases.map { command in
            "        \(quoted(command.rawValue + ":" + text.summary(of: command)))"
        }
        let cases = CommandName.allCases.map { command in
            let operands = command.completedOperands
            let arguments = operands.enumerated().map { quoted("\($0 + 1)" + zshAction(for: $1)) }
            let specifications = command.options.map(specification) + arguments
            return "        \(command.rawValue)) _arguments \(specifications.joined(separator: " ")) ;;"
        }
        return """
            #compdef account-demo
            # eval "$(account-demo completions zsh)"
            _account_demo() {
                local curcontext="$curcontext" state line option place folder=() program=${~words[1]}
                for option in --data --config; do
                    folder+=(${(Q)${words[(R)$option=*]}})
                    place=$words[(i)$option]
                    (( place < CURRENT )) && folder+=($option "${(Q)${words[place+1]/#\\~\\//$HOME/}}")
                done
                local -a commands=(
            \(descriptions.joined(separator: "\n"))
                )
                _arguments -C -A '-*' \(Option.allCases.map(specification).joined(separator: " ")) '1: :->command' '*:: :->rest'
                case $state in
                    command) _describe command commands ;;
                    rest)
                        case $words[1] in
            \(cases.joined(separator: "\n"))
                        esac ;;
                esac
            }
            # As a file of $fpath, the script is the function itself.
            [[ $funcstack[1] = _account-demo ]] && _account_demo || compdef _account_demo account-demo

            """
    }

    private func specification(of option: Option) -> String {
        let meaning = text.meaning(of: option, in: nil).replacing("[", with: "(").replacing("]", with: ")")
        let name = option.name + (option.entry.value == nil ? "" : "=")
        return quoted(name + "[" + meaning + "]" + (option.entry.value.map(zshAction) ?? ""))
    }

    private func zshAction(for kind: ValueKind) -> String {
        switch kind {
        case .file, .stream: ":file:_files"
        case .wordOrFile(let words): ":value:{compadd -- \(words.joined(separator: " ")); _files}"
        case .folder: ":folder:_files -/"
        case .id: #":id:{compadd -- ${(f)"$($program completions ids $folder 2>/dev/null)"}}"#
        default: kind.words.isEmpty ? ":value: " : ":value:(\(words(of: kind).replacing(":", with: #"\:"#)))"
        }
    }

    // MARK: fish

    var fish: String {
        func line(_ command: CommandName?, operand: Int? = nil, _ rest: String) -> String {
            let words = ["__account_demo_has", command?.rawValue ?? #"''"#] + (operand.map { ["\($0)"] } ?? [])
            return "complete -c account-demo -n \(fishQuoted(words.joined(separator: " ")))\(rest)"
        }
        var lines = Option.general.map { "complete -c account-demo" + fishOption($0) }
        lines += Option.allCases.filter { $0.entry.scope.includesScreen && !$0.entry.scope.isGeneral }
            .map { line(nil, fishOption($0)) }
        lines += CommandName.allCases.map { command in
            line(nil, operand: 0, " -a \(command.rawValue) -d \(fishQuoted(text.summary(of: command)))")
        }
        for command in CommandName.allCases {
            lines += command.completedOperands.enumerated().map { line(command, operand: $0 + 1, fishValues(of: $1)) }
            lines += command.ownOptions.map { line(command, fishOption($0)) }
        }
        let takingValue = Option.allCases.filter { $0.entry.value != nil }.map(\.name)
        return """
            # account-demo completions fish | source
            # The command and its operands, without options and their values.
            function __account_demo_words
                set -l is_value no
                for word in (commandline -opc)[2..]
                    if test $is_value = yes
                        set is_value no
                        continue
                    end
                    switch $word
                        case \(takingValue.joined(separator: " "))
                            set is_value yes
                        case '-*'
                        case '*'
                            echo -- $word
                    end
                end
            end
            # Whether this command was typed, and this many words with it.
            function __account_demo_has
                set -l words (__account_demo_words)
                test "$words[1]" = "$argv[1]"; and test (count $argv) = 1 -o "$argv[2]" = (count $words)
            end
            function __account_demo_ids
                set -l words (string replace -r -- '^(--data|--config)=' '$1'\\n (commandline -opc))
                set -l folder
                for option in --data --config
                    set -l place (contains -i -- $option $words)
                    and set -a folder $option (string replace -r '^~/' "$HOME/" -- $words[(math $place + 1)])
                end
                set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
                $program completions ids $folder 2>/dev/null
            end
            complete -c account-demo -f
            \(lines.joined(separator: "\n"))

            """
    }

    private func fishOption(_ option: Option) -> String {
        // Other values than files exclude files.
        let values = option.entry.value.map { kind in
            let values = fishValues(of: kind)
            return (values.contains(" -F") ? " -r" : " -x") + values
        }
        return " -l \(option.name.dropFirst(2))\(values ?? "") -d \(fishQuoted(text.meaning(of: option, in: nil)))"
    }

    private func fishValues(of kind: ValueKind) -> String {
        switch kind {
        case .file, .stream: " -F"
        case .folder: " -a '(__fish_complete_directories)'"
        case .id: " -a '(__account_demo_ids)'"
        case .wordOrFile(let words): " -F -a \(fishQuoted(words.joined(separator: " ")))"
        default: kind.words.isEmpty ? "" : " -a \(fishQuoted(kind.words.joined(separator: " ")))"
        }
    }

    private func fishQuoted(_ text: String) -> String {
        "'" + text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}

extension CommandName {
    /// The kinds of the operands that a shell completes; a sign-up needs an ID that does not exist yet.
    fileprivate var completedOperands: [ValueKind] {
        [self == .signUp ? nil : entry.operand, entry.takesFile ? .file : nil].compactMap(\.self)
    }
}
