/// A node of the compiler's syntax tree, as JSON has it.
extension [String: Any] {
  var kind: String { self["_kind"] as? String ?? "" }

  func nodes(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }

  /// The name of a declaration.
  var name: String? { (self["name"] as? [String: Any])?.baseName }

  var baseName: String? { (self["base_name"] as? [String: Any])?["name"] as? String }

  /// From the first byte to the first byte of the last token.
  var range: Range<Int>? {
    guard let range = self["range"] as? [String: Any], let start = range["start"] as? Int,
      let end = range["end"] as? Int,
      start <= end
    else { return nil }
    return start..<end
  }
}
