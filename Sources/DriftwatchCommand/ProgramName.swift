import Foundation
import Synchronization

/// The program as it was called, for the commands that messages name: a team's own package has the same command under another name.
enum ProgramName {
  private static let name = Mutex("driftwatch")

  /// The last component of what the process was called by.
  static var current: String { name.withLock { $0 } }

  /// Takes the name of this process; one that no shell takes as a plain word is left out.
  static func take(from arguments: [String]) {
    let called = arguments.first.map { URL(filePath: $0).lastPathComponent } ?? ""
    let isPlain = called.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
    }
    if isPlain, called.first?.isLetter == true { name.withLock { $0 = called } }
  }
}
