import DriftModel
import DriftRules
import Foundation
import PayloadShape
import Reporting

@testable import StoreSQL

/// Examinations and what is remembered, taken through all that becomes of them: they are judged in two rounds, what comes of that is
/// stored and read again, and reports are written.
struct Judgement {
  static let key = RequestKey(
    contract: "shop", endpoint: "list", request: "0123456789abcdef", environment: "production", perspective: "default")
  private static let versions = [
    VersionInfo(id: "v1", shippedIn: "1.0 to 1.4", installs: 31.5), VersionInfo(id: "v2"),
  ]
  private static let start = Date(timeIntervalSince1970: 1_790_000_000)

  private let examinations: [Examination]
  private var memory: RequestMemory
  private let acceptance: Acceptance?

  init(_ examinations: [Examination], memory: RequestMemory = RequestMemory(), acceptance: Acceptance? = nil) {
    (self.examinations, self.memory, self.acceptance) = (examinations, memory, acceptance)
  }

  /// What cannot be stored or read again, in one line; nil if all can.
  func fault() -> String? {
    var judgement = self
    return judgement.run()
  }

  private mutating func run() -> String? {
    for round in 1...2 {
      let facts = facts(round)
      let evaluation = evaluate(memory, facts)
      if let fault = storingFault(evaluation) { return fault }
      memory = memory.applying(evaluation)
    }
    Rendering(memory, round: 2, at: facts(2).clock).writeAll()
    return nil
  }

  private func facts(_ round: Int) -> RequestFacts {
    var settings = EvaluationSettings()
    if let acceptance {
      settings.acceptances = [IdentifiedAcceptance(id: acceptance.id(contract: "shop"), acceptance: acceptance)]
    }
    var facts = RequestFacts(
      request: Self.key, signature: "GET /list", versions: Self.versions,
      outlines: Dictionary(
        uniqueKeysWithValues: Self.versions.map { ($0.id, [MappingOutline(name: "Thing", recordsPath: "$[*]")]) }),
      responses: examinations.enumerated().map {
        .init(url: "u\($0.offset)", examination: $0.element, name: "/\($0.offset)")
      },
      round: round, clock: Self.start.addingTimeInterval(Double(round) * 900), settings: settings)
    facts.hasRealTime = true
    return facts
  }

  private func storingFault(_ evaluation: Evaluation) -> String? {
    let learned = evaluation.learned
    var faults = [
      StoringFault.words(of: evaluation.report), StoringFault.words(of: evaluation.findings),
      StoringFault.words(of: evaluation.incidents), StoringFault.words(of: evaluation.transitions),
      StoringFault.words(of: evaluation.pendingChanges ?? []), learned.baseline.flatMap { StoringFault.words(of: $0) },
    ]
    if let feeds = learned.feeds { faults.append(StoringFault.words(of: Array(feeds.values))) }
    faults += learned.mappings.values.map { StoringFault.words(of: $0) }
    faults += learned.sends.values.map { StoringFault.words(of: $0) }
    return faults.compactMap(\.self).first
  }
}

/// Whether a value can be stored and read again as the same.
enum StoringFault {
  /// In what it cannot, in one line; nil if it can. A number that is none (NaN) is not equal to itself, so the text decides then.
  static func words<Stored: Codable & Equatable>(of value: Stored) -> String? {
    do {
      let text = try StoredJSON.encode(value, part: "part", path: "path")
      let again = try StoredJSON.decode(Stored.self, from: text, part: "part", path: "path")
      guard value != again else { return nil }
      let rewritten = try StoredJSON.encode(again, part: "part", path: "path")
      guard text.contains(#""nan""#), rewritten == text else {
        return "\(Stored.self) is another when it is read again: \(rewritten.prefix(300)) for \(text.prefix(300))"
      }
      return nil
    } catch {
      return "\(Stored.self) cannot be stored and read again: \("\(error)".prefix(300))"
    }
  }
}
