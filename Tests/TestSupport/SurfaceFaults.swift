import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What is wrong with printed text, found without any part of the program: each form is read by something that has nothing to do with what
/// wrote it, and scalar by scalar. Empty: nothing is.
public enum SurfaceFaults {
  /// What is wrong with lines for people, who may be at a terminal or at a build server's log.
  ///
  /// - Parameters:
  ///   - text: What was printed.
  ///   - isColoured: Whether it may select colours (ECMA-48, SGR) and nothing else.
  /// - Returns: One line for each fault.
  public static func ofLines(_ text: String, isColoured: Bool = false) -> [String] {
    let plain =
      isColoured ? text.replacingOccurrences(of: "\u{1B}\\[[0-9;]*m", with: "", options: .regularExpression) : text
    var faults = steering(plain, except: ["\n"])
    for line in plain.unicodeScalars.split(separator: "\n") {
      // .NET takes white space off, and compares as people read.
      let start = line.drop { $0.properties.isWhitespace || isIgnored($0) }
      if start.starts(with: "::".unicodeScalars) {
        faults.append("a command: \(String(String.UnicodeScalarView(start.prefix(60))))")
      }
      if line.contains(where: { $0 == "#" }) {
        let seen = String(String.UnicodeScalarView(line.filter { !isIgnored($0) }))
        if Data(seen.utf8).range(of: Data("##".utf8)) != nil {
          faults.append("two number signs: \(seen.prefix(60))")
        }
      }
    }
    return faults
  }

  /// What is wrong with GitHub's workflow commands, read as `ActionCommand.TryParseV2` of its runner does.
  public static func ofGitHub(_ text: String) -> [String] {
    var faults = steering(text, except: ["\n"])
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = Data(String(String.UnicodeScalarView(line)).utf8)
      guard words.starts(with: Data("::".utf8)), let end = words.dropFirst(2).range(of: Data("::".utf8)) else {
        faults.append("no command: \(String(decoding: words.prefix(60), as: UTF8.self))")
        continue
      }
      let head = words[(words.startIndex + 2)..<end.lowerBound]
      let space = head.firstIndex(of: 0x20) ?? head.endIndex
      let kind = String(decoding: head[..<space], as: UTF8.self)
      let properties = head[space...].dropFirst().split(separator: 0x2C).map { $0.prefix { $0 != 0x3D } }
      let names = properties.map { String(decoding: $0, as: UTF8.self) }
      if !["error", "warning", "notice"].contains(kind) || names != ["title"] {
        faults.append("\(kind) with \(names)")
      }
      if words.range(of: Data("%0A".utf8)) != nil || words.range(of: Data("%0D".utf8)) != nil {
        faults.append("a line end in a message: \(String(decoding: words.prefix(60), as: UTF8.self))")
      }
    }
    return faults + (text.utf8.last.map { $0 == 0x0A } ?? true ? [] : ["no line end"])
  }

  /// What is wrong with JSON texts, one for each element.
  public static func ofJSON(_ texts: [String]) -> [String] {
    texts.flatMap { text -> [String] in
      do {
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        return ofLines(text)
      } catch { return ["no JSON: \(error)"] }
    }
  }

  /// What is wrong with a JUnit report.
  ///
  /// - Parameters:
  ///   - text: The report.
  ///   - cases: The test cases that it must have; `nil`: any.
  /// - Returns: One line for each fault.
  public static func ofJUnit(_ text: String, cases: Int? = nil) -> [String] {
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    let isRead = parser.parse()
    var faults = reader.faults + steering(text, except: ["\n"])
    // What is cut counts as read where Foundation is made on libxml2, but for the error that it notes.
    if !isRead || parser.parserError != nil {
      faults.append("no XML: \(parser.parserError.map(String.init(describing:)) ?? "")")
    }
    if let cases, reader.cases != cases { faults.append("\(reader.cases) cases, not \(cases)") }
    return faults
  }

  private final class JUnitReader: NSObject, XMLParserDelegate {
    var faults: [String] = []
    var cases = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let known = [
        "testsuites": ["name", "tests", "failures", "errors", "time"],
        "testsuite": ["name", "tests", "failures", "errors", "skipped", "timestamp"],
        "testcase": ["classname", "name"],
        "failure": ["type", "message"], "error": ["type", "message"], "skipped": ["message"],
      ]
      if known[name] == nil || !attributes.keys.allSatisfy({ known[name]?.contains($0) == true }) {
        faults.append("<\(name)> with \(attributes.keys.sorted())")
      }
      if name == "testcase" { cases += 1 }
    }
  }

  /// What is wrong with a page of Markdown: what is live outside of code spans (CommonMark 0.31, 6.1), but for our own elements.
  public static func ofMarkdown(_ text: String) -> [String] {
    var faults = steering(text, except: ["\n"])
    for line in text.unicodeScalars.split(separator: "\n") {
      let whole = String(String.UnicodeScalarView(line))
      let ours = "<code>[^<]*</code>|</?(?:details|summary|sub)>|<br>"
      let words = whole.replacingOccurrences(of: ours, with: "", options: .regularExpression)
      guard let outside = outsideOfCode(Array(words.unicodeScalars)) else {
        faults.append("code without an end: \(whole.prefix(80))")
        continue
      }
      let body = String(String.UnicodeScalarView(outside.drop { $0 == "#" }))
      for mark in ["<", "@", "#", "](", "`", "&", "\\", "$", "://", "www.", "~", "_"]
      where Data(body.utf8).range(of: Data(mark.utf8)) != nil {
        faults.append("\(mark) outside of code: \(whole.prefix(80))")
      }
    }
    return faults
  }

  private static func outsideOfCode(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var (result, place): ([Unicode.Scalar], Int) = ([], 0)
    func run(at start: Int) -> Int { scalars[start...].prefix { $0 == "`" }.count }
    while place < scalars.count {
      guard scalars[place] == "`" else {
        result.append(scalars[place])
        place += 1
        continue
      }
      let fence = run(at: place)
      var end = place + fence
      while end < scalars.count, scalars[end] != "`" || run(at: end) != fence {
        end += scalars[end] == "`" ? run(at: end) : 1
      }
      guard end < scalars.count else { return nil }
      place = end + fence
    }
    return result
  }

  /// What is wrong with metrics (Prometheus, exposition format 0.0.4), read byte by byte.
  public static func ofMetrics(_ text: String) -> [String] {
    let name = "[a-zA-Z_:][a-zA-Z0-9_:]*"
    let label = #"[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*""#
    let sample = "^\(name)(?:\\{(?:\(label),?)*\\})? (?:[0-9.eE+-]+|NaN|[+-]Inf)$"
    return steering(text, except: ["\n"])
      + text.unicodeScalars.split(separator: "\n").map { String(String.UnicodeScalarView($0)) }.filter { line in
        !line.hasPrefix("# ") && line.range(of: sample, options: .regularExpression) == nil
      }.map { "no sample: \($0.prefix(80))" }
  }

  /// Scalars that steer a terminal, end a line or turn the reading direction.
  private static func steering(_ text: String, except allowed: [Unicode.Scalar]) -> [String] {
    let categories: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator]
    return text.unicodeScalars.filter { scalar in
      if scalar.isASCII { return (scalar.value < 0x20 || scalar.value == 0x7F) && !allowed.contains(scalar) }
      return categories.contains(scalar.properties.generalCategory) && !allowed.contains(scalar)
    }.map { "U+\(String($0.value, radix: 16))" }
  }

  /// Whether nothing is seen of it behind another character, or at all.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return false }
    return scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isDefaultIgnorableCodePoint
  }
}
