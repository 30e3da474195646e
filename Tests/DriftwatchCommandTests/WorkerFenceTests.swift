import Foundation
import TestSupport
import Testing

/// What the app's code can see of the command that runs it.
@Suite("The fence around the worker")
struct WorkerFenceTests {
  /// A user without rights: root would be let in everywhere.
  private static let user = "65534"

  /// Words that call a program as a user without rights; empty if this process is of one already.
  ///
  /// - Returns: The words, or `nil` if such a user cannot start what was built here.
  private func asUser() async throws -> [String]? {
    guard getuid() == 0 else { return [] }
    let words = ["/usr/bin/setpriv", "--reuid", Self.user, "--regid", Self.user, "--clear-groups", "--"]
    guard FileManager.default.isExecutableFile(atPath: words[0]) else { return nil }
    let program = Program.products.appending(path: "fixture-contracts").path
    return try await Program(words[0], words.dropFirst() + ["/usr/bin/test", "-x", program]).end().code == 0
      ? words : nil
  }

  @Test("The app's code reads neither the environment nor the memory of the process that holds the credentials")
  func parentIsHidden() async throws {
    #if os(Linux)
      guard let user = try await asUser() else {
        try Test.cancel("no user without rights can start the program here")
      }
      let driftwatch = try Driftwatch(.hostile)
      let seen = driftwatch.place.path("seen")
      try driftwatch.place.write(#"[{"id": 1, "kind": "look:\#(seen)"}]"#, to: "round/greedy/records/index.json")
      if !user.isEmpty {
        let owner = try #require(Int(Self.user))
        try FileManager.default.setAttributes([.ownerAccountID: owner], ofItemAtPath: driftwatch.place.url.path)
      }
      let call = [Program.products.appending(path: "fixture-contracts").path, "check", "greedy"]
      let words = user + call + ["--from", driftwatch.place.path("round"), "--db", driftwatch.ledger]
      let ending = try await Program(
        words[0], Array(words.dropFirst()), environment: ["FIXTURE_CONTRACTS": "hostile", "TOKEN": Driftwatch.canary]
      ).end()
      let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
      #expect(lines.prefix(3) == ["environ: Permission denied", "mem: Permission denied", "mem: Permission denied"])
      #expect(lines.count == 4 && lines.last?.hasPrefix("own: ") == true && lines.last?.contains("TOKEN") == false)
      #expect(ending.code == 0, "\(ending.text)\(ending.errors)")
    #endif
  }
}
