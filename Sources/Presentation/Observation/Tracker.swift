public import Observation
import Synchronization

/// Tells Observation when a box is read and set.
///
/// A box has none until it is first read within `withObservationTracking`, so that all others pay for no registrar.
/// Observation does not say whether that is where one is; but there, and only there, it puts the key path of whatever
/// is read into a set, and so asks the key path's argument for its hash. So a box that has no tracker tells the spare
/// one that it was read, and takes that for itself where it notices. Whether all this still holds is tried once; where
/// it does not, every box that is read takes one, which is slower and as right.
///
/// It is no part of the box also because a key path in a generic class is made anew at every use, which takes longer
/// than all the rest.
@usableFromInline
final class Tracker: Observable, Sendable {
    /// The argument of the key path, which notices that it is hashed.
    private final class Argument: Hashable, Sendable {
        let isHashed = Atomic(false)

        static func == (one: Argument, other: Argument) -> Bool { one === other }

        func hash(into hasher: inout Hasher) { isHashed.store(true, ordering: .relaxed) }
    }

    // It belongs to no app: nothing of a box is in it before the box takes it.
    @MainActor private static var spare = Tracker()
    @MainActor private static let noticesTracking = withObservationTracking {
        spare.access()
    } onChange: {
    }

    private let registrar = ObservationRegistrar()
    private let argument: Argument
    @MainActor private let path: KeyPath<Tracker, Void>
    @MainActor private var isTelling = false
    @MainActor private var isSetMeanwhile = false

    @MainActor
    private init() {
        let argument = Argument()
        self.argument = argument
        path = \Tracker.[argument]
    }

    /// What the key path names; the value itself is in the box.
    private subscript(argument: Argument) -> Void { () }

    /// Gives a tracker that has been told of a reading just now, or nil where nobody tracks what is read.
    @usableFromInline
    @MainActor
    static func ofTrackedReading() -> Tracker? {
        guard spare.access() || !noticesTracking else { return nil }
        defer { spare = Tracker() }
        return spare
    }

    /// Tells of a reading.
    ///
    /// - Returns: Whether somebody tracks it, as far as can be noticed.
    @usableFromInline
    @MainActor
    @discardableResult
    func access() -> Bool {
        argument.isHashed.store(false, ordering: .relaxed)
        registrar.access(self, keyPath: path)
        return argument.isHashed.load(ordering: .relaxed)
    }

    /// Tells that the value is about to change.
    ///
    /// Who sets the box when told of a change is not told of that one too, as Observation itself would do without end.
    /// But who has begun to track meanwhile is.
    @usableFromInline
    @MainActor
    func willSet() {
        isSetMeanwhile = true
        if isTelling { return }
        isTelling = true
        while isSetMeanwhile {
            isSetMeanwhile = false
            registrar.willSet(self, keyPath: path)
        }
        isTelling = false
    }

    /// Tells that the value has changed.
    @usableFromInline
    @MainActor
    func didSet() { registrar.didSet(self, keyPath: path) }
}
