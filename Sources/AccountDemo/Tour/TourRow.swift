/// One row of the requirements, as the tour plays it.
@MainActor
struct TourRow {
    /// What the requirements call it, such as `S1.3`.
    let id: String

    /// What it asks, in one sentence.
    let title: String

    /// Plays it, and fails where the app does something else.
    let play: @MainActor () async throws(TourFailure) -> Void

    init(_ id: String, _ title: String, play: @escaping @MainActor () async throws(TourFailure) -> Void) {
        self.id = id
        self.title = title
        self.play = play
    }
}
