import Domain

extension DemoText {
    /// The text of a document, in lines none of which is longer than a sentence.
    ///
    /// The terms of the program are its own; of a document that somebody else has named there is no text here.
    func terms(_ document: ConsentDocument) -> [String] {
        let title = "\(document.name) · \(pick("\(document.version)판", "version \(document.version)"))"
        guard document.name == "auto-login" else {
            return [title, pick("이 약관의 본문은 이 프로그램에 없습니다.", "This program does not have the text of these terms.")]
        }
        return [title]
            + pick(Self.automaticSignIn.korean, Self.automaticSignIn.english).split(separator: "\n").map(String.init)
    }

    private static let automaticSignIn = (
        korean: """
        1. 무엇에 동의하나요
        로그인하면 이 기기가 로그인 상태를 기억합니다.
        다음에 실행할 때는 비밀번호를 묻지 않습니다.
        2. 무엇을 저장하나요
        아이디와 프로필, 로그인한 때, 접속 토큰을 저장합니다.
        비밀번호는 저장하지 않습니다. 확인에 쓰는 해시만 남습니다.
        동의한 약관의 이름과 판, 동의한 때도 저장합니다.
        3. 어디에 저장하나요
        모두 이 기기의 폴더 하나에, 본인만 읽을 수 있게 저장합니다.
        밖으로 보내지 않습니다.
        4. 언제 지우나요
        로그아웃하면 로그인 상태가 지워집니다.
        탈퇴하면 계정과 동의 내역이 모두 지워집니다.
        5. 함께 쓰는 기기라면
        ‘로그인 상태 유지’를 끄고 로그인해 주세요.
        6. 바뀌면
        약관이 바뀌면 판이 올라가고, 다음 로그인 때 다시 묻습니다.
        """,
        english: """
        1. What you agree to
        Once you have signed in, this device remembers it.
        The next launch does not ask for your password.
        2. What is kept
        Your ID and profile, when you signed in, and an access token.
        Your password is not kept, only the hash that checks it.
        The name and version of these terms, and when you agreed.
        3. Where it is kept
        In one folder of this device, which only you can read.
        Nothing of it is sent anywhere.
        4. When it is removed
        Signing out removes that you are signed in.
        Deleting your account removes it with all agreements.
        5. On a device that others use
        Sign in with “Keep me signed in” switched off.
        6. If these terms change
        Their version goes up, and the next sign-in asks you again.
        """
    )
}
