import AccountDemo
import Domain
import Presentation
import TestSupport
import Testing

/// Tests of drawing a screen from its content.
struct ScreenDrawingTests {
    private static let signUp = ScreenContent(
        title: "AccountFlow — 회원가입",
        elements: [
            .text("아이디와 비밀번호를 정해 주세요. 이 아이디로 로그인합니다."), .gap,
            .field(.init("아이디", LineEditor("1bcdef"), mark: .invalid, message: "아이디는 숫자로 시작할 수 없습니다.")),
            .field(.init("비밀번호", LineEditor("password1"), isMasked: true, mark: .valid)),
            .rule("8자 이상", .satisfied), .rule("아이디가 들어 있지 않음", .pending),
            .field(.init("닉네임", LineEditor(""))), .ruleSpace(2), .gap, .checkBox("자동 로그인", isOn: true),
            .button("가입하기", isEnabled: false),
        ],
        focus: 2,
        status: "⠋ 3초 · Esc 취소",
        help: "Tab 다음 · Enter 누르기 · F2 English · Ctrl-C 끝내기"
    )

    private static var alert: ScreenContent {
        var content = signUp
        content.alert = ScreenContent.Alert(
            title: "탈퇴할까요?",
            message: "계정과 동의 내역이 이 기기에서 지워집니다. 되돌릴 수 없습니다.",
            buttons: ["탈퇴", "취소"],
            selection: 1
        )
        return content
    }

    @Test(arguments: [(200, 60), (80, 24), (64, 20), (63, 20), (64, 19), (40, 12), (20, 8)])
    func `a screen matches its recording in every size, with an alert and without`(columns: Int, rows: Int) throws {
        let drawing = ScreenDrawing(columns: columns, rows: rows)
        let screens = [Self.signUp, Self.alert].map { drawing.draw($0).text }
        try Snapshot.expect(screens.joined(separator: "\n=====\n") + "\n", named: "screen-\(columns)x\(rows)")
    }

    @Test(arguments: [(80, 19), (120, 16), (200, 18), (64, 14), (63, 20), (50, 24), (80, 20), (99, 60)])
    func `the width decides about columns, and a low window has no frame`(columns: Int, rows: Int) throws {
        func place(rows: Int) throws -> Int {
            let lines = ScreenDrawing(columns: columns, rows: rows).draw(Self.signUp).lines()
            let line = try #require(lines.first { $0.contains("닉네임") })
            return line[..<(try #require(line.firstIndex(of: "닉")))].columns
        }
        #expect(try place(rows: rows) == place(rows: 24))
        let lines = ScreenDrawing(columns: columns, rows: rows).draw(Self.signUp).lines()
        #expect(lines.contains { $0.contains("아이디") && $0.contains("1bcdef") } == (columns >= 64))
        #expect(lines.contains { $0.hasPrefix("╭") } == (columns >= 64 && rows >= 20))
        #expect(lines.contains { $0.contains("가입하기") } && !lines.joined().contains("▼"), "\(lines)")
    }

    @Test func `a note below the last button does not hide the beginning of a screen`() {
        var content = Self.signUp
        content.elements = [
            .text("보내 드린 메시지의 코드를 입력해 주세요."), .text("kim", style: .bold), .gap,
            .field(.init("코드", LineEditor(""))),
            .gap, .button("계속", isEnabled: false), .button("다시 보내기", isEnabled: false),
            .button("뒤로", isEnabled: true), .text("58초 후에 다시 보낼 수 있습니다.", style: .dim),
        ]
        (content.focus, content.status) = (3, "예: 메시지의 코드 123456")
        let lines = ScreenDrawing(columns: 40, rows: 12).draw(content).lines()
        #expect(lines[1].contains("보내 드린"), "\(lines)")
        content.elements[8] = .text("저장했습니다.")
        content.focus = 7
        #expect(ScreenDrawing(columns: 40, rows: 12).draw(content).text.contains("저장했습니다."))
    }

    @Test func `drawing the smallest screens never traps, and the cursor stays inside`() {
        for columns in [0, 1, 2, 3, 4, 7, 8, 9, 16, 30] {
            for rows in 0...8 {
                for content in [Self.signUp, Self.alert] {
                    let grid = ScreenDrawing(columns: columns, rows: rows).draw(content)
                    #expect(grid.rows.count == rows)
                    #expect(grid.rows.allSatisfy { $0.count == columns })
                    if let cursor = grid.cursor {
                        #expect(grid.rows.indices.contains(cursor.row))
                        #expect((0..<columns).contains(cursor.column))
                    }
                }
            }
        }
    }

    @Test(arguments: [(200, 60), (80, 24), (64, 20), (50, 24), (120, 16), (40, 12), (20, 8)])
    func `a click finds the element that is drawn there, and nothing beside the elements`(columns: Int, rows: Int)
        throws
    {
        let drawing = ScreenDrawing(columns: columns, rows: rows)
        let texts = [2: "1bcdef", 3: "•••", 6: "닉네임", 9: "[x]", 10: "( 가입하기"]
        for (focus, text) in texts {
            var content = Self.signUp
            content.focus = focus
            let lines = drawing.draw(content).text.split(separator: "\n", omittingEmptySubsequences: false)
            let row = try #require(lines.firstIndex { $0.contains(text) })
            let column = try #require(lines[row].firstRange(of: text).map { lines[row][..<$0.lowerBound].columns })
            #expect(drawing.target(row: row, column: column, in: content) == .element(focus))
            for row in [-1, 0, rows - 1, rows] {
                #expect(drawing.target(row: row, column: columns / 2, in: content) == nil, "row \(row)")
            }
        }
    }

    @Test(arguments: [(80, 24), (64, 20), (40, 12), (20, 8)])
    func `a click on an alert finds the button that is drawn there`(columns: Int, rows: Int) {
        let drawing = ScreenDrawing(columns: columns, rows: rows)
        let lines = drawing.draw(Self.alert).lines()
        for (place, title) in ["⟨ 탈퇴 ⟩", "⟨ 취소 ⟩"].enumerated() {
            for (row, line) in lines.enumerated() {
                guard let range = line.firstRange(of: title) else { continue }
                let start = line[..<range.lowerBound].columns
                for column in -1...title.columns {
                    let found = drawing.target(row: row, column: start + column, in: Self.alert)
                    #expect(found == ((0..<title.columns).contains(column) ? .button(place) : nil), "\(column)")
                }
            }
        }
        #expect(lines.contains { $0.contains("⟨ 취소 ⟩") })
        #expect(drawing.target(row: 0, column: columns / 2, in: Self.alert) == nil)
    }

    @Test func `a message moves nothing on a screen with room for it`() {
        var content = Self.signUp
        content.elements.removeAll(where: \.isRule)
        content.focus = content.elements.count - 1
        let (before, row) = (ScreenDrawing(columns: 80, rows: 24).draw(content), 12)
        content.elements[2] = .field(.init("아이디", LineEditor("1bcdef"), mark: .neutral))
        let after = ScreenDrawing(columns: 80, rows: 24).draw(content)
        #expect(before.lines()[row...] == after.lines()[row...])
        #expect(before != after)
    }

    @Test(arguments: [(80, 24, false), (99, 60, false), (200, 39, false), (100, 40, true), (200, 60, true)])
    func `fields are boxes, and buttons apart, where there is room for that`(columns: Int, rows: Int, isRoomy: Bool) {
        var content = Self.signUp
        content.elements.append(.button("로그인", isEnabled: true))
        let lines = ScreenDrawing(columns: columns, rows: rows).draw(content).lines()
        let corners = lines.joined().filter { $0 == "╭" }.count
        #expect(corners == (isRoomy ? 4 : 1))
        let places = ["자동 로그인", "가입하기", "⟨ 로그인"].map { text in lines.firstIndex { $0.contains(text) } ?? -1 }
        #expect(places.map { $0 - places[0] } == (isRoomy ? [0, 2, 4] : [0, 1, 2]))
    }

    @Test func `a form for which boxes are too high has none, as on a smaller screen`() {
        var content = Self.signUp
        content.elements = (0..<12).map { .field(.init("field \($0)", LineEditor(""))) }
        (content.focus, content.status) = (11, nil)
        let lines = ScreenDrawing(columns: 200, rows: 40).draw(content).lines()
        #expect(lines.joined().filter { $0 == "╭" }.count == 1)
        for place in 0..<12 { #expect(lines.contains { $0.contains("field \(place)") }) }
    }

    @Test(arguments: [(80, 51, true), (80, 59, false), (70, 41, true), (70, 43, false), (100, 59, true)])
    func `a message begins at its field, or at the label if it has no room there`(
        columns: Int,
        length: Int,
        hasRoom: Bool
    ) throws {
        var content = Self.signUp
        let message = String(repeating: "m", count: length)
        content.elements[2] = .field(.init("아이디", LineEditor("1bcdef"), mark: .invalid, message: message))
        let lines = ScreenDrawing(columns: columns, rows: 24).draw(content).lines()
        let column = try #require(lines.first { $0.contains(message) }?.prefix { $0 != "m" }.columns)
        let label = try #require(lines.first { $0.contains("1bcdef") })
        let begin = label.prefix { $0 != (hasRoom ? "1" : "아") }.columns
        #expect(column == begin, "\(lines)")
        // A blank is between the message and the frame.
        #expect(lines.allSatisfy { $0.columns <= columns && !$0.contains("m│") })
    }

    @Test(arguments: [2, 3, 6, 10])
    func `in a small window, a failure is visible with the focus`(focus: Int) {
        var content = Self.signUp
        content.elements[8] = .text("지금은 가입할 수 없습니다.", style: .red)
        (content.focus, content.status) = (focus, nil)
        let drawing = ScreenDrawing(columns: 40, rows: 12)
        let lines = drawing.draw(content).lines()
        #expect(lines.contains { $0.contains("지금은 가입할 수 없습니다.") })
        #expect(lines.contains { $0.hasPrefix("▌") })
    }

    @Test(arguments: [2, 3, 6, 9, 10, 11, 12])
    func `in a small window, the beginning of a long failure is visible with the focus`(focus: Int) {
        var content = Self.signUp
        let message = "The server is busy. " + String(repeating: "Try it again. ", count: 15)
        content.elements[8] = .text(message, style: .red)
        content.elements += [.button("Sign in", isEnabled: true), .button("Back", isEnabled: true)]
        (content.focus, content.status) = (focus, nil)
        let lines = ScreenDrawing(columns: 40, rows: 12).draw(content).lines()
        #expect(lines.contains { $0.contains("The server is busy.") })
        #expect(lines.contains { $0.hasPrefix("▌") })
    }

    @Test(arguments: [(80, 24), (200, 60)])
    func `neither rules nor a status nor a failure move anything`(columns: Int, rows height: Int) throws {
        var elements = Self.signUp.elements.filter { !$0.isRule }
        func rows(_ elements: [ScreenElement], status: String?) -> [String?: Int] {
            var content = Self.signUp
            (content.elements, content.status, content.focus) = (elements, status, 3)
            let lines = ScreenDrawing(columns: columns, rows: height).draw(content).lines()
            let texts = ["아이디  ", "비밀번호  ", "닉네임", "자동 로그인", "가입하기", "╰"]
            return Dictionary(
                uniqueKeysWithValues: texts.map { text in (text, lines.firstIndex { $0.contains(text) } ?? -1) }
            )
        }
        let before = rows(elements, status: nil)
        #expect(!before.values.contains(-1), "\(before)")
        #expect(rows(elements, status: "⠋") == before)
        let gap = try #require(elements.lastIndex(of: .gap))
        elements[gap] = .text("지금은 가입할 수 없습니다.", style: .red)
        #expect(rows(elements, status: nil) == before)
        elements.insert(.rule("8자 이상", .pending), at: 4)
        #expect(rows(elements, status: nil) == before)
    }

    @Test(arguments: [true, false])
    func `in a small window, a new status takes the place of an older message`(isNew: Bool) {
        var content = Self.signUp
        content.elements = [
            .field(.init("코드", LineEditor("12"))), .text(String(repeating: "틀렸습니다. ", count: 5), style: .red),
            .button("켜기", isEnabled: true),
        ]
        (content.focus, content.status, content.isStatusNew) = (2, "✔ 복사했습니다.", isNew)
        let lines = ScreenDrawing(columns: 40, rows: 12).draw(content).lines()
        #expect(lines.contains { $0.contains("복사했습니다.") } == isNew, "\(lines)")
        #expect(lines.contains { $0.contains("틀렸습니다.") } == !isNew)
    }

    @Test(arguments: [(80, 24), (200, 60)])
    func `a failure of two lines below a field moves nothing`(columns: Int, rows: Int) {
        var content = Self.signUp
        content.elements = [
            .text("키를 입력해 주세요."), .field(.init("코드", LineEditor("12"))), .gap, .button("켜기", isEnabled: true),
        ]
        content.focus = 1
        let drawing = ScreenDrawing(columns: columns, rows: rows)
        let before = drawing.draw(content).lines()
        content.elements[2] = .text(String(repeating: "틀렸습니다. ", count: 10), style: .red)
        let after = drawing.draw(content).lines()
        for text in ["키를", "코드", "켜기"] {
            #expect(before.firstIndex { $0.contains(text) } == after.firstIndex { $0.contains(text) }, "\(after)")
        }
        #expect(after.contains { $0.contains("틀렸습니다.") })
    }

    @Test(arguments: [(80, 24), (40, 12)])
    func `the cursor is at what has the focus, for screen readers`(columns: Int, rows: Int) throws {
        let drawing = ScreenDrawing(columns: columns, rows: rows)
        for (focus, text) in [(9, "[x]"), (10, "( 가입하기 )")] {
            var content = Self.signUp
            content.focus = focus
            let grid = drawing.draw(content)
            let cursor = try #require(grid.cursor)
            let line = grid.lines()[cursor.row]
            #expect(line.firstRange(of: text).map { line[..<$0.lowerBound].columns } == cursor.column)
        }
        let grid = drawing.draw(Self.alert)
        let cursor = try #require(grid.cursor)
        #expect(grid.rows[cursor.row][cursor.column] == Cell(character: "⟨", style: .reversed))
    }

    @Test func `without colours, a disabled button differs from an enabled one`() {
        var content = Self.signUp
        content.elements = [.button("a", isEnabled: true), .button("b", isEnabled: false)]
        let text = ScreenDrawing(columns: 80, rows: 24).draw(content).text
        #expect(text.contains("⟨ a ⟩") && text.contains("( b )"))
    }

    @Test(arguments: [80, 40])
    func `a text that is longer than its field is marked at the end that is hidden`(columns: Int) {
        var content = Self.signUp
        for (key, isStartHidden) in [(Key.end, true), (.home, false)] {
            var editor = LineEditor(String(repeating: "가", count: 60))
            _ = editor.press(key)
            content.elements[2] = .field(.init("아이디", editor))
            let text = ScreenDrawing(columns: columns, rows: 24).draw(content).text
            #expect(text.contains("‹") == isStartHidden && text.contains("›") == !isStartHidden)
        }
    }

    @Test func `typed text has the default colour, and the dangerous button of an alert is red`() {
        let fields = ScreenDrawing(columns: 80, rows: 24).draw(Self.signUp).rows.joined()
        #expect(Set(fields.filter { $0.character == "•" }.map(\.style)) == [.underlined])
        var content = Self.alert
        content.alert?.destructive = 0
        let cells = ScreenDrawing(columns: 80, rows: 24).draw(content).rows.joined()
        #expect(cells.contains(Cell(character: "⟨", style: .red)))
    }

    @Test(arguments: [(80, 3), (30, 2), (12, 1)])
    func `as many keys are named as there is room for`(columns: Int, count: Int) {
        var content = Self.signUp
        content.help = "F1 keys · ^C quits · " + String(repeating: "x", count: 40)
        let line = ScreenDrawing(columns: columns, rows: 24).draw(content).lines()[23]
        #expect(line.split(separator: " · ").count == count)
        #expect(!line.contains("…"))
    }

    @Test(arguments: [
        (66, "F1 keys · Tab next · ^C quits · F2 Korean · F3 app · F4 accounts"),
        (65, "F1 keys · Tab next · ^C quits · F2 Korean · F3 app · F4"),
        (56, "F1 keys · Tab next · ^C quits · F2 Korean · F3 F4"),
        (50, "F1 keys · Tab next · ^C quits · F2 F3 F4"), (41, "F1 keys · Tab next · F2 F3 F4"),
        (30, "F1 keys · F2 F3 F4"), (19, "F1 F2 F3 F4"), (12, "F1 F2 F3 …"),
    ])
    func `as many function keys have words as there is room for, from the first one on`(columns: Int, line: String) {
        var content = Self.signUp
        content.help = "F1 keys · Tab next · ^C quits · F2 Korean · F3 app · F4 accounts"
        #expect(ScreenDrawing(columns: columns, rows: 24).draw(content).lines()[23] == " " + line)
    }

    @Test func `the keys in the last row are plain, and their words dim`() {
        var content = Self.signUp
        content.help = "F1 keys · ↑ ↓ move · Del signs out · F2 F3"
        let row = ScreenDrawing(columns: 80, rows: 24).draw(content).rows[23]
        let plain = row.map { $0.style == .plain ? String($0.character ?? " ") : " " }.joined()
        #expect(plain.split(separator: " ") == ["F1", "↑", "↓", "Del", "F2", "F3"])
        #expect(row.allSatisfy { [.plain, .dim].contains($0.style) })
    }

    @Test(arguments: [(10, true), (30, true), (68, false)])
    func `a status begins below the buttons, or further left if it is long`(length: Int, isBelow: Bool) throws {
        let status = String(repeating: "s", count: length)
        let content = ScreenContent(title: "", elements: [.button("Get started", isEnabled: true)], status: status)
        let lines = ScreenDrawing(columns: 80, rows: 24).draw(content).lines()
        let places = try ["⟨ Get", status].map { text in
            let line = try #require(lines.first { $0.contains(text) })
            return line.firstRange(of: text).map { line[..<$0.lowerBound].columns } ?? 0
        }
        #expect((places[0] == places[1]) == isBelow, "\(lines)")
        #expect(places[1] + length <= 76)
    }

    @Test(arguments: [(2, "1bcdef"), (3, "•••"), (6, "닉네임"), (9, "[x]")])
    func `the focused element is always visible`(place: Int, text: String) {
        for rows in 4...12 {
            var content = Self.signUp
            content.focus = place
            #expect(ScreenDrawing(columns: 40, rows: rows).draw(content).text.contains(text), "\(rows) rows")
        }
    }

    @Test(arguments: 0..<6)
    func `a narrow terminal shows every button of an alert, and the smallest the selected one`(selection: Int) {
        var content = Self.signUp
        let buttons = ["signIn", "start", "accounts", "remote", "shop", "취소"]
        content.alert = ScreenContent.Alert(
            title: "어느 앱으로 바꿀까요?",
            message: "메인 화면 먼저, 약관 동의.",
            buttons: buttons,
            selection: selection
        )
        for columns in [20, 30, 50] {
            let text = ScreenDrawing(columns: columns, rows: 14).draw(content).text
            for button in buttons { #expect(text.contains("⟨ \(button) ⟩"), "\(columns) columns") }
            for rows in 3...13 {
                let grid = ScreenDrawing(columns: columns, rows: rows).draw(content)
                let selected = grid.rows.dropFirst().joined().filter { $0.style == .reversed }.compactMap(\.character)
                #expect(String(selected).contains(buttons[selection]), "\(columns)×\(rows)")
            }
        }
    }

    @Test(arguments: [5, 6, 7])
    func `an alert leaves the title and the keys visible, and nothing of the screen beside it`(lines: Int) {
        var content = Self.signUp
        content.alert = ScreenContent.Alert(title: "Recovery code", message: "", buttons: ["OK"])
        content.alert?.message = Array(repeating: "Line", count: lines).joined(separator: "\n")
        let drawn = ScreenDrawing(columns: 40, rows: 12).draw(content).lines()
        #expect(drawn.firstIndex { $0.contains("╭") } == 1 && drawn.lastIndex { $0.contains("╰") } == 10)
        #expect(drawn.count { $0.contains("Line") } == min(lines, 6))
        #expect(drawn.contains { $0.contains("…") } == (lines > 6))
        for line in drawn.drop(while: { !$0.contains("╭") }).prefix(9) {
            #expect(line.hasPrefix("  ") && line.columns == 38, "\(line)")
        }
    }

    @Test(arguments: ["Confirmation", "Authenticator app", "가나다라마바사아자차카타파하"])
    func `the app, its screen, the preset and the language are visible in 40 columns`(title: String) {
        var content = Self.signUp
        (content.title, content.context) = ("AccountFlow — " + title, "accounts · ko")
        let lines = ScreenDrawing(columns: 40, rows: 12).draw(content).lines()
        #expect(lines[0].hasPrefix(" AccountFlow") && lines[0].hasSuffix(" accounts · ko"))
        #expect(lines[0].contains(title) || lines[1] == " " + title, "\(lines)")
        #expect(!lines[0].contains("…"))
    }

    @Test(arguments: [(30, 8), (20, 4), (20, 11), (10, 3)])
    func `in a low window, the name of the screen replaces that of the app`(columns: Int, rows: Int) {
        var content = Self.signUp
        (content.title, content.context) = ("AccountFlow — Forgotten password", "accounts · ko")
        let lines = ScreenDrawing(columns: columns, rows: rows).draw(content).lines()
        #expect(lines[0].hasPrefix(" " + "Forgotten password".prefix(columns - 3)), "\(lines)")
        #expect(lines.contains { $0.contains("▌") })
    }

    @Test(arguments: [(80, 24), (40, 12)], Language.allCases)
    func `of a confirmation, only the longest ID is shortened`(size: (columns: Int, rows: Int), language: Language)
        throws
    {
        let text = language.demoText
        let id = try AccountID("beginning" + String(repeating: "0", count: 236) + "@the.end")
        let messages = [
            text.signedIn(id), text.signedOut(id), text.deleted(id), text.passwordChanged(id), text.profileChanged(id),
        ]
        for message in messages {
            var content = Self.signUp
            (content.status, content.shortened) = ("✔ " + message, id.text)
            content.elements[2] = .field(.init("아이디", LineEditor("")))
            let lines = ScreenDrawing(columns: size.columns, rows: size.rows).draw(content).lines()
            let note = lines.suffix(size.rows == 12 ? 3 : 2).dropLast().joined(separator: " ")
            for word in message.split(separator: " ") where !word.contains(id.text) {
                #expect(note.contains(word), "\(note)")
            }
            #expect(note.contains("begi") && note.contains("end"), "\(note)")
        }
    }

    @Test func `a check box that is wider than the window continues on the next line`() {
        var content = Self.signUp
        content.elements = [.checkBox("Terms of automatic sign-in (required)", isOn: true)]
        content.focus = 0
        let drawing = ScreenDrawing(columns: 40, rows: 12)
        #expect(drawing.draw(content).lines()[4...5] == ["▌[x] Terms of automatic sign-in", "     (required)"])
        #expect(drawing.target(row: 5, column: 6, in: content) == .element(0))
    }

    @Test(arguments: [(80, 24, 2...20), (200, 60, 2...56), (40, 12, 1...8)])
    func `a short form is in the middle, from top to bottom, and a list begins at the top`(
        columns: Int,
        height: Int,
        rows: ClosedRange<Int>
    ) {
        var content = ScreenContent(title: "AccountFlow", elements: [.button("a", isEnabled: true)], help: "F1 keys")
        func row() -> Int? {
            ScreenDrawing(columns: columns, rows: height).draw(content).lines().firstIndex { $0.contains("⟨ a ⟩") }
        }
        #expect(row() == (rows.lowerBound + rows.upperBound) / 2)
        content.isList = true
        #expect(row() == rows.lowerBound)
    }

    @Test func `a screen that is scrolled begins with a whole item, and only if the focus has no room`() {
        var content = ScreenContent(title: "AccountFlow", elements: [.text("Enter the code.")], help: "F1 keys")
        content.elements += (0..<8).flatMap { number in
            [.button("item \(number)", isEnabled: true), .text("The first note of it is long.", style: .dim)]
        }
        for focus in stride(from: 1, to: 16, by: 2) {
            content.focus = focus
            let lines = ScreenDrawing(columns: 30, rows: 12).draw(content).lines()
            #expect(lines[1].contains(focus < 5 ? "Enter" : "item"), "\(lines)")
            #expect(lines.contains { $0.hasPrefix("▌⟨ item") })
        }
    }

    @Test(arguments: [(80, 24), (200, 60)])
    func `buttons without fields are in the middle, and a failure does not move them`(columns: Int, rows: Int) throws {
        let button = "⟨ Get started ⟩"
        for first in [ScreenElement.gap, .text(String(repeating: "가 ", count: 30), style: .red)] {
            var content = Self.signUp
            (content.elements, content.focus) = ([first, .button("Get started", isEnabled: true)], 1)
            let lines = ScreenDrawing(columns: columns, rows: rows).draw(content).lines()
            let line = try #require(lines.first { $0.contains(button) })
            let start = line.firstRange(of: button).map { line[..<$0.lowerBound].columns }
            #expect(start == (columns - button.columns) / 2, "\(line)")
        }
    }

    @Test func `a button that is wider than the window continues on the next line`() {
        var content = Self.signUp
        content.elements = [.button("F4   Switch, add or sign out accounts", isEnabled: true)]
        content.focus = 0
        let drawing = ScreenDrawing(columns: 40, rows: 12)
        #expect(drawing.draw(content).lines()[4...5] == ["▌⟨ F4   Switch, add or sign out", "        accounts ⟩"])
        #expect(drawing.target(row: 5, column: 9, in: content) == .element(0))
    }

    @Test func `masked text is nowhere on the screen`() {
        let grid = ScreenDrawing(columns: 80, rows: 24).draw(Self.signUp)
        #expect(!grid.text.contains("password1"))
        #expect(grid.text.contains("•••••••••"))
    }

    @Test func `fields, check boxes and buttons take the focus, also disabled ones`() {
        #expect(
            Self.signUp.elements.map(\.takesFocus) == [
                false, false, true, true, false, false, true, false, false, true, true,
            ]
        )
    }
}
