import DriftModel
import DriftRules
import Foundation
import Testing

@Test("The published page of rules and levels is what the rules say")
func rulesPageIsPublished() throws {
  let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/rules.md")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(rulesPage().utf8).write(to: page) }
  let published = try String(contentsOf: page, encoding: .utf8)
  #expect(published == rulesPage(), "write it anew with RECORD_GOLDEN=1 swift test --filter ReportingTests")
}
