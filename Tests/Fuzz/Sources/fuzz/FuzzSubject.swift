import Foundation

/// A part of the program that reads what others wrote, and what must hold of it whatever it reads.
struct FuzzSubject: Sendable {
  let name: String
  /// What is wrong with what it does with an input, in one line; nil if nothing.
  let fault: @Sendable ([UInt8]) -> String?

  static let all = [
    FuzzSubject(name: "decoder") { FuzzInput($0)?.disagreement() },
    FuzzSubject(name: "frames") { FrameInput($0)?.fault() },
    FuzzSubject(name: "stored") { StoredInput($0)?.fault() },
    FuzzSubject(name: "headers") { HeaderInput($0)?.fault() },
    FuzzSubject(name: "gzip") { GzipInput($0)?.fault() },
    FuzzSubject(name: "configuration") { FileInput($0)?.fault() },
  ]

  /// The one that `run` names.
  static let chosen: FuzzSubject = {
    let name = ProcessInfo.processInfo.environment["FUZZ_SUBJECT"] ?? "decoder"
    guard let subject = all.first(where: { $0.name == name }) else {
      fatalError("no subject \(name); there are \(all.map(\.name).joined(separator: ", "))")
    }
    return subject
  }()
}
