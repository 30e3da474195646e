import Foundation
import Synchronization
import System

/// The program as it was called, for the commands that messages name: a team's own package has the same command under another name.
enum ProgramName {
  private static let names = Mutex((own: "driftwatch", called: "driftwatch"))

  /// What a script that started this process was called by.
  static let variable = "DRIFTWATCH_PROGRAM"

  /// What the script was called by, else the last component of what the process was called by.
  static var current: String { names.withLock(\.called) }

  /// The last component of what the process was called by.
  static var own: String { names.withLock(\.own) }

  /// Takes the name of this process, which must be a plain word, and that of a script, which is quoted where a shell wants it.
  static func take(from arguments: [String], _ environment: [String: String]) {
    let own = arguments.first.map { URL(filePath: $0).lastPathComponent } ?? ""
    names.withLock { names in
      if isPlain(own) { names = (own, own) }
      if let called = environment[variable], let word = word(called) { names.called = word }
    }
  }

  /// What a shell reads as this text; nil for what is no name of a program.
  private static func word(_ called: String) -> String? {
    if isPlain(called) { return called }
    guard let first = called.first, first != "-", called.utf8.count <= 400,
      !called.unicodeScalars.contains(where: \.isSteering)
    else { return nil }
    return "'" + called.replacing("'", with: #"'\''"#) + "'"
  }

  private static func isPlain(_ called: String) -> Bool {
    guard let first = called.unicodeScalars.first, first.properties.isAlphabetic || "./".unicodeScalars.contains(first)
    else { return false }
    return called.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0))
    }
  }
}
