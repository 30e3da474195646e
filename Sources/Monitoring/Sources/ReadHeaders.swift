import ContractKit
import DriftModel
import Fetching
import Foundation
import System

/// The header fields of a response that versions read.
struct ReadHeaders: Sendable, Equatable {
  /// Values by name in lower case; several fields of one name are one value with commas (RFC 9110 section 5.3).
  var values: [String: String] = [:]
  /// Whether a field that is not there was not sent; a recording may lack it for other reasons.
  var isComplete = true

  private static let longestExcerpt = 40

  init() {}

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

  /// What a version cannot read of them.
  ///
  /// - Parameters:
  ///   - headers: What the version reads.
  ///   - mask: Masks secrets in what is shown.
  /// - Returns: One failure for each field that fails.
  func failures(of headers: [ResponseHeader], _ mask: SecretMask) -> [HeaderFailure] {
    headers.compactMap { header in
      guard let value = values[header.name.lowercased()] else {
        guard isComplete, !header.isOptional else { return nil }
        return header.failure(HeaderFailure.nothing)
      }
      guard !header.kind.reads(value) else { return nil }
      if case .link = header.kind, header.isOptional, LinkHeader.target(nil, in: value) != nil { return nil }
      let shown = String(mask.masked(value).prefix(Self.longestExcerpt))
      return header.failure(value.isEmpty ? "empty" : "\"\(shown)\"")
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

  /// What a recording holds in place of a value: one that is read in the same way, and tells nothing.
  func standIn(for value: String) -> String {
    guard reads(value) else { return value.isEmpty ? "" : "unreadable" }
    switch self {
    case .text: return "recorded"
    case .number: return value.hasPrefix("-") ? "-1" : value == "0" ? "0" : "1"
    case .date: return value
    case .link(let relation): return "<https://recorded.invalid/>; rel=\"\(relation)\""
    }
  }
}

extension CheckedRequest {
  /// Adds what versions cannot read of the header fields to the facts of each response. A 304 repeats only some.
  mutating func noteHeaders(_ mask: SecretMask) {
    for index in responses.indices where !responses[index].response.isNotModified {
      guard let facts = responses[index].facts else { continue }
      for version in facts.versions.indices {
        let id = facts.versions[version].version
        let failures = headerFailures(of: responses[index].response, version: id, mask)
        responses[index].facts?.versions[version].headerFailures = failures
      }
    }
  }

  /// What a version cannot read of the header fields of a response.
  func headerFailures(of response: SourcedResponse, version: String, _ mask: SecretMask) -> [HeaderFailure] {
    let headers = group.versions.first { $0.id == version }?.reads(group.endpoint.id)?.headers
    guard let headers, !headers.isEmpty, let read = response.readHeaders else { return [] }
    return read.failures(of: headers, mask)
  }
}
