import Domain
import Persistence

extension DemoText {
    // MARK: Progress

    /// How far a transfer has come: the share, the accounts, their rate and the time that remains.
    func progress(_ progress: TransferProgress) -> String {
        var parts: [String] = []
        if let fraction = progress.fraction { parts.append("\(Int(min(max(fraction, 0), 1) * 100)) %") }
        parts.append(accountCount(progress.accounts, none: pick("계정 0개", "0 accounts")))
        parts.append(pick("초당 \(progress.rate)개", "\(progress.rate)/s"))
        if let remaining = progress.remaining {
            parts.append(pick("남은 시간 \(clock(remaining))", "\(clock(remaining)) left"))
        }
        return parts.joined(separator: ", ")
    }

    private func accountCount(_ count: Int, none: String) -> String { count == 0 ? none : accountCount(count) }

    /// Minutes and seconds, and hours where there are any.
    private func clock(_ duration: Duration) -> String {
        let seconds = min(duration / .seconds(1), 359_999).rounded(.up)
        let (minutes, rest) = Int(seconds).quotientAndRemainder(dividingBy: 60)
        let padded = rest < 10 ? "0\(rest)" : "\(rest)"
        guard minutes >= 60 else { return "\(minutes):\(padded)" }
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(padded)"
    }

    // MARK: Import and export

    var exportWarning: String {
        pick(
            "주의: 내보낸 내용에는 모든 계정의 비밀번호 해시(passwordHash)가 들어 있습니다. 비밀번호처럼 다루세요.",
            "WARNING: the export holds the password hash (passwordHash) of every account. Treat it like the passwords."
        )
    }

    func exported(_ count: Int) -> String {
        pick("내보낸 계정: \(count)개", "Exported \(count) \(count == 1 ? "account" : "accounts").")
    }

    func imported(_ summary: ImportSummary) -> String {
        pick(
            "추가한 계정 \(summary.imported)개, 이미 있어 건너뛴 계정 \(summary.skipped)개, 잘못된 줄 \(summary.invalid)개",
            "Imported \(summary.imported) \(summary.imported == 1 ? "account" : "accounts");"
                + " skipped \(summary.skipped) whose ID is taken; \(summary.invalid) invalid"
                + " \(summary.invalid == 1 ? "line" : "lines")."
        )
    }

    func invalidLine(_ line: ImportSummary.InvalidLine) -> String {
        pick("\(line.number)번째 줄: ", "Line \(line.number): ") + reason(line.failure)
    }

    private func reason(_ failure: AccountLine.Failure) -> String {
        switch failure {
        case .notAnAccount:
            pick(
                "id, profile, passwordHash, createdAt이 있는 JSON 객체가 아닙니다.",
                "no JSON object with id, profile, passwordHash and createdAt."
            )
        case .invalidValue:
            pick("계정이 가질 수 없는 값이 있습니다.", "a value that no account can have.")
        case .tooLong:
            pick("1 MiB보다 깁니다.", "longer than 1 MiB.")
        }
    }

    func moreInvalidLines(_ count: Int) -> String {
        pick("그 밖에 잘못된 줄이 \(count)개 더 있습니다.", "And \(count) more invalid \(count == 1 ? "line" : "lines").")
    }

    var importRefused: String {
        pick("잘못된 줄에서 멈췄습니다. 그때까지 추가한 계정은 남아 있습니다.", "Stopped at an invalid line; what was added before stays.")
    }

    var hasInvalidLines: String {
        pick("잘못된 줄은 건너뛰었습니다.", "Invalid lines were passed over.")
    }

    var importCancelled: String {
        pick(
            "중지했습니다. 추가한 계정은 남아 있고, 다시 실행하면 이어서 합니다.",
            "Stopped; what was added stays, and the same command goes on from there."
        )
    }

    var exportCancelled: String { pick("중지했습니다. 파일은 만들지 않았습니다.", "Stopped; no file was made.") }

    var outputFailed: String { pick("표준 출력에 쓰지 못했습니다.", "Standard output could not be written.") }

    func unreadableFile(code: Int32) -> String {
        pick("가져올 파일을 읽지 못했습니다. 시스템 오류 번호는 \(code)입니다.", "The file to import could not be read (system error \(code)).")
    }

    func privateFile(_ error: PrivateFileError) -> String {
        switch error {
        case .exists:
            pick("같은 이름의 파일이 이미 있습니다. --force를 붙이면 바꿉니다.", "The file exists already; --force replaces it.")
        case .busy:
            pick("다른 프로그램이 같은 파일을 쓰고 있습니다.", "Somebody else is writing that file.")
        case .failed(let code):
            pick("파일을 쓰지 못했습니다. 시스템 오류 번호는 \(code)입니다.", "The file could not be written (system error \(code)).")
        }
    }

    // MARK: Repair and compaction

    func repaired(_ report: RepairReport) -> String {
        pick(
            """
            구한 계정: \(report.accounts)개
            잃은 기록: 적어도 \(report.lostRecords)개, 없어진 저널 프레임: \(report.missingFrames)개, 읽지 못한 바이트: \(report.unreadableBytes)
            """,
            """
            Saved \(report.accounts) \(report.accounts == 1 ? "account" : "accounts").
            Lost records: at least \(report.lostRecords). Missing frames of the journal: \(report.missingFrames). \
            Unreadable bytes: \(report.unreadableBytes).
            """
        )
    }

    func repair(_ error: RepairError, storage: (_ error: StorageError) -> String) -> String {
        switch error {
        case .nothingToRepair: pick("구할 것이 없습니다.", "There is nothing to repair.")
        case .destinationInUse: pick("새 폴더가 비어 있지 않습니다.", "The folder to save to is not empty.")
        case .source(let error), .destination(let error): storage(error)
        }
    }

    func compacted(before: Int, after: Int) -> String {
        pick("계정 파일: \(before)바이트 → \(after)바이트", "The accounts took \(before) bytes, and take \(after) now.")
    }
}
