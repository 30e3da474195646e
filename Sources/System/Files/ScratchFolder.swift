import Foundation

/// A private temporary folder that goes with all that is in it when it is not needed any more.
///
/// A signal that ends the program leaves it, so that who makes one holds an ``Interruption``.
public final class ScratchFolder {
  /// Where it is.
  public let path: String

  /// Makes a temporary folder.
  public init() throws(SystemFailure) { path = try PrivateFile.temporaryFolder() }

  deinit { remove() }

  /// Removes it with everything in it.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
