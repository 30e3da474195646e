import Foundation
import System

/// What a class of the stylesheet marks.
enum Style: String, Sendable, CaseIterable {
  /// Read out and not shown.
  case spoken
  /// A link over the menu, shown when the keyboard reaches it.
  case skip
  // Meanings, by colour and always by words too.
  case strong, bad, warning, good, unseen, faint
  /// A short word on a coloured ground.
  case badge
  /// One part of a line of several.
  case piece
  /// What people feel.
  case story
  /// Wide content that is scrolled by itself.
  case wide
  /// Versions beside endpoints, or paths beside what may happen to them.
  case grid
  /// A short remark below a word.
  case note
  /// Figures, in columns.
  case number
  /// One incident.
  case incident
  /// Figures of the whole, side by side.
  case facts
  // Times: rows with a title beside a drawing.
  case lanes, lane, axis, tick, legend
  /// A name that a narrow screen has no room for.
  case other
  // A change: two sides.
  case changes, sides, side
  // A chart.
  case chart, area, low
  /// A table that a narrow screen shows one cell below the other.
  case stacked
  /// What only a narrow screen shows, and a cell that it leaves out.
  case narrow, absent
  /// A bar of a share.
  case share
}

/// The one stylesheet of all pages: for screens from 320 pixels on, light and dark, and for paper.
enum Stylesheet {
  /// The text between the tags of `style`.
  static let text = colours + rules

  /// What a page may load: nothing but this stylesheet, which is told by its digest. A style or script that a text brought with it would
  /// not run, even if it got through as markup.
  ///
  /// - SeeAlso: Content Security Policy Level 3, sections 2.3.1 and 6.7.
  static let policy =
    "default-src 'none'; style-src 'sha256-\(Data(ContentDigest(Array(text.utf8)).bytes).base64EncodedString())'; "
    + "base-uri 'none'; form-action 'none'"

  private static var colours: String {
    func list(_ colour: (Palette) -> String) -> String {
      Palette.allCases.map { "--\($0.rawValue):\(colour($0));" }.joined()
    }
    return """
      :root{color-scheme:light dark;\(list(\.light))}
      @media (prefers-color-scheme:dark){:root{\(list(\.dark))}}
      @media print{:root{color-scheme:light;\(list(\.light))}}

      """
  }

  private static let rules = """
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
    header,main,footer{max-width:76rem;margin:0 auto;padding:0 1rem}
    header{padding-top:.75rem;font-size:.9rem}
    header ol{display:flex;flex-wrap:wrap;gap:.25rem .75rem;margin:0;padding:0;list-style:none}
    header li+li::before{content:"›";margin-inline-end:.75rem;color:var(--faint)}
    footer{margin-top:2.5rem;padding-top:.75rem;padding-bottom:2rem;border-top:1px solid var(--line);color:var(--faint);font-size:.9rem}
    footer p{margin:.25rem 0}
    h1{font-size:1.5rem;line-height:1.25;margin:.75rem 0}
    h2{font-size:1.2rem;line-height:1.3;margin:2.25rem 0 .5rem}
    h3{font-size:1.02rem;line-height:1.35;margin:1.25rem 0 .4rem}
    h4{font-size:.95rem;margin:1rem 0 .3rem}
    p{margin:.4rem 0}
    ul,ol{padding-inline-start:1.25rem;margin:.4rem 0}
    li{margin:.2rem 0}
    a{color:var(--link);text-underline-offset:.15em}
    a:focus-visible,summary:focus-visible,.wide:focus-visible{outline:3px solid var(--link);outline-offset:2px}
    code{font:.875em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;background:var(--panel);padding:.08em .3em;border-radius:.25em}
    summary{cursor:pointer;padding:.25rem 0}
    dl{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr;gap:.3rem 1rem;margin:.6rem 0}
    dt{color:var(--faint)}
    dd{margin:0;grid-column:2}
    table{border-collapse:collapse;margin:.4rem 0;font-size:.94rem}
    caption{text-align:start;font-weight:600;padding:.4rem 0}
    th,td{text-align:start;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
    thead th{color:var(--faint);font-weight:600;vertical-align:bottom}
    th,td{overflow-wrap:break-word}
    tbody th{font-weight:500}
    .number{text-align:end;font-variant-numeric:tabular-nums}
    .wide{position:relative;overflow-x:auto;max-width:100%}
    .spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .narrow{display:none}
    .skip{position:absolute;inset-inline-start:-100rem}
    .skip:focus{inset-inline-start:1rem;top:.5rem;background:var(--paper);padding:.25rem .5rem;z-index:1}
    .faint{color:var(--faint)}
    span.bad,span.strong{color:var(--bad-ink);font-weight:600}
    span.warning{color:var(--warning-ink);font-weight:600}
    span.good{color:var(--good-ink)}
    .badge{display:inline-block;padding:.05rem .5rem;border-radius:.3rem;font-size:.85rem;font-weight:600;white-space:nowrap;border:1px solid transparent}
    .badge.strong,td.strong{background:var(--strong);color:var(--strong-ink)}
    .badge.bad,td.bad{background:var(--bad);color:var(--bad-ink)}
    .badge.warning,td.warning{background:var(--warning);color:var(--warning-ink)}
    .badge.good,td.good{background:var(--good);color:var(--good-ink)}
    .badge.unseen,td.unseen{background:var(--unseen);color:var(--unseen-ink)}
    .piece{margin-inline-end:1rem}
    .story{font-size:1.05rem}
    .note{display:block;font-size:.82rem;font-weight:400}
    th .note{color:var(--faint)}
    .grid td{border:2px solid var(--paper);min-width:6.25rem}
    .grid tbody th{min-width:9rem;max-width:24rem;overflow-wrap:anywhere}
    .incident{border:1px solid var(--line);border-radius:.5rem;padding:.25rem 1rem .75rem;margin:1rem 0;background:var(--paper)}
    ul.facts{display:flex;flex-wrap:wrap;gap:.3rem 1.75rem;list-style:none;padding:0;margin:.5rem 0}
    .lanes{list-style:none;padding:0;margin:.5rem 0}
    .lane{display:grid;grid-template-columns:minmax(14rem,24rem) 1fr;gap:.1rem 1rem;align-items:center;padding:.35rem 0;border-bottom:1px solid var(--line);margin:0}
    .lane svg{width:100%;height:1.5rem;display:block;background:var(--panel);border-radius:.2rem}
    .axis svg{height:1.4rem;background:none}
    .axis{border-bottom:0;padding:0}
    svg text{font-size:.75rem;fill:var(--faint)}
    svg .tick{stroke:var(--line);stroke-width:1}
    rect.strong,rect.bad{fill:var(--bad-bar)}
    rect.warning{fill:var(--warning-bar)}
    rect.unseen{fill:var(--unseen-bar)}
    rect.good{fill:var(--good-bar)}
    .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;font-size:.88rem;color:var(--faint)}
    .legend svg{width:1.6rem;height:.8rem;margin-inline-end:.4rem;vertical-align:-.05rem}
    .changes{list-style:none;padding:0;margin:.5rem 0}
    .changes>li{border-top:1px solid var(--line);padding:.5rem 0}
    .sides{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin:.35rem 0}
    .side{background:var(--panel);border-radius:.35rem;padding:.35rem .6rem;min-width:0}
    .side code{background:none;padding:0}
    .chart{display:grid;grid-template-columns:3rem 1fr;gap:0 .5rem;margin:.5rem 0}
    .chart svg{width:100%;height:8rem;display:block}
    .chart.low svg{height:3.5rem}
    .chart svg.axis{height:1.4rem;grid-column:2}
    .area{background:var(--panel)}
    svg.share{width:8rem;max-width:100%;height:.8rem;background:var(--unseen);border-radius:.2rem;vertical-align:middle}
    @media (max-width:44rem){
    .lane{grid-template-columns:1fr}
    svg .other{display:none}
    dl{grid-template-columns:1fr;gap:.1rem}
    dd{grid-column:1;margin-bottom:.35rem}
    .incident{padding:.25rem .75rem .6rem}
    .grid tbody th{min-width:7.5rem;max-width:11rem}
    th,td{padding:.3rem .45rem}
    .stacked,.stacked tbody,.stacked tr,.stacked td,.stacked tbody th{display:block;max-width:none}
    .stacked thead,.stacked td.absent{display:none}
    .stacked tbody th{border-bottom:0;padding-top:.7rem}
    .stacked td{padding:.3rem .6rem}
    .narrow{display:inline-block;min-width:4rem;margin-inline-end:.5rem}
    }
    @media print{
    body{font-size:10pt}
    .skip,nav{display:none}
    .wide{overflow:visible}
    td,.badge,svg,rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    details::details-content{content-visibility:visible;height:auto}
    .incident,.lane,.changes>li,tr{break-inside:avoid}
    a{color:inherit}
    }
    """
}
