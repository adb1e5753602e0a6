extension DemoText {
    /// How the program is used.
    var help: String {
        pick(
            """
            account-demo: 계정의 일생을 실제 파일로 보여 주는 프로그램

            사용법: account-demo [--data 폴더 | --in-memory] [--language ko|en] [--json] 명령

              tour                         가입부터 탈퇴까지 한 번에 보여 줍니다
              sign-up 아이디 --nickname 별명   가입하고 로그인합니다
              sign-in 아이디 [--no-remember]  로그인합니다. 따로 말하지 않으면 기억합니다
              status                       로그인한 사람을 알려 줍니다
              sign-out                     로그아웃합니다. 계정은 남습니다
              change-password              비밀번호를 바꿉니다. 지금 비밀번호와 새 비밀번호를 한 줄씩 받습니다
              withdraw                     로그인한 계정을 삭제합니다 (회원탈퇴)
              accounts                     계정 목록을 보여 줍니다
              verify                       모든 저장소를 읽기 전용으로 열어 상태를 알려 줍니다
              help                         이 설명을 보여 줍니다

            비밀번호는 표준 입력의 한 줄로 받습니다. 터미널에서는 화면에 나타나지 않고, 가입할 때는 두 번 묻습니다.
            폴더를 따로 정하지 않으면 $XDG_DATA_HOME/account-flow 또는 ~/.local/share/account-flow 를 씁니다
            (Apple 플랫폼에서는 Application Support). tour 는 따로 정하지 않으면 임시 폴더를 쓰고 지웁니다.

            종료 코드: 0 성공(status: 로그인됨), 1 거절됨 또는 로그아웃 상태, 64 사용법 오류, 74 저장소 오류,
            75 저장소 사용 중

            """,
            """
            account-demo: an account's life, on real files

            Usage: account-demo [--data DIR | --in-memory] [--language ko|en] [--json] COMMAND

              tour                         Play it all, from sign-up to withdrawal
              sign-up ID --nickname NAME   Register an account and sign in
              sign-in ID [--no-remember]   Sign in; remembered unless told otherwise
              status                       Tell who is signed in
              sign-out                     Sign out; the account stays
              change-password              Change the password; takes two lines, the present one and the new one
              withdraw                     Delete the account that is signed in
              accounts                     List the accounts
              verify                       Open every store read-only and tell what is there
              help                         Print this

            The password is one line of standard input; a terminal does not show it, and sign-up asks for it twice.
            Without --data, accounts are kept in $XDG_DATA_HOME/account-flow or else ~/.local/share/account-flow
            (Application Support on Apple platforms); the tour then takes a folder of its own and removes it.

            Exit codes: 0 done (status: signed in), 1 refused or signed out, 64 usage, 74 storage failed,
            75 store busy

            """
        )
    }
}
