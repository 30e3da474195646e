import Foundation

/// When what was there, as rows of bars over one axis.
struct Timeline {
  /// What a bar says, by colour and by the words of its row.
  enum Kind {
    case breaking, warning, blind

    var style: Style {
      switch self {
      case .breaking: .bad
      case .warning: .warning
      case .blind: .unseen
      }
    }

    var name: String {
      switch self {
      case .breaking: "breaking"
      case .warning: "warning"
      case .blind: "could not be seen"
      }
    }
  }

  /// A stretch of time.
  struct Bar: Equatable {
    var kind: Kind
    var from: Date
    /// `nil`: it lasts.
    var to: Date?
  }

  /// A row.
  struct Lane {
    var title: HTML
    /// When it was there, in words.
    var words: String
    var bars: [Bar]
  }

  let axis: TimeAxis
  /// Rows in the order in which they are shown.
  var lanes: [Lane]
  /// Rows that are shown without a click.
  var shown = 12
  /// The command that lists what has no room.
  var listingCommand = ""

  /// The drawing, with its legend.
  var html: [HTML] {
    guard !lanes.isEmpty else { return [] }
    let (rows, rest) = HTML.fitting(lanes.lazy.map(row), room: HTML.listRoom)
    let first = rows.count <= shown + 2 ? rows.count : shown
    let head = HTML(.li, [.styles(.lane, .axis), .hiddenFromReaders], [HTML(.span), axis.html])
    var parts = [HTML(.ol, .styles(.lanes), containing: Array(rows[..<first]) + [head])]
    if first < rows.count {
      let more = HTML(.ol, .styles(.lanes), containing: Array(rows[first...]) + [head])
      parts.append(.folded("\(grouped(rows.count - first)) more", [more]))
    }
    return parts + [.left(out: rest, listingCommand), legend]
  }

  private var legend: HTML {
    let kinds = [Kind.breaking, .warning, .blind].filter { kind in
      lanes.contains { $0.bars.contains { $0.kind == kind } }
    }
    return HTML(
      .ul, .styles(.legend),
      containing: kinds.map { kind in
        let box = HTML(
          .svg, .hiddenFromReaders,
          containing: [HTML(.rect, [.styles(kind.style)] + Self.size(kind) + [.x(0), .width(100)], [])])
        return HTML(.li, containing: [box, .text(kind.name)])
      })
  }

  private func row(_ lane: Lane) -> HTML {
    let bars = lane.bars.compactMap { bar -> HTML? in
      let end = bar.to ?? axis.to
      guard axis.shows(bar.from, end) else { return nil }
      // What lasted a minute is seen in a year.
      let width = max(axis.position(end) - axis.position(bar.from), 0.6)
      let x = min(axis.position(bar.from), 100 - width)
      return HTML(.rect, [.styles(bar.kind.style)] + Self.size(bar.kind) + [.x(x), .width(width)], [])
    }
    let drawing = HTML(.svg, .role("img"), .label(lane.words), containing: axis.lines + bars)
    let title = HTML(
      .div, containing: [lane.title, HTML(.span, .styles(.note, .faint), containing: [.text(lane.words, limit: 600)])])
    return HTML(.li, .styles(.lane), containing: [title, drawing])
  }

  /// Bars differ in height too: what breaks is high, what could not be seen is a line.
  private static func size(_ kind: Kind) -> [HTML.Attribute] {
    switch kind {
    case .breaking: [.y(10), .height(80)]
    case .warning: [.y(28), .height(44)]
    case .blind: [.y(40), .height(20)]
    }
  }
}
