import ContractKit
import DriftModel
import Recording

extension GateLock.Entry {
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The members, each of which is a text.
  private static let members = CodingKeys.allCases.map(\.rawValue)

  /// Reads an entry, and refuses what could never be found: a misspelled `until` would never end, and an entry of a kind without a path that
  /// has one would count as mended.
  ///
  /// - Throws: ``GateLock/Unreadable``, which names the entry by its number.
  public init(from decoder: any Decoder) throws {
    let place = LockPlace.words(decoder.codingPath)
    func refused(_ words: String) -> GateLock.Unreadable { GateLock.Unreadable(description: words) }
    guard let container = try? decoder.container(keyedBy: AnyKey.self) else { throw refused("\(place) is no object") }
    let names = container.allKeys.map(\.stringValue).sorted()
    if let name = names.first(where: { !Self.members.contains($0) }) {
      let nearest = nearestName(to: name, in: Self.members).map { "; did you mean \($0)?" } ?? ""
      throw refused("\(place) has an unknown member \"\(name.prefix(60))\"\(nearest)")
    }
    func text(_ name: String) throws(GateLock.Unreadable) -> String? {
      do { return try container.decodeIfPresent(String.self, forKey: AnyKey(stringValue: name)) } catch {
        throw refused("\"\(name)\" of \(place) is no text")
      }
    }
    func needed(_ name: String, _ example: String) throws(GateLock.Unreadable) -> String {
      guard let text = try text(name), !text.isEmpty else {
        throw refused("\(place) lacks \"\(name)\", such as \(example)")
      }
      return text
    }
    func known<Value: RawRepresentable<String> & CaseIterable>(
      _ text: String, _ name: String, as type: Value.Type
    ) throws(GateLock.Unreadable) -> Value {
      if let value = Value(rawValue: text) { return value }
      let all = Value.allCases.map(\.rawValue)
      let advice =
        nearestName(to: text, in: all).map { "did you mean \($0)?" }
        ?? "there are \(all.prefix(8).joined(separator: ", "))\(all.count > 8 ? ", …" : "")"
      throw refused("\"\(name)\" of \(place) is \"\(text.prefix(60))\"; \(advice)")
    }
    contract = try needed("contract", "\"shop\"")
    version = try needed("version", "\"v1\"")
    kind = try known(try needed("kind", "\"evidence\""), "kind", as: GateFinding.Kind.self)
    rule = try text("rule").map { (text) throws(GateLock.Unreadable) in try known(text, "rule", as: RuleID.self) }
    path = try text("path") ?? ""
    // A value without a property has a path and no name.
    subject =
      kind == .decode
      ? try text("subject") ?? "" : try needed("subject", kind == .evidence ? "\"age\"" : "\"ProductDTO.price\"")
    endpoint = try text("endpoint") ?? ""
    reason = try text("reason")
    until = try text("until")
    if kind != .decode, let name = rule != nil ? "rule" : path.isEmpty ? nil : "path" {
      throw refused("\(place) has a \"\(name)\", which only entries of the kind decode have")
    }
    let demand = kind == .evidence ? try known(subject, "subject", as: GateDemand.self) : nil
    let isOfVersion = kind == .sealed || demand == .members
    guard isOfVersion == endpoint.isEmpty else {
      throw refused(
        isOfVersion
          ? "\(place) has an \"endpoint\", and is about the version as a whole"
          : "\(place) lacks \"endpoint\", such as \"products\"")
    }
    if let until, until.utf8.count != 10 || RecordingsFolder.date(of: until) == nil {
      throw refused("\"until\" of \(place) is \"\(until.prefix(40))\", no day such as 2027-01-31")
    }
  }
}

/// Where something stands in a lock, as people read it.
enum LockPlace {
  /// `"files" of "shop/v1" in "sealed"`, `entry 3 of "known"`.
  static func words(_ path: [any CodingKey]) -> String {
    path.reversed().map { key in key.intValue.map { "entry \($0 + 1)" } ?? "\"\(key.stringValue.prefix(80))\"" }
      .joined(separator: " of ")
  }

  /// What is wrong with a lock's text, in a few words.
  static func words(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): "\(words(context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      context.codingPath.isEmpty ? "it is no object" : "\(words(context.codingPath)) is no \(noun(type))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? "it is no JSON" : "\(words(context.codingPath)) is wrong"
    default: "it cannot be read"
    }
  }

  private static func noun(_ type: Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Int.Type: "whole number"
    case is [Any].Type: "list"
    default: "object"
    }
  }
}
