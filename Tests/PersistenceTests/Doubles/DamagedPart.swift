/// The parts of a store file.
enum DamagedPart: String, CaseIterable, Sendable {
    case header, records, blockTable, index, frames
}
