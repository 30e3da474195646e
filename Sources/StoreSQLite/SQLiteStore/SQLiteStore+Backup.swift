import Foundation
public import Store
public import StoreSQL
import System

extension SQLStore {
  /// Writes a copy of the ledger as it is at one moment; rounds may commit meanwhile (SQLite, "VACUUM INTO").
  ///
  /// The copy is made beside its place under another name, checked, and moved there whole, so that no half of a copy can be taken for one.
  ///
  /// - Parameter file: A file that is not there. It is readable for its owner only.
  /// - Throws: `StoreError`; then `file` is not there.
  public func backUp(to file: String) async throws(StoreError) {
    let folder: String
    do throws(SystemFailure) {
      folder = try PrivateFile.temporaryFolder(beside: file)
    } catch { throw StoreError(error, path: file) }
    defer { PrivateFile.removeFolder(folder) }
    let copy = folder + "/copy.sqlite"
    do throws(StoreError) {
      try connection.run("VACUUM INTO ?", [Value(copy)])
    } catch .full, .tooLarge {
      // It is the copy that has no room, and not the ledger.
      throw .failed(store: file, reason: "no space left for the copy")
    }
    do throws(StoreError) {
      let problems = try await SQLiteStore(path: copy, access: .readOnly).verify()
      if !problems.isEmpty { throw .damaged(store: connection.path, part: "its copy", reason: problems[0]) }
    } catch .newerContent {
      // What a newer program wrote is copied as it is.
    }
    do throws(SystemFailure) {
      try PrivateFile.moveNew(copy, to: file)
    } catch { throw StoreError(error, path: file) }
  }
}
