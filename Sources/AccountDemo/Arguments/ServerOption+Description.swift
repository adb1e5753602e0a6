#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Networking

extension ServerOption {
    /// Where the server is.
    ///
    /// - Returns: The base URL.
    /// - Throws: `UsageError.invalidServer`.
    func address() throws(UsageError) -> HTTPURL {
        do {
            return try HTTPURL(url)
        } catch {
            throw .invalidServer(error)
        }
    }

    /// The description of the API that the command line means.
    ///
    /// - Returns: The description, or nil where the command line does not say.
    /// - Throws: `UsageError.invalidServer`, `.unreadableDescription` or `.invalidDescription`.
    func description() throws(UsageError) -> AccountAPI? {
        let base = try address()
        switch api {
        case nil: return nil
        case .s0: return .s0(at: base)
        case .s3: return .s3(at: base)
        case .file(let path):
            let content: Data
            do {
                content = try Data(contentsOf: URL(filePath: path))
            } catch {
                throw .unreadableDescription(path)
            }
            do {
                return try AccountAPI(describedBy: Array(content), baseURL: base)
            } catch {
                throw .invalidDescription(path, error)
            }
        }
    }
}

extension AccountAPI {
    /// The name of the folder in which what belongs to this server is kept; two servers never have the same.
    var folderName: String {
        let host = baseURL.host.text.filter { $0 != "[" && $0 != "]" }.map { $0 == ":" ? "_" : $0 }
        return "\(baseURL.scheme.rawValue)-\(String(host))-\(baseURL.port)"
    }
}
