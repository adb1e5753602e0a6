import AccountFlowTesting
import Domain
import Testing
import Validation

struct LiveAvailabilityCheckTests {
    private static let pause = Duration.milliseconds(400)

    private static func id(_ text: String) throws -> AccountID { try AccountID(text) }

    private static func makeSUT(_ port: AvailabilityCheckSpy) -> (LiveAvailabilityCheck, ManualClock) {
        let clock = ManualClock()
        return (LiveAvailabilityCheck(asking: port, after: pause, clock: clock), clock)
    }

    /// Returns the next answer.
    private static func answer(of sut: LiveAvailabilityCheck) async -> AvailabilityState? {
        for await state in sut.states {
            if case .answered = state { return state }
        }
        return nil
    }

    @Test func `no check is made before an ID is typed`() {
        let port = AvailabilityCheckSpy()
        let (sut, clock) = Self.makeSUT(port)
        #expect(sut.state == .idle)
        sut.update(nil)
        #expect(sut.state == .idle)
        #expect(clock.sleeperCount == 0)
        #expect(port.asked == [])
    }

    @Test(arguments: [("kim", Availability.taken), ("lee", .available)])
    func `an ID is free or taken`(text: String, availability: Availability) async throws {
        let port = AvailabilityCheckSpy(taken: [try Self.id("kim")])
        let (sut, clock) = Self.makeSUT(port)
        let id = try Self.id(text)

        sut.update(id)
        #expect(sut.state == .pending(id))
        await clock.sleepBegun()
        clock.advance(by: Self.pause)

        #expect(await Self.answer(of: sut) == .answered(id, availability))
        #expect(sut.state == .answered(id, availability))
        #expect(port.asked == [id])
    }

    @Test(arguments: [AccountServiceFailure.busy, .cancelled])
    func `a failed check reports the ID as neither taken nor free`(_ failure: AccountServiceFailure) async throws {
        let id = try Self.id("kim")
        let port = AvailabilityCheckSpy(taken: [id], failing: [id: failure])
        let (sut, clock) = Self.makeSUT(port)

        sut.update(id)
        await clock.sleepBegun()
        clock.advance(by: Self.pause)
        #expect(await Self.answer(of: sut) == .answered(id, .unknown(failure)))

        // Typing the same ID again starts another check.
        sut.update(id)
        #expect(sut.state == .pending(id))
    }

    @Test func `the check waits until the typing pauses`() async throws {
        let port = AvailabilityCheckSpy()
        let (sut, clock) = Self.makeSUT(port)
        for (count, text) in ["k", "ki", "kim"].enumerated() {
            sut.update(try Self.id(text))
            await clock.sleepBegun(times: count + 1)
            clock.advance(by: Self.pause - .milliseconds(1))
        }
        #expect(port.asked == [])
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await Self.answer(of: sut) == .answered(try Self.id("kim"), .available))
        #expect(port.asked == [try Self.id("kim")])
    }

    @Test func `a late result for an earlier text is dropped`() async throws {
        let early = try Self.id("early")
        let late = try Self.id("late")
        let gate = Gate()
        let port = AvailabilityCheckSpy(taken: [early]) { id in
            if id == early { await gate.pass() }
        }
        let (sut, clock) = Self.makeSUT(port)

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
        #expect(port.asked == [early, late])
    }

    @Test func `a text that is no longer an ID cancels the check`() async throws {
        let port = AvailabilityCheckSpy()
        let (sut, clock) = Self.makeSUT(port)
        sut.update(try Self.id("kim"))
        await clock.sleepBegun()
        sut.update(nil)
        #expect(sut.state == .idle)
        #expect(clock.sleeperCount == 0)
        clock.advance(by: Self.pause)
        #expect(port.asked == [])
    }

    @Test func `the same ID is checked once`() async throws {
        let port = AvailabilityCheckSpy()
        let (sut, clock) = Self.makeSUT(port)
        sut.update(try Self.id("Kim@x.com"))
        await clock.sleepBegun()
        sut.update(try Self.id("kim@x.com"))
        clock.advance(by: Self.pause)
        let answer = await Self.answer(of: sut)
        sut.update(try Self.id("KIM@x.com"))
        #expect(sut.state == answer)
        #expect(port.asked.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a released check makes no call and ends its states`() async throws {
        let port = AvailabilityCheckSpy()
        let clock = ManualClock()
        var sut: LiveAvailabilityCheck? = LiveAvailabilityCheck(asking: port, after: Self.pause, clock: clock)
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
        #expect(port.asked == [])
    }

    @Test(.timeLimit(.minutes(1)))
    func `if the clock throws, the result is unknown and the ID can be checked again`() async throws {
        let id = try Self.id("kim")
        let port = AvailabilityCheckSpy(taken: [id])
        let sut = LiveAvailabilityCheck(asking: port, after: Self.pause, clock: BrokenClock())
        sut.update(id)
        #expect(await Self.answer(of: sut) == .answered(id, .unknown(.cancelled)))
        #expect(port.asked == [])
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
