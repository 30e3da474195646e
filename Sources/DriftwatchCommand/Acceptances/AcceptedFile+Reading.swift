import ContractKit
import DriftModel
import DriftRules
import Foundation
import JSONDocument
import PayloadShape

extension AcceptedFile {
  /// Reads the file at `path`. A missing file has no entries.
  ///
  /// - Throws: `CommandFailure` with exit code 2: the file, what is wrong where, and the nearest right word.
  init(path: String) throws {
    self.path = path
    entries = []
    guard FileManager.default.fileExists(atPath: path) else { return }
    let reader = Reader(file: try JSONFile(path: path))
    let document = reader.document
    let root = try reader.members(of: document.root, "the file", allowed: ["schemaVersion", "accepted"])
    guard let version = root["schemaVersion"] else {
      throw reader.failure(document.root, "the file", "has no schemaVersion; it is \(Self.schemaVersion)")
    }
    guard document.kind(of: version) == .number, let number: Int = document.plainInteger(at: version) else {
      throw reader.failure(version, "schemaVersion", "is no whole number; it is \(Self.schemaVersion)")
    }
    guard number == Self.schemaVersion else {
      throw reader.failure(
        version, "schemaVersion",
        number > Self.schemaVersion
          ? "is \(number), of a newer Driftwatch; this one knows \(Self.schemaVersion)"
          : "is \(number); there is only \(Self.schemaVersion)")
    }
    guard let list = root["accepted"] else { throw reader.failure(document.root, "the file", "has no \"accepted\"") }
    guard document.kind(of: list) == .array else {
      throw reader.failure(list, "accepted", "is \(reader.kind(list)), not a list")
    }
    for (index, node) in document.children(of: list).enumerated() {
      entries.append(try reader.entry(node, "accepted[\(index)]"))
    }
  }
}

/// Reads entries, with precise errors.
private struct Reader {
  let file: JSONFile
  var document: JSONDocument { file.document }

  private static let known = [
    "contract", "endpoint", "rule", "path", "subject", "form", "versions", "upTo", "environment", "perspective", "by",
    "reason", "acceptedAt", "until",
  ]

  func failure(_ node: JSONNode, _ place: String, _ problem: String) -> CommandFailure {
    file.failure(node, place, problem)
  }

  func kind(_ node: JSONNode) -> String { file.kind(node) }

  /// Members of an object by name. Unknown and repeated names are errors, because a typing error would make a wider
  /// acceptance.
  func members(of node: JSONNode, _ place: String, allowed: [String]) throws -> [String: JSONNode] {
    try file.members(of: node, place, allowed: allowed)
  }

  func entry(_ node: JSONNode, _ place: String) throws -> AcceptedFile.Entry {
    let members = try members(of: node, place, allowed: Self.known)
    /// A text; null counts as absent.
    func text(_ name: String) throws -> String? {
      guard let member = members[name], document.kind(of: member) != .null else { return nil }
      guard document.kind(of: member) == .string, let text = try? document.string(at: member) else {
        throw failure(member, "\(place).\(name)", "is \(kind(member)), not a text")
      }
      guard !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
        throw failure(member, "\(place).\(name)", "is empty")
      }
      return text
    }
    func required(_ name: String, _ why: String) throws -> String {
      guard let text = try text(name) else { throw failure(node, place, "has no \"\(name)\": \(why)") }
      return text
    }
    func wrong(_ name: String, _ problem: String) -> CommandFailure {
      failure(members[name] ?? node, "\(place).\(name)", problem)
    }
    /// A text by a person in one line, because it is shown in reports.
    func words(_ name: String, _ why: String) throws -> String {
      let text = try required(name, why)
      guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw wrong(name, "holds a line feed or another control character; write one line")
      }
      return text
    }
    let endpoint = try required("endpoint", "the id of the endpoint")
    let ruleText = try required("rule", "what is accepted")
    guard let rule = RuleID(rawValue: ruleText) else {
      let nearest = nearestName(to: ruleText, in: RuleID.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? ""
      throw wrong("rule", "is no rule: \"\(ruleText.prefix(60).description.printable)\"\(nearest)")
    }
    var entry = AcceptedFile.Entry(
      endpoint: endpoint, rule: rule, by: try words("by", "a person answers for it"),
      reason: try words("reason", "those who come later must know why"))
    entry.contract = try text("contract")
    entry.path = try text("path")
    if let path = entry.path {
      do { entry.path = try JSONPath(path).pattern } catch {
        throw wrong("path", "is no JSONPath: \("\(error)".printable)")
      }
    }
    entry.subject = try text("subject")
    if entry.subject != nil, entry.path != nil {
      throw wrong("subject", "stands beside a path; it is only for what has none")
    }
    if let member = members["form"], document.kind(of: member) != .null {
      entry.form = try form(member, "\(place).form")
    }
    entry.environment = try text("environment")
    entry.perspective = try text("perspective")
    if let level = try text("upTo") {
      guard let known = Level(rawValue: level) else {
        throw wrong("upTo", "is no level; they are breaking, warning, info")
      }
      entry.upTo = known
    }
    if let versions = members["versions"], document.kind(of: versions) != .null {
      guard document.kind(of: versions) == .array else { throw wrong("versions", "is \(kind(versions)), not a list") }
      entry.versions = try document.children(of: versions).map { child in
        guard document.kind(of: child) == .string, let id = try? document.string(at: child), !id.isEmpty else {
          throw failure(child, "\(place).versions", "holds what is no version id")
        }
        return id
      }
      if entry.versions?.isEmpty == true {
        throw wrong("versions", "is empty, so that it covers nothing; leave it out")
      }
    }
    entry.acceptedAt = try text("acceptedAt")
    if let date = entry.acceptedAt, AcceptedFile.Entry.date(date) == nil {
      throw wrong("acceptedAt", "is no date such as 2026-11-21 or 2026-11-21T09:40:00Z")
    }
    entry.until = try text("until")
    if let day = entry.until, AcceptedFile.Entry.day(day) == nil {
      throw wrong("until", "is no day such as 2026-12-31")
    }
    return entry
  }

  /// What is accepted, as values: `{"kinds": ["string"]}`.
  private func form(_ node: JSONNode, _ place: String) throws -> ObservedForm {
    let known = ["kinds", "elements", "values", "hasUnlistedValues", "formats", "name", "members", "losses"]
    let members = try members(of: node, place, allowed: known)
    func texts(_ name: String) throws -> [String]? {
      guard let member = members[name] else { return nil }
      guard document.kind(of: member) == .array else {
        throw failure(member, "\(place).\(name)", "is \(kind(member)), not a list")
      }
      return try document.children(of: member).map { child in
        guard document.kind(of: child) == .string, let text = try? document.string(at: child) else {
          throw failure(child, "\(place).\(name)", "holds \(kind(child)), not a text")
        }
        return text
      }
    }
    func words<Word: RawRepresentable & CaseIterable>(_ name: String, of type: Word.Type) throws -> [Word]?
    where Word.RawValue == String {
      try texts(name)?.map { text in
        guard let word = Word(rawValue: text) else {
          let all = Word.allCases.map(\.rawValue)
          let nearest = nearestName(to: text, in: all).map { "; did you mean \($0)?" } ?? ""
          throw failure(
            members[name] ?? node, "\(place).\(name)",
            "holds \"\(text.prefix(60).description.printable)\"; there are \(all.joined(separator: ", "))\(nearest)")
        }
        return word
      }
    }
    guard !members.isEmpty else { throw failure(node, place, "says nothing; leave it out to accept any form") }
    var form = ObservedForm(
      kinds: try words("kinds", of: ObservedForm.Kind.self),
      elements: try words("elements", of: ObservedForm.Kind.self),
      values: try texts("values"), formats: try words("formats", of: StringFormat.self), members: try texts("members"),
      losses: try texts("losses"))
    if let member = members["name"] {
      guard document.kind(of: member) == .string, let name = try? document.string(at: member) else {
        throw failure(member, "\(place).name", "is \(kind(member)), not a text")
      }
      form.name = name
    }
    if let member = members["hasUnlistedValues"] {
      guard document.kind(of: member) == .bool else {
        throw failure(member, "\(place).hasUnlistedValues", "is \(kind(member)), not true or false")
      }
      form.hasUnlistedValues = document.isTrue(member) ? true : nil
    }
    return form
  }
}
