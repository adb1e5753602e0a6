import AccountFlowTransportTesting
import Networking
import Testing

struct HTTPFieldsTests {
    private static let name = HTTPFieldName.accept

    @Test(arguments: Characters.ascii)
    func `a value accepts printable ASCII, and spaces and tabs only inside`(_ scalar: Unicode.Scalar) {
        let isInside = scalar == "\t" || (0x20...0x7E).contains(scalar.value)
        let isAlone = (0x21...0x7E).contains(scalar.value)
        #expect(
            refusal { () throws(HTTPRequestError) in try HTTPField(Self.name, "a\(scalar)b") }
                == (isInside ? nil : .invalidFieldValue(.accept))
        )
        for value in ["\(scalar)", "\(scalar)b", "a\(scalar)"] {
            #expect(
                refusal { () throws(HTTPRequestError) in try HTTPField(Self.name, value) }
                    == (isAlone ? nil : .invalidFieldValue(.accept))
            )
        }
    }

    @Test(arguments: ["", "a", "a b", "a\tb", "Bearer abc.def-ghi_jkl~mno+/=", "\"quoted\"", "값", "é"])
    func `valid values are accepted`(_ value: String) throws {
        #expect(try HTTPField(Self.name, value).value == value)
    }

    @Test(arguments: [" ", "\t", "a\r\nX: y", "a\nX: y", "a\rX", "a\r\n b", "\0", "a\0", "\u{1B}[2J", "값\n"])
    func `a rejected value leaves the fields unchanged`(_ value: String) throws {
        let rejected = HTTPRequestError.invalidFieldValue(.accept)
        var fields = try makeFields()
        #expect(refusal { () throws(HTTPRequestError) in try HTTPField(Self.name, value) } == rejected)
        #expect(refusal { () throws(HTTPRequestError) in try fields.append(Self.name, value) } == rejected)
        #expect(refusal { () throws(HTTPRequestError) in try fields.set(Self.name, value) } == rejected)
        #expect(try fields == makeFields())
    }

    private func makeFields() throws -> HTTPFields {
        try HTTPFields([("Set-Cookie", "a=1, b"), ("Accept", "text/plain"), ("set-cookie", "c=2")])
    }

    @Test func `a name in any case returns its values in order, not joined`() throws {
        let fields = try makeFields()
        #expect(fields[try HTTPFieldName("SET-COOKIE")] == ["a=1, b", "c=2"])
        #expect(fields[.accept] == ["text/plain"])
        #expect(fields[.authorization] == [])
    }

    @Test func `fields have the order and the spelling in which they were added`() throws {
        let fields = try makeFields()
        #expect(fields.map(\.name.text) == ["Set-Cookie", "Accept", "set-cookie"])
        #expect(fields.map(\.value) == ["a=1, b", "text/plain", "c=2"])
        #expect(fields.count == 3)
        #expect(try HTTPFields(fields.map { ($0.name.text, $0.value) }) == fields)
        #expect(try HTTPFields(fields.reversed().map { ($0.name.text, $0.value) }) != fields)
    }

    @Test func `setting a field replaces all of its name at the position of the first, or adds one`() throws {
        var fields = try makeFields()
        try fields.set(HTTPFieldName("SET-cookie"), "d=3")
        #expect(fields.map(\.name.text) == ["SET-cookie", "Accept"])
        try fields.append(HTTPFieldName("set-cookie"), "e=4")
        try fields.set(.accept, "*/*")
        try fields.set(.authorization, "Bearer x")
        #expect(fields.map(\.value) == ["d=3", "*/*", "e=4", "Bearer x"])
    }
}

struct HTTPFieldNameTests {
    @Test(arguments: ["accessToken", "ACCESSTOKEN", "accesstoken", "AccessToken"])
    func `names are case-insensitive`(_ text: String) throws {
        let name = try HTTPFieldName(text)
        #expect(try name == HTTPFieldName("aCCessToKen"))
        #expect(try Set([name]).contains(HTTPFieldName("AccesstokeN")))
        #expect(name.text == text)
        #expect(name.description == text)
        #expect(name.canonical == "accesstoken")
    }

    @Test func `different names are not equal`() throws {
        #expect(try HTTPFieldName("accessToken") != HTTPFieldName("access-Token"))
    }

    @Test(arguments: Characters.ascii)
    func `a name accepts only the token characters of RFC 9110`(_ scalar: Unicode.Scalar) {
        let expected: HTTPRequestError? = Characters.token.contains(scalar) ? nil : .invalidFieldName
        #expect(refusal { () throws(HTTPRequestError) in try HTTPFieldName(String(scalar)) } == expected)
        #expect(refusal { () throws(HTTPRequestError) in try HTTPFieldName("X\(scalar)y") } == expected)
    }

    @Test(arguments: ["", " X", "X ", "X:", "X: y\r\nZ", "토큰", "toKen\u{301}", "to\u{212A}en", "X\u{85}"])
    func `invalid names are rejected`(_ text: String) {
        #expect(refusal { () throws(HTTPRequestError) in try HTTPFieldName(text) } == .invalidFieldName)
    }
}

/// The ASCII characters, with their classes in the grammar of HTTP.
enum Characters {
    static let ascii = (0x00...0x7F).map { Unicode.Scalar(UInt8($0)) }

    /// The tchar characters of RFC 9110 section 5.6.2.
    static let token = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars
    )
}
