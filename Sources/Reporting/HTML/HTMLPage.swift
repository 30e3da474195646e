/// One page in its frame: what it may load, where it stands, its content and its end.
struct HTMLPage {
  /// What is said in the window's title, and in the heading of the page.
  var title: Phrase
  /// The pages above it, from the first one on, and its own name; empty for a page that stands alone.
  var trail: [(name: String, page: PageName)] = []
  var name = ""
  /// What follows the heading.
  var content: [HTML] = []
  /// Lines at the end.
  var end: [HTML] = []

  var text: String {
    let head = HTML(
      .head,
      containing: [
        HTML(.meta, .utf8), HTML(.meta, .isPolicy, .content(Stylesheet.policy)),
        HTML(.meta, .named("viewport"), .content("width=device-width, initial-scale=1")),
        HTML(.meta, .named("color-scheme"), .content("light dark")),
        HTML(.meta, .named("referrer"), .content("no-referrer")), HTML(.meta, .named("robots"), .content("noindex")),
        HTML(.title, containing: [.text(title.text, limit: 1_000)]), .style,
      ])
    let main = HTML(.main, .id(.main), containing: [HTML(.h1, containing: [title.html])] + content)
    let body = HTML(
      .body,
      containing: [HTML(.a, .styles(.skip), .href(.place(.main)), containing: ["To the content"])] + menu
        + [main] + (end.isEmpty ? [] : [HTML(.footer, containing: end.map { HTML(.p, containing: [$0]) })]))
    return HTML.page(HTML(.html, .english, containing: [head, body]))
  }

  private var menu: [HTML] {
    guard !trail.isEmpty || !name.isEmpty else { return [] }
    let above = trail.map { HTML(.li, containing: [.link(.page($0.page), .text($0.name))]) }
    let own = HTML(.li, containing: [HTML(.span, .currentPage, containing: [.text(name)])])
    return [
      HTML(.header, containing: [HTML(.nav, .label("Pages"), containing: [HTML(.ol, containing: above + [own])])])
    ]
  }
}

extension HTML {
  /// A titled part of a page; nothing where it has no content.
  static func section(_ anchor: Anchor, _ title: String, _ content: [HTML]) -> HTML {
    let inner = content.filter { !$0.isEmpty }
    guard !inner.isEmpty else { return .nothing }
    return HTML(
      .section, .labelled(by: anchor),
      containing: [HTML(.h2, .id(anchor), containing: [.text(title)])] + inner)
  }

  /// A list that a click unfolds.
  static func folded(_ title: String, _ content: [HTML]) -> HTML {
    HTML(.details, containing: [HTML(.summary, containing: [.text(title)])] + content)
  }

  /// Wide content that is scrolled by itself, by the keyboard too.
  static func wide(_ label: String, _ content: HTML) -> HTML {
    HTML(.div, .styles(.wide), .focusable, .role("region"), .label(label), containing: [content])
  }

  /// A table; `heads` are the columns with the names of rows.
  static func table(
    _ label: String, titles: [HTML], rows: [[HTML]], numbers: Set<Int> = []
  ) -> HTML {
    let head = titles.enumerated().map { index, title in
      HTML(.th, [.scope("col")] + (numbers.contains(index) ? [.styles(.number)] : []), [title])
    }
    let body = rows.map { row in
      HTML(
        .tr,
        containing: row.enumerated().map { index, cell in
          index == 0
            ? HTML(.th, .scope("row"), containing: [cell])
            : HTML(.td, numbers.contains(index) ? [.styles(.number)] : [], [cell])
        })
    }
    return wide(
      label,
      HTML(
        .table,
        containing: [
          HTML(.thead, containing: [HTML(.tr, containing: head)]), HTML(.tbody, containing: body),
        ]))
  }

  /// As many items as have room, and how many have none. Those are not made where `items` is lazy.
  static func fitting(_ items: some Collection<HTML>, room: Int) -> (items: [HTML], rest: Int) {
    var size = 0
    var kept: [HTML] = []
    for item in items {
      size += item.size
      guard size <= room else { break }
      kept.append(item)
    }
    return (kept, items.count - kept.count)
  }

  /// Bytes that one list of a page may take: with a dozen lists, a page stays below 300 kB.
  static let listRoom = 20_000
}

extension Phrase {
  /// The words with their meanings.
  var html: HTML {
    spans.map { span -> HTML in
      let text = HTML.text(span.text, limit: .max / 2)
      switch span.role {
      case .plain: return text
      case .strong: return HTML(.strong, containing: [text])
      case .code, .subject: return HTML(.code, containing: [text])
      case .arrow: return HTML.span(.faint, " → ")
      case .bad: return HTML(.span, .styles(.bad), containing: [text])
      case .warning: return HTML(.span, .styles(.warning), containing: [text])
      case .good: return HTML(.span, .styles(.good), containing: [text])
      case .faint: return HTML(.span, .styles(.faint), containing: [text])
      }
    }.reduce(.nothing, +)
  }
}
