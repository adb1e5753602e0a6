extension DemoText {
    /// How the program is used.
    var help: String {
        pick(
            """
            account-demo: 계정의 일생을 실제 파일로 보여 주는 프로그램

            사용법: account-demo [--data 폴더 | --in-memory] [--language \(Self.languages("|"))] [--json] [명령]
                                [--server URL [--api s0|s3|파일.json]] [--preset 이름] [--config 파일.json]

            터미널에서 명령 없이 실행하면 화면 전체를 씁니다. F3으로 다른 프리셋으로 바꾸면 파일은 --data 폴더 안의
            presets/이름 에 따로 두고(signIn, remote 는 프로그램 안의 서버), Ctrl-C로 끝냅니다.

            \(commandList)
            비밀번호는 표준 입력의 한 줄로 받습니다. 터미널에서는 화면에 나타나지 않고, 가입할 때는 두 번 묻습니다.
            폴더를 따로 정하지 않으면 $XDG_DATA_HOME/account-flow 또는 ~/.local/share/account-flow 를 씁니다
            (Apple 플랫폼에서는 Application Support). tour 는 따로 정하지 않으면 임시 폴더를 쓰고 지웁니다.

            export는 파일을 소유자만 읽게 만들고, 있던 파일은 --force가 있어야 바꿉니다. import는 이미 있는 아이디를
            건너뛰고, 잘못된 줄은 번호를 알려 주고 지나갑니다(--strict: 그 줄에서 멈춤).

            --server 를 쓰면 sign-up, sign-in, status, sign-out, delete-account 는 그 서버의 계정을 다룹니다. --api 는 서버가
            쓰는 API 입니다(기본 s3). JSON 파일로 다른 API 를 설명할 수 있습니다. --nickname 은 없어도 됩니다.
            tour 는 다섯 시스템의 요구 사항을 한 줄씩 보여 줍니다. --preset 은 하나만, --speed N 은 초당 N줄(1–1000)로
            천천히 보여 주며, 서버는 프로그램 안에 있습니다.

            --preset 은 signIn, start, accounts, remote, shop 중 하나이고, --config 는 설정 파일입니다. 명령줄이 파일보다,
            파일이 프리셋보다 먼저입니다.

            종료 코드: 0 성공(status: 로그인됨), 1 거절됨, 로그아웃 상태 또는 잘못된 줄, 64 사용법 오류,
            69 서버 오류, 74 저장소나 파일 오류, 75 저장소 사용 중

            """,
            """
            account-demo: an account's life, on real files

            Usage: account-demo [--data DIR | --in-memory] [--language \(Self.languages("|"))] [--json] [COMMAND]
                                [--server URL [--api s0|s3|FILE.json]] [--preset NAME] [--config FILE.json]

            Without a command, on a terminal, it fills the screen; Ctrl-C quits. F3 changes to another preset, whose files
            are in presets/NAME within the folder of --data; signIn and remote have a server within the program then.

            \(commandList)
            The password is one line of standard input; a terminal does not show it, and sign-up asks for it twice.
            Without --data, accounts are kept in $XDG_DATA_HOME/account-flow or else ~/.local/share/account-flow
            (Application Support on Apple platforms); the tour then takes a folder of its own and removes it.

            An export is readable by its owner alone, and replaces a file with --force only. An import leaves out IDs that
            are taken, and passes over invalid lines with their numbers; --strict stops at the first.

            With --server, the commands sign-up, sign-in, status, sign-out and delete-account are about accounts that the
            server keeps. --api says what it speaks, s3 unless told otherwise; a JSON file describes another API. No
            --nickname is needed then.

            The tour shows the requirements of the five systems row by row, with a server within the program; --preset
            plays one of them, and --speed N prints N lines a second, 1 to 1000.

            --preset begins from signIn, start, accounts, remote or shop, and --config takes settings from a file. The
            command line goes before the file, and the file before the preset.

            Exit codes: 0 done (status: signed in), 1 refused, signed out or invalid lines, 64 usage,
            69 server unavailable, 74 storage or file failed, 75 store busy

            """
        )
    }
}
