/// A type's name as in source: `[ProductDTO]`, `[String: Int]`, `URL?` instead of the runtime's `Array<ProductDTO>` and
/// so on.
func sourceName(of type: Any.Type) -> String { sourceName(runtimeName(of: type)[...]) }

/// A type's name as `String(describing:)` gives it, but without checking the metatype's conformances first. Each check
/// searches all conformances of the program, and contracts are made at every start.
func runtimeName(of type: Any.Type) -> String { _typeName(type, qualified: false) }

private func sourceName(_ name: Substring) -> String {
  guard let open = name.firstIndex(of: "<"), name.last == ">" else { return String(name) }
  let parts = arguments(name[name.index(after: open)...].dropLast()).map(sourceName)
  switch (name[..<open], parts.count) {
  case ("Array", 1): return "[\(parts[0])]"
  case ("Optional", 1): return "\(parts[0])?"
  case ("Dictionary", 2): return "[\(parts[0]): \(parts[1])]"
  default: return "\(name[..<open])<\(parts.joined(separator: ", "))>"
  }
}

/// The arguments of a generic type, split at the commas that are not inside another one's.
private func arguments(_ text: Substring) -> [Substring] {
  var parts: [Substring] = []
  var depth = 0
  var start = text.startIndex
  for index in text.indices {
    switch text[index] {
    case "<", "(", "[": depth += 1
    case ">", ")", "]": depth -= 1
    case "," where depth == 0:
      parts.append(text[start..<index])
      start = text.index(after: index)
      while start < text.endIndex, text[start] == " " { start = text.index(after: start) }
    default: break
    }
  }
  return parts + [text[start...]]
}
