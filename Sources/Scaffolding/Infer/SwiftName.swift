import Foundation
import PayloadShape

/// Swift names made of names in JSON.
enum SwiftName {
  /// Words that are no names without backticks (The Swift Programming Language, "Keywords and Punctuation").
  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]
  /// Words that Swift writes in capitals when they are not the first one.
  private static let acronyms: Set<String> = ["api", "html", "http", "https", "id", "ip", "json", "uri", "url", "uuid"]

  /// `image_url` and `imageUrl` become `imageURL`.
  static func property(_ key: String) -> String {
    let words = words(in: key)
    guard let first = words.first else { return "value" }
    let head =
      first.allSatisfy { $0.isUppercase || $0.isNumber }
      ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    return identifier(head + words.dropFirst().map(capitalized).joined())
  }

  /// `order_items` becomes `OrderItems`.
  static func type(_ name: String) -> String {
    let words = words(in: name)
    let joined =
      (words.first.map { [$0.prefix(1).uppercased() + $0.dropFirst()] } ?? [])
      .joined() + words.dropFirst().map(capitalized).joined()
    return joined.first.map { $0.isNumber } ?? true ? "Value\(joined)" : joined
  }

  /// Whether a type may have this name.
  static func isFree(type name: String) -> Bool { ReservedTypeNames.isFree(name) && !keywords.contains(name) }

  /// A name as it stands in source code, or another one where no backticks help.
  static func identifier(_ name: String) -> String {
    if ["CodingKeys", "self", "Self", "Type", "Protocol", "_"].contains(name) { return name + "Value" }
    return name.first?.isNumber == true ? "_\(name)" : name
  }

  /// The same in backticks where it is a keyword.
  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A name for the case of words that come later, beside others.
  static func otherCase(beside cases: [String]) -> String {
    let names = ["unknown", "unrecognized"] + (2...(cases.count + 2)).map { "unknown\($0)" }
    return names.first { !cases.contains($0) } ?? "unknown"
  }

  /// The singular of an English word, as far as its ending tells: `categories` becomes `category`.
  static func singular(_ name: String) -> String {
    let lower = name.lowercased()
    if lower.hasSuffix("children") { return String(name.dropLast(3)) }
    guard lower.count > 3, lower.hasSuffix("s") else { return name }
    if ["ss", "us", "is", "series", "news", "species"].contains(where: lower.hasSuffix) { return name }
    if lower.hasSuffix("ies") { return name.dropLast(3) + "y" }
    if ["ches", "shes", "xes", "sses", "zes"].contains(where: lower.hasSuffix) { return String(name.dropLast(2)) }
    return String(name.dropLast())
  }

  /// What `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` makes of a key (swift-foundation, JSONDecoder.swift).
  static func fromSnakeCase(_ key: String) -> String {
    guard let start = key.firstIndex(where: { $0 != "_" }), let end = key.lastIndex(where: { $0 != "_" }) else {
      return key
    }
    let parts = key[start...end].split(separator: "_")
    let joined =
      parts.count == 1
      ? String(key[start...end]) : parts[0].lowercased() + parts.dropFirst().map { String($0).capitalized }.joined()
    return key[..<start] + joined + key[key.index(after: end)...]
  }

  /// Whether a member's name is a person's e-mail address, so that it is data and stands in no source code.
  static func isAddress(_ key: String) -> Bool { StringFormat(of: key) == .email }

  /// Whether a member's name says that its texts are for people, so that few different ones are no closed set.
  static func isForPeople(_ key: String) -> Bool {
    words(in: key).last.map { ["description", "label", "name", "text", "title"].contains($0.lowercased()) } ?? false
  }

  /// What the names of members end with that hold what people or places are called, however it is written.
  private static let people: Set<String> = [
    "address", "agent", "alias", "artist", "assignee", "author", "buyer", "by", "city", "client", "company", "contact",
    "creator", "customer", "district", "doctor", "driver", "editor", "email", "employee", "first", "firstname", "from",
    "guest", "handle", "hometown", "host", "id", "last", "lastname", "location", "login", "manager", "member", "nick",
    "nickname", "owner", "patient", "person", "phone", "place", "player", "recipient", "reporter", "reviewer", "seller",
    "sender", "slug", "staff", "street", "surname", "teacher", "team", "tenant", "to", "town", "uid", "user",
    "username",
    "vendor", "village", "writer",
  ]

  /// Whether a member's name says that its texts may be names of people or places: `author`, `home_city`, `createdBy`.
  static func isOfPeople(_ key: String) -> Bool {
    words(in: key).last.map { people.contains($0.lowercased()) || people.contains(singular($0.lowercased())) } ?? false
  }

  /// Whether a name can be a property's as it is, or in backticks. One with a capital would hide the type of this name.
  static func isProperty(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, ("a"..."z").contains(first) || first == "_" else { return false }
    return name.unicodeScalars.allSatisfy { isLetter($0) || "0123456789_".unicodeScalars.contains($0) }
      && identifier(name) == name
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func capitalized(_ word: String) -> String {
    acronyms.contains(word.lowercased()) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Runs of ASCII letters and digits, apart also where a capital begins a word.
  private static func words(in name: String) -> [String] {
    var (words, word): ([String], String) = ([], "")
    for scalar in name.unicodeScalars {
      guard isLetter(scalar) || ("0"..."9").contains(scalar) else {
        words.append(word)
        word = ""
        continue
      }
      if ("A"..."Z").contains(scalar), let last = word.unicodeScalars.last, !("A"..."Z").contains(last) {
        words.append(word)
        word = ""
      }
      word.unicodeScalars.append(scalar)
    }
    return (words + [word]).filter { !$0.isEmpty }
  }
}
