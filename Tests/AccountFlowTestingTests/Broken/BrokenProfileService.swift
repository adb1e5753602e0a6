import AccountFlowTesting
import Domain

/// A service of profiles with one fault.
struct BrokenProfileService: ProfileUpdating {
    enum Fault {
        /// Answers with the change, but does not store it.
        case storesNothing
        /// Stores the whole profile of the edit.
        case storesOtherFields
        /// Stores the fields of an edit that are in no conflict.
        case storesInPart
        /// Reports a change that is already stored as a conflict.
        case refusesRepetitions
        /// Keeps texts that an edit removes.
        case removesNothing
        /// Changes no names.
        case lacksNames
    }

    let fault: Fault
    private let service = LocalAccountService.withOneAccount

    init(_ fault: Fault) { self.fault = fault }

    var updatableFields: [AccountField] {
        fault == .lacksNames ? [.nickname] : service.updatableFields
    }

    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        try await service.owner(of: session)
    }

    func updateProfile(of session: Session, _ edit: ProfileEdit) async throws(UpdateProfileError) -> Profile {
        let stored: Profile
        do {
            stored = try await service.owner(of: session).profile
        } catch {
            throw .service(error)
        }
        switch fault {
        case .storesNothing: return edit.edited
        case .storesOtherFields:
            return try await service.updateProfile(of: session, ProfileEdit(of: stored, to: edit.edited))
        case .storesInPart:
            do throws(UpdateProfileError) {
                return try await service.updateProfile(of: session, edit)
            } catch {
                var part = stored
                part.name = edit.edited.name
                _ = try await service.updateProfile(of: session, ProfileEdit(of: stored, to: part))
                throw error
            }
        case .refusesRepetitions:
            if stored == edit.edited { throw .conflict(ProfileConflict(fields: edit.changedFields, stored: stored)) }
            return try await service.updateProfile(of: session, edit)
        case .removesNothing:
            var edited = edit.edited
            if edited.name == nil { edited.name = edit.base.name }
            return try await service.updateProfile(of: session, ProfileEdit(of: edit.base, to: edited))
        case .lacksNames: return try await service.updateProfile(of: session, edit)
        }
    }
}
