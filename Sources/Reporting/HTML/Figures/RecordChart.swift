import DriftModel
import Foundation

/// The records that one mapping got and what it made of them, over time.
struct RecordChart {
  /// From one moment to the next the counts are the same.
  struct Step: Equatable {
    var from: Date
    var to: Date
    var counts: MappingCounts

    /// Share that was lost, from 0 to 1; 1 where nothing could be read.
    var loss: Double {
      guard counts.offered > 0 else { return counts.lostResponses > 0 ? 1 : 0 }
      return Double(max(0, counts.offered - counts.made)) / Double(counts.offered)
    }
  }

  let steps: [Step]
  private let axis: TimeAxis
  /// Steps that are drawn; of more, those are shown that lost most.
  private static let mostSteps = 60

  /// The chart of one mapping.
  ///
  /// - Parameters:
  ///   - entries: Its counts; each holds until the next.
  ///   - axis: The time.
  init(_ entries: [RecordCounts], axis: TimeAxis) {
    self.axis = axis
    let sorted = entries.sorted { $0.since.at < $1.since.at }
    var steps: [Step] = []
    for (index, entry) in sorted.enumerated() {
      let end = index + 1 < sorted.count ? sorted[index + 1].since.at : axis.to
      let step = Step(from: max(entry.since.at, axis.from), to: min(end, axis.to), counts: entry.counts)
      guard step.to > step.from || index + 1 == sorted.count else { continue }
      steps.append(step)
    }
    self.steps = steps
  }

  /// What is drawn, in one sentence.
  var words: String {
    guard let last = steps.last else { return "" }
    let now = "\(Self.words(last.counts)) when it was last read"
    guard let worst = steps.max(by: { $0.loss < $1.loss }), worst.loss > 0 else { return "\(now); none was ever lost" }
    if worst.loss <= last.loss { return "\(now), the fewest in this time" }
    return "\(now); at worst \(Self.words(worst.counts)) on \(Moment(worst.from).date)"
  }

  private static func words(_ counts: MappingCounts) -> String {
    let unread = counts.lostResponses > 0 ? counted(counts.lostResponses, "response") + " unread" : ""
    if counts.offered == 0, !unread.isEmpty { return unread }
    let made = "\(grouped(counts.made)) of \(grouped(counts.offered)) mapped"
    return unread.isEmpty ? made : "\(made), \(unread)"
  }

  /// The drawing below its title.
  func html(_ title: String) -> HTML {
    let most = steps.map(\.counts.offered).max() ?? 0
    let names = [(grouped(most), 25.0), ("0", 97.0)].map { name, y in
      HTML(.text, .x(0), .y(y), containing: [.text(name)])
    }
    let areas = drawn.flatMap { area($0, of: Double(max(most, 1))) }
    let chart = HTML(
      .div, .styles(.chart, .low),
      containing: [
        HTML(.svg, .hiddenFromReaders, containing: names),
        HTML(.svg, .styles(.area), .role("img"), .label(words), containing: axis.lines + areas), axis.html,
      ])
    return HTML(.h4, containing: [.text(title, limit: 120)]) + HTML(.p, .styles(.faint), containing: [.text(words)])
      + chart
  }

  private func area(_ step: Step, of most: Double) -> [HTML] {
    let (x, end) = (axis.position(step.from), axis.position(step.to))
    let width = max(end - x, 0.3)
    func part(_ style: Style, from low: Double, to high: Double) -> HTML {
      HTML(.rect, [.styles(style), .x(min(x, 100 - width)), .width(width), .y(100 - high), .height(high - low)], [])
    }
    let made = min(Double(step.counts.made), most) / most * 100
    let offered = max(made, min(Double(step.counts.offered), most) / most * 100)
    var parts: [HTML] = []
    if made > 0 { parts.append(part(.good, from: 0, to: made)) }
    if offered > made { parts.append(part(.warning, from: made, to: offered)) }
    if step.counts.lostResponses > 0 { parts.append(part(.bad, from: step.counts.offered > 0 ? 80 : 0, to: 100)) }
    return parts
  }

  /// The steps, or as many stretches of equal length, each with the worst of its steps.
  private var drawn: [Step] {
    guard steps.count > Self.mostSteps else { return steps }
    let length = axis.to.timeIntervalSince(axis.from) / Double(Self.mostSteps)
    var slots: [Step?] = Array(repeating: nil, count: Self.mostSteps)
    func slot(_ date: Date) -> Int {
      min(max(Int(date.timeIntervalSince(axis.from) / length), 0), Self.mostSteps - 1)
    }
    for step in steps {
      for number in slot(step.from)...max(slot(step.from), slot(step.to)) {
        if let known = slots[number], known.loss >= step.loss { continue }
        slots[number] = Step(
          from: axis.from.addingTimeInterval(Double(number) * length),
          to: axis.from.addingTimeInterval(Double(number + 1) * length), counts: step.counts)
      }
    }
    return slots.compactMap(\.self)
  }
}

extension RecordChart {
  /// The charts of an endpoint, one for each mapping of each version, and what their colours mean.
  static func html(_ entries: [RecordCounts], axis: TimeAxis) -> [HTML] {
    struct Owner: Hashable {
      let key: RequestKey
      let mapping: MappingKey
    }
    let groups = entries.grouped { Owner(key: $0.key, mapping: $0.mapping) }
    let perspectives = Set(entries.map(\.key.perspective)).count
    let charts = groups.lazy.map { group -> HTML in
      let (key, mapping) = (group[0].key, group[0].mapping)
      let name = mapping.mapping.isEmpty ? "Responses" : mapping.mapping
      let special = perspectives > 1 ? ", \(key.perspective)" : ""
      return RecordChart(group, axis: axis).html("\(name) in \(mapping.version)\(special)")
    }
    let (kept, rest) = HTML.fitting(charts, room: 3 * HTML.listRoom)
    guard !kept.isEmpty else { return [] }
    let legend = HTML(
      .ul, .styles(.legend),
      containing: [
        (Style.good, "mapped"), (.warning, "came in, not mapped"), (.bad, "responses that could not be read"),
      ]
      .map { style, words in
        let box = HTML(
          .svg, .hiddenFromReaders,
          containing: [HTML(.rect, [.styles(style), .x(0), .y(0), .width(100), .height(100)], [])])
        return HTML(.li, containing: [box, .text(words)])
      })
    let shown =
      kept.count <= 4 ? kept : Array(kept[..<3]) + [.folded("\(grouped(kept.count - 3)) more", Array(kept[3...]))]
    return shown + [.left(out: rest, ""), legend]
  }
}
