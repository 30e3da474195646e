public import Foundation

extension PayloadShape {
  /// The newest date that the records of one list hold under one member.
  public struct NewestDate: Equatable, Sendable {
    /// Path of the list, as `$.items`.
    public let list: String
    /// Path of the member, as `$.items[*].publishedAt`.
    public let member: String
    /// Its newest value.
    public let date: Date
  }

  /// The newest dates in lists that stand in no other list, those with the shortest paths first. Only of the shape of one response:
  /// a merged one keeps the newest that was ever seen.
  public var newestDates: [NewestDate] {
    var dates: [NewestDate] = []
    func collect(_ node: ShapeNode, _ pattern: String, in list: String?) {
      if let list, let date = node.statistics.newestDate {
        dates.append(NewestDate(list: list, member: pattern, date: date))
      }
      for child in node.children {
        switch child.step {
        case .element: if list == nil { collect(child, pattern + child.step.text, in: pattern) }
        case .member: collect(child, pattern + child.step.text, in: list)
        case .anyMember: break
        }
      }
    }
    collect(root, "$", in: nil)
    return dates.sorted { ($0.list.utf8.count, $0.list, $0.member) < ($1.list.utf8.count, $1.list, $1.member) }
  }
}

extension PathStatistics {
  /// The newest date here, of texts in ISO 8601 or of numbers that may be Unix times in seconds or milliseconds; `nil` without any.
  public var newestDate: Date? { statistics.newestDate }
}

extension NodeStatistics {
  /// Unix times from 2001 to 2286, in seconds. Smaller and larger numbers count something else.
  private static let clockSeconds = 1e9..<1e10

  /// The newest date; see ``PathStatistics/newestDate``.
  var newestDate: Date? {
    if let newestMilliseconds { return Date(timeIntervalSince1970: Double(newestMilliseconds) / 1000) }
    guard numbers.magnitudes.mayBeClock, let maximum = numbers.maximum else { return nil }
    let seconds = maximum < Self.clockSeconds.upperBound ? maximum : maximum / 1000
    return Self.clockSeconds.contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
  }
}
