import App
import Domain
import Networking
import Persistence
import Presentation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

extension DemoTexts {
    static var korean: any DemoText { KoreanText() }
}

struct KoreanText: DemoText {
    var language: Language { .korean }
    var languageName: String { "한국어" }

    // MARK: Accounts

    var repeatPrompt: String { "비밀번호 확인: " }

    var recoveryCodePrompt: String { "복구 코드: " }
    var appCodePrompt: String { "인증 앱의 코드: " }
    var appOrRecoveryCodePrompt: String { "인증 앱의 코드나 복구 코드: " }
    var messageCodePrompt: String { "메시지의 코드나 링크: " }

    func passwordInput(_ error: PasswordInputError) -> String {
        switch error {
        case .endOfInput: "표준 입력에 비밀번호가 없습니다."
        case .notUnicode: "비밀번호나 코드가 올바른 UTF-8이 아닙니다."
        case .tooLong: "비밀번호나 코드가 너무 깁니다."
        case .mismatch: "두 비밀번호가 서로 다릅니다."
        case .interrupted: "취소했습니다."
        }
    }

    var passwordAfterCodeMissing: String { "첫째 줄을 코드로 읽었습니다. 새 비밀번호를 둘째 줄에 추가해 주세요." }
    var codeMissing: String { "코드가 없습니다. --code를 사용하거나 표준 입력에 별도의 줄로 추가해 주세요." }

    func signedUp(_ id: AccountID) -> String { "가입했습니다: \(id)" }
    func signedIn(_ id: AccountID) -> String { "로그인했습니다: \(id)" }
    func isSignedIn(_ id: AccountID) -> String { "로그인되어 있습니다: \(id)" }
    func isActive(_ id: AccountID) -> String { "이제 사용 중인 계정입니다: \(id)" }
    func agreeFirst(to documents: String) -> String {
        "필요한 동의: \(documents). 가입하거나 로그인할 때는 --agree \(documents), 로그인한 뒤에는 agree 명령을 사용하세요."
    }
    func agreed(_ id: AccountID) -> String { "동의했습니다: \(id)" }
    var noConsents: String { "동의한 약관이 없습니다." }
    func consent(since agreed: String, until withdrawn: String?) -> String {
        "\(agreed) 동의" + (withdrawn.map { ", \($0) 철회" } ?? "")
    }
    var notRemembered: String { "다음 실행 때는 다시 로그인해야 합니다." }
    func notSignedIn(as id: String) -> String { "로그인되어 있지 않은 계정입니다: \(id)" }
    func signOutsPending(_ count: Int) -> String {
        "아직 서버에 알리지 못한 로그아웃이 \(count)건 있습니다. 다음 명령에서 다시 알립니다."
    }
    func sessionCount(_ count: Int) -> String { "로그인한 계정 \(count)개" }
    var expired: String { "(만료됨)" }
    var signedOut: String { "로그아웃했습니다." }
    func signedOut(_ id: AccountID) -> String { "\(id) 계정에서 로그아웃했습니다." }
    func signedOut(_ count: Int) -> String { "계정 \(count)개에서 로그아웃했습니다." }
    var otherDevicesSignedOut: String { "다른 모든 기기에서 로그아웃했습니다." }
    var signedOutHereOnly: String { "서버에 해당 기능이 없어 이 기기에서만 로그아웃했습니다." }
    func profileChanged(_ id: AccountID) -> String { "프로필을 변경했습니다: \(id)" }
    func profileConflict(_ labels: String) -> String {
        "그사이 다른 곳에서 프로필이 바뀌었습니다: \(labels). 덮어쓰려면 명령을 다시 실행하세요."
    }
    var fieldsMissing: String { "먼저 위의 칸을 채워 주세요." }
    func correctFirst(_ label: String) -> String { "먼저 고쳐 주세요: \(label)" }
    var severalLines: String { "여러 줄이어서 붙여 넣지 않았습니다." }
    var nothingChanged: String { "아직 바뀐 내용이 없습니다." }
    func sessionLimit(_ limit: Int) -> String { "로그인할 수 있는 계정은 \(limit)개까지입니다." }
    var notPossible: String { "지금은 할 수 없습니다." }

    func profileUnchanged(_ id: AccountID) -> String { "프로필이 이미 같아 변경하지 않았습니다: \(id)" }
    var emptyProfile: String { "프로필이 비어 있습니다." }
    func passwordChanged(_ id: AccountID) -> String { "비밀번호를 변경했습니다: \(id)" }
    func resetRequested(_ id: AccountID) -> String { "\(id) 계정이 있으면 메시지를 보냅니다." }
    func then(_ command: String) -> String { "그다음: \(command)" }
    var nothingToConfirm: String { "확인할 주소가 없습니다." }
    var addressNeeded: String { "사용자 이름으로는 메시지를 요청할 수 없습니다. 계정의 이메일 주소를 입력해 주세요." }
    func confirmed(isSignedIn: Bool) -> String { "주소를 확인했습니다." + (isSignedIn ? "" : " 로그인해 주세요.") }
    func passwordReset(_ id: AccountID?, recoveryCode: RecoveryCode?) -> String {
        (id.map { "비밀번호를 변경했습니다: \($0)" } ?? "비밀번호를 변경했습니다.")
            + (recoveryCode.map { "\n" + messages.message(for: $0) } ?? "")
    }
    func totpBegun(_ key: TOTPSecret) -> String {
        """
        인증 앱으로 코드를 스캔하거나 이 키를 입력해 주세요:
        \(key.revealed)
        """
    }
    var totpEnabled: String { "이제 로그인할 때 인증 앱의 코드가 필요합니다." }
    var totpDisabled: String { "이제 로그인할 때 인증 앱의 코드가 필요하지 않습니다." }
    func deletionQuestion(_ id: AccountID) -> String { "\(id) 계정을 삭제할까요? 삭제한 계정은 되돌릴 수 없습니다. [y/N] " }
    func deleted(_ id: AccountID) -> String { "탈퇴했습니다: \(id). 같은 아이디로 다시 가입할 수 있습니다." }
    func throttled(_ seconds: Int) -> String { "시도가 너무 많습니다. \(seconds)초 후에 다시 시도해 주세요." }
    func accountCount(_ count: Int) -> String { "계정 \(count)개" }

    // MARK: Stores

    func folder(_ path: String) -> String { "폴더: \(shown(path: path))" }
    func storeAbsent(_ store: StorageError.Store) -> String { "\(name(of: store)): 아직 없음" }

    func storeReadable(_ store: StorageError.Store, version: Int, records: Int) -> String {
        "\(name(of: store)): 이상 없음, 형식 \(version), 기록 \(records)개"
    }

    private func name(of store: StorageError.Store) -> String {
        switch store {
        case .accounts: "계정"
        case .session: "세션"
        case .consents: "동의"
        case .pendingOperations: "요청"
        case .attempts: "로그인 시도"
        }
    }

    func remark(_ remark: StoreFinding.Remark) -> String {
        switch remark {
        case .unfinishedChange(let bytes):
            "중단으로 끝나지 않은 변경이 있습니다(\(bytes)바이트). 다음에 쓸 때 따로 복사해 두고 잘라 냅니다."
        case .copyOfUnfinishedChange(let name):
            "중단으로 끝나지 않은 변경의 사본이 있습니다: \(shown(name)). compact 명령이 지웁니다."
        case .damagedIndex:
            "색인이 손상되었지만 계정은 모두 온전합니다. compact 명령이 색인을 다시 만듭니다."
        case .awaitsErasure:
            "삭제한 계정의 내용이 아직 파일에 남아 있습니다. compact 명령이 지웁니다."
        case .openToOthers(let name):
            "\(name)의 권한이 다른 사용자에게 열려 있습니다. 파일이 다음에 바뀔 때 닫히며, chmod 600으로도 닫을 수 있습니다."
        case .folderOpenToOthers:
            "폴더 권한이 다른 사용자에게 열려 있습니다. 다음에 바뀔 때 닫힙니다."
        case .obstacle(let name, let location):
            obstacle(location, at: name)
        case .tooLarge(let name):
            "\(name)의 크기가 이 프로그램이 쓰는 것보다 큽니다. 일부만 읽습니다."
        case .unfinishedExport(let name):
            "비밀번호 해시가 담긴 끝나지 않은 내보내기 파일이 있습니다: \(shown(name)). compact 명령이 지웁니다."
        case .unfinishedStore(let name):
            "비밀번호 해시가 담긴, 다 쓰지 못한 계정 사본이 있습니다: \(name). compact 명령이 지웁니다."
        }
    }

    func obstacle(_ location: StorageError.UnsafeLocation, at file: String) -> String {
        let advice =
            file == ".lock"
            ? "원래 파일을 그 자리에 두세요. 없으면 이것을 다른 곳으로 옮기세요. "
                + "다음에 바뀔 때 새로 만들지만, 그러면 accounts.store의 끝이 없어져도 알 수 없습니다."
            : "원래 파일을 그 자리에 두세요."
        return switch location {
        case .secondName: "\(file)에 다른 이름이 있습니다. 그 이름을 지우거나, 파일의 사본을 그 자리에 두세요."
        case .link: "\(file) 자리에 심볼릭 링크가 있습니다. \(advice)"
        case .anotherOwner: "\(file) 파일이 다른 사용자의 것입니다. \(advice)"
        default: "\(file) 자리에 있는 것이 파일이 아닙니다. \(advice)"
        }
    }

    var noStore: String { "폴더에 저장소가 없습니다." }
    var noAccountStore: String { "폴더에 계정 저장소(accounts.store)가 없습니다." }
    /// Returns the reason for the usual errors of files in Korean, and for others as the system says it.
    private func words(for code: Int32) -> String {
        switch code {
        case ENOENT: "파일이나 폴더가 없습니다"
        case EACCES, EPERM: "권한이 없습니다"
        case EISDIR: "폴더입니다"
        case ENOTDIR: "폴더가 아닙니다"
        case EEXIST: "이미 있습니다"
        case ENOSPC: "저장 공간이 부족합니다"
        case EROFS: "읽기 전용입니다"
        case EIO: "입출력 오류입니다"
        default: systemText(code)
        }
    }

    func database(_ problem: DatabaseProblem) -> String {
        switch problem {
        case .busy: "지금 데이터베이스의 연결이나 변경이 너무 많습니다."
        case .readOnly: "데이터베이스가 대기 서버이거나 읽기 전용입니다. 주 서버를 지정하세요."
        case .refused: "데이터베이스가 이 사용자나 비밀번호를 거절했거나, 인증서를 확인할 수 없거나, 사용자에게 권한이 없습니다."
        case .full: "데이터베이스의 디스크가 가득 찼습니다."
        case .noTables: "데이터베이스의 테이블이 없거나 바뀌었습니다."
        case .unreachable: "데이터베이스에 연결할 수 없거나 연결이 끊겼습니다."
        case .notUnderstood: "연결 문자열이 아니거나, 그 안의 매개변수, 값 또는 서비스를 알 수 없습니다. 예: postgresql://user@host/accounts"
        case .noDatabase: "서버에 이 이름의 데이터베이스가 없습니다."
        case .noLibrary: "이 컴퓨터에 PostgreSQL 14 이상의 libpq 라이브러리가 없습니다."
        case .oldServer: "서버가 PostgreSQL 9.5보다 오래되었습니다."
        case .otherEncoding: "데이터베이스가 글자를 UTF-8로 저장하지 않습니다. createdb --encoding UTF8로 만들어 주세요."
        case .other: "자세한 내용은 데이터베이스의 로그에 있습니다."
        }
    }

    func prepared(from earlier: Int?, to version: Int) -> String {
        switch earlier {
        case nil: "테이블을 버전 \(version)으로 만들었습니다."
        case version: "테이블은 이미 버전 \(version)입니다."
        case let earlier?: "테이블을 버전 \(earlier)에서 \(version)으로 올렸습니다."
        }
    }

    func tables(_ version: Int, current: Int) -> String {
        version == current
            ? "테이블은 버전 \(version)입니다."
            : "테이블은 버전 \(version)입니다. account-demo database prepare 로 \(current)(으)로 올립니다."
    }

    var noTables: String {
        "데이터베이스에 계정의 테이블이 없습니다. account-demo database prepare 또는 계정을 쓰는 다음 명령이 만듭니다."
    }

    func systemError(_ code: Int32, in file: String) -> String { "\(file) 시스템 오류 \(code): \(words(for: code))" }
    var repairHint: String { "읽을 수 있는 계정을 복사하려면 실행하세요: account-demo repair --to DIR" }
    var recordsLost: String { "읽지 못한 기록이 있고, 그 기록은 복사본에 없습니다." }
    var nothingToRepair: String { "복구할 계정이 없습니다." }
    var noHeader: String {
        """
        accounts.store에 읽을 수 있는 헤더가 없어 계정을 읽지 못했습니다.
        이 파일과 함께 있던 .lock 파일이 있으면 폴더에 넣고 복구를 다시 실행하세요.
        없으면 accounts.store를 백업에서 되돌리고 .lock을 지우세요.
        """
    }

    var destinationInUse: String { "새 폴더가 비어 있지 않습니다." }

    func repaired(_ report: RepairReport) -> String {
        """
        복구한 계정: \(report.accounts)개
        잃은 기록: \(report.lostRecords)개 이상, 없어진 저널 프레임: \(report.missingFrames)개, \
        읽지 못한 바이트: \(report.unreadableBytes)
        """
    }

    var nothingToReset: String { "읽을 수 있거나 비어 있는 저장소여서 변경하지 않았습니다." }
    var resetQuestion: String { "이 정보 없이 새로 시작할까요? 파일은 다른 이름으로 보관됩니다. [y/N] " }

    func resetHint(_ store: StorageError.Store) -> String { "account-demo reset \(store.rawValue)로 새로 시작할 수 있습니다." }

    var resetCancelled: String { "취소했습니다. 변경한 내용은 없습니다." }

    func reset(_ store: StorageError.Store, _ oldFile: String) -> String {
        let effect =
            switch store {
            case .accounts: ""
            case .session: " 로그인해 주세요."
            case .consents: " 다음 로그인 때 약관에 다시 동의해 주세요."
            case .pendingOperations: " 지금 다시 보내는 요청은 두 번 처리될 수 있습니다."
            case .attempts: " 다음 로그인은 몇 초 기다려야 합니다."
            }
        return "새로 시작했습니다. 이전 파일: \(oldFile)." + effect
    }

    func stopped(leavesCopy: Bool) -> String {
        leavesCopy
            ? "중지했습니다. 다시 실행할 수 있으며, 그때 다 쓰지 못한 계정 사본을 지웁니다." : "중지했습니다. 다시 실행할 수 있습니다."
    }
    var stoppedAfterRepair: String { "중지했지만, 계정은 이미 복구했습니다." }

    func compacted(before: Int, after: Int) -> String {
        before > after
            ? "계정 파일에서 \(size(before - after)) 지웠습니다. 현재 크기: \(size(after))"
            : "계정 파일에서 더 지울 것이 없습니다. 현재 크기: \(size(after))"
    }

    // MARK: Export and import

    func progress(_ progress: TransferProgress) -> String {
        var parts = progress.percentage.map { ["\($0) %"] } ?? []
        if let accounts = progress.accounts {
            parts += [accountCount(accounts), "초당 \(progress.rate)개"]
        } else {
            parts.append("\(progress.elapsed.components.seconds)초")
        }
        if let remaining = progress.remaining { parts.append("남은 시간 \(remaining)") }
        return parts.joined(separator: ", ") + ", Ctrl-C 중지"
    }

    var exportWarning: String {
        "주의: 내보낸 내용에는 모든 계정의 비밀번호 해시(passwordHash)와 일회용 비밀번호의 키가 들어 있습니다. 비밀번호처럼 다루세요."
    }

    func savedExport(at path: String) -> String { "내 정보를 저장했습니다: \(shown(path: path))" }
    func nextMessage(in seconds: Int) -> String { "\(seconds)초 후에 다시 보낼 수 있습니다." }
    func exportedMine(_ id: AccountID) -> String { "\(id) 계정의 정보를 내보냈습니다." }
    func exported(_ count: Int) -> String { "내보낸 계정: \(count)개" }
    var exportCancelled: String { "중지했습니다. 파일은 만들지 않았습니다." }
    var outputFailed: String { "결과를 출력하지 못했습니다." }
    var recoveryCodeNotPrinted: String {
        "새 복구 코드를 만들었지만 표시하지 못했습니다. account-demo recovery-code로 다시 만들 수 있습니다."
    }

    func privateFile(_ error: PrivateFileError, _ path: String) -> String {
        switch error {
        case .exists: "같은 이름의 파일이 이미 있습니다. --force를 붙이면 바꿉니다."
        case .busy: "다른 프로그램이 같은 파일을 쓰고 있습니다."
        case .failed(let code): "‘\(shown(path: path))’ 파일을 쓰지 못했습니다: \(words(for: code))"
        }
    }

    func refused(_ refusal: ExportDestination.Refusal) -> String {
        switch refusal {
        case .folder: "폴더입니다. 폴더 안의 파일 이름을 지정해 주세요."
        case .link: "링크입니다. 링크가 가리키는 파일을 지정해 주세요."
        case .socket: "소켓입니다. 계정은 파일, FIFO 또는 표준 출력으로 내보낼 수 있습니다."
        case .blockDevice: "디스크 장치입니다. 계정은 파일, FIFO 또는 표준 출력으로 내보낼 수 있습니다."
        case .store: "저장소 폴더 안의 위치입니다. 다른 폴더의 파일을 지정해 주세요."
        case .foreignFIFO: "다른 사용자의 FIFO입니다. 그 사용자가 비밀번호 해시를 읽을 수 있습니다."
        }
    }

    func imported(_ count: Int, skipped: Int, invalid: Int) -> String {
        "추가한 계정 \(count)개, 이미 있어 건너뛴 계정 \(skipped)개, 잘못된 줄 \(invalid)개"
    }

    func invalidLine(_ number: Int, _ failure: AccountLine.Failure) -> String {
        switch failure {
        case .notAnAccount: "\(number)번째 줄: id, profile, passwordHash, createdAt이 있는 JSON 객체가 아닙니다."
        case .invalidValue: "\(number)번째 줄: 올바르지 않은 값이 있습니다."
        case .tooLong: "\(number)번째 줄: 1 MiB보다 깁니다."
        }
    }

    func moreInvalidLines(_ count: Int) -> String { "그 밖에 잘못된 줄이 \(count)개 더 있습니다." }
    var hasInvalidLines: String { "잘못된 줄은 건너뛰었습니다." }
    var importRefused: String { "잘못된 줄에서 멈췄습니다. 그때까지 추가한 계정은 남아 있습니다." }
    var importCancelled: String { "중지했습니다. 추가한 계정은 남아 있고, 다시 실행하면 이어서 합니다." }
    func nothingFound(at path: String) -> String { "파일을 찾을 수 없습니다: \(shown(path: path))" }
    func unknownDocument(_ unknown: String, known: String) -> String {
        "다음 문서는 없습니다: \(shown(unknown)). " + (known.isEmpty ? "동의할 약관이 없습니다." : "있는 문서: \(known)")
    }
    func unreadableFile(_ path: String, code: Int32) -> String {
        "‘\(shown(path: path))’ 파일을 읽지 못했습니다: \(words(for: code))"
    }

    // MARK: Descriptions of APIs

    func described(by path: String, offered: String, missing: String) -> String {
        "\(shown(path: path)) 파일은 API 설명입니다. 제공: \(offered). 제공하지 않음: \(missing)."
    }
    func mistakes(in path: String, _ count: Int) -> String {
        "\(shown(path: path)) 파일은 API 설명이 아닙니다. 잘못: \(count)개."
    }
    var stepDone: String { "완료" }
    var requestIncomplete: String { "값이 없는 자리 표시자가 있어 요청을 만들 수 없습니다." }
    var notSent: String { "보내지 않음" }
    var stepEndsTrial: String { "여기서 시험을 마칩니다. 이 단계를 마친 다음 --id 옵션으로 계속해 주세요." }
    var existingAccountHint: String { "signUp이 없으면 --id 옵션으로 이미 있는 계정을 시험합니다." }
    var sendHint: String { "아무것도 보내지 않았습니다. --send 옵션으로 이 요청을 보냅니다." }
    func accountRemains(_ id: AccountID) -> String { "\(id) 계정을 삭제하지 못했습니다. 아직 남아 있을 수 있습니다." }

    // MARK: Command line

    var outOfResources: String { "시스템이 허용하는 열린 파일이 너무 적거나, 스레드를 시작할 수 없습니다." }

    func reason(_ error: UsageError) -> String {
        switch error {
        case .noCommand: "명령이 없습니다."
        case .dumbTerminal:
            "전체 화면에는 커서를 옮길 수 있는 터미널이 필요하지만, TERM이 ‘dumb’이거나 없습니다. 명령을 지정해 주세요."
        case .unknownCommand(let word, let suggestion): "‘\(shown(word))’ 명령은 없습니다." + hint(suggestion)
        case .unknownOption(let word, let suggestion): "‘\(shown(word))’ 옵션은 없습니다." + hint(suggestion)
        case .optionOfAnotherCommand(let option, let command):
            "\(command.rawValue) 명령에는 \(option.name) 옵션이 없습니다."
        case .missingValue(let option): "\(option.name) 옵션에는 값이 필요합니다."
        case .unexpectedValue(let option): "\(option.name) 옵션은 값을 받지 않습니다."
        case .repeatedOption(let option): "\(option.name) 옵션이 두 번 나왔습니다."
        case .conflictingOptions(let one, let other): "\(one) 옵션과 \(other) 옵션은 함께 쓸 수 없습니다."
        case .optionWithoutOther(let one, let other): "\(one.name) 옵션은 \(other.name) 옵션과 함께 써야 합니다."
        case .missingOption(let option, let command): "\(command.rawValue) 명령에는 \(option.name) 옵션이 필요합니다."
        case .missingOperand(let kind, let command):
            "\(command.rawValue) 명령에는 값이 필요합니다: \(placeholder(for: kind))"
        case .invalidValue(let text, .number(let range)):
            "‘\(shown(text))’ 값은 쓸 수 없습니다. \(range.lowerBound)–\(range.upperBound) 사이의 정수여야 합니다."
        case .invalidValue(let text, .documents):
            "‘\(shown(text))’ 값은 쓸 수 없습니다. 문서와 버전을 써 주세요. 예: terms@2,news@1"
        case .invalidValue(let text, let kind):
            "‘\(shown(text))’ 값은 쓸 수 없습니다. \(placeholder(for: kind)) 중에서 고르세요."
                + hint(InvocationParser.closest(to: text, among: kind.words))
        case .unexpectedArgument(let word): "‘\(shown(word))’ 인수는 필요하지 않습니다."
        case .notUnicode(let place): "\(place)번째 인수가 올바른 UTF-8이 아닙니다."
        case .invalidServer(let error): server(error)
        case .missingFile(let path): nothingFound(at: path)
        case .unreadableFile(let path): "‘\(shown(path: path))’ 파일을 읽을 수 없습니다."
        case .irregularFile(let path): "‘\(shown(path: path))’ 경로는 일반 파일이 아닙니다. 내용을 파일에 저장하고 그 파일을 지정하세요."
        case .largeFile(let path): "‘\(shown(path: path))’ 파일이 1 MiB보다 큽니다."
        case .invalidDescription(let path, let error):
            "‘\(shown(path: path))’ 파일은 API 설명이 아닙니다:\n\(error.lines(of: path).map { shown($0, maximum: 1_024) }.joined(separator: "\n"))"
        case .invalidJSON(let path, let error, let place):
            "‘\(shown(path: path))’ 파일이 올바른 JSON이 아닙니다. \(place.line)번째 줄 \(place.column)번째 글자: \(words(for: error))."
        case .invalidSettings(let error): error.problems.map(problem).joined(separator: "\n")
        case .noDataFolder: "HOME 환경 변수가 없습니다. --data 옵션으로 폴더를 알려 주세요."
        }
    }

    private func hint(_ suggestion: String?) -> String { suggestion.map { " 혹시 \($0)인가요?" } ?? "" }

    private func server(_ error: HTTPRequestError) -> String {
        switch error {
        case .insecureURL: "http는 이 컴퓨터의 서버에만 쓸 수 있습니다. https를 쓰세요."
        case .userInformationInURL: "서버 주소에 사용자 이름이나 비밀번호를 넣지 마세요."
        case .unsupportedScheme, .fragmentInURL, .invalidURL, .invalidMethod, .invalidFieldName, .invalidFieldValue,
            .reservedField, .bodyNotAllowed:
            "서버 주소가 올바르지 않습니다. 예: https://example.com/api"
        }
    }

    private func words(for error: JSONError) -> String {
        switch error {
        case .tooLarge(let maximum): "\(maximum)바이트보다 큽니다"
        case .tooDeep(let maximum): "목록과 객체가 \(maximum)단계보다 깊습니다"
        case .duplicateMember: "한 객체에 이름이 같은 항목이 두 개 있습니다"
        case .invalidText: "문자열이 올바른 유니코드가 아닙니다"
        case .invalidSyntax: "문자가 빠졌거나 잘못되었습니다"
        }
    }

    private func problem(_ problem: AppSettingsError.Problem) -> String {
        switch problem {
        case .notAnObject(let error?): "설정이 올바른 JSON이 아닙니다: \(words(for: error))."
        case .notAnObject(nil): "설정이 JSON 객체가 아닙니다."
        case .unknownSetting(let name): "‘\(shown(name))’ 설정은 없습니다."
        case .invalidSetting(let name): "‘\(shown(name))’ 설정의 값이 올바르지 않습니다."
        case .serverMissing(let preset): "명령과 함께 쓰는 \(preset.rawValue) 프리셋에는 서버가 필요합니다."
        case .databaseNotUsed: "서버의 계정은 데이터베이스에 없습니다. 서버와 데이터베이스 중 하나만 지정하세요."
        case .serverNotUsed(let preset): "\(preset.rawValue) 프리셋은 서버를 쓰지 않습니다."
        }
    }

    func tryHelp(_ command: CommandName?) -> String {
        "사용법: account-demo help" + (command.map { " \($0.rawValue)" } ?? "")
    }

    // MARK: Help

    var tagline: String { "가입부터 탈퇴까지, 파일이나 서버의 계정을 다루는 프로그램" }
    var usageHeading: String { "사용법" }
    var commandsHeading: String { "명령" }
    var optionsHeading: String { "옵션" }
    var exitCodesHeading: String { "종료 코드" }
    var synopsis: String { "[명령] [옵션]" }

    var explanations: [String] {
        [
            """
            명령 하나가 저장소를 열고 한 가지 일을 하고 끝나므로 스크립트에서 쓸 수 있고, 글줄만 출력하므로 화면 낭독기에도 \
            알맞습니다. 터미널에서 명령 없이 실행하면 화면 전체를 씁니다: Tab, 화살표, 마우스로 이동, Enter로 누르기, Esc로 뒤로 가거나 진행 중인 일을 중지, F1로 모든 키를 \
            보고, F2로 언어, F3으로 앱을 바꾸고, F4로 계정을 전환·추가·로그아웃하고, F5로 이 기기의 계정을 찾고, Ctrl-C로 끝냅니다.
            """,
            """
            비밀번호와 --code - 의 코드는 표준 입력에서 한 줄씩 받습니다. 터미널에서는 화면에 나타나지 않고, 새 비밀번호는 두 번 \
            묻습니다.
            """,
            """
            계정은 --data 폴더에 저장합니다. 기본은 $XDG_DATA_HOME/account-flow 또는 ~/.local/share/account-flow 입니다(Apple \
            플랫폼에서는 Application Support). --server 를 쓰면 그 폴더 안의 servers/이름 에 저장합니다. --database, 그 설정, \
            ACCOUNT_DEMO_DATABASE 중 하나를 쓰면 폴더에는 세션만 저장합니다. 명령줄은 다른 사용자도 볼 수 있으니 비밀번호는 \
            ~/.pgpass, PGPASSWORD 또는 설정이나 환경 변수에 두세요. F3으로 바꾼 프리셋 \
            start, accounts, shop 은 처음 것 외에는 presets/이름 에 저장합니다. 전체 화면에서 --server 없는 signIn, remote 는 \
            아무것도 저장하지 않는 프로그램 안의 서버를 쓰고, 그 서버에는 계정 kim(비밀번호 password1)이 있습니다.
            """,
            """
            명령줄이 --config 파일보다, 파일이 프리셋보다 먼저입니다. 전체 화면에서 프리셋 shop의 로그인은 5초 걸리며, 파일의 \
            {"signInDelay": 0}이 이를 없앱니다.
            """,
            """
            tour 는 다섯 시스템, 또는 --preset 하나의 요구 사항을 프로그램 안의 서버와 함께 보여 줍니다. 모두 임시 폴더나 --data \
            로 정한 빈 폴더에 저장했다가 지웁니다. 요구대로 되지 않으면 거기서 종료 코드 1로 끝냅니다.
            """,
            """
            export 로 만든 파일은 소유자만 읽을 수 있습니다. import 는 이미 있는 아이디를 건너뛰고, 잘못된 줄은 번호를 알려 \
            주고 지나갑니다.
            """,
        ]
    }

    func summary(of command: CommandName) -> String {
        switch command {
        case .tour: "다섯 시스템의 요구 사항을 하나씩 확인합니다"
        case .signUp: "가입하고 로그인합니다"
        case .signIn: "로그인하고, 다음에도 로그인되어 있게 합니다"
        case .status: "로그인한 계정을 알려 줍니다"
        case .signOut: "로그아웃합니다. 계정은 남습니다"
        case .sessions: "로그인한 계정을 모두 보여 줍니다. *는 사용 중인 계정입니다"
        case .switchAccount: "로그인한 다른 계정으로 전환합니다"
        case .profile: "프로필을 보거나, 옵션의 항목을 바꿉니다. 빈 내용은 항목을 지웁니다"
        case .changePassword: "비밀번호를 바꿉니다. 지금 비밀번호와 새 비밀번호를 한 줄씩 받습니다"
        case .resetPassword: "잊은 비밀번호를 바꿉니다. 복구 코드와 새 비밀번호를 한 줄씩 받습니다. 서버에서는 메시지를 요청하고, --code가 있으면 그 코드로 바꿉니다"
        case .confirm: "--code로 주소를 확인합니다. --code가 없으면 메시지를 다시 요청합니다"
        case .recoveryCode: "비밀번호를 한 번 바꿀 수 있는 복구 코드를 만듭니다. 비밀번호를 묻고, 로그인할 때 인증 앱의 코드를 쓰면 그 코드도 묻습니다"
        case .totp: "로그인할 때 인증 앱의 코드를 쓰거나 쓰지 않습니다. --code가 없으면 enable은 키를 보여 줍니다"
        case .exportMine: "내 계정에 저장된 정보를 JSON으로 씁니다. 비밀번호를 묻습니다"
        case .deleteAccount: "확인한 뒤 로그인한 계정을 삭제합니다 (회원탈퇴)"
        case .agree: "로그인한 뒤 버전이 오른 약관에 동의합니다"
        case .consents: "동의 내역을 보여 줍니다"
        case .api: "서버 API의 설명을 검사하거나, 임시 계정으로 시험해 봅니다"
        case .accounts: "계정 목록을 보여 줍니다"
        case .verify: "모든 저장소를 읽기 전용으로 열어 상태를 알려 줍니다"
        case .repair: "손상된 계정 파일에서 읽을 수 있는 계정을 빈 폴더로 복구합니다"
        case .reset: "읽을 수 없는 저장소를 다른 이름으로 보관하고 새로 시작합니다"
        case .compact: "삭제하거나 바꾼 내용을 계정 파일에서 제거합니다"
        case .exportAccounts: "모든 계정을 비밀번호 해시와 함께 JSON Lines 파일로 내보냅니다"
        case .importAccounts: "JSON Lines 파일의 계정을 추가합니다. 중지하고 다시 실행할 수 있습니다"
        case .database: "데이터베이스의 테이블을 만들거나 올리고, 버전을 알려 줍니다"
        case .completions: "eval \"$(account-demo completions bash)\"로 쓰는 셸의 자동 완성 스크립트나 아이디를 출력합니다"
        case .help: "이 설명을, 또는 한 명령의 설명을 보여 줍니다"
        }
    }

    func meaning(of option: Option, in command: CommandName?) -> String {
        switch option {
        case .data: "계정을 이 폴더에 저장합니다"
        case .database: "계정을 이 PostgreSQL 데이터베이스에, 세션만 폴더에 저장합니다"
        case .inMemory: "메모리에만 저장합니다"
        case .server: "이 서버의 계정을 다룹니다"
        case .api: "서버의 API (기본 s3). JSON 파일로 다른 API와 그 서버를 설명합니다"
        case .send: "api try의 요청을 출력만 하지 않고 보냅니다"
        case .idForm: "api try의 임시 계정 아이디의 형식 (기본 email)"
        case .existingID: "api try에 이미 있는 이 계정을 사용 (비밀번호를 입력받고, 계정은 남김)"
        case .config: "이 JSON 파일의 설정을 씁니다"
        case .preset: "다섯 시스템 중 이것으로 시작합니다"
        case .language: "이 언어를 사용합니다 (기본은 LC_ALL, LC_MESSAGES, LANG)"
        case .json: "JSON 객체 하나를 출력합니다"
        case .quiet: "성공하면 아무것도 출력하지 않고, 진행 상황도 표시하지 않습니다"
        case .field(let field): "계정의 \(messages.label(of: field))"
        case .agree: "이 약관에 동의합니다. 여럿이면 쉼표로 구분합니다"
        case .code where command == .signIn: "인증 앱이나 메시지의 코드 또는 복구 코드. -는 표준 입력에서 마지막에 받습니다"
        case .code where command == .resetPassword: "복구 코드 또는 메시지의 코드나 링크. -는 표준 입력에서 먼저 받습니다"
        case .code where command == .confirm: "메시지의 코드나 링크. -는 표준 입력에서 받습니다"
        case .code where command == .recoveryCode: "로그인할 때 쓰는 인증 앱의 코드. -는 표준 입력에서 마지막에 받습니다"
        case .code where command == .totp: "인증 앱의 코드. 끌 때는 복구 코드도 됩니다. -는 표준 입력에서, 끌 때는 비밀번호 다음에 받습니다"
        case .code: "복구 코드, 인증 앱의 코드 또는 메시지의 코드나 링크. -는 표준 입력에서 받습니다"
        case .recoveryCode: "가입한 뒤 복구 코드도 만들어 한 번 표시합니다"
        case .withdraw: "선택 약관의 동의를 철회합니다"
        case .yes: "묻지 않고 확인합니다. 터미널이 없으면 필요합니다"
        case .noRemember: "다음에는 다시 로그인합니다"
        case .all: "모든 계정에서 로그아웃합니다"
        case .others: "다른 모든 기기에서 로그아웃하고, 이 기기에서는 로그인을 유지합니다"
        case .everywhere: "모든 기기에서 로그아웃합니다"
        case .watch: "중지할 때까지 바뀔 때마다 출력합니다"
        case .verbose: "모든 단계를 출력합니다"
        case .speed: "모든 단계를 초당 이만큼의 줄로 출력합니다 (1–1000)"
        case .to: "복구한 계정을 저장할 빈 폴더"
        case .force: "있는 파일을 덮어씁니다"
        case .strict: "잘못된 줄에서 멈춥니다"
        case .help: "설명을 보여 줍니다"
        case .version: "버전을 출력합니다"
        }
    }

    func meaning(of code: ExitCode) -> String {
        switch code {
        case .done: "성공 (status: 로그인됨)"
        case .refused: "거절됨 (status: 로그아웃 상태, import: 잘못된 줄)"
        case .usage: "명령줄이나 설정이 잘못됨"
        case .invalidData: "repair: 기록이나 헤더를 잃음, api check: API 설명에 잘못이 있음"
        case .noStore: "폴더에 저장소가 없음"
        case .unavailable: "서버에 연결할 수 없거나 서버 오류"
        case .storageFailed: "저장소, 파일 또는 표준 출력 오류"
        case .storeBusy: "저장소나 파일 사용 중"
        case .clockUncertain: "시스템 시계가 맞지 않음"
        case .stopped: "Ctrl-C로 중지함"
        }
    }

    func placeholder(for kind: ValueKind) -> String {
        switch kind {
        case .text: "텍스트"
        case .id: "아이디"
        case .document: "문서"
        case .documents: "문서@버전"
        case .number: "N"
        case .url, .database: "URL"
        case .folder: "폴더"
        case .file: "파일"
        case .stream: "파일|-"
        case .command: "명령"
        case .word(let words): words.joined(separator: "|")
        case .wordOrFile(let words): (words + ["파일"]).joined(separator: "|")
        }
    }

    // MARK: Screens

    func byteLimit(_ maximum: Int) -> String { "최대 \(maximum)바이트까지 쓸 수 있습니다." }
    func elapsed(_ seconds: Int, canStop: Bool) -> String { "\(seconds)초 지남" + (canStop ? " · Esc로 중지" : "") }
    var restoring: String { "로그인 정보를 확인하는 중입니다…" }
    func hint(_ hint: KeyHint) -> String {
        switch hint {
        case .keys: "F1 키"
        case .next: "Tab 다음"
        case .stop: "Esc 중지"
        case .back: "Esc 뒤로"
        case .close: "Esc 닫기"
        case .reveal: "^R 보기"
        case .hide: "^R 숨기기"
        case .quit: "^C 종료"
        case .language: "F2 \(language.next.demoText.languageName)"
        case .apps: "F3 앱"
        case .sessions: "F4 계정"
        case .accounts: "F5 검색"
        case .press: "Enter 선택"
        case .move: "↑ ↓ 이동"
        case .moveAcross: "← → 이동"
        case .yesOrNo: "y 예, n 아니요"
        case .search: "입력하면 검색"
        case .signOut: "Del 로그아웃"
        case .copy: "^Y 복사"
        }
    }
    var keyMenu: String { "키" }
    func meaning(of key: MenuKey) -> String {
        switch key {
        case .move: "이동, 또는 클릭"
        case .back: "중지, 뒤로, 닫기"
        case .page: "넘기기, Home, End"
        case .reveal: "비밀 보기, 복사"
        case .ends: "처음, 끝, 단어 이동"
        case .delete: "지우기, Del로 로그아웃"
        case .answer: "누르기, 질문에 답하기"
        case .menu: "키 목록, ?는 입력란 밖"
        case .language: language.next.demoText.languageName
        case .preset: "다섯 앱 중 다른 앱 선택"
        case .sessions: "계정 전환, 추가, 로그아웃"
        case .accounts: "이 기기의 모든 계정 검색"
        case .suspend: "일시 중지, fg로 계속"
        case .quit: "끝내기"
        }
    }
    var search: String { "검색:" }
    var noAccountFound: String { "이 글자가 있는 계정이 없습니다." }
    var noMatch: String { "이 글자가 있는 항목이 없습니다." }
    var accountsOnServer: String { "계정은 서버에 있고, 서버는 목록을 제공하지 않습니다." }
    var showPicture: String { "QR 코드 보기" }
    var scanning: String { "인증 앱으로 이 코드를 찍은 다음, 아무 키나 누르세요." }
    func tooSmall(columns: Int, rows: Int) -> String {
        "QR 코드를 찍으려면 창을 \(columns)칸 \(rows)줄로 키워 주세요. 또는 앱에 이 키를 입력해 주세요:"
    }
    func knownAccount(_ id: String, password: String, asksForCode: Bool) -> String {
        asksForCode ? "예: \(id), \(password), 이어서 코드" : "예: 아이디 \(id), 비밀번호 \(password)"
    }
    func knownCode(_ code: String) -> String { "예: 메시지의 코드 \(code)" }
    var serverMessages: [String: String] { ["This ID is taken.": "이미 있는 아이디입니다."] }
    var discard: String { "버리기" }
    var copied: String { "클립보드로 보냈습니다(터미널이 허용하는 경우)." }
    func signOutQuestion(_ id: AccountID) -> String { "\(id) 계정에서 로그아웃할까요?" }
    var signOutAllQuestion: String { "이 기기의 모든 계정에서 로그아웃할까요?" }
    var discardQuestion: String { "입력한 내용을 지우고 나갈까요?" }
    var leaveAppQuestion: String { "이 앱을 나갈까요? 메모리에만 있는 내용은 사라집니다." }
    var leaveApp: String { "나가기" }
    var presetQuestion: String { "앱을 선택하세요" }
    var presetChange: String { "다른 앱을 열면 현재 앱은 종료됩니다." }

    func summary(of preset: AppSettings.Preset) -> String {
        switch preset {
        case .start: "시작 화면에서 이메일로 가입."
        case .accounts: "여러 계정, 자동 로그인."
        case .shop: "메인 화면 먼저, 약관 동의."
        case .signIn: "로그인만."
        case .remote: "가입과 로그인."
        }
    }

    func sentence(about location: AccountLocation) -> String {
        switch location {
        case .memory: "계정은 메모리에, 앱이 끝날 때까지."
        case .folder(let path): "파일은 \(shown(path: path).shortened(to: 100))에."
        case .server(let host): "계정은 서버 \(host.shortened(to: 100))에."
        case .database(let host?): "계정은 \(host.shortened(to: 100))의 PostgreSQL에."
        case .database(nil): "계정은 PostgreSQL 데이터베이스에."
        case .program:
            "프로그램 안의 서버, 아이디 \(LocalServer.knownAccount.id), 비밀번호 \(LocalServer.knownAccount.password)."
        }
    }

    func title(of document: ConsentDocument) -> String {
        document.name == "auto-login" ? "자동 로그인 약관" : shown(document.name)
    }

    var requiredTerms: String { "필수" }
    var optionalTerms: String { "선택" }
    func version(_ version: Int) -> String { "버전 \(version)" }

    var automaticSignInTerms: String {
        """
        1. 무엇에 동의하나요
        로그인하면 이 기기가 로그인 상태를 기억합니다.
        다음에 실행할 때는 비밀번호를 묻지 않습니다.
        2. 무엇을 저장하나요
        아이디와 프로필, 로그인한 시각, 접속 토큰을 저장합니다.
        비밀번호는 저장하지 않습니다. 확인에 쓰는 해시만 남습니다.
        동의한 약관의 이름과 버전, 동의한 시각도 저장합니다.
        3. 어디에 저장하나요
        모두 이 기기의 폴더 하나에, 본인만 읽을 수 있게 저장합니다.
        밖으로 보내지 않습니다.
        4. 언제 지우나요
        로그아웃하면 로그인 상태가 지워집니다.
        탈퇴하면 계정과 동의 내역이 모두 지워집니다.
        5. 함께 쓰는 기기라면
        ‘로그인 상태 유지’를 끄고 로그인해 주세요.
        6. 바뀌면
        약관이 바뀌면 버전이 올라가고, 다음 로그인 때 다시 묻습니다.
        """
    }

    var unknownTerms: String { "이 약관의 본문은 이 프로그램에 없습니다." }

    // MARK: Tour

    var tourTitles: [String: String] {
        [
            "signIn": "서버의 계정으로 로그인",
            "S0.1": "아이디와 비밀번호를 모두 입력해야 로그인할 수 있다",
            "S0.2": "키보드 높이의 절반만큼 올라갔다가 돌아온다",
            "S0.3": "POST /account, 2xx면 성공, 토큰은 헤더에",
            "S0.4": "결과는 어떤 경우에도 꼭 한 번 온다",
            "S0.5": "결과를 사람에게 알린다",
            "start": "시작 화면과 회원가입, 이 기기의 계정",
            "S1.1": "‘시작하기’는 세션이 있으면 환영, 없으면 회원가입으로",
            "S1.2": "아이디는 @ 앞이 a–z, 0–9로 6–20자인 이메일",
            "S1.3": "아이디가 이미 있는지는 저장소가 정한다",
            "S1.4": "비밀번호는 8자 이상이고 두 번 같게 입력한다",
            "S1.5": "닉네임을 등록한다",
            "S1.6": "네 가지가 모두 맞는 동안에만 가입할 수 있다",
            "S1.7": "가입하면 계정이 저장되고 로그인된다",
            "S1.8": "닉네임으로 환영한다",
            "S1.9": "로그아웃하면 시작 화면으로 가고 계정은 남는다",
            "S1.10": "탈퇴하면 계정이 지워지고 아이디는 다시 쓸 수 있다",
            "S1.11": "층마다 오류의 형이 다르고, 저장되는 형도 다르다",
            "password": "더하여: 현재 비밀번호로 비밀번호를 바꾼다",
            "recovery": "더하여: 잊은 비밀번호를 복구 코드로 바꾸고, 다음 복구 코드를 받는다",
            "totp": "더하여: 로그인할 때 인증 앱의 코드도 요구하고, 코드는 한 번만 쓴다",
            "profile": "더하여: 프로필을 고치고, 다른 곳의 변경을 모르고 덮어쓰지 않는다",
            "export": "더하여: 저장된 정보를 내보내고, 거기에 비밀번호는 없다",
            "accounts": "여러 계정과 자동 로그인",
            "S2.1": "여러 계정을 저장하고, 누구든 로그인할 수 있다",
            "S2.2": "로그아웃할 때까지 다음 실행은 메인 화면부터",
            "S2.3": "실패한 필드는 잠시 빨갛게 표시된다",
            "S2.4": "4–16자. 17번째 글자는 들어가지 않는다",
            "S2.5": "입력 중인 필드는 키보드에 가려지지 않는다",
            "S2.6": "메인 화면은 로그인한 이메일을 보여 준다",
            "S2.7": "회원가입은 아무것도 하지 않고 나올 수 있다",
            "S2.8": "로그아웃하면 언제나 로그인 화면으로 돌아온다",
            "remote": "서버에 가입하고 로그인",
            "S3.1": "가입할 때 다섯 가지를 JSON으로 보낸다",
            "S3.2": "{status, success, message}를 너그럽게 읽는다",
            "S3.3": "서버의 답은 종류마다 다른 결과이다",
            "S3.4": "거절된 가입은 서버의 말로 알린다",
            "S3.5": "‘로그인 상태 유지’가 다음 실행을 정한다",
            "S3.6": "기억된 세션이 있으면 로그인 화면을 건너뛴다",
            "S3.7": "로그아웃하면 토큰도 지워진다",
            "refresh": "더하여: 만료된 토큰을 갱신하고 요청을 다시 보낸다",
            "switch": "더하여: 두 번째 계정을 추가하고, 비밀번호 없이 전환한다",
            "end": "더하여: 서버가 끝낸 세션은 알림과 함께 로그인 화면으로 이어진다",
            "headers": "더하여: 로그인이 아이디와 비밀번호를 헤더 필드로 보낼 수 있다",
            "confirmation": "더하여: 서버가 첫 세션 전에 새 주소를 코드로 확인한다",
            "shop": "약관 동의가 있어야 하는 로그인",
            "S4.1": "동의하지 않고 로그인하면 동의를 묻는다",
            "S4.2": "동의는 기억되고, 다음 로그인 화면은 다르다",
            "S4.3": "아이디와 비밀번호는 공백 없이 6–12자",
            "S4.4": "필드마다 상태를 바로 보여 준다",
            "S4.5": "두 필드가 모두 맞는 동안에만 로그인할 수 있다",
            "S4.6": "로그인은 화면을 멈추지 않고, 뒤로 가면 취소된다",
            "S4.7": "성공하면 메인은 누가 로그인했는지 안다",
            "S4.8": "화면의 크기에 따라 배치가 달라진다",
            "S4.9": "스크롤 영역의 아래 여백은 키보드의 높이만큼",
            "S4.10": "뷰 모델은 관찰 상자로 묶이고, 검증기는 혼자서도 답한다",
        ]
    }

    var tourName: String { "김철수" }
    var tourNickname: String { "철수" }
    var tourOtherNickname: String { "영희" }

    func rowCount(_ count: Int) -> String { "\(count)행" }
    var tourDone: String { "둘러보기를 마쳤습니다." }
    var tourInterrupted: String { "둘러보기를 중지하고 저장한 계정을 지웠습니다." }
    var tourNeedsEmptyFolder: String { "폴더가 비어 있지 않습니다. 둘러보기에는 빈 폴더가 필요합니다." }

    func tourFailed(row: String, step: Int, wanted: String, found: String) -> String {
        "\(row), 단계 \(step) 실패: \(wanted) 대신 \(found)"
    }

    func serverEvent(_ event: ServerEvent) -> String {
        switch event {
        case .tokensExpire: "서버에서 액세스 토큰이 만료된다."
        case .sessionsEnd: "서버가 모든 세션을 끝낸다."
        case .credentialsAreInHeaders: "다른 서버는 아이디와 비밀번호를 헤더 필드에서 읽는다."
        case .addressesNeedConfirmation: "계정이 없는 다른 서버는 새 주소를 확인한다."
        }
    }

    var relaunch: String { "앱을 끝내고 다시 실행합니다. 남은 것은 저장된 것뿐입니다." }
    var rivals: String { "두 앱이 같은 저장소에 같은 아이디로 동시에 가입합니다." }
    var elsewhere: String { "같은 저장소의 다른 앱이 프로필을 바꿉니다." }
    var tapOutside: String { "필드 바깥을 누름" }
    var emptyField: String { "(비움)" }
    var rejectedField: String { "(빨강)" }
    var noAnswer: String { "응답 없음" }
    func enabled(_ isEnabled: Bool) -> String { isEnabled ? "사용 가능" : "사용 불가" }
    func outcomes(_ count: Int) -> String { "결과 \(count)번" }
    func seconds(_ number: String) -> String { "\(number)초" }
    func later(_ time: String) -> String { "\(time) 뒤" }
    func keyboard(height: String) -> String { "키보드 \(height)" }
    func field(at place: String) -> String { "필드 \(place)" }
    func shift(by length: String) -> String { "위로 \(length)" }
    func inset(by length: String) -> String { "아래 여백 \(length)" }
    func margins(_ length: String) -> String { "좌우 여백 \(length)" }

    func sizeClass(_ sizeClass: SizeClass, scrolls: Bool) -> String {
        let name =
            switch sizeClass {
            case .compact: "좁음"
            case .regular: "넓음"
            }
        return name + (scrolls ? ", 스크롤" : ", 채움")
    }
}
