import Foundation

/// Test cases as JUnit XML, in the dialect of Jenkins' `junit-10.xsd`.
struct JUnitDocument {
  /// How a test case ended, with what is said of it.
  enum Ending {
    case passed
    /// It passed, and this is known of it: warnings below the fail level.
    case passedWithNotes(String)
    case failed(type: String, message: String, details: String)
    case error(type: String, message: String)
    case skipped(message: String)
  }

  /// A test case.
  struct Case {
    var className: String
    var name: String
    var ending: Ending
  }

  /// Test cases by the name of their suite.
  let suites: [(String, [Case])]
  /// Real time that all took.
  let seconds: Double
  /// When they began.
  let date: Date

  init(suites: [(String, [Case])], seconds: Double, at date: Date) {
    (self.suites, self.seconds, self.date) = (suites, seconds, date)
  }

  /// The text of the file.
  func rendered() -> String {
    let all = suites.flatMap { $0.1 }
    let time = seconds.isFinite && seconds >= 0 && seconds < 1e9 ? Int((seconds * 1_000).rounded()) : 0
    let digits = String(time % 1_000)
    let clock = "\(time / 1_000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    let totals = counts(all)
    lines.append(
      "<testsuites name=\"driftwatch\" tests=\"\(all.count)\" failures=\"\(totals.failures)\" errors=\"\(totals.errors)\" time=\"\(clock)\">"
    )
    let stamp = Moment(date).iso8601
    for (name, cases) in suites {
      let counts = counts(cases)
      lines.append(
        "  <testsuite name=\"\(xml(visible(name)))\" tests=\"\(cases.count)\" failures=\"\(counts.failures)\" errors=\"\(counts.errors)\" skipped=\"\(counts.skipped)\" timestamp=\"\(stamp)\">"
      )
      for item in cases { lines += self.lines(of: item) }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func counts(_ cases: [Case]) -> (failures: Int, errors: Int, skipped: Int) {
    var result = (failures: 0, errors: 0, skipped: 0)
    for item in cases {
      switch item.ending {
      case .passed, .passedWithNotes: break
      case .failed: result.failures += 1
      case .error: result.errors += 1
      case .skipped: result.skipped += 1
      }
    }
    return result
  }

  private func lines(of item: Case) -> [String] {
    let start = "    <testcase classname=\"\(xml(visible(item.className)))\" name=\"\(xml(visible(item.name)))\""
    switch item.ending {
    case .passed: return ["\(start)/>"]
    case .passedWithNotes(let notes):
      return ["\(start)>", "      <system-out>\(xml(notes))</system-out>", "    </testcase>"]
    case .failed(let type, let message, let details):
      return [
        "\(start)>", "      <failure type=\"\(xml(type))\" message=\"\(xml(message))\">\(xml(details))</failure>",
        "    </testcase>",
      ]
    case .error(let type, let message):
      return ["\(start)>", "      <error type=\"\(xml(type))\" message=\"\(xml(message))\"/>", "    </testcase>"]
    case .skipped(let message):
      return ["\(start)>", "      <skipped message=\"\(xml(message))\"/>", "    </testcase>"]
    }
  }
}
