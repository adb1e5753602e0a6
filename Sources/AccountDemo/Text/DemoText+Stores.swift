import Persistence

extension DemoText {
    /// What there is to say of a store that can be read.
    func remark(_ remark: StoreFinding.Remark) -> String {
        switch remark {
        case .unfinishedChange(let bytes):
            pick(
                "중단으로 끝나지 않은 변경이 있습니다(\(bytes)바이트). 다음에 쓸 때 따로 복사해 두고 잘라 냅니다.",
                "A crash left a change unfinished (\(bytes) bytes); the next write copies it aside and cuts it off."
            )
        case .copyOfUnfinishedChange(let name):
            pick(
                "중단으로 끝나지 않은 변경의 사본이 있습니다: \(shown(name)). compact 명령이 지웁니다.",
                "The copy of a change that a crash left unfinished is here: \(shown(name)); compact removes it."
            )
        case .damagedIndex:
            pick(
                "색인이 손상되었지만 계정은 모두 온전합니다. compact 명령이 색인을 다시 만듭니다.",
                "The index is damaged, the accounts are not; compact makes it anew."
            )
        case .awaitsErasure:
            pick(
                "삭제한 계정의 내용이 아직 파일에 남아 있습니다. compact 명령이 지웁니다.",
                "Deleted accounts are still in the file; compact erases them."
            )
        }
    }
}
