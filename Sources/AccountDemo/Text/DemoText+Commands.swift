extension DemoText {
    /// How a command is called.
    func usage(of command: CommandName) -> String {
        let operands =
            switch command {
            case .tour: pick("[--preset 이름] [--speed N]", "[--preset NAME] [--speed N]")
            case .signUp: pick("아이디 --nickname 별명", "ID --nickname NAME")
            case .signIn: pick("아이디 [--no-remember]", "ID [--no-remember]")
            case .exportAccounts: pick("[파일|-] [--force]", "[FILE|-] [--force]")
            case .importAccounts: pick("파일|- [--strict]", "FILE|- [--strict]")
            case .repair: pick("--to 폴더", "--to DIR")
            case .completions: "bash|zsh"
            case .help: pick("[명령]", "[COMMAND]")
            case .status, .signOut, .changePassword, .deleteAccount, .accounts, .verify, .compact: ""
            }
        return operands.isEmpty ? command.rawValue : command.rawValue + " " + operands
    }

    /// What a command does, in a line.
    func summary(of command: CommandName) -> String {
        switch command {
        case .tour: pick("다섯 시스템을 요구 사항마다 보여 줍니다", "Play the five systems, requirement by requirement")
        case .signUp:
            pick(
                "가입하고 로그인합니다. --name, --email, --phone 도 쓸 수 있습니다",
                "Register an account and sign in; --name, --email and --phone may be given"
            )
        case .signIn: pick("로그인합니다. 따로 말하지 않으면 기억합니다", "Sign in; remembered unless told otherwise")
        case .status: pick("로그인한 사람을 알려 줍니다", "Tell who is signed in")
        case .signOut: pick("로그아웃합니다. 계정은 남습니다", "Sign out; the account stays")
        case .changePassword:
            pick(
                "비밀번호를 바꿉니다. 지금 비밀번호와 새 비밀번호를 한 줄씩 받습니다",
                "Change the password; takes two lines, the present one and the new one"
            )
        case .deleteAccount: pick("로그인한 계정을 삭제합니다 (회원탈퇴)", "Delete the account that is signed in")
        case .accounts: pick("계정 목록을 보여 줍니다", "List the accounts")
        case .verify:
            pick("모든 저장소를 읽기 전용으로 열어 상태를 알려 줍니다", "Open every store read-only and tell what is there")
        case .compact:
            pick(
                "삭제하거나 바꾼 내용을 빼고 계정 파일을 새로 씁니다",
                "Write the accounts anew, without what was deleted or replaced"
            )
        case .exportAccounts:
            pick(
                "계정을 한 줄에 하나씩 JSON으로 내보냅니다. 비밀번호 해시도 들어갑니다!",
                "Write the accounts as lines of JSON, password hashes included!"
            )
        case .importAccounts:
            pick(
                "그런 줄을 읽어 계정을 추가합니다. 중지하고 다시 실행해도 됩니다",
                "Add accounts from such lines; can be stopped and run again"
            )
        case .repair:
            pick(
                "손상된 계정 파일에서 읽을 수 있는 것을 빈 폴더로 구해 냅니다",
                "Save what can be read of damaged accounts into an empty folder"
            )
        case .completions:
            pick("셸이 명령을 자동 완성하게 하는 스크립트를 출력합니다", "Print a script by which a shell completes command lines")
        case .help: pick("이 설명을, 또는 한 명령의 설명을 보여 줍니다", "Print this, or explain one command")
        }
    }

    /// What an option means, in a line.
    func meaning(of option: OptionName) -> String {
        switch option {
        case .data: pick("계정을 이 폴더에 둡니다", "Keep accounts in this folder")
        case .config: pick("이 JSON 파일의 설정을 씁니다", "Take settings from this JSON file")
        case .preset:
            pick(
                "signIn, start, accounts, remote, shop 중 하나로 시작합니다",
                "Begin from signIn, start, accounts, remote or shop"
            )
        case .inMemory: pick("모두 메모리에만 두고 끝나면 잊습니다", "Keep everything in memory, and forget it at the end")
        case .language: pick(Self.languages(" 또는 "), "Speak " + Self.languages(" or "))
        case .json: pick("JSON 객체 하나를 출력합니다", "Print one JSON object")
        case .server: pick("이 서버의 계정을 다룹니다", "Deal with the accounts of this server")
        case .api: pick("서버의 API: s0, s3 또는 JSON 파일", "What the server speaks: s0, s3 or a JSON file")
        case .nickname: pick("별명", "The nickname")
        case .name: pick("이름", "The person's name")
        case .email: pick("이메일 주소", "The e-mail address")
        case .phone: pick("전화번호", "The phone number")
        case .noRemember: pick("다음에는 다시 로그인합니다", "Sign in anew the next time")
        case .speed: pick("초당 이만큼의 줄을 출력합니다 (1–1000)", "Print so many lines a second, 1 to 1000")
        case .to: pick("구해 낸 것을 쓸 빈 폴더", "The empty folder to write to")
        case .force: pick("있던 파일을 바꿉니다", "Replace a file that is there")
        case .strict: pick("잘못된 줄에서 멈춥니다", "Stop at the first invalid line")
        case .help: pick("설명을 보여 줍니다", "Explain")
        case .version: pick("버전을 알려 줍니다", "Print the version")
        }
    }

    /// How one command is used, with the options that are its own.
    func help(on command: CommandName) -> String {
        let own = OptionName.allCases.filter { $0.commands?.contains(command) == true }
        let general = OptionName.allCases.filter { $0.commands == nil }
        func list(_ options: [OptionName]) -> String {
            options.map { "  " + padded($0.rawValue, to: 16) + meaning(of: $0) + "\n" }.joined()
        }
        let usage = pick("사용법", "Usage") + ": account-demo " + usage(of: command) + "\n\n"
        let options = own.isEmpty ? "" : "\n" + list(own)
        return usage + summary(of: command) + ".\n" + options + "\n" + list(general).dropLast()
    }

    /// The commands, a line each.
    var commandList: String {
        CommandName.allCases.map { "  " + padded(usage(of: $0), to: 29) + summary(of: $0) + "\n" }.joined()
    }

    /// A text with spaces behind it, which two of them part from what follows if it is longer.
    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.columns, 2))
    }
}
