/// Writes JSON texts: the same value always becomes the same octets.
enum JSONWriter {
    /// Writes a value without spaces, with the members of objects in the order of their names.
    static func write(_ value: JSONValue) -> [UInt8] {
        var octets: [UInt8] = []
        write(value, to: &octets)
        return octets
    }

    private static func write(_ value: JSONValue, to octets: inout [UInt8]) {
        switch value {
        case .null: octets += "null".utf8
        case .bool(let truth): octets += (truth ? "true" : "false").utf8
        case .number(let text): octets += text.utf8
        case .string(let text): write(text, to: &octets)
        case .array(let elements):
            octets.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { octets.append(UInt8(ascii: ",")) }
                write(element, to: &octets)
            }
            octets.append(UInt8(ascii: "]"))
        case .object(let members):
            octets.append(UInt8(ascii: "{"))
            for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if place > 0 { octets.append(UInt8(ascii: ",")) }
                write(member.key, to: &octets)
                octets.append(UInt8(ascii: ":"))
                write(member.value, to: &octets)
            }
            octets.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to octets: inout [UInt8]) {
        octets.append(UInt8(ascii: "\""))
        for octet in text.utf8 {
            switch octet {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                octets += [UInt8(ascii: "\\"), octet]
            case 0..<0x20:
                let digits = String(octet, radix: 16)
                octets += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
            default:
                octets.append(octet)
            }
        }
        octets.append(UInt8(ascii: "\""))
    }
}
