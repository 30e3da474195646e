import DriftModel
import DriftRules
import Fetching
import Foundation
import System

extension ProviderNotice {
  /// The longest link, in bytes, that is shown.
  private static let longestLink = 200
  /// The most characters of a text of the provider that are shown.
  private static let longestText = 120
  /// From 1970 to the year 9999. A number outside is not a valid time.
  private static let times = 0..<253_402_300_800

  /// What a response announces beside its body, without what was sent of a credential.
  static func notices(of transfer: Transfer, mask: SecretMask) -> [ProviderNotice] {
    var notices = notices(in: transfer.headers)
    if let address = transfer.movedTo {
      let plain = withoutQuery(address)
      notices.append(ProviderNotice(.moved, link: isShown(plain.replacing("…", with: "")) ? plain : nil))
    }
    return notices.map { notice in
      var notice = notice
      (notice.link, notice.text) = (notice.link.map { mask.masked($0) }, notice.text.map { shown(mask.masked($0)) })
      return notice
    }
  }

  /// What the header of a response announces, with foreign texts as they came.
  ///
  /// `Deprecation` is a structured date (`@1735689600`, RFC 9745 section 2.1); `true` and an HTTP-date are from its
  /// drafts and still sent, and so is `false`, which announces nothing. `Sunset` is an HTTP-date (RFC 8594 section 3). If none of
  /// several values can be read, that is said. A link of either relation is a hint, never a reason.
  ///
  /// - Parameter headers: Fields of the response.
  /// - Returns: At most one of each kind.
  static func notices(in headers: HeaderFields) -> [ProviderNotice] {
    func values(_ name: String) -> [String] {
      headers.filter { $0.name.lowercased() == name }.map { $0.value.trimmingCharacters(in: .whitespaces) }.filter {
        !$0.isEmpty
      }
    }
    let links = values("link").flatMap(Link.all)
    func link(_ relation: String) -> String? {
      links.first { $0.relations.contains(relation) && isShown($0.target) }.map { Self.withoutQuery($0.target) }
    }
    var notices: [ProviderNotice] = []
    let deprecations = values("deprecation").filter { !["false", "?0"].contains($0.lowercased()) }
    if let announced = deprecations.lazy.compactMap(deprecation).first {
      notices.append(ProviderNotice(.deprecation, seconds: announced.seconds, link: link("deprecation")))
    } else if let text = deprecations.first {
      notices.append(ProviderNotice(.unreadableDeprecation, link: link("deprecation"), text: text))
    }
    let sunsets = values("sunset")
    if let end = sunsets.lazy.compactMap(HTTPDate.seconds).first(where: times.contains) {
      notices.append(ProviderNotice(.sunset, seconds: end, link: link("sunset")))
    } else if let text = sunsets.first {
      notices.append(ProviderNotice(.unreadableSunset, link: link("sunset"), text: text))
    }
    let warnings = values("warning").flatMap(HTTPWarning.all)
    if warnings.contains(where: \.isAboutAge) || CacheAge(headers).isOver { notices.append(ProviderNotice(.stale)) }
    if let warning = warnings.first(where: \.isOfProvider) {
      notices.append(ProviderNotice(.warning, text: warning.text))
    }
    return notices
  }

  /// A foreign text as a report may show it: its beginning, in one line.
  private static func shown(_ text: String) -> String {
    let line = String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(longestText).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    return text.unicodeScalars.count > longestText ? "\(line)…" : line
  }

  /// A deprecation, with its day if given.
  private struct Announced { let seconds: Int? }

  private static func deprecation(_ text: String) -> Announced? {
    if text.lowercased() == "true" || text == "?1" { return Announced(seconds: nil) }
    if text.hasPrefix("@") {
      // Parameters of a structured item may follow (RFC 9651 section 3.3).
      guard let seconds = Int(text.dropFirst().prefix { $0 != ";" && $0 != " " }), times.contains(seconds) else {
        return nil
      }
      return Announced(seconds: seconds)
    }
    return HTTPDate.seconds(text).flatMap { times.contains($0) ? Announced(seconds: $0) : nil }
  }

  /// The query is removed, because it may contain something for one user only.
  private static func withoutQuery(_ target: String) -> String {
    let plain = target.prefix { $0 != "?" && $0 != "#" }
    return plain.count == target.count ? target : "\(plain)?…"
  }

  private static func isShown(_ target: String) -> Bool {
    let isWeb = ["https://", "http://", "/"].contains { target.lowercased().hasPrefix($0) }
    return isWeb && target.utf8.count <= longestLink && target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// One link of a `Link` field (RFC 8288 section 3).
  struct Link {
    let target: String
    /// Relation types, lower case.
    let relations: [String]

    /// The links of one field, up to the first error in its grammar.
    static func all(in text: String) -> [Link] {
      var links: [Link] = []
      var rest = text.prefix(8192)
      while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
        let target = String(rest[rest.index(after: open)..<close])
        // Parameters end at a comma outside of quotation marks.
        var isQuoted = false
        let parameters = rest[rest.index(after: close)...].prefix { character in
          if character == "\"" { isQuoted.toggle() }
          return isQuoted || character != ","
        }
        let relation = parameters.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }.first {
          $0.lowercased().hasPrefix("rel=")
        }
        let relations = (relation?.dropFirst(4) ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        links.append(Link(target: target, relations: relations.lowercased().split(separator: " ").map(String.init)))
        rest = rest[parameters.endIndex...].dropFirst()
      }
      return links
    }
  }
}
