import App
import Domain
import Networking
import Presentation

extension CommandRunner {
    /// Ends the session, or all of them, and waits for the server.
    package func signOut() async -> CommandResult {
        if invocation.has(.others) { return await signOutOtherDevices() }
        let everywhere = invocation.has(.everywhere)
        let outcome =
            await invocation.has(.all)
            ? composition.signOutAll(everywhere: everywhere) : composition.signOut(everywhere: everywhere)
        let isHereOnly = everywhere && isRemote && !composition.revocableScopes.contains(.everywhere)
        let done = isHereOnly ? text.signedOutHereOnly : text.signedOut
        let pending = await composition.deliverSignOuts()
        switch outcome {
        case .complete: return .done("signed-out", text: done)
        case .pending:
            let count = pending ?? 1
            let lines = [done] + (count == 0 ? [] : [text.signOutsPending(count)])
            return .done("signed-out", ["pending": .number("\(count)")], text: lines.joined(separator: "\n"))
        case .sessionRemains(let error): return failed(error)
        }
    }

    private var isRemote: Bool { if case .remote = composition.configuration.backend { true } else { false } }

    private func signOutOtherDevices() async -> CommandResult {
        await withSession { session in
            do throws(SessionError) {
                try await composition.signOutOtherDevices()
                return done("others-signed-out", session, text: text.otherDevicesSignedOut)
            } catch {
                return failed(error)
            }
        }
    }

    package func sessions() async -> CommandResult {
        do {
            let items = try await composition.listSessions()
            let listed = items.map { item in
                JSONValue.object([
                    "account": json(item.accountID, item.profile),
                    "active": .bool(item.isActive),
                    "expired": .bool(item.isExpired),
                ])
            }
            let lines = items.map { ($0.isActive ? "* " : "  ") + text.label(of: $0) }
            let output = ([text.sessionCount(items.count)] + lines).joined(separator: "\n")
            return .done("sessions", ["sessions": .array(listed)], text: output)
        } catch {
            return failed(error)
        }
    }

    package func switchAccount() async -> CommandResult {
        let id: AccountID
        do {
            let items = try await composition.listSessions()
            // A text that cannot be an ID is that of no session.
            let wanted = try? AccountID(operand)
            guard let item = items.first(where: { $0.accountID == wanted }) else { return notSignedIn }
            _ = try await composition.switchAccount(to: item.id)
            id = item.accountID
        } catch SwitchAccountError.storage(let error) {
            return failed(error)
        } catch let error as StorageError {
            return failed(error)
        } catch {
            // Another process has signed the account out.
            return notSignedIn
        }
        var result = await withSession { session in
            done("switched", session, text: text.isSignedIn(session.accountID))
        }
        if result.report["missing"] != nil {
            // The account is the active one, although it cannot be used without the agreement.
            result.errorText = text.isActive(id) + "\n" + result.errorText
            result.report["message"] = .string(result.errorText)
        }
        return result
    }

    private var notSignedIn: CommandResult {
        .failed("not-signed-in", field: .id, text.notSignedIn(as: text.shown(operand)))
    }

    /// Prints the state of the session, and each later one, until the task is cancelled.
    package func watch(pause: (Duration) async -> Void) async -> CommandResult {
        var last = ""
        while !Task.isCancelled {
            await notice()
            let line = line(about: composition.session.state)
            if line != last, !console.write(line.printable + "\n") {
                return .failed("output-failed", exit: .storageFailed, text.outputFailed)
            }
            last = line
            await pause(.seconds(1))
        }
        return .done("watched", text: "")
    }

    /// Finds out what other processes have changed; a session that goes on is not restored, because that would be a use.
    private func notice() async {
        // If the store cannot be read, the restoration says so.
        let active = (try? await composition.listSessions())?.first(where: \.isActive)
        let isOn = composition.session.state.session.map { $0.id == active?.id && active?.isExpired == false } ?? false
        if !isOn { _ = await composition.restoreSession() }
    }

    func line(about state: SessionState) -> String {
        switch state {
        case .restoring: text.restoring
        case .signedOut(nil), .signedOut(.signedOut), .signedOut(.accountDeleted):
            messages.message(for: SessionError.signedOut)
        case .signedOut(let end?): messages.message(for: FlowNotice.sessionEnded(end))
        case .signedIn(let session, _): text.isSignedIn(session.accountID)
        case .agreementRequired(_, let documents): termsRequired(documents).errorText
        case .uncertain: messages.message(for: FlowNotice.sessionUncertain)
        case .unavailable(let error): messages.message(forUnavailableSession: error)
        }
    }
}
