import DriftModel
import Store
import StorePostgreSQL
import StoreSQL
import StoreSQLite
import StoreSamples
import Synchronization
import TestSupport

/// Every kind of store; the tests of this module run on each, and see only the protocol.
enum StoreKind: String, CaseIterable, Sendable {
  case memory
  case sqlite
  case postgresql

  /// Without a server that can be started, its tests are left out, and one line says so.
  static let allCases: [StoreKind] = {
    if PostgreSQLServer.programs != nil { return [.memory, .sqlite, .postgresql] }
    print("The tests of stores on a server are left out. \(PostgreSQLServer.missing)")
    return [.memory, .sqlite]
  }()

  private static let schemas = Atomic(0)

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
    case .postgresql:
      let number = Self.schemas.add(1, ordering: .relaxed).newValue
      let address = try ServerAddress(try PostgreSQLServer.shared.get().address(schema: "ledger_\(number)"))
      return OpenedStore(
        try PostgreSQLStore(server: address), again: { try PostgreSQLStore(server: address) })
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
