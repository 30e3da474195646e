import ContractKit
import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Testing

@testable import Examination

/// The lineage of one mapping over one response, decoded and mapped in this very process by the type's own decoder.
func lineage<Response: Decodable & SendableMetatype, Record, Domain>(
  of text: String, as type: Response.Type,
  using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder(),
  _ mapping: Mapping<Response, Record, Domain>, context: [String: String] = [:],
  _ configure: (inout LineageFinder) -> Void = { _ in }
) async throws -> Lineage {
  let version = Version("v1") { Reads("list", as: type, using: decoder()) { mapping } }
  let reads = try #require(version.reads("list"))
  let only = try #require(reads.mappings.first)
  var finder = LineageFinder(
    version: "v1", reads: reads, subject: .mapping(only, MappingContext(context)),
    document: try JSONDocument(Array(text.utf8)), trials: TrialLog())
  configure(&finder)
  return try await finder.find()
}

extension Lineage {
  /// The effects of one cell, one line each, sorted; nil if there is no such path, or the perturbation does not apply.
  func effects(_ pattern: String, _ perturbation: Perturbation) -> [String]? {
    paths.first { $0.pattern == pattern }?.effects(of: perturbation)?.map(\.text)
  }

  /// Every effect of every cell as `path perturbation: effect`.
  var lines: [String] {
    paths.flatMap { path in
      path.cells.flatMap { cell in
        cell.effects.map { "\(path.pattern) \(cell.perturbation): \($0.text)" }
      }
    }
  }
}

extension LineageEffect {
  /// `responseLost`, or `price lost`.
  var text: String {
    if case .property(let name, let change) = self { "\(name) \(change)" } else { "\(self)" }
  }
}
