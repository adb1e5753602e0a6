import App
import Domain

/// Continues with another account on this device, and returns its ID.
func switchToNextAccount(in app: AppComposition) async throws -> AccountID? {
    let sessions = try await app.listSessions()
    guard let next = sessions.first(where: { !$0.isActive }) else { return nil }
    switch try await app.switchAccount(to: next.id) {
    case .restored(let session): return session.accountID
    case .termsRequired, .uncertain, .none, .unavailable: return nil
    }
}
