import DriftModel
import Foundation
import PayloadShape

extension Rules {
  static let freshnessStale = Rule(
    .freshnessStale, about: .response, consequences: [.listStale, .none],
    meaning: "The newest date in a list stands still for longer than its own history explains.",
    remedy: "Ask the provider whether the feed still runs. Accept it if nothing more is to come.",
    noun: Rule.Noun("list has nothing new", "lists have nothing new"))

  static func freshnessStaleSentence(_ stale: StaleList) -> String {
    let list = stale.list == "$" ? "The whole list" : stale.list
    return "\(list) has no \(stale.memberName) after \(stale.newest.dayWords); a new one came \(stale.rhythm) before."
  }
}

/// A list whose newest date stands still improbably long.
struct StaleList {
  /// Path of the list, as `$.items`.
  let list: String
  /// Path of the member that holds the date, as `$.items[*].createdAt`.
  let member: String
  /// The same, as seen from a record.
  let memberName: String
  /// The newest date.
  let newest: Date
  /// How often a new one came before: `every 3 hours`.
  let rhythm: String

  init(_ statistics: FreshnessStatistics) {
    (list, member, newest) = (statistics.list, statistics.member, statistics.newest)
    let name = Substring(statistics.member.utf8.dropFirst(list.utf8.count + "[*]".utf8.count))
    memberName = name.isEmpty ? "date" : String(name.hasPrefix(".") ? name.dropFirst() : name)
    rhythm = Self.rhythm(statistics.span / Double(statistics.advances))
  }

  /// A mean time in words.
  static func rhythm(_ seconds: TimeInterval) -> String {
    let units = [(86_400.0, "day"), (3600, "hour"), (60, "minute")]
    let (length, unit) = units.first { seconds >= 1.5 * $0.0 } ?? (60, "minute")
    let count = max(1, Int((seconds / length).rounded()))
    return count == 1 ? "every \(unit)" : "every \(count) \(unit)s"
  }
}

extension Judgement {
  /// Lists that stand still; a warning where a version reads the list.
  func freshnessFindings() -> [Finding] {
    staleLists.map { stale in
      let readers = versions.compactMap { version in reads(stale.list, version).map { (version, $0) } }
      let worst =
        hasUnknownReaders
        ? level(of: .readersUnknown)
        : readers.map { version, _ in
          level(of: .listStale, isEssential: isEssentialList(stale.list, version), status: version.status)
        }.max() ?? .info
      return Finding(
        rule: .freshnessStale, level: worst, key: key, path: stale.list,
        versions: readers.map { version, field in
          // The date, else the list itself; another member that is read below the list has nothing to do with it.
          let named = [reads(stale.member, version), field].compactMap(\.self).first {
            [stale.member, stale.list].contains($0.pattern)
          }
          return AffectedVersion(version, property: named?.nameWithType)
        },
        message: Rules.freshnessStaleSentence(stale)
      ) {
        $0.expected = "a new \(stale.memberName) \(stale.rhythm)"
        $0.actual = "none after \(stale.newest.dayWords)"
      }
    }
  }
}

extension RequestJudgement {
  /// What is known of the newest dates after this round, which of their lists stand still, and when the next would.
  struct Freshness {
    var feeds: [String: FreshnessStatistics]
    var staleLists: [StaleList] = []
    var staleAt: Date?
  }

  /// Takes in the newest dates of the responses; `nil` where the round's clock is not the time of the responses.
  func freshness(_ observed: PayloadShape?) -> Freshness? {
    guard facts.hasRealTime else { return nil }
    let dates = observed?.newestDates ?? []
    var result = Freshness(feeds: known.feeds.observing(dates, at: clock))
    let seen = Dictionary(dates.map { ($0.member, $0.date) }, uniquingKeysWith: max)
    let told = Set(known.findings.filter { $0.rule == .freshnessStale }.map(\.path))
    for statistics in result.feeds.leading {
      // A list that holds less than it did shows nothing of this, but what stood still does so until something newer comes.
      guard let date = statistics.improbableAt,
        told.contains(statistics.list) || seen[statistics.member] == statistics.newest
      else {
        continue
      }
      if clock >= date {
        result.staleLists.append(StaleList(statistics))
      } else {
        result.staleAt = min(result.staleAt ?? date, date)
      }
    }
    if observed == nil { result.staleAt = known.staleAt }
    return result
  }
}
