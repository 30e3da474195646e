/// A colour of the pages in its two forms. Each pair that stands on each other has the contrast of WCAG 2.2, which a test computes.
enum Palette: String, Sendable, CaseIterable {
  case paper, panel, ink, faint, line, link
  case strong, strongInk = "strong-ink"
  case bad, badInk = "bad-ink"
  case warning, warningInk = "warning-ink"
  case good, goodInk = "good-ink"
  case unseen, unseenInk = "unseen-ink"
  case badBar = "bad-bar", warningBar = "warning-bar", unseenBar = "unseen-bar", goodBar = "good-bar"

  /// On white.
  var light: String {
    switch self {
    case .paper: "#ffffff"
    case .panel: "#f4f6f8"
    case .ink: "#1b1f24"
    case .faint: "#56606d"
    case .line: "#d3d9e0"
    case .link: "#0b55a2"
    case .strong: "#a31621"
    case .strongInk: "#ffffff"
    case .bad: "#fbdcdc"
    case .badInk: "#851018"
    case .warning: "#fcecc8"
    case .warningInk: "#6b4200"
    case .good: "#dff2e3"
    case .goodInk: "#17562a"
    case .unseen: "#e6eaef"
    case .unseenInk: "#434c58"
    case .badBar: "#c1272d"
    case .warningBar: "#b36b00"
    case .unseenBar: "#76808d"
    case .goodBar: "#3c8a55"
    }
  }

  /// On black.
  var dark: String {
    switch self {
    case .paper: "#14171b"
    case .panel: "#1c2025"
    case .ink: "#e6e9ed"
    case .faint: "#a5afbb"
    case .line: "#39414b"
    case .link: "#8dbbf7"
    case .strong: "#f58a88"
    case .strongInk: "#220506"
    case .bad: "#4a1a1d"
    case .badInk: "#ffc2c0"
    case .warning: "#43310c"
    case .warningInk: "#fbd48a"
    case .good: "#153622"
    case .goodInk: "#a5dfb4"
    case .unseen: "#2a3038"
    case .unseenInk: "#c3cad4"
    case .badBar: "#ea6a64"
    case .warningBar: "#d7982f"
    case .unseenBar: "#8a95a3"
    case .goodBar: "#57a873"
    }
  }

  /// Texts and what they stand on.
  static let texts: [(ink: Palette, ground: Palette)] = [
    (.ink, .paper), (.ink, .panel), (.faint, .paper), (.faint, .panel), (.link, .paper), (.link, .panel),
    (.strongInk, .strong), (.badInk, .bad), (.warningInk, .warning), (.goodInk, .good), (.unseenInk, .unseen),
    (.badInk, .paper), (.warningInk, .paper), (.goodInk, .paper), (.badInk, .panel), (.warningInk, .panel),
    (.goodInk, .panel),
  ]

  /// What is drawn, and on what.
  static let drawings: [(ink: Palette, ground: Palette)] = [
    (.badBar, .paper), (.warningBar, .paper), (.unseenBar, .paper), (.badBar, .panel), (.warningBar, .panel),
    (.unseenBar, .panel), (.goodBar, .panel), (.goodBar, .unseen),
  ]
}
