import AccountFlowTesting
import Domain
import Testing
import Validation

struct LiveAvailabilityCheckTests {
    private static let pause = Duration.milliseconds(400)

    private static func id(_ text: String) throws -> AccountID { try AccountID(text) }

    /// The IDs that the check has asked for.
    private let asked = MessageLog<AccountID>()

    private func makeSUT(
        taken: Set<AccountID> = [],
        failure: AccountServiceFailure? = nil,
        clock: any Clock<Duration>,
        beforeAnswering: @escaping @Sendable (AccountID) async -> Void = { _ in }
    ) -> LiveAvailabilityCheck {
        let isTaken = { @Sendable [asked] (id: AccountID) async throws(AccountServiceFailure) in
            asked.append(id)
            await beforeAnswering(id)
            if let failure { throw failure }
            return taken.contains(id)
        }
        return LiveAvailabilityCheck(asking: isTaken, after: Self.pause, clock: clock)
    }

    /// Returns the next answer.
    private static func answer(of sut: LiveAvailabilityCheck) async -> AvailabilityState? {
        for await state in sut.states {
            if case .answered = state { return state }
        }
        return nil
    }

    @Test func `no check is made before an ID is typed`() {
        let clock = ManualClock()
        let sut = makeSUT(clock: clock)
        #expect(sut.state == .idle)
        sut.update(nil)
        #expect(sut.state == .idle)
        #expect(clock.sleeperCount == 0)
        #expect(asked.messages == [])
    }

    @Test(arguments: [("kim", Availability.taken), ("lee", .available)])
    func `an ID is free or taken`(text: String, availability: Availability) async throws {
        let clock = ManualClock()
        let sut = makeSUT(taken: [try Self.id("kim")], clock: clock)
        let id = try Self.id(text)

        sut.update(id)
        #expect(sut.state == .pending(id))
        await clock.sleepBegun()
        clock.advance(by: Self.pause)

        #expect(await Self.answer(of: sut) == .answered(id, availability))
        #expect(sut.state == .answered(id, availability))
        #expect(asked.messages == [id])
    }

    @Test(arguments: [AccountServiceFailure.busy, .cancelled])
    func `a failed check reports the ID as neither taken nor free`(_ failure: AccountServiceFailure) async throws {
        let id = try Self.id("kim")
        let clock = ManualClock()
        let sut = makeSUT(taken: [id], failure: failure, clock: clock)

        sut.update(id)
        await clock.sleepBegun()
        clock.advance(by: Self.pause)
        #expect(await Self.answer(of: sut) == .answered(id, .unknown(failure)))

        // Typing the same ID again starts another check.
        sut.update(id)
        #expect(sut.state == .pending(id))
    }

    @Test func `the check waits until the typing pauses`() async throws {
        let clock = ManualClock()
        let sut = makeSUT(clock: clock)
        for (count, text) in ["k", "ki", "kim"].enumerated() {
            sut.update(try Self.id(text))
            await clock.sleepBegun(times: count + 1)
            clock.advance(by: Self.pause - .milliseconds(1))
        }
        #expect(asked.messages == [])
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await Self.answer(of: sut) == .answered(try Self.id("kim"), .available))
        #expect(asked.messages == [try Self.id("kim")])
    }

    @Test func `a late result for an earlier text is dropped`() async throws {
        let early = try Self.id("early")
        let late = try Self.id("late")
        let gate = Gate()
        let clock = ManualClock()
        let sut = makeSUT(taken: [early], clock: clock) { id in
            if id == early { await gate.pass() }
        }

        sut.update(early)
        await clock.sleepBegun()
        clock.advance(by: Self.pause)
        await gate.arrival()
        sut.update(late)
        await clock.sleepBegun(times: 2)
        await gate.open()
        #expect(sut.state == .pending(late))
        clock.advance(by: Self.pause)

        #expect(await Self.answer(of: sut) == .answered(late, .available))
        #expect(sut.state == .answered(late, .available))
        #expect(asked.messages == [early, late])
    }

    @Test func `a text that is no longer an ID cancels the check`() async throws {
        let clock = ManualClock()
        let sut = makeSUT(clock: clock)
        sut.update(try Self.id("kim"))
        await clock.sleepBegun()
        sut.update(nil)
        #expect(sut.state == .idle)
        #expect(clock.sleeperCount == 0)
        clock.advance(by: Self.pause)
        #expect(asked.messages == [])
    }

    @Test func `the same ID is checked once`() async throws {
        let clock = ManualClock()
        let sut = makeSUT(clock: clock)
        sut.update(try Self.id("Kim@x.com"))
        await clock.sleepBegun()
        sut.update(try Self.id("kim@x.com"))
        clock.advance(by: Self.pause)
        let answer = await Self.answer(of: sut)
        sut.update(try Self.id("KIM@x.com"))
        #expect(sut.state == answer)
        #expect(asked.messages.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a released check makes no call and ends its states`() async throws {
        let clock = ManualClock()
        var sut: LiveAvailabilityCheck? = makeSUT(clock: clock)
        weak let observed = sut
        let states = try #require(sut?.states)
        sut?.update(try Self.id("kim"))
        await clock.sleepBegun()
        sut = nil

        #expect(observed == nil)
        #expect(clock.sleeperCount == 0)
        var last: AvailabilityState?
        for await state in states { last = state }
        #expect(last == .pending(try Self.id("kim")))
        #expect(asked.messages == [])
    }

    @Test(.timeLimit(.minutes(1)))
    func `if the clock throws, the result is unknown and the ID can be checked again`() async throws {
        let id = try Self.id("kim")
        let sut = makeSUT(taken: [id], clock: BrokenClock())
        sut.update(id)
        #expect(await Self.answer(of: sut) == .answered(id, .unknown(.cancelled)))
        #expect(asked.messages == [])
        sut.update(id)
        #expect(await Self.answer(of: sut) == .answered(id, .unknown(.cancelled)))
    }
}

/// A clock whose sleep always throws.
private struct BrokenClock: Clock {
    struct Stopped: Error {}

    let clock = ContinuousClock()
    var now: ContinuousClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { throw Stopped() }
}
