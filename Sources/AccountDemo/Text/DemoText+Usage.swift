import App
import Networking

extension DemoText {
    /// What is wrong with a command line, and where to read on.
    func usage(_ error: UsageError) -> String {
        reason(error) + "\n" + pick("사용법: account-demo help", "Try: account-demo help")
    }

    private func reason(_ error: UsageError) -> String {
        switch error {
        case .noCommand:
            pick("명령이 없습니다.", "There is no command.")
        case .unknownCommand(let word, let suggestion):
            pick("‘\(shown(word))’ 명령은 없습니다.", "There is no command ‘\(shown(word))’.") + hint(suggestion)
        case .unknownOption(let word, let suggestion):
            pick("‘\(shown(word))’ 옵션은 없습니다.", "There is no option ‘\(shown(word))’.") + hint(suggestion)
        case .optionOfAnotherCommand(let option, let command):
            pick("\(command) 명령에는 \(option) 옵션이 없습니다.", "The command \(command) has no option \(option).")
        case .missingValue(let option):
            pick("\(option) 옵션에는 값이 필요합니다.", "The option \(option) needs a value.")
        case .unexpectedValue(let option):
            pick("\(option) 옵션은 값을 받지 않습니다.", "The option \(option) takes no value.")
        case .repeatedOption(let option):
            pick("\(option) 옵션이 두 번 나왔습니다.", "The option \(option) is given twice.")
        case .conflictingOptions(let one, let other):
            pick("\(one) 옵션과 \(other) 옵션은 함께 쓸 수 없습니다.", "The options \(one) and \(other) exclude each other.")
        case .optionWithoutOther(let one, let other):
            pick("\(one) 옵션은 \(other) 옵션과 함께 써야 합니다.", "The option \(one) needs the option \(other).")
        case .invalidServer(let error):
            server(error)
        case .unreadableDescription(let path):
            pick("‘\(shown(path))’ 파일을 읽을 수 없습니다.", "The file ‘\(shown(path))’ cannot be read.")
        case .invalidDescription(let path, let error):
            pick(
                "‘\(shown(path))’ 파일은 API 설명이 아닙니다: \(place(of: error))",
                "The file ‘\(shown(path))’ does not describe an API: \(place(of: error))"
            )
        case .unknownLanguage(let code):
            pick(
                "‘\(shown(code))’ 언어는 없습니다. \(Self.languages(", ")) 가운데 하나를 쓰세요.",
                "There is no language ‘\(shown(code))’; use \(Self.languages(" or "))."
            )
        case .unknownPreset(let name):
            pick(
                "‘\(shown(name))’ 프리셋은 없습니다: \(presets).",
                "There is no preset ‘\(shown(name))’; there are \(presets)."
            )
        case .invalidSpeed(let text):
            pick(
                "‘\(shown(text))’은(는) 속도가 아닙니다. 초당 \(Command.speeds.lowerBound)–\(Command.speeds.upperBound)줄입니다.",
                "‘\(shown(text))’ is no speed; it is \(Command.speeds.lowerBound) to \(Command.speeds.upperBound) lines a second."
            )
        case .unreadableSettings(let path):
            pick("‘\(shown(path))’ 파일을 읽을 수 없습니다.", "The file ‘\(shown(path))’ cannot be read.")
        case .invalidSettings(let problems):
            problems.map(problem).joined(separator: "\n")
        case .missingID(let command):
            pick("\(command) 명령에는 아이디가 필요합니다.", "The command \(command) needs an ID.")
        case .missingFile(let command):
            pick(
                "\(command) 명령에는 파일 이름이 필요합니다. 표준 입출력은 -로 씁니다.",
                "The command \(command) needs a file, or - for a standard stream."
            )
        case .unknownShell(nil):
            pick("셸 이름이 필요합니다. bash 또는 zsh를 쓰세요.", "A shell is needed: bash or zsh.")
        case .unknownShell(let name?):
            pick("‘\(shown(name))’ 셸은 모릅니다. bash 또는 zsh를 쓰세요.", "‘\(shown(name))’ is no known shell; use bash or zsh.")
        case .missingOption(let command, let option):
            pick("\(command) 명령에는 \(option) 옵션이 필요합니다.", "The command \(command) needs the option \(option).")
        case .unexpectedArgument(let word):
            pick("‘\(shown(word))’은(는) 필요하지 않습니다.", "‘\(shown(word))’ is one argument too many.")
        case .notUnicode(let place):
            pick("\(place)번째 인수가 올바른 UTF-8이 아닙니다.", "Argument \(place) is not valid UTF-8.")
        case .noDataFolder:
            pick("HOME 환경 변수가 없습니다. --data 옵션으로 폴더를 알려 주세요.", "HOME is not set; name a folder with --data.")
        }
    }

    private var presets: String { AppSettings.Preset.allCases.map(\.rawValue).joined(separator: ", ") }

    private func problem(_ problem: AppSettingsError.Problem) -> String {
        switch problem {
        case .notAnObject(let error?):
            pick("설정이 올바른 JSON이 아닙니다 (\(error)).", "The settings are no valid JSON (\(error)).")
        case .notAnObject(nil):
            pick("설정이 JSON 객체가 아닙니다.", "The settings are no JSON object.")
        case .unknownSetting(let name):
            pick("‘\(shown(name))’ 설정은 없습니다.", "There is no setting ‘\(shown(name))’.")
        case .invalidSetting(let name):
            pick("‘\(shown(name))’ 설정의 값이 올바르지 않습니다.", "The setting ‘\(shown(name))’ has no valid value.")
        case .serverMissing(let preset):
            pick("\(preset.rawValue) 프리셋에는 서버가 필요합니다.", "The preset \(preset.rawValue) needs a server.")
        case .serverNotUsed(let preset):
            pick("\(preset.rawValue) 프리셋은 서버를 쓰지 않습니다.", "The preset \(preset.rawValue) has no use for a server.")
        }
    }

    private func server(_ error: HTTPRequestError) -> String {
        switch error {
        case .insecureURL:
            pick("http는 이 컴퓨터의 서버에만 쓸 수 있습니다. https를 쓰세요.", "http is only for servers on this machine; use https.")
        case .userInformationInURL:
            pick("서버 주소에 사용자 이름이나 비밀번호를 넣지 마세요.", "The server's URL must not hold a user name or a password.")
        case .unsupportedScheme, .fragmentInURL, .invalidURL, .invalidMethod, .invalidFieldName, .invalidFieldValue,
            .reservedField, .bodyNotAllowed:
            pick(
                "서버 주소가 올바르지 않습니다. 예: https://example.com/api",
                "That is no URL of a server, such as https://example.com/api."
            )
        }
    }

    private func place(of error: APIDescriptionError) -> String {
        switch error {
        case .json(let error):
            pick("올바른 JSON이 아닙니다 (\(error)).", "it is no valid JSON (\(error)).")
        case .unknownMember(let path):
            pick("‘\(shown(path.description))’ 항목은 없습니다.", "there is no member ‘\(shown(path.description))’.")
        case .missingMember(let path):
            pick("‘\(shown(path.description))’ 항목이 없습니다.", "the member ‘\(shown(path.description))’ is missing.")
        case .invalidMember(let path):
            pick("‘\(shown(path.description))’ 항목이 올바르지 않습니다.", "the member ‘\(shown(path.description))’ is not right.")
        case .noBaseURL:
            pick("서버 주소가 없습니다.", "it names no server.")
        }
    }

    private func hint(_ suggestion: String?) -> String {
        guard let suggestion else { return "" }
        return " " + pick("혹시 \(suggestion)인가요?", "Did you mean \(suggestion)?")
    }

    /// What somebody typed, cut to a length that can be read and without what would steer a terminal.
    func shown(_ text: String, maximum: Int = 40) -> String {
        let head = text.unicodeScalars.prefix(maximum + 1)
        let visible = head.prefix(maximum).map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
        }
        return visible.joined() + (head.count > maximum ? "…" : "")
    }
}
