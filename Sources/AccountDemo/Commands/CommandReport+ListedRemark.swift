package import Persistence

extension CommandReport {
    /// What there is to say of a store that can be read.
    package struct ListedRemark: Encodable, Equatable, Sendable {
        package var remark: String
        package var bytes: Int?
        package var name: String?

        package init(_ remark: StoreFinding.Remark) {
            switch remark {
            case .unfinishedChange(let bytes):
                self.remark = "unfinished-change"
                self.bytes = bytes
            case .copyOfUnfinishedChange(let name):
                self.remark = "copy-of-unfinished-change"
                self.name = name
            case .damagedIndex: self.remark = "damaged-index"
            case .awaitsErasure: self.remark = "awaits-erasure"
            }
        }
    }
}
