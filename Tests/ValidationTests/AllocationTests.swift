import CAllocations
import Domain
import TestSupport
import Testing
import Validation

/// What is allocated on this thread while a field that is as it should be is judged: nothing.
///
/// It is counted where the C library lets a program count, no sanitizer is in its place, and the code is optimised:
/// `swift test -c release --filter AllocationTests`. Code that is not allocates for closures and the like.
@Suite(.enabled(if: allocations_are_counted() && isOptimised))
struct AllocationTests {
    private static let policy: FormPolicy = {
        var policy = AccountPolicy.standard(contextWords: ["accountflow"]).signUp
        policy[.name] = .personName()
        policy[.email] = .optional(.emailAddress)
        policy[.phone] = .phone
        return policy
    }()

    private static let forms =
        [
            AccountForm([
                .id: "a.quite.long.local.part+tag@mail.example.com", .password: "a quiet violet evening",
                .confirmation: "a quiet violet evening", .nickname: "Kim of the long nickname".prefixed(20),
                .name: "A Person With Quite A Long Name", .email: "kim@example.com", .phone: "+82 10-1234-5678",
            ]),
            AccountForm([
                .id: "kim@한국메일서비스.kr", .password: "조용한밤바다를보며걷는길위에서", .confirmation: "조용한밤바다를보며걷는길위에서",
                .nickname: "김철수", .name: "김철수", .email: "x@bücher.example", .phone: "010-1234-5678",
            ]),
        ]
        + scripts.map { password, nickname in
            AccountForm([
                .id: "kim.lee@example.com", .password: password, .confirmation: password, .nickname: nickname,
                .name: nickname, .phone: "010-1234-5678", .email: "a@b.co",
            ])
        }

    private static let scripts = [
        ("ήσυχο-βράδυ-στη-θάλασσα", "Οδυσσέας"), ("buổi-tối-yên-tĩnh-bên-biển", "Nguyễn"), ("ค่ำคืนเงียบริมทะเล", "สมชาย"),
        ("مساء-هادئ-على-البحر", "يوسف"), ("शांत-शाम-समुद्र-किनारे", "मोहन"), ("ערב-שקט-על-חוף-הים", "יוסף"),
        ("100€-für-ein-Zimmer", "Jürgen"), ("🔑🚪🏠🌙⭐🔑🚪🏠🌙⭐🔑🚪🏠🌙⭐", "🔑"),
    ]

    @Test func `of a valid form as much is allocated as is on file`() throws {
        let policy = Self.policy
        var lines = ["allocations\tfor"]
        func count(_ name: String, _ isSatisfied: (AccountForm) -> Bool) {
            let counts = Self.forms.map { form in
                // Once before, because the first time makes what is made once.
                #expect(isSatisfied(form), "\(name)")
                let before = allocations_on_this_thread()
                _ = isSatisfied(form)
                return allocations_on_this_thread() - before
            }
            lines.append("\(counts.max() ?? 0)\t\(name)")
        }
        for field in policy.fields {
            let rule = try #require(policy[field])
            count("\(field)") { form in rule.report(on: form, field: field).isSatisfied }
        }
        count("all fields") { form in policy.report(on: form).isValid }
        try Snapshot.expect(lines.joined(separator: "\n") + "\n", named: "allocation-budget")
    }

    @Test func `the counter counts`() {
        let before = allocations_on_this_thread()
        let report = Self.policy.report(on: AccountForm())
        #expect(allocations_on_this_thread() > before)
        #expect(!report.isValid)
    }
}

extension String {
    fileprivate func prefixed(_ count: Int) -> String { String(prefix(count)) }
}

private var isOptimised: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
}
