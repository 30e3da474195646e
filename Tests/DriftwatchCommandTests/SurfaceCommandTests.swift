import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

/// Responses of a loopback server whose words would be commands, on the surfaces of the real command.
@Suite("What a provider says is text wherever the command prints it")
struct SurfaceCommandTests {
  private struct Told: Encodable {
    let status = 200
    let body: String
  }

  private static func tell(_ driftwatch: Driftwatch, _ path: String, _ body: some Encodable) throws {
    let text = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
    let told = String(decoding: try JSONEncoder().encode(Told(body: text)), as: UTF8.self)
    try driftwatch.place.write(told, to: "told/\(path).http.json")
  }

  private struct Refusal: Encodable {
    struct Message: Encodable { let message: String }
    let errors: [Message]
  }

  /// Members as in a feed whose next post has each of the texts as a name, with each as its value.
  private static func members(_ step: Int) -> [String: String] {
    var members = ["id": "\(step)"]
    for hostile in HostileText.all { members[hostile.text] = hostile.text + "\(step)" }
    return members
  }

  @Test("Names of members and values of theirs, in a backtest, its ledger and all that is printed of it")
  func names() async throws {
    let driftwatch = try Driftwatch(.quick)
    let files = try (1...6).map { step in
      var members = Self.members(step)
      if step > 4 { members = members.filter { $0.key == "id" || $0.value.hasPrefix("a") } }
      let body = try JSONEncoder().encode((0..<4).map { members.merging(["id": "\(step)\($0)"]) { $1 } })
      return try driftwatch.place.write(String(decoding: body, as: UTF8.self), to: "\(step).json")
    }
    let ledger = ["--db", driftwatch.ledger]
    let json = try await driftwatch.call(["backtest", "--format", "json"] + ledger + files)
    #expect(SurfaceFaults.ofJSON(json.text.split(separator: "\n").map(String.init)) == [])
    #expect(json.text.contains("field-removed"))
    var pages: [[String]] = [["backtest"] + files]
    pages += [
      ["incidents"], ["incidents", "--all"], ["explain", "backtest/responses"], ["report", "--all"], ["status"],
    ].map { $0 + ledger }
    for call in pages {
      let ending = try await driftwatch.call(call)
      #expect(SurfaceFaults.ofLines(ending.text + ending.errors) == [] && !ending.text.isEmpty, "\(call[0])")
    }
    for format in ["markdown", "json", "junit", "github"] {
      let text = try await driftwatch.call(["report", "--all", "--format", format] + ledger).text
      let faults =
        switch format {
        case "markdown": SurfaceFaults.ofMarkdown(text)
        case "json": SurfaceFaults.ofJSON([text])
        case "junit": SurfaceFaults.ofJUnit(text)
        default: SurfaceFaults.ofGitHub(text)
        }
      #expect(faults.isEmpty && !text.isEmpty, "\(format): \(faults.prefix(3))")
    }
    let page = try await driftwatch.call(["report", "--all", "--format", "html"] + ledger).text
    let faultsOfPage = try await PageFaults.of(["report.html": page])
    #expect(faultsOfPage == [] && SurfaceFaults.ofLines(page) == [])
    let list = try await driftwatch.call(["incidents", "--format", "json"] + ledger).text
    for id in list.matches(of: #/"id" : "([0-9a-f]{16})"/#).prefix(4).map({ String($0.1) }) {
      for command in ["show", "explain"] {
        let text = try await driftwatch.call([command, id] + ledger).text
        #expect(SurfaceFaults.ofLines(text) == [] && !text.isEmpty, "\(command)")
      }
    }
    let metrics = try await driftwatch.call(["status", "--format", "prometheus"] + ledger).text
    #expect(SurfaceFaults.ofMetrics(metrics) == [] && metrics.contains("driftwatch_"))
  }

  @Test(
    "What a refusal says, in every report, the log, the metrics and the subject of a mail",
    arguments: HostileText.all.enumerated().filter { $0.offset % 3 == 1 }.map(\.element))
  func reasons(_ hostile: HostileText) async throws {
    let driftwatch = try Driftwatch(.polite)
    let server = try HostileServer(files: driftwatch.place.path("told"))
    try driftwatch.place.write(#"{"blindAfter": 0.001, "blindChecks": 2}"#, to: "driftwatch.json")
    try Self.tell(driftwatch, "graphql", Refusal(errors: [Refusal.Message(message: hostile.text)]))
    let ledger = ["--db", driftwatch.ledger]
    let formats = ["json", "junit", "github", "markdown"]
    let files = formats.map { driftwatch.place.path("report.\($0)") }
    let call =
      ["check", "walk/search", "--base-url", "walk=\(server.url("/told"))", "--environment", "production"] + ledger
      + zip(formats, files).flatMap { ["--output", "\($0)=\($1)"] }
    #expect(try await driftwatch.call(call).code == 3)
    let check = try await driftwatch.call(call)
    #expect(check.code == 3 && SurfaceFaults.ofLines(check.text + check.errors) == [], "\(check.text)")
    let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(SurfaceFaults.ofJSON([texts[0]]) == [])
    #expect(SurfaceFaults.ofJUnit(texts[1], cases: 1) == [])
    #expect(SurfaceFaults.ofGitHub(texts[2]) == [])
    #expect(SurfaceFaults.ofMarkdown(texts[3]) == [])
    // The line that becomes a header field of a mail, as the command of a report gets it.
    let subject = driftwatch.place.path("subject")
    let report = try await driftwatch.call(
      ["report", "--exec", "printf '%s' \"$DRIFTWATCH_SUBJECT\" >'\(subject)'"] + ledger)
    let line = try String(contentsOfFile: subject, encoding: .utf8)
    #expect(report.code == 0 && line.hasPrefix("COULD NOT CHECK: ") && SurfaceFaults.ofLines(line) == [], "\(line)")
    #expect(!line.contains("\n"))
    let status = try await driftwatch.call(["status"] + ledger).text
    #expect(SurfaceFaults.ofLines(status) == [] && status.contains("walk/search has had no response"), "\(status)")
  }

  @Test("Lines of the log and labels of metrics", arguments: HostileText.all)
  func logs(_ hostile: HostileText) throws {
    let place = try TemporaryPlace()
    for format in ["text", "json"] {
      let path = try place.write("", to: format)
      let errors = try FileHandle(forWritingTo: URL(filePath: path))
      let console = Console(output: .nullDevice, errors: errors, width: 80, isTerminal: false, showsProgress: false)
      let log = try RunLog(try CommandCall(["run", "--log-format", format]), [:], console)
      log.write(.warning, "not_checked", hostile.text, ["reason": .text(hostile.text), "drift": .list([hostile.text])])
      console.complain(hostile.text)
      try errors.close()
      let lines = try String(contentsOfFile: path, encoding: .utf8).unicodeScalars.split(separator: "\n").map {
        String(String.UnicodeScalarView($0))
      }
      #expect(lines.count == 2 && SurfaceFaults.ofLines(lines.joined(separator: "\n")) == [], "\(lines)")
      #expect(lines.allSatisfy { $0.hasPrefix("driftwatch: ") || format == "json" })
      guard format == "json" else { continue }
      let read = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
      #expect(read?["reason"] as? String == hostile.text && read?["message"] as? String == hostile.text)
    }
    var metrics = MetricsText()
    metrics.sample("driftwatch_x", [("contract", hostile.text), ("endpoint", hostile.text)], 1)
    #expect(SurfaceFaults.ofMetrics(metrics.text) == [], "\(metrics.text)")
  }
}
