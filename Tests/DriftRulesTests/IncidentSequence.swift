import Foundation

@testable import DriftModel
@testable import DriftRules

/// The looks at one place, one an hour, and what is told of its incidents.
struct IncidentSequence {
  /// All incidents after the last check.
  var known: [Incident] = []
  /// CheckHistory so far.
  private(set) var hour = 0
  /// What the last check came to.
  private(set) var last: IncidentUpdate?

  /// When a check was, counted from 1.
  static func date(_ hour: Int) -> Date { Date(timeIntervalSince1970: Double(hour) * 3600) }

  /// CheckHistory once.
  mutating func next(_ findings: [Finding]) -> IncidentUpdate {
    hour += 1
    let update = IncidentUpdate(
      key: requestKey, findings: findings, known: known, now: now(Self.date(hour)))
    known = known.filter { old in !update.incidents.contains { $0.id == old.id } } + update.incidents
    last = update
    return update
  }

  /// CheckHistory once; the kinds of all transitions.
  @discardableResult
  mutating func look(_ findings: [Finding]) -> [IncidentTransition.Kind] {
    next(findings).transitions.map(\.kind)
  }

  /// CheckHistory as often as `pattern` has characters: `1` it is there, `0` it is not.
  ///
  /// - Returns: A letter for each check: `o` opened, `b` back, `w` worse, `f` flapping, `g` gone, `.` nothing is told.
  @discardableResult
  mutating func look(_ pattern: String, _ finding: Finding) -> String {
    pattern.map { look in
      let kinds = self.look(look == "1" ? [finding] : [])
      return kinds.isEmpty ? "." : kinds.map(\.letter).joined()
    }.joined()
  }

  /// Somebody says that all open incidents are known.
  mutating func acknowledge(by person: String = "Ann") {
    for index in known.indices where known[index].isOpen {
      known[index].state = .acknowledged
      known[index].acknowledgement = Incident.Acknowledgement(by: person, note: "known", at: Self.date(hour))
    }
  }
}

extension IncidentTransition.Kind {
  fileprivate var letter: String {
    switch self {
    case .opened: "o"
    case .reopened: "b"
    case .escalated: "w"
    case .flapping: "f"
    case .resolved: "g"
    }
  }
}
