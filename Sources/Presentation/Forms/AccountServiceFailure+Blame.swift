import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AccountServiceFailure {
    /// The field that a server refuses, with nothing in particular wrong with it: the server's own words say why.
    var blamed: [AccountField: [ValidationIssue]] {
        guard case .remote(.refused(_, let field?)) = self else { return [:] }
        return [field: []]
    }

    /// Until when another try is of no use, where the server has said so.
    func end(from now: Date) -> Date? {
        guard case .remote(.throttled(let time?)) = self else { return nil }
        return now + time / .seconds(1)
    }
}
