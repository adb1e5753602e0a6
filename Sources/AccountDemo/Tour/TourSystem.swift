/// One of the five systems, as the tour plays it.
@MainActor
protocol TourSystem {
    /// Sets the system up on a stage of its own.
    init(_ stage: TourStage)

    /// What kind of system it is, in a few words.
    var title: String { get }

    /// The rows of its requirements; each begins where the one before has ended.
    var rows: [TourRow] { get }
}
