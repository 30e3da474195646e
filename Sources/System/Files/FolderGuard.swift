import Dispatch
import Foundation

/// A private temporary folder that goes when it is not needed any more, also if the program is interrupted meanwhile: it holds responses.
public final class FolderGuard {
  /// Where it is.
  public let path: String
  private let sources: [any DispatchSourceSignal]

  /// Makes a temporary folder.
  public init() throws(SystemFailure) {
    let path = try PrivateFile.temporaryFolder()
    self.path = path
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        PrivateFile.removeFolder(path)
        signal(number, SIG_DFL)
        raise(number)
      }
      source.resume()
      return source
    }
  }

  /// Removes it with everything in it.
  public func remove() {
    PrivateFile.removeFolder(path)
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
