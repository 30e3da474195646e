import Foundation

/// The conversion of `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`, which Foundation does not make public.
enum SnakeCase {
  /// `image_url` -> `imageUrl`. Underscores at both ends stay, as in Foundation 6.3.1.
  static func toCamelCase(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" }) else {
      return name
    }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1, let head = words.first else { return name }
    let joined = words.dropFirst().reduce(into: head.lowercased()) { $0 += $1.capitalized }
    return name[..<first] + joined + name[name.index(after: last)...]
  }

  /// The member name that a payload in snake case most likely uses for `key`. It is `key` itself if no name converts to
  /// it, as with `imageURL`.
  static func likelyName(for key: String) -> String {
    // No name converts to a key with capital letters in a row, such as "imageURL".
    guard !zip(key, key.dropFirst()).contains(where: { $0.isUppercase && $1.isUppercase }) else { return key }
    var name = ""
    for character in key {
      if character.isUppercase, !name.isEmpty, name.last != "_" { name += "_" }
      name += character.lowercased()
    }
    return toCamelCase(name) == key ? name : key
  }
}
