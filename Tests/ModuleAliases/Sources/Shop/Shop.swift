import AccountDomain
import Domain
import Persistence

@main
struct Shop {
    static func main() async throws {
        let accounts = InMemoryAccountRepository()
        let tea = Product(name: "tea")
        let buyer = try AccountID("Abc@Example.com")
        try await accounts.insert(Account(id: buyer, passwordHash: PasswordHash("hash"), createdAt: .now))
        let count = await accounts.count()
        print("\(buyer.canonical) buys \(tea.name); accounts: \(count)")
    }
}
