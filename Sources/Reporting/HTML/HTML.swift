/// A piece of a page.
///
/// Elements and attributes are named by this program alone, and text enters only through ``text(_:limit:)`` and attribute values, which
/// make it ``visible(_:limit:)`` and escape it. So no text of a provider becomes markup, whatever it holds.
struct HTML: Sendable, Equatable {
  /// The markup.
  private(set) var source: String

  /// Nothing.
  static let nothing = HTML(source: "")

  private init(source: String) { self.source = source }

  /// An element with what it contains.
  init(_ tag: Tag, _ attributes: Attribute..., containing content: [HTML] = []) {
    self.init(tag, attributes, content)
  }

  /// An element with what it contains.
  init(_ tag: Tag, _ attributes: [Attribute], _ content: [HTML]) {
    let names = attributes.map { " \($0.name)=\"\(HTML.escaped($0.value))\"" }.joined()
    let start = "<\(tag.rawValue)\(names)>"
    source = tag.isVoid ? start : "\(start)\(content.map(\.source).joined())</\(tag.rawValue)>"
  }

  /// Text; of one over `limit` scalars the middle is left out.
  static func text(_ text: String, limit: Int = 400) -> HTML { HTML(source: escaped(visible(text, limit: limit))) }

  /// A path, a value or a command.
  static func code(_ text: String, limit: Int = 200) -> HTML { HTML(.code, containing: [.text(text, limit: limit)]) }

  /// Words with a meaning that colour shows too.
  static func span(_ style: Style, _ words: String) -> HTML { HTML(.span, .styles(style), containing: [.text(words)]) }

  /// A link to another page of the site, or to a place of this one.
  static func link(_ target: PageLink, _ content: HTML) -> HTML { HTML(.a, .href(target), containing: [content]) }

  /// A whole page: its type, then its root.
  static func page(_ root: HTML) -> String { "<!DOCTYPE html>\n\(root.source)\n" }

  /// The element of the one stylesheet, whose text is no text of others.
  static let style = HTML(source: "<style>\(Stylesheet.text)</style>")

  static func + (left: HTML, right: HTML) -> HTML { HTML(source: left.source + right.source) }

  var isEmpty: Bool { source.isEmpty }
  /// Bytes of the markup.
  var size: Int { source.utf8.count }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    // By bytes: a quote behind a character that is drawn before others is part of one that equals no quote.
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
      case UInt8(ascii: "'"): bytes += Array("&#39;".utf8)
      case UInt8(ascii: "`"): bytes += Array("&#96;".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTML: ExpressibleByStringInterpolation {
  /// Words; what is put into them is text like they are.
  init(stringLiteral words: String) { self = .text(words, limit: 4_000) }
}

extension HTML {
  /// The elements that pages are made of.
  enum Tag: String, Sendable, CaseIterable {
    case html, head, meta, title, body, header, nav, main, footer, section
    case h1, h2, h3, h4, p, a, ol, ul, li, dl, dt, dd, div, span, strong, code
    case details, summary, table, caption, thead, tbody, tr, th, td
    case svg, rect, line
    /// A text in a drawing.
    case text

    fileprivate var isVoid: Bool { self == .meta }
  }

  /// An attribute with its value. Where a value can hold text of a provider, it is made visible first.
  struct Attribute: Sendable, Equatable {
    fileprivate let name: String
    fileprivate let value: String

    private init(_ name: StaticString, _ value: String) { (self.name, self.value) = ("\(name)", value) }

    static func styles(_ styles: Style...) -> Attribute {
      Attribute("class", styles.map(\.rawValue).joined(separator: " "))
    }
    static func id(_ anchor: Anchor) -> Attribute { Attribute("id", anchor.rawValue) }
    static func href(_ link: PageLink) -> Attribute { Attribute("href", link.text) }
    /// What is read out in place of what is drawn.
    static func label(_ words: String) -> Attribute { Attribute("aria-label", visible(words, limit: 1_000)) }
    static func labelled(by anchor: Anchor) -> Attribute { Attribute("aria-labelledby", anchor.rawValue) }
    static let hiddenFromReaders = Attribute("aria-hidden", "true")
    static let currentPage = Attribute("aria-current", "page")
    static func role(_ role: StaticString) -> Attribute { Attribute("role", "\(role)") }
    static func scope(_ scope: StaticString) -> Attribute { Attribute("scope", "\(scope)") }
    static func columns(_ number: Int) -> Attribute { Attribute("colspan", "\(number)") }
    /// A part that can be scrolled is reached by the keyboard.
    static let focusable = Attribute("tabindex", "0")
    static let isOpen = Attribute("open", "")
    /// Of `html`.
    static let english = Attribute("lang", "en")

    // Of `meta`.
    static let utf8 = Attribute("charset", "utf-8")
    static func named(_ name: StaticString) -> Attribute { Attribute("name", "\(name)") }
    static let isPolicy = Attribute("http-equiv", "Content-Security-Policy")
    static func content(_ text: String) -> Attribute { Attribute("content", text) }

    // Of drawings, in percent of their size: so texts in them are not stretched.
    static func x(_ percent: Double) -> Attribute { Attribute("x", inPercent(percent)) }
    static func y(_ percent: Double) -> Attribute { Attribute("y", inPercent(percent)) }
    static func width(_ percent: Double) -> Attribute { Attribute("width", inPercent(percent)) }
    static func height(_ percent: Double) -> Attribute { Attribute("height", inPercent(percent)) }
    /// From top to bottom at `percent` of the width.
    static func upright(at percent: Double) -> [Attribute] {
      let x = inPercent(percent)
      return [Attribute("x1", x), Attribute("x2", x), Attribute("y1", "0"), Attribute("y2", "100%")]
    }
    /// From side to side at `percent` of the height.
    static func level(at percent: Double) -> [Attribute] {
      let y = inPercent(percent)
      return [Attribute("x1", "0"), Attribute("x2", "100%"), Attribute("y1", y), Attribute("y2", y)]
    }
  }

  /// Places of a page that links lead to.
  enum Anchor: String, Sendable {
    case main, now, incidents, timeline, installs, blind, endpoints, versions, records, changes, impact, history, more
    case states, before
  }

  /// `12.34%`.
  private static func inPercent(_ value: Double) -> String {
    let hundredths = Int((min(max(value.isFinite ? value : 0, 0), 100) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100)" + (rest == 0 ? "" : ".\(rest < 10 ? "0" : "")\(rest)") + "%"
  }
}

/// Where a link leads: never to a text of a provider.
struct PageLink: Sendable, Equatable {
  fileprivate let text: String

  /// A page of the site, from any other.
  static func page(_ name: PageName) -> PageLink { PageLink(text: name.text) }
  /// A place of the page itself.
  static func place(_ anchor: HTML.Anchor) -> PageLink { PageLink(text: "#\(anchor.rawValue)") }
}
