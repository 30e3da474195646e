import Foundation
import Testing

@Suite("A rule is one file")
struct RuleFileTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: sources.appending(path: path), encoding: .utf8)
  }

  /// Swift files below a folder of `Sources`, by their paths in it.
  private static func files(in folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: sources.appending(path: folder).path)?.compactMap { $0 as? String }
    return (all ?? []).filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  @Test("Each rule's file, in the folder of its family, holds its value and its sentence")
  func sentences() throws {
    let ids = try Self.text("DriftModel/Rules/RuleID.swift").matches(of: #/(?m)^  case (\w+) = "(\w+)-/#)
    #expect(ids.count > 40)
    for id in ids {
      let (name, family) = (String(id.1), String(id.2).capitalized)
      let text = try Self.text("DriftRules/Rules/\(family)/\(name.prefix(1).uppercased() + name.dropFirst()).swift")
      #expect(text.contains("static let \(name) = Rule("))
      let sentences = ["func \(name)Sentence(", "      sentence: ", "    $0.failure = {", "    $0.missed = {"]
      #expect(sentences.contains(where: text.contains), "\(name) has no sentence")
    }
  }

  @Test("No finding is worded anywhere else")
  func wording() throws {
    for module in ["DriftRules", "Monitoring"] {
      for file in Self.files(in: module) {
        let calls = try Self.text(file).matches(of: #/rule: \.\w+[\s\S]{0,400}?message:\s*"[^"]/#)
        #expect(calls.isEmpty, "\(file)")
      }
    }
  }
}
