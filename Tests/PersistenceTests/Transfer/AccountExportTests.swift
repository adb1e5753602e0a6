import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

struct AccountExportTests {
    @Test func `the document of an export has fixed members, and dates in UTC`() throws {
        let tag = AccountTag(.stub())
        let profile = Profile(
            nickname: try Nickname("길동 👩‍👩‍👧‍👦"),
            name: try PersonName("홍길동 \"Gil\\dong\" / O'Hong"),
            email: try EmailAddress("Hong.Gil+Dong@example.co.kr"),
            phone: try PhoneNumber("+82 (10) 1234-5678")
        )
        let export = AccountExport(
            owner: AccountOwner(accountID: .stub("김@x.com"), profile: profile, createdAt: .stub),
            consents: [.stub(withdrawnAt: .stub + 1), .stub(document: .stub("news", version: 2))],
            sessions: StoredSessions(.stub(lastUsedAt: .stub + 1)).sessions.map { SessionItem($0, isActive: true) },
            events: [
                RecordedEvent(.signedUp(tag), at: .stub), RecordedEvent(.throttled(tag, until: .stub + 60), at: .stub),
            ],
            exportedAt: .stub + 2
        )
        let document = """
            {
              "account" : {
                "id" : "김@x.com",
                "profile" : {
                  "email" : "Hong.Gil+Dong@example.co.kr",
                  "name" : "홍길동 \\"Gil\\\\dong\\" / O'Hong",
                  "nickname" : "길동 👩‍👩‍👧‍👦",
                  "phone" : "+82 (10) 1234-5678"
                },
                "registeredAt" : "2025-11-16T15:33:20.123Z"
              },
              "consents" : [
                {
                  "agreedAt" : "2025-11-16T15:33:20.123Z",
                  "document" : "auto-login-terms",
                  "version" : 1,
                  "withdrawnAt" : "2025-11-16T15:33:21.123Z"
                },
                {
                  "agreedAt" : "2025-11-16T15:33:20.123Z",
                  "document" : "news",
                  "version" : 2
                }
              ],
              "exportedAt" : "2025-11-16T15:33:22.123Z",
              "format" : "account-export",
              "securityEvents" : [
                {
                  "at" : "2025-11-16T15:33:20.123Z",
                  "event" : "signed-up"
                },
                {
                  "at" : "2025-11-16T15:33:20.123Z",
                  "event" : "throttled",
                  "until" : "2025-11-16T15:34:20.123Z"
                }
              ],
              "sessions" : [
                {
                  "isActive" : true,
                  "lastUsedAt" : "2025-11-16T15:33:21.123Z",
                  "startedAt" : "2025-11-16T15:33:20.123Z"
                }
              ],
              "version" : 1
            }

            """
        #expect(export.json == document)
    }

    @Test func `an export of nothing is a document too`() throws {
        let export = AccountExport(owner: AccountOwner(accountID: .stub()), exportedAt: .stub)
        let object = try JSONSerialization.jsonObject(with: Data(export.json.utf8)) as? [String: Any]
        #expect(object?["consents"] as? [String] == [])
        #expect((object?["account"] as? [String: Any])?["registeredAt"] == nil)
    }
}
