import Store
import StoreSQL
import System

extension SQLStore {
  /// Makes the file (0600) if it does not exist. Files that SQLite makes follow the umask, and its side files take the
  /// permissions of this one.
  static func createFile(_ path: String) throws(StoreError) {
    guard try !isFile(path) else { return }
    // Before the folder of that name is made.
    guard !path.hasSuffix("/") else {
      throw .cannotOpen(store: path, reason: "a name that ends with / is a folder's")
    }
    do throws(SystemFailure) { try PrivateFile.create(path) } catch { throw StoreError(error, path: path) }
  }

  /// Whether `path` is there; a folder is an error.
  static func isFile(_ path: String) throws(StoreError) -> Bool {
    let kind: PrivateFile.Kind
    do throws(SystemFailure) { kind = try PrivateFile.kind(of: path) } catch { throw StoreError(error, path: path) }
    if case .folder = kind { throw .cannotOpen(store: path, reason: "it is a folder") }
    return kind == .file
  }
}
