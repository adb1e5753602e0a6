/// The place and the words of what is wrong with a JSON text that a person writes.
struct JSONMistake: Error {
    /// The part of the grammar that a reader expects.
    enum Expected {
        case value
        case name
        case colon
        case commaOrEnd(UInt8)
        case restOfText
        case end
    }

    let offset: Int

    let message: String

    /// Creates the mistake for an error, where a reader expected something else.
    init(_ error: JSONError, _ expected: Expected, in bytes: [UInt8]) {
        switch error {
        case .tooLarge(let maximum): (offset, message) = (0, "the file is larger than \(maximum) bytes")
        case .tooDeep(let maximum):
            (offset, message) = (0, "lists and objects are nested more than \(maximum) times")
        case .duplicateMember(let place):
            // A reader that notes offsets reads on after a duplicate member.
            (offset, message) = (place, "this member exists already")
        case .invalidText(let place): (offset, message) = (place, "this text is not valid Unicode")
        case .invalidSyntax(let place): (offset, message) = Self.words(expected, in: bytes, at: place)
        }
    }

    private static func words(_ expected: Expected, in bytes: [UInt8], at place: Int) -> (Int, String) {
        let before = bytes[..<place].lastIndex { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
        let last = before.map { bytes[$0] }
        guard place < bytes.count else {
            return (place, before == nil ? "the file is empty" : "the file ends here; " + wanted(expected))
        }
        let found = bytes[place]
        if [[0xFE, 0xFF], [0xFF, 0xFE]].contains(bytes.prefix(2)) || bytes.prefix(2).contains(0) {
            return (0, "the file is UTF-16; save it as UTF-8")
        }
        if "/#".utf8.contains(found) { return (place, "JSON has no comments") }
        if let before, last == UInt8(ascii: ","), "}]".utf8.contains(found) {
            return (before, "remove the comma before “\(Character(Unicode.Scalar(found)))”")
        }
        switch expected {
        case .commaOrEnd where "\"{[".utf8.contains(found): return ((before ?? 0) + 1, "a comma is missing")
        case .value where last.map { "-+.eE".utf8.contains($0) } == true && before == place - 1:
            return (place, "expected a digit")
        case .value, .name, .colon, .commaOrEnd, .restOfText, .end: return (place, wanted(expected))
        }
    }

    private static func wanted(_ expected: Expected) -> String {
        switch expected {
        case .value: "expected a value; a text has straight double quotes"
        case .name: "expected a name in straight double quotes"
        case .colon: "expected “:” after the name"
        case .commaOrEnd(let end): "expected “,” or “\(Character(Unicode.Scalar(end)))”"
        case .restOfText: "expected the closing quote of a text, or an escape such as “\\n”"
        case .end: "expected nothing after the end; a bracket may be missing or too many"
        }
    }
}
