import Domain
import Foundation
import Persistence

/// The time to encode an account as a journal frame and to decode it, compared with JSON and with copying the bytes.
struct CodecScenario {
    let table: Table

    func run() {
        table.section("one account, encoded with its checksum and decoded again")
        let account = Account.numbered(7)
        let json = JSONAccount(account)
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        let frame = Self.frame(account)
        // Texts and numbers can always be encoded; otherwise, the result for the size would be 0.
        let data = (try? encoder.encode(json)) ?? Data()
        let texts = [json.id, json.nickname ?? "", json.passwordHash].map { Array($0.utf8) }
        let measured = Measurement.inTurn([
            { blackHole(Self.frame(account)) },
            // The same value was encoded above without an error.
            { blackHole(try? encoder.encode(json)) },
            { blackHole(Self.account(inFrame: frame)) },
            // The data was encoded above, so it is valid.
            { blackHole(try? decoder.decode(JSONAccount.self, from: data)) },
            {
                // The copy reserves its capacity, as `frame(_:)` does.
                var copy: [UInt8] = []
                copy.reserveCapacity(frame.count)
                copy += frame
                blackHole(copy)
            },
            { for text in texts { blackHole(String(decoding: text, as: UTF8.self)) } },
        ])
        table.line("frame, encoded", measured[0])
        table.line("JSONEncoder", measured[1], beside: measured[0])
        table.line("floor: the frame, copied", measured[4], beside: measured[0])
        table.line("frame, decoded", measured[2])
        table.line("JSONDecoder", measured[3], beside: measured[2])
        table.line("floor: the account's texts, copied", measured[5], beside: measured[2])
        table.note("a frame", Double(frame.count), "bytes")
        table.note("as JSON", Double(data.count), "bytes")
        table.goal("encoding, JSON to ours", measured[1].ratios(to: measured[0]), atLeast: 12)
        table.goal("decoding, JSON to ours", measured[3].ratios(to: measured[2]), atLeast: 7)
    }

    private static func frame(_ account: Account) -> [UInt8] {
        var changes: [UInt8] = []
        changes.reserveCapacity(160)
        changes.append(1)
        StoredAccount.append(account, to: &changes)
        return JournalFrame.encode(changes, sequence: 1, generation: 1)
    }

    private static func account(inFrame frame: [UInt8]) -> Account? {
        frame.withUnsafeBytes { bytes in
            let scan = JournalScan(bytes, after: 0, generation: 1)
            guard let payload = scan.frames.first?.payload else { return nil }
            var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[payload]), at: 1)
            // The frame was encoded here, so it is valid.
            return try? StoredAccount(&reader).account()
        }
    }
}

/// An account as an app without its own format would encode it.
private struct JSONAccount: Codable {
    let id: String
    let nickname: String?
    let passwordHash: String
    let createdAt: Double

    init(_ account: Account) {
        id = account.id.text
        nickname = account.profile.nickname?.text
        passwordHash = account.passwordHash.revealed
        createdAt = account.createdAt.timeIntervalSinceReferenceDate
    }
}
