import Networking
import Testing

struct ResponseHeadTests {
    /// Returns the head of a response with these lines.
    private static func head(of text: String) throws -> ResponseHead {
        var head = ResponseHead(limits: TransportLimits())
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            try Array("\(line)\r\n".utf8).withUnsafeBytes { try head.take($0) }
        }
        return head
    }

    @Test func `the fields of an interim response are not those of the final one`() throws {
        let head = try Self.head(
            of: """
                HTTP/1.1 103 Early Hints
                accessToken: of the hints

                HTTP/1.1 200 OK
                X: y


                """
        )
        #expect(head.fields.map(\.name.text) == ["X"])
    }

    @Test func `a status line after the body starts no new response`() throws {
        let head = try Self.head(
            of: """
                HTTP/1.1 200 OK
                X: y

                HTTP/1.1 500 Error
                Z: of the trailer


                """
        )
        #expect(head.fields.map(\.name.text) == ["X"])
    }

    @Test(arguments: ["+5", "-5", "5 5", "0x5", "5.0", "٥", ""])
    func `a Content-Length consists of digits only`(text: String) throws {
        #expect(try Self.head(of: "HTTP/1.1 200 OK\nContent-Length: 5\n\n").fields[.contentLength] == ["5"])
        #expect(throws: TransportError.invalidResponse) {
            try Self.head(of: "HTTP/1.1 200 OK\nContent-Length: \(text)\n\n")
        }
    }
}
