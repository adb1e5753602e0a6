import Domain

/// Looks at the accounts of a folder, at every checksum, and changes nothing.
struct AccountStoreInspection {
    let folder: StorageDirectory
    let fileSystem: any FileSystem

    var finding: StoreFinding {
        do throws(StorageError) {
            return try inspect()
        } catch {
            return StoreFinding(store: .accounts, state: .unreadable(error.reason))
        }
    }

    private func inspect() throws(StorageError) -> StoreFinding {
        let place = StorageLocation(folder: folder, fileSystem: fileSystem)
        guard let folder = try place.open(for: .accounts) else {
            return StoreFinding(store: .accounts, state: .absent)
        }
        defer { folder.close() }
        guard let file = try StoreFile.open(in: folder, for: .reading) else {
            return StoreFinding(store: .accounts, state: .absent)
        }
        return try inspect(file, in: folder)
    }

    private func inspect(
        _ file: StoreFile,
        in folder: OpenFolder,
        lastEnd: Int? = nil
    ) throws(StorageError) -> StoreFinding {
        let mark = StoreAccess.mark(in: folder)
        let view = try StoreView.load(file, in: folder, mark: mark)
        var remarks: [StoreFinding.Remark] = []
        do {
            if !(try file.checkpoint.verify()) { remarks.append(.damagedIndex) }
        } catch {
            throw folder.store.corrupt
        }
        // What is behind the end of a file that could not be synchronised belongs to nobody.
        let isBroken = mark?.endOfBroken(generation: file.header.generation) != nil
        switch isBroken ? .clean : try view.ending(in: folder).ending {
        case .clean: break
        case .torn(let bytes): remarks.append(.unfinishedChange(bytes: bytes))
        case .damaged:
            // The mark may have said that this was the end, or somebody is writing; whoever looks once more sees more then.
            if view.end == lastEnd { throw folder.store.corrupt }
            return try inspect(file, in: folder, lastEnd: view.end)
        }
        if view.tail.holdsDeletions { remarks.append(.awaitsErasure) }
        let names = try folder.store.reporting(try fileSystem.names(in: folder.descriptor))
        remarks += names.filter(StoreFileName.isTorn).sorted().map { .copyOfUnfinishedChange(name: $0) }
        return StoreFinding(
            store: .accounts,
            state: .readable(version: Int(StoreHeader.majorVersion), records: view.count),
            remarks: remarks
        )
    }
}
