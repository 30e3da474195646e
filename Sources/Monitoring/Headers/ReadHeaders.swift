import ContractKit
import DriftModel
import Fetching
import Foundation

/// The header fields of a response that versions read.
struct ReadHeaders: Sendable, Equatable {
  /// Values by name in lower case; several fields of one name are one value with commas (RFC 9110 section 5.3).
  var values: [String: String] = [:]
  /// Whether a field that is not there was not sent; a recording may lack it for other reasons.
  var isComplete = true

  init() {}

  /// One field.
  fileprivate init(_ value: String, as name: String) { values = [name.lowercased(): value] }

  /// Those with some names of a response that was fetched.
  init(of transfer: Transfer, _ names: [String]) {
    for name in names {
      let fields = transfer.headerFields(name)
      if !fields.isEmpty { values[name] = fields.joined(separator: ", ") }
    }
  }

  /// Those that stand beside a recording.
  init(recorded headers: [String: String]) {
    for (name, value) in headers { values[name.lowercased()] = value }
    isComplete = false
  }

  /// A value as it may be shown: a number as it is, of anything else only how long it is, since it may be a token.
  private static func form(of value: String) -> String {
    if value.isEmpty { return "empty" }
    if value.utf8.count <= 24,
      value.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2C, 0x2D, 0x2E].contains($0) })
    {
      return "\"\(value)\""
    }
    return "a text of \(value.utf8.count) byte\(value.utf8.count == 1 ? "" : "s")"
  }

  /// What a version cannot read of them.
  ///
  /// - Parameter headers: What the version reads.
  /// - Returns: One failure for each field that fails.
  func failures(of headers: [ResponseHeader]) -> [HeaderFailure] {
    headers.compactMap { header in
      guard let value = values[header.name.lowercased()] else {
        guard isComplete, !header.isOptional else { return nil }
        return header.failure(HeaderFailure.nothing)
      }
      guard !header.kind.reads(value) else { return nil }
      if case .link = header.kind, header.isOptional, LinkHeader.target(nil, in: value) != nil { return nil }
      return header.failure(Self.form(of: value))
    }
  }
}

extension ResponseHeader {
  fileprivate func failure(_ found: String) -> HeaderFailure {
    HeaderFailure(name: name, expected: kind.words, found: found, isEssential: isEssential)
  }
}

extension ResponseHeader.Kind {
  /// Whether the app can read a value.
  func reads(_ value: String) -> Bool {
    switch self {
    case .text: !value.isEmpty
    case .number: value.utf8.count <= 19 && Int(value) != nil
    case .date: HTTPDate.seconds(value) != nil
    case .link(let relation): LinkHeader.target(relation, in: value) != nil
    }
  }

  /// Values that tell nothing, among which a recording finds one that is read like the original.
  fileprivate func standIns(for value: String) -> [String] {
    switch self {
    case .text: ["recorded"]
    case .number: [value == "0" ? "0" : value.hasPrefix("-") ? "-1" : "1"]
    case .date: HTTPDate.seconds(value) == nil ? [] : [value]
    case .link: []
    }
  }
}

extension [ResponseHeader] {
  /// What a recording holds in place of a field's value: one that every version reads in the same way, and that tells nothing; `nil` if there
  /// is none.
  func standIn(for value: String) -> String? {
    let relations: [String] = compactMap { header in
      if case .link(let relation) = header.kind, header.kind.reads(value) { relation } else { nil }
    }
    let hasLinks =
      contains { if case .link = $0.kind { true } else { false } } && LinkHeader.target(nil, in: value) != nil
    let link =
      "<https://recorded.invalid/>; rel=\"\((relations.isEmpty ? ["other"] : relations.uniqued()).joined(separator: " "))\""
    let candidates = (hasLinks ? [link] : []) + flatMap { $0.kind.standIns(for: value) } + ["recorded", "1", ""]
    return candidates.first { candidate in
      map { $0.kind.reads(candidate) } == map { $0.kind.reads(value) }
        && zip(self, map { ReadHeaders(candidate, as: $0.name).failures(of: [$0]).isEmpty }).allSatisfy {
          header, isFine in
          isFine == ReadHeaders(value, as: header.name).failures(of: [header]).isEmpty
        }
    }
  }
}

extension CheckedRequest {
  /// Adds what versions cannot read of the header fields to the facts of each response. A 304 repeats only some.
  mutating func noteHeaders() {
    for index in responses.indices where !responses[index].response.isNotModified {
      guard let facts = responses[index].facts else { continue }
      responses[index].facts = withHeaders(of: responses[index].response, facts)
    }
  }

  /// Facts with what versions cannot read of the header fields of their response.
  func withHeaders(of response: SourcedResponse, _ facts: Examination) -> Examination {
    var facts = facts
    for version in facts.versions.indices {
      let failures = headerFailures(of: response, version: facts.versions[version].version)
      facts.versions[version].headerFailures = failures
    }
    return facts
  }

  /// What a version cannot read of the header fields of a response.
  func headerFailures(of response: SourcedResponse, version: String) -> [HeaderFailure] {
    let headers = group.versions.first { $0.id == version }?.reads(group.endpoint.id)?.headers
    guard let headers, !headers.isEmpty, let read = response.readHeaders else { return [] }
    return read.failures(of: headers)
  }
}
