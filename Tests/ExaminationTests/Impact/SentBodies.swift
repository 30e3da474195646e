import ContractKit
import DriftModel
import DriftRules
import Foundation

@testable import Examination

/// The bodies that a version makes of a response to send them, made in this very process.
struct SentBodies {
  /// By body: the text of each member, dotted inside nested objects; null and absent ones are not there.
  let bodies: [[String: String]]
  /// Records of which no body is made keep their place in the response, not here.
  static func made(
    _ response: RecordedResponse, version id: String, mapping name: String, writes target: String, text: [UInt8]
  ) async -> SentBodies? {
    guard let version = fiveContracts.first(where: { $0.id == response.contract })?.version(id),
      let reads = version.reads(response.endpoint), let mapping = reads.mappings.first(where: { $0.name == name }),
      let send = version.sends.first(where: { $0.endpoint == target }),
      let value = try? reads.decode(Data(text)),
      let records = mapping.records(value)
    else { return nil }
    let runner = MappingRunner(mapping: mapping, context: MappingContext(response.context[id]?[name] ?? [:]))
    var bodies: [[String: String]] = []
    for record in records {
      guard case .made(let domain) = await runner.outcome(of: record), let text = try? send.encode(domain),
        let body = try? JSONDecoder().decode(Member.self, from: text)
      else { continue }
      bodies.append(Dictionary(uniqueKeysWithValues: body.members()))
    }
    return SentBodies(bodies: bodies)
  }

  /// Names of the members that differ in any body, and of those that are gone or say nothing any more.
  func differences(to other: SentBodies) -> (changed: Set<String>, lost: Set<String>) {
    var (changed, lost): (Set<String>, Set<String>) = ([], [])
    for (before, after) in zip(bodies, other.bodies) {
      for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
        changed.insert(name)
        if Self.says(before[name]), !Self.says(after[name]) { lost.insert(name) }
      }
    }
    return (changed, lost)
  }

  private static func says(_ text: String?) -> Bool {
    guard let text else { return false }
    return text != "[]" && !text.dropFirst().allSatisfy(\.isWhitespace)
  }

  private enum Member: Decodable {
    case null, scalar(String), list([Member]), object([String: Member])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let text = try? value.decode(String.self) {
        self = .scalar("\"" + text)
      } else if let bool = try? value.decode(Bool.self) {
        self = .scalar("?\(bool)")
      } else if let number = try? value.decode(Decimal.self) {
        self = .scalar("#\(number)")
      } else if let list = try? value.decode([Member].self) {
        self = .list(list)
      } else {
        self = .object(try value.decode([String: Member].self))
      }
    }

    func members(_ name: String = "") -> [(String, String)] {
      switch self {
      case .object(let members):
        members.flatMap { $0.value.members(name.isEmpty ? $0.key : "\(name).\($0.key)") }
      case .null: []
      default: [(name.isEmpty ? "self" : name, text)]
      }
    }

    private var text: String {
      switch self {
      case .null: "null"
      case .scalar(let text): text
      case .list(let list): "[\(list.map(\.text).joined(separator: ","))]"
      case .object(let members): "{\(members.map { "\($0.key):\($0.value.text)" }.sorted().joined(separator: ","))}"
      }
    }
  }
}

extension PredictedCell {
  /// How what would be sent is not what was predicted.
  ///
  /// - Parameters:
  ///   - before: Of the response as it is, made twice.
  ///   - after: Of the response in which the perturbation happened; nil where it does not decode.
  /// - Returns: One line; nil if it is.
  func disagreement(_ before: (SentBodies, SentBodies), _ after: SentBodies?) -> String? {
    let place = "\(version) \(mapping) \(pattern) \(perturbation)"
    let losses = effects.filter { if case .property = $0 { false } else { true } }
    guard let after else {
      return losses == [.responseLost] ? nil : "\(place): the response is lost, predicted \(effects)"
    }
    let (was, now) = (before.0.bodies.count, after.bodies.count)
    let observed: [LineageEffect] =
      now > was ? [.recordGained] : now == was ? [] : [now == 0 && was > 1 ? .everyRecordLost : .recordLost]
    guard losses == observed else { return "\(place): predicted \(losses), observed \(observed)" }
    guard now == was else { return nil }
    let unsteady = before.0.differences(to: before.1).changed
    let found = before.0.differences(to: after)
    var names: [LineageEffect.PropertyChange: Set<String>] = [:]
    for case .property(let name, let change) in effects { names[change, default: []].insert(name) }
    let predicted = names.values.reduce(Set()) { $0.union($1) }
    let certain = (names[.changed] ?? []).union(names[.lost] ?? []).union(names[.becameRandom] ?? [])
    guard found.changed.subtracting(unsteady).isSubset(of: predicted), certain.isSubset(of: found.changed),
      found.lost.subtracting(unsteady) == names[.lost] ?? []
    else {
      return "\(place): predicted \(names), observed \(found.changed.sorted()), of them lost \(found.lost.sorted())"
    }
    return nil
  }
}
