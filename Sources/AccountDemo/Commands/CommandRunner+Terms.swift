import App
import Domain
import Networking
import Presentation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CommandRunner {
    /// The documents of the option `--agree`.
    var agreedDocuments: [ConsentDocument] { invocation.options[.agree].flatMap(ConsentDocument.list) ?? [] }

    /// Returns the failure of a command that names a document which is not one of the terms, or nil.
    func unknownDocument(among documents: [ConsentDocument]) -> CommandResult? {
        let known = composition.configuration.terms.documents
        return documents.first { !known.contains($0) }.map {
            .failed("usage", exit: .usage, unknownDocument($0.label))
        }
    }

    private func unknownDocument(_ label: String) -> String {
        let known = composition.configuration.terms.documents
        return text.unknownDocument(label, known: known.map(\.label).joined(separator: ", "))
    }

    package func agree() async -> CommandResult {
        await withSession(withoutTerms: true) { session in
            let terms = composition.configuration.terms
            let documents = ConsentDocument.list(operand) ?? []
            if let failure = unknownDocument(among: documents) { return failure }
            do throws(StorageError) {
                // Unless a required document is still missing, as at a sign-in.
                let known = try await composition.consents(of: session.accountID)
                let missing = terms.missing(given: known, agreeingTo: documents)
                guard missing.isEmpty else { return termsRequired(missing) }
            } catch {
                return failed(error)
            }
            do throws(AgreeToTermsError) {
                try await composition.agreeToTerms(to: documents, by: session)
            } catch {
                return failed(error)
            }
            return done("agreed", session, text: text.agreed(session.accountID))
        }
    }

    /// Lists the consents of the account that is signed in, or withdraws one.
    package func consents() async -> CommandResult {
        await withSession(withoutTerms: true) { session in
            if let name = invocation.options[.withdraw] {
                do throws(StorageError) {
                    let known = try await composition.consents(of: session.accountID).map(\.document)
                    guard (composition.configuration.terms.documents + known).contains(where: { $0.name == name })
                    else {
                        return .failed("unknown-document", unknownDocument(name))
                    }
                } catch {
                    return failed(error)
                }
                do throws(WithdrawConsentError) {
                    return list(try await composition.withdrawConsent(to: name, by: session))
                } catch {
                    return failed(error)
                }
            }
            do throws(StorageError) {
                return list(try await composition.consents(of: session.accountID))
            } catch {
                return failed(error)
            }
        }
    }

    private func list(_ consents: [Consent]) -> CommandResult {
        let lines = consents.map { consent in
            let dates = text.consent(
                since: consent.agreedAt.formatted(.iso8601),
                until: consent.withdrawnAt?.formatted(.iso8601)
            )
            return "  \(consent.document.label)  \(dates)"
        }
        let values = consents.map { consent in
            var members = [
                "document": JSONValue.string(consent.document.name),
                "version": .number(String(consent.document.version)),
                "agreedAt": .string(consent.agreedAt.formatted(.iso8601)),
            ]
            members["withdrawnAt"] = consent.withdrawnAt.map { .string($0.formatted(.iso8601)) }
            return JSONValue.object(members)
        }
        let output = lines.isEmpty ? text.noConsents : lines.joined(separator: "\n")
        return .done("consents", ["consents": .array(values)], text: output)
    }

    /// Returns the result of a command that needs an agreement.
    func termsRequired(_ documents: [ConsentDocument]) -> CommandResult {
        let labels = documents.map(\.label).joined(separator: ",")
        let message = messages.text(of: .agreeToTerms) + "\n" + text.agreeFirst(to: labels)
        var result = CommandResult.failed("terms-required", message)
        result.report["missing"] = .array(documents.map { .string($0.label) })
        return result
    }
}

extension ConsentDocument {
    /// The document on the command line, such as `terms@2`.
    var label: String { "\(name)@\(version)" }

    /// Reads documents with commas between them, or returns nil if one is not a name and a version.
    static func list(_ text: String) -> [ConsentDocument]? {
        let documents = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> ConsentDocument? in
            guard let at = part.lastIndex(of: "@"), let version = Int(part[part.index(after: at)...]) else {
                return nil
            }
            let name = String(part[..<at])
            return name.isEmpty ? nil : ConsentDocument(name: name, version: version)
        }
        return documents.contains(nil) ? nil : documents.compactMap(\.self)
    }
}
