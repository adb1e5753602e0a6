/// Something that happens when nobody needs it any more.
final class Ending: Sendable {
    private let happen: @Sendable () -> Void

    init(_ happen: @escaping @Sendable () -> Void) { self.happen = happen }

    deinit { happen() }
}
