import Foundation
import TestSupport
import Testing

@Suite("Words of vendors and of files command nobody, on whatever page they stand")
struct UntrustedTextTests {
  /// Names of members that would be commands to build servers or steer a terminal, each long enough to be wrapped.
  private static let names = [
    "##vso[task.setvariable variable=x]y", "kkk kkk kkk kkk kkk kkk kkk kkk kkk kkk kkk ::error file=a::forged",
    "::error::forged", "\u{202E}turned", "\u{9B}31m red", "a\n::error::line", "\u{1B}[2J",
  ]

  private func response(_ value: String) throws -> String {
    let members = try Self.names.map { name in
      String(decoding: try JSONEncoder().encode([name: 1]), as: UTF8.self).dropFirst().dropLast(2) + value
    }
    return "[" + (0..<4).map { _ in "{\(members.joined(separator: ","))}" }.joined(separator: ",") + "]"
  }

  /// Holds what was printed; lines with a path that is to be copied, which `without` tells, may be longer.
  private func hold(
    _ ending: Program.Ending, width: Int? = 80, without path: String? = nil,
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let comment = Comment(rawValue: ending.text + ending.errors)
    #expect(!ending.text.isEmpty, sourceLocation: sourceLocation)
    for text in [ending.text, ending.errors] {
      #expect(!text.contains("##"), comment, sourceLocation: sourceLocation)
      for line in text.split(whereSeparator: \.isNewline) {
        #expect(!line.drop { $0 == " " }.hasPrefix("::"), comment, sourceLocation: sourceLocation)
        // A command that names the ledger is copied whole.
        if let width, path.map(line.contains) != true, !line.contains(" --db ") {
          #expect(line.count <= width, comment, sourceLocation: sourceLocation)
        }
      }
      for scalar in text.unicodeScalars where scalar != "\n" {
        let category = scalar.properties.generalCategory
        #expect(category != .control && category != .format, comment, sourceLocation: sourceLocation)
      }
    }
  }

  @Test("explain, incidents, ack, accept and show of members with such names; every line has at most 80 columns")
  func pages() async throws {
    let driftwatch = try Driftwatch(.quick)
    let ledger = ["--db", driftwatch.ledger]
    for (index, value) in ["1", "2", "3", "4", "\"5\""].enumerated() {
      try driftwatch.place.write(try response(value), to: "\(index).json")
    }
    let files = (0..<5).map { driftwatch.place.path("\($0).json") }
    let tested = try await driftwatch.call(["backtest", "--format", "json"] + files + ledger)
    hold(tested, width: nil)
    #expect(tested.text.contains(#"#\u0023vso"#), "it is told, escaped")
    let list = try await driftwatch.call(["incidents", "--format", "json"] + ledger)
    hold(list, width: nil)
    hold(try await driftwatch.call(["incidents"] + ledger))
    hold(try await driftwatch.call(["explain", "backtest/responses"] + ledger))
    let ids = list.text.matches(of: #/"id" : "([0-9a-f]{16})"/#).map { String($0.1) }
    #expect(ids.count == Self.names.count)
    for id in ids {
      hold(try await driftwatch.call(["explain", id] + ledger))
      hold(try await driftwatch.call(["show", id] + ledger))
      hold(try await driftwatch.call(["ack", id, "--by", "::error::Ann ##[group]"] + ledger))
      let accepted = try await driftwatch.call(["accept", id, "--by", "##vso[x]", "--reason", "::error::y"] + ledger)
      hold(accepted, without: "in the ledger ")
    }
    hold(try await driftwatch.call(["accept", "--list"] + ledger))
  }

  @Test("A reason in a file is one line")
  func files() async throws {
    let driftwatch = try Driftwatch(.quick)
    func write(_ reason: String) throws {
      try driftwatch.place.write(
        #"{"schemaVersion":1,"accepted":[{"endpoint":"people","rule":"field-removed","by":"Ann","reason":"\#(reason)"}]}"#,
        to: "Contracts/Quick/accepted.json")
    }
    try write(#"::error::y ##vso[x] \u202e"#)
    let list = ["accept", "--list", "--db", driftwatch.ledger]
    hold(try await driftwatch.call(list), without: "no ledger")
    try write(#"x\n::error::y"#)
    let refused = try await driftwatch.call(list)
    #expect(refused.code == 2 && refused.errors.contains("accepted[0].reason holds a line feed"), "\(refused)")
  }
}
