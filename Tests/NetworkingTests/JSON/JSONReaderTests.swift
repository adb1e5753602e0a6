import Networking
import TestSupport
import Testing

struct JSONReaderTests {
    private func read(_ text: String, _ limits: JSONLimits = JSONLimits()) -> Result<JSONValue, JSONError> {
        read(Array(text.utf8), limits)
    }

    private func read(_ bytes: [UInt8], _ limits: JSONLimits = JSONLimits()) -> Result<JSONValue, JSONError> {
        Result { () throws(JSONError) in try JSONValue(reading: bytes, limits: limits) }
    }

    @Test(
        arguments: [
            ("null", .null), (" true\n", .bool(true)), ("\tfalse\r", .bool(false)), ("-0.5e+7", .number("-0.5e+7")),
            ("9223372036854775807", .number("9223372036854775807")), ("1e999", .number("1e999")), ("0", .number("0")),
            (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\tA\u00e9값""#, .string("a\"\\/\u{8}\u{C}\n\r\tAé값")),
            (#""\ud83d\ude00""#, .string("😀")), ("[]", .array([])), ("[1 , [ ] ]", .array([.number("1"), .array([])])),
            ("{}", .object([:])),
            (#"{"a":1,"A":{"a":null}}"#, .object(["a": .number("1"), "A": .object(["a": .null])])),
            ("\u{FEFF}1", .number("1")),
        ] as [(String, JSONValue)]
    )
    func `H11 JSON of RFC 8259 is accepted`(text: String, value: JSONValue) throws {
        #expect(try read(text).get() == value)
        #expect(try read(value.bytes).get() == value)
    }

    @Test(
        arguments: [
            ("", .invalidSyntax(at: 0)), (" ", .invalidSyntax(at: 1)), ("NaN", .invalidSyntax(at: 0)),
            ("-Infinity", .invalidSyntax(at: 1)), ("nul", .invalidSyntax(at: 0)), ("01", .invalidSyntax(at: 1)),
            ("+1", .invalidSyntax(at: 0)), ("1.", .invalidSyntax(at: 2)), (".5", .invalidSyntax(at: 0)),
            ("1e", .invalidSyntax(at: 2)), ("1 2", .invalidSyntax(at: 2)), ("[1,]", .invalidSyntax(at: 3)),
            ("[1", .invalidSyntax(at: 2)), (#"{"a":1,}"#, .invalidSyntax(at: 7)), (#"{"a" 1}"#, .invalidSyntax(at: 5)),
            ("{1:1}", .invalidSyntax(at: 1)), (#"{"a":1"#, .invalidSyntax(at: 6)), (#""a"#, .invalidSyntax(at: 2)),
            ("\"\n\"", .invalidSyntax(at: 1)), (#""\x""#, .invalidSyntax(at: 2)), (#""\u12"#, .invalidSyntax(at: 5)),
            (#""\"#, .invalidSyntax(at: 2)), ("'a'", .invalidSyntax(at: 0)), ("// a\n1", .invalidSyntax(at: 0)),
            (#"{"a":1,"a":2}"#, .duplicateMember(at: 7)), (#"{"a":1,"\u0061":2}"#, .duplicateMember(at: 7)),
            (#""\ud83d""#, .invalidText(at: 3)), (#""\ude00""#, .invalidText(at: 3)),
            (#""\ud83d\u0041""#, .invalidText(at: 3)),
        ] as [(String, JSONError)]
    )
    func `H11 any other text is rejected with the position of the error`(text: String, error: JSONError) {
        #expect(read(text) == .failure(error))
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]]
    )
    func `H11 invalid UTF-8 is an error`(bytes: [UInt8]) {
        #expect(read([0x22] + bytes + [0x22]) == .failure(.invalidText(at: 0)))
    }

    @Test(arguments: [(30, nil), (31, .invalidText(at: 1)), (30_000, .invalidText(at: 1))] as [(Int, JSONError?)])
    func `H11 the combining marks of a character are limited in names and values`(count: Int, error: JSONError?) {
        let text = "\"a" + String(repeating: "\u{301}", count: count) + "\""
        for json in ["[\(text)]", "{\(text):1}"] {
            let result = read(json)
            #expect(error == nil ? (try? result.get()) != nil : error.map { result == .failure($0) } ?? false)
        }
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func `H11 depth is limited`(open: String, close: String) {
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        }
        let limits = JSONLimits(depth: 8)
        #expect(throws: Never.self) { try read(nested(8), limits).get() }
        #expect(read(nested(9), limits) == .failure(.tooDeep(maximum: 8)))
        #expect(read(String(repeating: open, count: 10_000)) == .failure(.tooDeep(maximum: 32)))
        #expect(
            read(String(repeating: open, count: 10_000), JSONLimits(depth: .max)) == .failure(.tooDeep(maximum: 512))
        )
    }

    @Test func `H11 a text that is too large is rejected before it is read`() {
        #expect(throws: Never.self) { try read("\"12345678\"", JSONLimits(bytes: 10)).get() }
        #expect(read("\"123456789\"", JSONLimits(bytes: 10)) == .failure(.tooLarge(maximumBytes: 10)))
    }

    @Test func `H11 a mutated text is rejected, or read and written without loss`() throws {
        var random = SeededGenerator(seed: 11)
        let sample = Array(
            #"{"status":200,"success":true,"message":"가입 \u00e9\n","data":{"token":"t","n":[1,-2.5e3]}}"#.utf8
        )
        for _ in 0..<20_000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.removeSubrange(place...)
                case 2: bytes.insert(contentsOf: bytes[..<place], at: place)
                default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            guard case .success(let value) = read(bytes) else { continue }
            // Writing a value and reading it again gives the same value.
            #expect(read(value.bytes) == .success(value))
        }
    }

    @Test(
        arguments: [
            ("9223372036854775807", Int.max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
            ("1.0", nil),
            ("1e2", nil), ("-0", 0),
        ] as [(String, Int?)]
    )
    func `H11 only whole numbers that fit into 64 bits are integers`(text: String, integer: Int?) throws {
        #expect(try read(text).get().integer == integer)
    }
}
