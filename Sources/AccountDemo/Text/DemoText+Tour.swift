import Domain
import Presentation

extension DemoText {
    package var tourInterrupted: String {
        pick("둘러보기를 그만두고 저장한 것을 지웠습니다.", "The tour was stopped, and the accounts that it had stored were removed.")
    }

    var tourDone: String { pick("둘러보기를 마쳤습니다.", "That was the tour.") }

    var tourNeedsEmptyFolder: String {
        pick("이 폴더는 비어 있지 않습니다. 둘러보기는 빈 폴더에서만 합니다.", "This folder is not empty; the tour needs an empty one.")
    }

    func tourFailed(row: String, step: Int, wanted: String, found: String) -> String {
        let (wanted, found) = (shown(wanted, maximum: 200), shown(found, maximum: 200))
        return pick(
            "\(row), 단계 \(step): 요구대로 되지 않았습니다. 기대한 것: \(wanted), 나온 것: \(found)",
            "\(row), step \(step), did not come out as it should: expected \(wanted), found \(found)."
        )
    }

    var relaunch: String {
        pick("앱을 끝내고 다시 실행합니다. 남은 것은 저장된 것뿐입니다.", "The app is quit and launched again; only what it stored is left.")
    }

    var rivals: String {
        pick("두 앱이 같은 저장소에 같은 아이디로 동시에 가입합니다.", "Two apps on one store sign up with one ID at the same time.")
    }

    var tapOutside: String { pick("필드 바깥을 누름", "a tap outside the fields") }

    var emptyField: String { pick("(비움)", "(empty)") }

    var noAnswer: String { pick("응답 없음", "no answer") }

    func outcomes(_ count: Int) -> String { pick("결과 \(count)번", "outcomes: \(count)") }

    func storedAccounts(_ ids: [String]) -> String {
        accountCount(ids.count) + (ids.isEmpty ? "" : ": " + ids.joined(separator: ", "))
    }

    /// The state of a field, as a sign before its label.
    func fieldState(_ state: FieldState) -> String {
        switch state {
        case .untouched: "○"
        case .editing: "…"
        case .valid: "✔"
        case .invalid: "✘"
        case .rejected: pick("✘ (빨강)", "✘ (red)")
        }
    }

    /// What a keyboard does to a form.
    func keyboard(_ height: Double, _ rule: KeyboardRule, _ adjustment: KeyboardAdjustment) -> String {
        let keyboard = pick("키보드 \(number(height))", "keyboard \(number(height))")
        let (up, time) = (number(adjustment.shift), seconds(adjustment.duration))
        switch rule {
        case .half: return keyboard + pick(" → 위로 \(up), \(time)", " → form up by \(up), \(time)")
        case .inset: return keyboard + pick(" → 아래 여백 ", " → inset ") + "\(number(adjustment.bottomInset)), \(time)"
        case .field(let y):
            let field = pick("필드 ", "field at ") + "\(number(y))–\(number(y + 40)), "
            return field + self.keyboard(height, .half, adjustment)
        }
    }

    /// How the content of a screen is fitted into its room.
    func arrangement(_ content: ContentArrangement, in room: (Double, Double), _ sizeClass: SizeClass) -> String {
        let kind =
            switch sizeClass {
            case .compact: pick("좁음", "compact")
            case .regular: pick("넓음", "regular")
            }
        let manner = content.scrolls ? pick("스크롤", "scrolls") : pick("채움", "filled")
        return
            "\(number(room.0))×\(number(room.1)) \(kind) → \(number(content.width))×\(number(content.height)), \(manner)"
    }

    func later(_ duration: Duration) -> String { pick("\(seconds(duration)) 뒤", "after \(seconds(duration))") }

    func seconds(_ duration: Duration) -> String {
        let seconds = number(duration / .seconds(1))
        return pick("\(seconds)초", "\(seconds) s")
    }

    /// A length or a time, without a fraction of zero.
    func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}
