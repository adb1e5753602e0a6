import Foundation
import Testing

/// The one JSON object on standard output, or a failure of the test.
func jsonObject(_ output: String) throws -> NSDictionary {
    #expect(output.hasSuffix("\n") && output.dropLast().allSatisfy { $0 != "\n" }, "not one line: \(output)")
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? NSDictionary)
}
