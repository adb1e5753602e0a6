import App
import Domain
import Presentation

/// All accounts on this device, of which typed text selects some.
struct AccountList: Overlay {
    /// The rows of the terminal; the content has as many accounts on both sides of the selected one.
    private let rows: @MainActor () -> Int

    init(rows: @escaping @MainActor () -> Int) {
        self.rows = rows
    }

    struct Item: Sendable {
        let id: AccountID

        /// The ID, and the nickname, if any.
        let line: String

        /// The bytes of the line in lower case and Normalization Form C, which are searched.
        let folded: [UInt8]

        /// Creates an item; `isActive` is nil unless the account is signed in.
        init(_ id: AccountID, _ profile: Profile, isActive: Bool?) {
            self.id = id
            let mark = isActive.map { $0 ? "● " : "○ " } ?? "  "
            line = mark + id.text + (profile.nickname.map { " · " + $0.text } ?? "")
            folded = Array(line.lowercased().composed.utf8)
        }
    }

    /// The accounts, as far as they are known.
    enum Listing {
        case running
        case done([Item])

        /// The accounts are on a server, which does not list them.
        case onServer
        case failed(StorageError, in: AppConfiguration.Storage)

        /// Lists the accounts beside the main actor, because they may be many.
        @concurrent
        init(of composition: AppComposition, signedIn: [AccountID: Bool]) async {
            if case .remote = composition.configuration.backend {
                self = .onServer
                return
            }
            do {
                let accounts = try await composition.allAccounts()
                self = .done(accounts.map { Item($0.id, $0.profile, isActive: signedIn[$0.id]) })
            } catch {
                self = .failed(error, in: composition.configuration.storage)
            }
        }
    }

    /// The accounts; those that have the typed text are shown.
    var listing = Listing.running {
        didSet {
            found = all
            search(query)
        }
    }

    var belongsToScreen: Bool { false }

    var isRunning: Bool { if case .running = listing { true } else { false } }

    /// Whether there are accounts to search, or may be soon.
    private var isSearchable: Bool { isRunning || !all.isEmpty }

    private var found: [Item] = []
    private var query = ""
    private var selection = 0

    private var all: [Item] { if case .done(let items) = listing { items } else { [] } }

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        let (shown, progress) = (shown, content.status)
        content = ScreenContent(
            title: "AccountFlow — " + text.meaning(of: .accounts),
            elements: found[shown].enumerated().map { place, item in
                .text(item.line, style: place + shown.lowerBound == selection ? .reversed : .plain)
            },
            focus: found.isEmpty ? nil : selection - shown.lowerBound,
            help: text.hints(
                [isRunning ? .stop : .close] + (found.isEmpty ? [] : [.press]) + (all.isEmpty ? [] : [.search])
                    + (found.isEmpty ? [] : [.move])
            )
        )
        content.isList = true
        let place = all.isEmpty ? "" : "  \(min(selection + 1, found.count))/\(found.count)"
        if isSearchable { content.showSearch(for: query, place, in: text) }
        if found.isEmpty { content.sought = "" }
        switch listing {
        case .running: content.elements.append(.text(progress ?? ""))
        case .done(let all):
            guard found.isEmpty else { break }
            content.elements.append(.text(all.isEmpty ? text.accountCount(0) : text.noAccountFound))
        case .onServer: content.elements.append(.text(text.accountsOnServer))
        case .failed(let error, let storage):
            let problem = storage.isDatabase ? DatabaseProblem(error.reason) : nil
            let message = problem.map(text.database) ?? text.messages.message(forUnlistedAccounts: error)
            content.elements.append(.text(message, style: .red))
        }
    }

    private var shown: Range<Int> {
        max(selection - rows(), 0)..<min(selection + rows(), found.count)
    }

    mutating func press(_ key: Key, in text: any DemoText, page: Int) -> OverlayAnswer {
        if let line = key.scrolled(selection, of: found.count, page: page) {
            selection = line
            return .stay
        }
        if isSearchable, let edited = key.edited(query) {
            search(edited)
            return .stay
        }
        return switch key {
        case .enter where !found.isEmpty: .show(found[selection].id)
        case .enter where isSearchable: .stay
        case .enter, .escape: .close
        default: .stay
        }
    }

    mutating func select(_ place: Int, in text: any DemoText) {
        selection = min(shown.lowerBound + place, max(found.count - 1, 0))
    }

    private mutating func search(_ new: String) {
        let folded = new.lowercased()
        // A longer text is found only where the shorter one was.
        let candidates = folded.hasPrefix(query.lowercased()) ? found : all
        found = folded.isEmpty ? all : candidates.filter { $0.folded.contains(bytes: folded.utf8) }
        (query, selection) = (new, 0)
    }
}

extension [UInt8] {
    /// Whether the bytes of a text occur; to compare the characters of 100,000 texts takes half a second.
    fileprivate func contains(bytes text: String.UTF8View) -> Bool {
        guard let first = text.first, count >= text.count else { return text.isEmpty }
        let last = count - text.count
        return withUnsafeBytes { bytes in
            (0...last).contains { bytes[$0] == first && bytes[$0...].starts(with: text) }
        }
    }
}
