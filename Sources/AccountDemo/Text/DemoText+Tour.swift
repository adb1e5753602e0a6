import Presentation
import Domain

extension DemoText {
    func pick(_ korean: String, _ english: String) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }

    package var tourInterrupted: String {
        pick("둘러보기를 그만두고 저장한 것을 지웠습니다.", "The tour was stopped, and what it had stored removed.")
    }

    var tourDone: String { pick("둘러보기를 마쳤습니다.", "That was the tour.") }

    var tourNeedsEmptyFolder: String {
        pick("이 폴더는 비어 있지 않습니다. 둘러보기는 빈 폴더에서만 합니다.", "This folder is not empty; the tour wants one that is.")
    }

    /// Tells which row did not come out as it should.
    func tourFailed(row: String, wanted: String, found: String) -> String {
        let (wanted, found) = (shown(wanted, maximum: 200), shown(found, maximum: 200))
        return pick(
            "\(row): 요구대로 되지 않았습니다. 기대한 것: \(wanted), 나온 것: \(found)",
            "\(row) did not come out as it should: wanted was \(wanted), and found \(found)."
        )
    }

    /// How a field stands, as a sign before its label.
    func fieldState(_ state: FieldState) -> String {
        switch state {
        case .untouched: "○"
        case .editing: "…"
        case .valid: "✔"
        case .invalid: "✘"
        case .rejected: pick("✘ (빨강)", "✘ (red)")
        }
    }
}

extension DemoText {
    /// What a keyboard does to a form.
    func shift(_ adjustment: KeyboardAdjustment, for keyboard: Keyboard) -> String {
        pick(
            "키보드 \(number(keyboard.height)) → 위로 \(number(adjustment.shift))",
            "keyboard \(number(keyboard.height)) → form up by \(number(adjustment.shift))"
        )
    }

    /// The accounts that are stored here.
    func storedAccounts(_ ids: [String]) -> String {
        accountCount(ids.count) + (ids.isEmpty ? "" : ": " + ids.joined(separator: ", "))
    }

    /// A time on a screen.
    func seconds(_ duration: Duration) -> String {
        let seconds = number(duration / .seconds(1))
        return pick("\(seconds)초", "\(seconds) s")
    }

    /// A length or a time, without digits that say nothing.
    func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}

extension DemoText {
    /// How the content of a screen is fitted into its room.
    func arrangement(
        _ content: ContentArrangement,
        in room: (width: Double, height: Double),
        _ sizeClass: SizeClass
    ) -> String {
        let kind =
            switch sizeClass {
            case .compact: pick("좁음", "compact")
            case .regular: pick("넓음", "regular")
            }
        let manner = content.scrolls ? pick("스크롤", "scrolls") : pick("채움", "filled")
        return "\(number(room.width))×\(number(room.height)) \(kind) → "
            + "\(number(content.width))×\(number(content.height)), \(manner)"
    }

    /// What a keyboard does to a scrolling area.
    func inset(_ adjustment: KeyboardAdjustment, for keyboard: Keyboard) -> String {
        pick(
            "키보드 \(number(keyboard.height)) → 아래 여백 \(number(adjustment.bottomInset)), \(seconds(adjustment.duration))",
            "keyboard \(number(keyboard.height)) → inset \(number(adjustment.bottomInset)), \(seconds(adjustment.duration))"
        )
    }
}

extension DemoText {
    func enabled(_ isEnabled: Bool) -> String {
        isEnabled ? pick("사용 가능", "enabled") : pick("사용 불가", "disabled")
    }
}
