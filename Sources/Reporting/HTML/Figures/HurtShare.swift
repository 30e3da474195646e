import DriftModel
import Foundation

/// The share of an API's installs that lost something, over time, by the shares that were declared at each time.
struct HurtShare {
  /// From one moment to the next the same versions with the same shares are hurt.
  struct Step: Equatable {
    var from: Date
    var to: Date
    /// Versions that lost something that is breaking, sorted.
    var broken: [String]
    /// Versions that lost something less, and nothing that is breaking, sorted.
    var losing: [String]
    /// Shares of the broken ones, and of all that are hurt, in percent.
    var brokenShare = 0.0
    var share = 0.0

    /// Whether another step shows the same.
    func isLike(_ other: Step) -> Bool {
      (broken, losing) == (other.broken, other.losing) && (brokenShare, share) == (other.brokenShare, other.share)
    }

    var hurt: [String] { broken + losing }
  }

  let steps: [Step]
  /// As it is at the end of the axis.
  let present: Step
  let axis: TimeAxis
  private let shares: ShareHistory

  /// The share over the width of `axis`.
  ///
  /// - Parameters:
  ///   - contract: The API with the present shares of its versions.
  ///   - intervals: Its findings over time.
  ///   - past: Former shares of installs.
  ///   - axis: The time.
  init(_ contract: ContractInfo, _ intervals: [FindingInterval], past: [InstallShare] = [], axis: TimeAxis) {
    self.axis = axis
    let shares = ShareHistory(contract, past: past, now: axis.to)
    let hurting = intervals.filter { $0.key.contract == contract.id && $0.hurts }
    var tally = Tally(hurting.filter { $0.first.at <= axis.from && $0.ended.map { $0.at > axis.from } ?? true })
    var events: [(at: Date, interval: FindingInterval?, change: Int)] = []
    for interval in hurting {
      if interval.first.at > axis.from { events.append((interval.first.at, interval, 1)) }
      if let end = interval.ended?.at, end > axis.from { events.append((end, interval, -1)) }
    }
    for change in shares.changes where change > axis.from { events.append((change, nil, 0)) }
    events.sort { $0.at < $1.at }
    var steps: [Step] = []
    var from = axis.from
    func step(from: Date, until to: Date) -> Step {
      let broken = shares.used(of: tally.versions(breaking: true), at: from)
      let losing = shares.used(of: tally.versions(breaking: false).subtracting(broken), at: from)
      return Step(
        from: from, to: to, broken: broken, losing: losing, brokenShare: shares.percent(of: broken, at: from),
        share: shares.percent(of: broken + losing, at: from))
    }
    func add(until to: Date) {
      guard to > from else { return }
      let step = step(from: from, until: to)
      if let last = steps.last, last.isLike(step) {
        steps[steps.count - 1].to = to
      } else {
        steps.append(step)
      }
      from = to
    }
    for event in events {
      add(until: min(event.at, axis.to))
      if let interval = event.interval { tally.count(interval, event.change) }
    }
    add(until: axis.to)
    let present = step(from: axis.to, until: axis.to)
    // What the last check found began at the end of the axis.
    if let last = steps.last, !last.isLike(present) { steps.append(present) }
    (self.steps, self.present, self.shares) = (steps, present, shares)
  }

  /// How many findings hurt each version at one moment.
  private struct Tally {
    private var counts: [Bool: [String: Int]] = [:]

    init(_ intervals: [FindingInterval]) {
      for interval in intervals { count(interval, 1) }
    }

    mutating func count(_ interval: FindingInterval, _ change: Int) {
      for version in interval.hurtVersions {
        counts[interval.level == .breaking, default: [:]][version, default: 0] += change
      }
    }

    func versions(breaking: Bool) -> Set<String> { Set((counts[breaking] ?? [:]).filter { $0.value > 0 }.keys) }
  }

  private var unit: String { shares.isOfInstalls ? "of installs" : "of the supported versions" }

  /// What is drawn, in one sentence.
  var words: String {
    let now =
      present.hurt.isEmpty
      ? "Nobody is hurt now" : "\(percent(present.share) ?? "") \(unit) are hurt now (\(listed(present.hurt)))"
    let start = Moment(axis.from).date
    guard let worst = steps.max(by: { $0.share < $1.share }), worst.share > 0 else {
      return "\(now), and nobody was since \(start)."
    }
    if worst.share <= present.share { return "\(now), the most since \(start)." }
    return
      "\(now); at most \(percent(worst.share) ?? "") on \(Moment(worst.from).date) (\(listed(worst.hurt)))."
  }

  /// The width of what lasted an hour, so that it is seen in a year.
  private static let leastWidth = 0.6

  /// The steps as they are drawn: of those that begin within the least width, the worst stands for all.
  private var drawn: [Step] {
    var drawn: [Step] = []
    for step in steps {
      if let last = drawn.last, axis.position(step.from) - axis.position(last.from) < Self.leastWidth {
        var worse = last.share >= step.share ? last : step
        (worse.from, worse.to) = (last.from, step.to)
        drawn[drawn.count - 1] = worse
      } else {
        drawn.append(step)
      }
    }
    return drawn
  }

  /// The drawing, with its words and its numbers.
  var html: [HTML] {
    guard !steps.isEmpty, !shares.isEmpty else { return [] }
    var areas: [HTML] = []
    for step in drawn {
      let (x, end) = (axis.position(step.from), axis.position(step.to))
      let width = max(end - x, Self.leastWidth)
      let (broken, all) = (step.brokenShare, step.share)
      func area(_ style: Style, from low: Double, to high: Double) -> HTML {
        HTML(
          .rect, [.styles(style), .x(min(x, 100 - width)), .width(width), .y(100 - high), .height(high - low)], [])
      }
      if all > broken { areas.append(area(.warning, from: broken, to: all)) }
      if broken > 0 { areas.append(area(.bad, from: 0, to: broken)) }
    }
    let grid = [0, 50].map { HTML(.line, [.styles(.tick)] + HTML.Attribute.level(at: Double($0)), []) }
    let names = [("100 %", 11.0), ("50 %", 54.0), ("0 %", 98.0)].map { name, y in
      HTML(.text, .x(0), .y(y), containing: [.text(name)])
    }
    let chart = HTML(
      .div, .styles(.chart),
      containing: [
        HTML(.svg, .hiddenFromReaders, containing: names),
        HTML(.svg, .styles(.area), .role("img"), .label(words), containing: axis.lines + grid + areas), axis.html,
      ])
    return [HTML(.p, containing: [.text(words, limit: 1_000)]), chart] + table
  }

  private var table: [HTML] {
    let hurt = steps.filter { !$0.hurt.isEmpty }
    guard !hurt.isEmpty else { return [] }
    let rows = hurt.reversed().map { step -> [HTML] in
      [
        .text(
          step.from == axis.to
            ? "since \(Moment(step.from).words)"
            : "\(Moment(step.from).words) to \(step.to == axis.to ? "now" : Moment(step.to).words)"),
        .text(percent(step.share) ?? ""), .text(step.broken.joined(separator: ", ")),
        .text(step.losing.joined(separator: ", ")),
      ]
    }
    let (kept, rest) = rows.cut(to: HTML.listRoom / 3)
    return [
      .folded(
        "The same in numbers",
        [
          .table(
            "Share over time",
            titles: ["time", .text("share \(unit)"), "versions that break", "versions that lose less"], rows: kept,
            numbers: [1]),
          .left(out: rest, ""),
        ])
    ]
  }
}

extension FindingInterval {
  /// Whether somebody lost something by it: a prediction, a notice and a check that failed are no loss.
  var hurts: Bool {
    guard state == .open, level >= .warning else { return false }
    return switch rule.family {
    // How many people have a system on which it fails is not known.
    case .decode where rule == .decodePlatformDependent: false
    case .decode, .loss, .mapping, .meaning, .volume: !hurtVersions.isEmpty
    case .field, .request, .freshness, .evidence, .notice: versions.contains(where: \.losesResponse)
    case .watch: level == .breaking
    }
  }

  /// Ids of the versions that lose something.
  var hurtVersions: [String] {
    let losers = versions.filter(\.losesResponse).map(\.id)
    if [.field, .request, .freshness, .evidence, .notice].contains(rule.family) { return losers }
    return (versions.map(\.id) + mappings.map(\.key.version)).uniqued()
  }
}

extension Moment {
  /// `2026-11-20 14:15`; a midnight is the date alone.
  var words: String { isMidnight ? date : "\(date) \(time)" }
}
