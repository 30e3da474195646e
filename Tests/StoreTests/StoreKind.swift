import DriftModel
import Store
import StoreSQLite
import StoreSamples

/// Every kind of store; the tests of this module run on each, and see only the protocol.
enum StoreKind: String, CaseIterable, Sendable {
  case memory
  case sqlite

  /// An empty store.
  func open() throws -> OpenedStore {
    switch self {
    case .memory:
      let store = MemoryStore()
      return OpenedStore(store, again: { store })
    case .sqlite:
      let folder = try TemporaryFolder()
      return OpenedStore(
        try SQLiteStore(path: folder.file()), again: { try SQLiteStore(path: folder.file()) })
    }
  }
}

/// A store that is open.
final class OpenedStore: Sendable {
  /// The store.
  let store: any Store
  private let open: @Sendable () throws -> any Store

  init(_ store: any Store, again open: @escaping @Sendable () throws -> any Store) {
    self.store = store
    self.open = open
  }

  /// What another process would open: a connection of its own where there are such.
  func again() throws -> any Store { try open() }
}
