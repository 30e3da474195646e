import Foundation
import TestSupport
import Testing

@Suite("Switches over rules, families and kinds of change")
struct SwitchTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Names of the cases of the enums in a file.
  private static func cases(in path: String) throws -> Set<String> {
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    return Set(text.matches(of: #/(?m)^  case (\w+)/#).map { String($0.1) })
  }

  /// Switches of a text that name one of `cases` and have a `default:` arm, by line.
  static func open(_ text: String, over cases: Set<String>) -> [Int] {
    let lines = text.components(separatedBy: "\n")
    func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    return lines.indices.filter { start in
      guard lines[start].contains(#/\bswitch\b.*\{$/#) else { return false }
      let arms = lines[(start + 1)...].prefix { indent($0) >= indent(lines[start]) && $0 != "}" }
        .filter { indent($0) == indent(lines[start]) }.prefix { !$0.hasSuffix("}") || $0.contains("case ") }
      let named = arms.flatMap { $0.matches(of: #/\.(\w+)/#).map { String($0.1) } }
      let isAboutThem = arms.contains { $0.contains("case .") } && !cases.isDisjoint(with: named)
      return isAboutThem && arms.contains { $0.trimmingCharacters(in: .whitespaces).hasPrefix("default:") }
    }.map { $0 + 1 }
  }

  @Test("None has a default, so that a new rule cannot be forgotten anywhere")
  func noDefault() throws {
    let cases = try Self.cases(in: "Sources/DriftModel/Rules/RuleID.swift")
      .union(Self.cases(in: "Sources/PayloadShape/Comparison/ChangeKind.swift"))
    // Names that other enums have as well are no sign of a switch over rules.
    let own = cases.filter { $0.contains(#/[A-Z]/#) }.union(["decode", "mapping", "field", "evidence", "notice"])
    #expect(own.count > 50)
    let files = FileManager.default.enumerator(
      at: Self.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    for file in (files?.compactMap { $0 as? URL } ?? []) where file.pathExtension == "swift" {
      let found = Self.open(try String(contentsOf: file, encoding: .utf8), over: own)
      #expect(found == [], "\(file.lastPathComponent)")
    }
  }

  @Test("A switch with a default is found, however its cases are written")
  func isFound() {
    let text = """
        switch finding.rule {
        case .fieldAdded, .fieldRemoved:
          1
        default: 2
        }
        switch count {
        case 1: .fieldAdded
        default: .fieldRemoved
        }
      """
    #expect(Self.open(text, over: ["fieldAdded"]) == [1])
    #expect(Self.open(text, over: ["other"]) == [])
  }
}
