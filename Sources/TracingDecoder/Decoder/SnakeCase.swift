import Foundation

/// `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`, whose conversion Foundation does not offer by itself.
enum SnakeCase {
  /// `image_url` -> `imageUrl`; underscores at both ends stay (Foundation 6.3.1).
  static func toCamelCase(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" }) else {
      return name
    }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1, let head = words.first else { return name }
    let joined = words.dropFirst().reduce(into: head.lowercased()) { $0 += $1.capitalized }
    return name[..<first] + joined + name[name.index(after: last)...]
  }

  /// The member name that a payload in snake case most likely uses for `key`; `key` itself where no such name would
  /// arrive there, as with `imageURL`.
  static func likelyName(for key: String) -> String {
    // Of letters in a row, as in "imageURL", nothing arrives by conversion.
    guard !zip(key, key.dropFirst()).contains(where: { $0.isUppercase && $1.isUppercase }) else { return key }
    var name = ""
    for character in key {
      if character.isUppercase, !name.isEmpty, name.last != "_" { name += "_" }
      name += character.lowercased()
    }
    return toCamelCase(name) == key ? name : key
  }
}
